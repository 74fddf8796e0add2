import type { Domain } from '@kirchhoff/coherence';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import type { RsExpression } from '../expression.js';
import { flat } from '../flat.js';
import { laidOut } from '../layout.js';
import type { PieceSource } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));
const PUBLIC: readonly string[] = ['DomainError', 'Fault', 'GuardError', 'FaultError', 'GuardedError'];

/** The names of all functions of the runtime, which authors' names must not hide. */
export const RUNTIME_NAMES: readonly string[] = [...BY_NAME.keys(), 'padded', 'crc32_table'];

/** The helpers and domain declarations that accompany the circuit in its module, once each. */
export class Runtime {
  private readonly used = new Set<string>();
  private readonly declarations: Declarations;
  /** The names of tables by their values. */
  private readonly tables = new Map<string, string>();
  private readonly tableTexts: string[] = [];

  constructor(private readonly room: Room) {
    this.declarations = new Declarations(room);
  }

  /** Marks a piece and its dependencies as needed; returns its name. */
  readonly use = (piece: RuntimePiece): string => {
    const pending: string[] = [piece];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.used.has(next)) continue;
      this.used.add(next);
      const source = BY_NAME.get(next);
      if (source === undefined) throw new Error(`no piece ${next}`);
      this.room.take(source.code.length);
      pending.push(...(source.uses ?? []));
    }
    return piece;
  };

  /** Returns the name of a domain's declaration, as {@link Declarations.declare} does. */
  declare(domain: Domain, prefix: string, write: (name: string) => string): string {
    return this.declarations.declare(domain, prefix, write);
  }

  /** Returns the name of a table of constants, which is written once. */
  table(element: string, length: number, items: RsExpression): string {
    const value = flat(items);
    // `[None]` has another type where its items are other options.
    const key = `${element}: ${value}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const name = `TABLE_${this.tables.size + 1}`;
    this.tables.set(key, name);
    this.room.take(value.length);
    this.tableTexts.push(laidOut(`static ${name}: [${element}; ${length}] =`, items, ';', 0).join('\n'));
    return name;
  }

  /** Returns true if the module has a piece of this name. */
  has(piece: RuntimePiece): boolean {
    return this.used.has(piece);
  }

  /** Returns the texts of one section: the errors for callers, the declarations of the program, or the helpers. */
  texts(kind: 'errors' | 'declarations' | 'helpers'): readonly string[] {
    if (kind === 'declarations') return [...this.tableTexts, ...this.declarations.all()];
    return [...BY_NAME]
      .filter(([name]) => this.used.has(name) && PUBLIC.includes(name) === (kind === 'errors'))
      .map(([, { code }]) => code.trim());
  }
}
