import type { Domain } from '@kirchhoff/coherence';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import { laidOut } from '../layout.js';
import { type Dialect, inDialect } from '../marks.js';
import type { Types } from '../types.js';
import type { PieceSource } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));

/** The codes of the pieces in both languages. */
const CODES = { javascript: codesIn('javascript'), typescript: codesIn('typescript'), wide: codesIn('wide') } as const;

function codesIn(dialect: Dialect): ReadonlyMap<string, string> {
  return new Map([...BY_NAME].map(([name, { code }]) => [name, inDialect(code, dialect).trim()]));
}

const ERRORS: readonly string[] = ['DomainError', 'Fault', 'GuardError'];

/** The helpers and domain declarations that accompany the circuit in its module, once each. */
export class Runtime {
  private readonly used = new Set<string>();
  private readonly declarations: Declarations;

  private isWidened = false;

  constructor(
    private readonly room: Room,
    readonly dialect: Dialect,
    readonly types: Types,
  ) {
    this.declarations = new Declarations(room);
  }

  /** Notes that some integer inside another value is a bigint. */
  readonly widen = (): void => {
    this.isWidened = true;
  };

  /** True if integers inside other values may be bigints. */
  get isWide(): boolean {
    return this.isWidened || this.used.has('canonicalOf');
  }

  has(piece: RuntimePiece): boolean {
    return this.used.has(piece);
  }

  /** Marks a piece and its dependencies as needed; returns its name. */
  readonly use = (piece: RuntimePiece): string => {
    this.mark(piece);
    return piece;
  };

  private mark(name: string): void {
    const pending = [name];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.used.has(next)) continue;
      this.used.add(next);
      const piece = BY_NAME.get(next);
      this.room.take(CODES[this.dialect].get(next)?.length ?? 0);
      pending.push(...(piece?.uses ?? []));
    }
  }

  /** Returns the name of a domain's declaration, as {@link Declarations.declare} does. */
  declare(domain: Domain, prefix: string, write: (name: string) => string): string {
    return this.declarations.declare(domain, prefix, (name) => this.written(write(name)));
  }

  /** Adds a declaration that belongs to no domain, once. */
  declareAlone(text: string): void {
    this.declarations.add(this.written(text));
  }

  /** Returns marked text in the language and the layout of the module. */
  private written(marked: string): string {
    const lines = inDialect(marked, this.dialect).split('\n');
    return lines.flatMap((line) => laidOut(line.trimStart(), line.length - line.trimStart().length)).join('\n');
  }

  /**
   * Returns the text of one section: the error classes for callers, the declarations of the program, or the functions of the
   * runtime.
   */
  text(kind: 'errors' | 'declarations' | 'functions'): string {
    if (kind === 'declarations') return this.declarations.text();
    return [...CODES[this.dialect]]
      .filter(([name]) => this.used.has(name) && ERRORS.includes(name) === (kind === 'errors'))
      .map(([, code]) => code)
      .filter((code) => code !== '')
      .join('\n\n');
  }
}
