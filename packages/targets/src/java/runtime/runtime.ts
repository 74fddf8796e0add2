import type { Domain } from '@kirchhoff/coherence';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import type { PieceSource } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));

/** The public classes, which come first. */
const PUBLIC: readonly string[] = ['DomainError', 'Fault', 'GuardError', 'Bytes'];

/** The imports, helpers and domain declarations that accompany the circuit in its class, once each. */
export class Runtime {
  private readonly used = new Set<string>();
  private readonly imported = new Set<string>();
  private readonly declarations: Declarations;

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
      for (const name of source.imports ?? []) this.imported.add(name);
      pending.push(...(source.uses ?? []));
    }
    return piece;
  };

  /** Imports a class; returns its name. */
  readonly import = (name: string): string => {
    this.imported.add(name);
    return name.slice(name.lastIndexOf('.') + 1);
  };

  /** Returns the name of a domain's declaration, as {@link Declarations.declare} does. */
  declare(domain: Domain, prefix: string, write: (name: string) => string): string {
    return this.declarations.declare(domain, prefix, write);
  }

  /** Returns true if the class has a piece of this name. */
  has(piece: RuntimePiece): boolean {
    return this.used.has(piece);
  }

  get imports(): string {
    return [...this.imported]
      .toSorted()
      .map((name) => `import ${name};`)
      .join('\n');
  }

  /** Returns the texts of one section: the public classes, the helpers, or the declarations of the program. */
  texts(kind: 'public' | 'helpers' | 'declarations'): readonly string[] {
    if (kind === 'declarations') return this.declarations.all();
    return [...BY_NAME]
      .filter(([name, { code }]) => code !== '' && this.used.has(name) && PUBLIC.includes(name) === (kind === 'public'))
      .map(([, { code }]) => code.trim());
  }
}
