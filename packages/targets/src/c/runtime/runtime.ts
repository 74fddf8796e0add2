import { BYTES, type Domain, INTEGER, TEXT, type Type } from '@kirchhoff/coherence';
import { Names } from '../../plan/names.js';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import { laidOutText } from '../layout.js';
import type { CTypes } from '../types.js';
import type { PieceSource } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));

const TEXT_LIST: Type = { kind: 'list', element: TEXT };
const INTEGER_OPTION: Type = { kind: 'option', value: INTEGER };
/** The types that pieces name. */
export const TYPE_NAMES: Readonly<Record<string, Type>> = {
  text: TEXT,
  bytes: BYTES,
  list_text: TEXT_LIST,
  option_int: INTEGER_OPTION,
  option_text: { kind: 'option', value: TEXT },
  option_bytes: { kind: 'option', value: BYTES },
};

/** The helpers that accompany the circuit in its file, once each, and each after those that it uses. */
export class Runtime {
  private readonly used = new Set<string>();
  private readonly includes = new Set<string>();
  private readonly helpers: string[] = [];
  private readonly names = new Names(BY_NAME.keys());
  private readonly operations = new Map<string, string>();
  private readonly tables = new Map<string, string>();
  private readonly declarations: Declarations;

  constructor(
    private readonly room: Room,
    private readonly types: CTypes,
    /** The circuit asks entropy sources. */
    private readonly asksHost: boolean,
  ) {
    this.declarations = new Declarations(room);
  }

  /** Marks a piece and its dependencies as needed; returns its name. */
  readonly use = (piece: RuntimePiece): string => {
    this.add(piece);
    return piece;
  };

  /** Returns true if the file has a piece of this name. */
  has(piece: RuntimePiece): boolean {
    return this.used.has(piece);
  }

  /**
   * Returns the name of an operation on a type, `kir_equal_point` for instance. `write` returns its text at the first request; its
   * own helpers come before.
   */
  operation(operation: string, type: Type, write: (name: string) => string): string {
    const key = `${operation} ${this.types.numbers.of(type)}`;
    const known = this.operations.get(key);
    if (known !== undefined) return known;
    const name = this.names.fresh(`kir_${operation}_${this.types.stemOf(type)}`);
    this.operations.set(key, name);
    this.push(write(name));
    return name;
  }

  /** Adds a function that depends on its application, at the first request. */
  custom(name: string, write: () => string): void {
    if (this.used.has(name)) return;
    this.used.add(name);
    this.push(write());
  }

  /** Returns the name of a domain's declaration; `write` returns its text at the first request. */
  declare(domain: Domain, prefix: string, write: (name: string) => string): string {
    return this.declarations.declare(domain, prefix, (name) => {
      this.push(write(name));
      return '';
    });
  }

  /** Returns the name of a constant table; equal ones are one. `type`: that of the elements. */
  table(type: string, content: string): string {
    const key = `${type} ${content}`;
    const known = this.tables.get(key);
    if (known !== undefined) return known;
    const name = `kir_table_${this.tables.size + 1}`;
    this.tables.set(key, name);
    this.push(`static const ${type} ${name}[] = ${content};`);
    return name;
  }

  /** Returns the name of a constant with a type of its own. */
  constant(write: (name: string) => string): string {
    const name = `kir_table_${this.tables.size + 1}`;
    this.tables.set(name, name);
    this.push(write(name));
    return name;
  }

  header(name: string): void {
    this.includes.add(name);
  }

  get headers(): readonly string[] {
    return [...this.includes].toSorted();
  }

  texts(): readonly string[] {
    return this.helpers;
  }

  private push(text: string): void {
    this.room.take(text.length + 2);
    this.helpers.push(laidOutText(text));
  }

  private add(name: string): void {
    const piece = name === 'kir_run' && this.asksHost ? 'kir_run_with_host' : name;
    if (this.used.has(piece)) return;
    this.used.add(piece);
    const source = BY_NAME.get(piece);
    if (source === undefined) throw new Error(`no piece ${piece}`);
    for (const header of source.headers ?? []) this.includes.add(header);
    if (source.code.includes('kir_run *')) this.add('kir_run');
    for (const other of source.uses ?? []) this.add(other);
    this.push(this.named(source.code.trim()));
  }

  private named(code: string): string {
    const { prefix } = this.types;
    const stored = this.types.widthOfPart(INTEGER_OPTION) === 32 ? '(int32_t)' : '';
    return code.replaceAll('$stored ', stored).replaceAll(/\$(STATUS|[a-z]+(?:_int|_text|_bytes)?)/g, (_, name: string) => {
      if (name === 'STATUS') return prefix.toUpperCase();
      const type = TYPE_NAMES[name];
      return type === undefined ? `${prefix}_${name}` : this.types.nameOf(type);
    });
  }
}
