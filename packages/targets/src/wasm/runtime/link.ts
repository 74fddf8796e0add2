import type { Global } from '../assembler/assemble.js';
import { parseWat, type Wat } from '../assembler/wat.js';
import type { StaticData } from '../static-data.js';
import { CORE } from './core.js';
import type { PieceSource } from './piece.js';
import { PIECES } from './pieces.js';

/** A function of the runtime. */
interface RuntimeFunction {
  readonly tree: Wat;
  readonly calls: ReadonlySet<string>;
  readonly piece: PieceSource;
}

/** The functions of all pieces by name; a piece is parsed when it is used for the first time. */
const parsed = new Map<string, RuntimeFunction>();
const pieceOf = new Map<string, PieceSource>();
for (const [name, piece] of [...Object.entries<PieceSource>(CORE), ...PIECES]) {
  pieceOf.set(`$${name}`, piece);
  for (const [, also] of piece.code.matchAll(/\(func (\$[^\s)]+)/g)) if (also !== undefined) pieceOf.set(also, piece);
}

/** Returns the program's functions with those of the runtime that they call, from the exported ones. The rest is left out. */
export function linked(
  program: readonly Wat[],
  exported: readonly string[],
  data: StaticData,
): { readonly functions: readonly Wat[]; readonly globals: readonly Global[]; readonly called: ReadonlySet<string> } {
  const own = new Map(program.map((tree) => [String(tree[1]), { tree, calls: callsOf(tree) }]));
  const called = new Set<string>(exported);
  const runtime: RuntimeFunction[] = [];
  const pieces = new Set<PieceSource>();
  for (const name of called) {
    const found = own.get(name);
    const piece = found === undefined ? runtimeFunction(name) : null;
    for (const callee of (found ?? piece)?.calls ?? []) called.add(callee);
    if (piece !== null) {
      runtime.push(piece);
      pieces.add(piece.piece);
    }
  }
  const globals = [...pieces].flatMap(({ data: constants = {} }) =>
    Object.entries(constants).map(([name, digits]) => {
      const bytes = Uint8Array.from(Buffer.from(digits.replaceAll(/\s/g, ''), 'hex'));
      return { name: `$${name}`, isMutable: false, initial: data.place(bytes) };
    }),
  );
  const functions = [...program.filter((tree) => called.has(String(tree[1]))), ...runtime.map(({ tree }) => tree)];
  return { functions, globals, called };
}

/** Returns a function of the runtime; `null` for one that is imported. */
function runtimeFunction(name: string): RuntimeFunction | null {
  if (name.startsWith('$host.')) return null;
  const known = parsed.get(name);
  if (known !== undefined) return known;
  const piece = pieceOf.get(name);
  if (piece === undefined) throw new Error(`the runtime has no function ${name}`);
  for (const tree of parseWat(piece.code)) parsed.set(String(tree[1]), { tree, calls: callsOf(tree), piece });
  const found = parsed.get(name);
  if (found === undefined) throw new Error(`the piece of ${name} does not define it`);
  return found;
}

function callsOf(tree: Wat): ReadonlySet<string> {
  const calls = new Set<string>();
  const visit = (part: Wat): void => {
    if (typeof part === 'string') return;
    if (part[0] === 'call') calls.add(String(part[1]));
    for (const inner of part) visit(inner);
  };
  visit(tree);
  return calls;
}
