import type { Piece } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, Piece> = new Map(Object.entries(PIECES));
const ERRORS: readonly string[] = ['DomainError', 'Fault'];

/** The pieces of a program: marked as they are used, then written once each. */
export class Runtime {
  private readonly used = new Set<string>();
  private readonly declared = new Map<object, Map<string, string>>();
  private readonly declarations: string[] = [];

  /** Marks a piece as needed, with what it uses itself; gives its name. */
  readonly use = (piece: RuntimePiece): string => {
    this.mark(piece);
    return piece;
  };

  private mark(name: string): void {
    const pending = [name];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.used.has(next)) continue;
      this.used.add(next);
      pending.push(...(BY_NAME.get(next)?.uses ?? []));
    }
  }

  /**
   * Declares something of the program's own, once for each object that it stands for; gives its name. `write`
   * gives the declaration.
   */
  declare(of: object, prefix: string, write: (name: string) => string): string {
    const names = this.declared.get(of) ?? new Map<string, string>();
    this.declared.set(of, names);
    const known = names.get(prefix);
    if (known !== undefined) return known;
    const name = `${prefix}${this.declared.size}`;
    names.set(prefix, name);
    this.declarations.push(write(name));
    return name;
  }

  /** The classes that callers meet; the declarations of the program's own; the functions behind the circuit. */
  text(kind: 'errors' | 'declarations' | 'functions'): string {
    if (kind === 'declarations') return this.declarations.join('\n\n');
    return [...BY_NAME]
      .filter(([name]) => this.used.has(name) && ERRORS.includes(name) === (kind === 'errors'))
      .map(([, piece]) => piece.code)
      .join('\n');
  }
}
