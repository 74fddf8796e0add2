import type { Domain } from '@kirchhoff/coherence';
import { Declarations } from '../../writing/declarations.js';
import type { Room } from '../../writing/room.js';
import type { PieceSource } from './piece.js';
import { PIECES, type RuntimePiece } from './pieces.js';

const BY_NAME: ReadonlyMap<string, PieceSource> = new Map(Object.entries(PIECES));
const ERRORS: readonly string[] = ['DomainError', 'Fault', 'GuardError'];

/** The imports, helpers and domain declarations that accompany the circuit in its module, once each. */
export class Runtime {
  private readonly used = new Set<string>();
  private readonly modules = new Set<string>();
  private readonly typing = new Set<string>();
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
      for (const name of source.imports ?? []) this.modules.add(name);
      for (const name of source.typing ?? []) this.typing.add(name);
      pending.push(...(source.uses ?? []));
    }
    return piece;
  };

  /** Imports a module of the standard library; returns its name. */
  readonly module = (name: string): string => {
    this.modules.add(name);
    return name;
  };

  /** Imports a name of `typing`; returns it. */
  readonly type = (name: string): string => {
    this.typing.add(name);
    return name;
  };

  /** Returns the name of a domain's declaration, as {@link Declarations.declare} does. */
  declare(domain: Domain, prefix: string, write: (name: string) => string): string {
    return this.declarations.declare(domain, prefix, write);
  }

  /** Returns true if the module has a piece of this name. */
  has(piece: RuntimePiece): boolean {
    return this.used.has(piece);
  }

  get imports(): string {
    const modules = [...this.modules].toSorted().map((name) => `import ${name}\n`);
    if (this.typing.size === 0) return modules.join('');
    return `${modules.join('')}from typing import ${[...this.typing].toSorted().join(', ')}\n`;
  }

  /** Returns the texts of one section: the errors for callers, the declarations of the program, or the helpers. */
  texts(kind: 'errors' | 'declarations' | 'helpers'): readonly string[] {
    if (kind === 'declarations') return this.declarations.all();
    return [...BY_NAME]
      .filter(([name]) => this.used.has(name) && ERRORS.includes(name) === (kind === 'errors'))
      .map(([, { code }]) => code.trim());
  }
}
