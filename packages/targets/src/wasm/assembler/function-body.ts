import { Bytes } from './bytes.js';
import { MEMORY, NAMED, ON_MEMORY, PLAIN, VALUE_TYPES } from './instructions.js';
import type { Wat } from './wat.js';

/** A function as its parts. */
export interface FunctionParts {
  readonly name: string;
  readonly parameters: readonly Local[];
  /** The type of the result; `null` for a function without one. */
  readonly result: string | null;
  readonly locals: readonly Local[];
  readonly body: readonly Wat[];
}

export interface Local {
  readonly name: string;
  readonly type: string;
}

/** The indices of functions and globals by name. */
export interface Indices {
  readonly functions: ReadonlyMap<string, number>;
  readonly globals: ReadonlyMap<string, number>;
}

const EMPTY_BLOCK = 0x40;
const END = 0x0b;

/** Reads `(func $name (param $x t)… (result t)? (local $y t)… body…)`. */
export function partsOf(tree: Wat): FunctionParts {
  if (typeof tree === 'string' || tree[0] !== 'func') throw new SyntaxError('expected a function');
  const parameters: Local[] = [];
  const locals: Local[] = [];
  let result: string | null = null;
  let at = 2;
  for (; at < tree.length; at += 1) {
    const [head, name, type] = listOf(tree[at]);
    if (head === 'param') parameters.push({ name: atom(name), type: atom(type) });
    else if (head === 'local') locals.push({ name: atom(name), type: atom(type) });
    else if (head === 'result') result = atom(name);
    else break;
  }
  return { name: atom(tree[1]), parameters, result, locals, body: tree.slice(at) };
}

/** Returns the code of a function: its locals and its instructions. */
export function codeOf(parts: FunctionParts, indices: Indices): Uint8Array {
  const encoding = new Encoding(parts, indices);
  return encoding.code();
}

class Encoding {
  private readonly bytes = new Bytes();
  private readonly locals = new Map<string, number>();
  /** The labels of the blocks that are open, the innermost last; '' for a block without one. */
  private readonly labels: string[] = [];

  constructor(
    private readonly parts: FunctionParts,
    private readonly indices: Indices,
  ) {
    for (const { name } of [...parts.parameters, ...parts.locals]) {
      if (this.locals.has(name)) throw this.error(`two locals with the name ${name}`);
      this.locals.set(name, this.locals.size);
    }
  }

  code(): Uint8Array {
    const runs: { type: string; count: number }[] = [];
    for (const { type } of this.parts.locals) {
      const last = runs.at(-1);
      if (last?.type === type) last.count += 1;
      else runs.push({ type, count: 1 });
    }
    this.bytes.unsigned(runs.length);
    for (const { type, count } of runs) {
      this.bytes.unsigned(count);
      this.bytes.byte(this.found(VALUE_TYPES, type));
    }
    for (const instruction of this.parts.body) this.instruction(instruction);
    this.bytes.byte(END);
    return this.bytes.taken();
  }

  private error(message: string): SyntaxError {
    return new SyntaxError(`${message} in ${this.parts.name}`);
  }

  private found<T>(table: ReadonlyMap<string, T>, name: Wat | undefined): T {
    const entry = typeof name === 'string' ? table.get(name) : undefined;
    if (entry === undefined) throw this.error(`${JSON.stringify(name)} is not known`);
    return entry;
  }

  /** Writes the operands of a folded instruction, then itself. */
  private instruction(tree: Wat): void {
    if (typeof tree === 'string') return this.plain(tree);
    const operator = tree[0];
    if (typeof operator !== 'string') throw this.error('a list without an operator');
    const plain = PLAIN.get(operator);
    if (plain !== undefined) {
      this.operands(tree, 1);
      this.bytes.byte(plain);
      return;
    }
    const named = NAMED.get(operator);
    if (named !== undefined) {
      this.operands(tree, 2);
      this.bytes.byte(named.opcode);
      this.bytes.unsigned(named.of === 'label' ? this.labelOf(tree[1]) : this.indexOf(named.of, tree[1]));
      return;
    }
    const memory = MEMORY.get(operator);
    if (memory !== undefined) return this.memory(tree, memory);
    this.other(operator, tree);
  }

  private plain(operator: string): void {
    const plain = PLAIN.get(operator);
    if (plain === undefined) throw this.error(`${operator} without parentheses`);
    this.bytes.byte(plain);
  }

  private operands(tree: readonly Wat[], from: number): void {
    for (let i = from; i < tree.length; i += 1) this.instruction(tree[i] ?? '');
  }

  private memory(tree: readonly Wat[], [opcode, align]: readonly [number, number]): void {
    const first = tree[1];
    const hasOffset = typeof first === 'string';
    if (hasOffset && !first.startsWith('offset=')) throw this.error(`${first} is no offset`);
    this.operands(tree, hasOffset ? 2 : 1);
    this.bytes.byte(opcode);
    this.bytes.unsigned(align);
    this.bytes.unsigned(hasOffset ? Number(first.slice('offset='.length)) : 0);
  }

  private other(operator: string, tree: readonly Wat[]): void {
    switch (operator) {
      case 'i32.const':
        this.bytes.byte(0x41);
        this.bytes.signed(Number(numeral(tree[1])) | 0);
        return;
      case 'i64.const': {
        const text = numeral(tree[1]);
        this.bytes.byte(0x42);
        const value = Number(text);
        if (value >= -0x4000_0000 && value < 0x4000_0000) this.bytes.signed(value);
        else this.bytes.signed64(BigInt.asIntN(64, bigintOf(text)));
        return;
      }
      case 'block':
      case 'loop':
        return this.block(operator === 'block' ? 0x02 : 0x03, tree);
      case 'if':
        return this.branches(tree);
      case 'br_table':
        return this.table(tree);
      default: {
        const codes = this.found(ON_MEMORY, operator);
        this.operands(tree, 1);
        for (const code of codes) this.bytes.byte(code);
      }
    }
  }

  /** Returns the label of a structured instruction, the type of its result, and the index of the rest. */
  private head(tree: readonly Wat[]): { readonly label: string; readonly type: number; readonly rest: number } {
    const hasLabel = typeof tree[1] === 'string' && tree[1].startsWith('$');
    const rest = hasLabel ? 2 : 1;
    const result = tree[rest];
    const hasResult = typeof result !== 'string' && result?.[0] === 'result';
    const type = hasResult ? this.found(VALUE_TYPES, result[1]) : EMPTY_BLOCK;
    return { label: hasLabel ? String(tree[1]) : '', type, rest: hasResult ? rest + 1 : rest };
  }

  private block(opcode: number, tree: readonly Wat[]): void {
    const { label, type, rest } = this.head(tree);
    this.bytes.byte(opcode);
    this.bytes.byte(type);
    this.labels.push(label);
    this.operands(tree, rest);
    this.labels.pop();
    this.bytes.byte(END);
  }

  private branches(tree: readonly Wat[]): void {
    const { label, type, rest } = this.head(tree);
    const clauses = tree.slice(rest);
    const otherwise = clauseOf(clauses.at(-1), 'else');
    const then = clauseOf(clauses.at(otherwise === null ? -1 : -2), 'then');
    if (then === null) throw this.error('an if without then');
    for (const condition of clauses.slice(0, otherwise === null ? -1 : -2)) this.instruction(condition);
    this.bytes.byte(0x04);
    this.bytes.byte(type);
    this.labels.push(label);
    this.operands(then, 1);
    if (otherwise !== null && otherwise.length > 1) {
      this.bytes.byte(0x05);
      this.operands(otherwise, 1);
    }
    this.labels.pop();
    this.bytes.byte(END);
  }

  private table(tree: readonly Wat[]): void {
    const count = tree.findLastIndex((each) => typeof each === 'string');
    this.operands(tree, count + 1);
    this.bytes.byte(0x0e);
    this.bytes.unsigned(count - 1);
    for (const label of tree.slice(1, count + 1)) this.bytes.unsigned(this.labelOf(label));
  }

  private labelOf(name: Wat | undefined): number {
    const place = this.labels.lastIndexOf(atom(name));
    if (place < 0) throw this.error(`no block has the label ${JSON.stringify(name)}`);
    return this.labels.length - 1 - place;
  }

  private indexOf(space: 'function' | 'local' | 'global', name: Wat | undefined): number {
    if (space === 'local') return this.found(this.locals, name);
    return this.found(space === 'function' ? this.indices.functions : this.indices.globals, name);
  }
}

function clauseOf(tree: Wat | undefined, head: 'then' | 'else'): readonly Wat[] | null {
  return typeof tree !== 'string' && tree?.[0] === head ? tree : null;
}

function listOf(tree: Wat | undefined): readonly Wat[] {
  return typeof tree === 'string' || tree === undefined ? [] : tree;
}

function atom(tree: Wat | undefined): string {
  if (typeof tree !== 'string') throw new SyntaxError(`expected a name, not ${JSON.stringify(tree)}`);
  return tree;
}

function numeral(tree: Wat | undefined): string {
  const text = atom(tree).replaceAll('_', '');
  if (!/^-?(?:0x[0-9a-fA-F]+|[0-9]+)$/.test(text)) throw new SyntaxError(`${text} is no integer`);
  return text.startsWith('-0x') ? String(-BigInt(text.slice(1))) : text;
}

function bigintOf(text: string): bigint {
  return text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text);
}
