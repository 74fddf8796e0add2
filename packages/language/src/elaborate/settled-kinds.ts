import { KIND_NESTING } from '@kirchhoff/kernel/limits';
import type { Kind, KindField } from '@kirchhoff/kernel/types/domain';
import { type Compound, prune, type Term, type Variable } from './kind-term.js';

/**
 * Converts the terms of one graph to types. Equal types are one object: types share their parts, so that a type of exponential
 * size in full stays small.
 */
export class SettledKinds {
  private readonly byTerm = new Map<Compound, Kind | Variable>();
  private readonly interned = new Map<string, Kind>();
  private readonly numbers = new Map<Kind, number>();
  private readonly sizes = new Map<Kind, number>();
  private readonly writtenSizes = new Map<Kind, number>();
  /** Total size of all different compound types in full, their tags included. */
  written = 0;

  /** Returns the type of a term, or the first open variable within it; null if it is nested too deep. */
  of(term: Term): Kind | Variable | null {
    return this.within(term, 0);
  }

  /** Returns the number of types within a type in full, itself included. */
  sizeOf(kind: Kind): number {
    return this.sizes.get(kind) ?? 1;
  }

  private within(term: Term, depth: number): Kind | Variable | null {
    const at = prune(term);
    if (at.kind !== 'list' && at.kind !== 'option' && at.kind !== 'record') return at;
    const known = this.byTerm.get(at);
    if (known !== undefined) return known;
    if (depth >= KIND_NESTING) return null;
    const kind = this.compound(at, depth + 1);
    if (kind !== null) this.byTerm.set(at, kind);
    return kind;
  }

  private compound(term: Compound, depth: number): Kind | Variable | null {
    if (term.kind === 'record') return this.record(term.fields, depth);
    const inner = this.within(term.kind === 'list' ? term.element : term.value, depth);
    if (inner === null || inner.kind === 'variable') return inner;
    const key = `${term.kind} ${this.numberOf(inner)}`;
    const made: Kind = term.kind === 'list' ? { kind: 'list', element: inner } : { kind: 'option', value: inner };
    return this.intern(key, made, [inner]);
  }

  private record(terms: Extract<Compound, { kind: 'record' }>['fields'], depth: number): Kind | Variable | null {
    const fields: KindField[] = [];
    for (const { name, kind: term } of terms) {
      const kind = this.within(term, depth);
      if (kind === null || kind.kind === 'variable') return kind;
      fields.push({ name, kind });
    }
    const key = fields.map((field) => `${field.name}:${this.numberOf(field.kind)}`).join();
    return this.intern(
      key,
      { kind: 'record', fields },
      fields.map((field) => field.kind),
    );
  }

  private intern(key: string, made: Kind, parts: readonly Kind[]): Kind {
    const known = this.interned.get(key);
    if (known !== undefined) return known;
    this.interned.set(key, made);
    this.sizes.set(made, 1 + parts.reduce((total, part) => total + this.sizeOf(part), 0));
    const written = 1 + parts.reduce((total, part) => total + this.writtenSize(part), 0);
    this.writtenSizes.set(made, written);
    this.written += written;
    return made;
  }

  private writtenSize(kind: Kind): number {
    if (kind.kind === 'enumeration') return kind.tags.length;
    return this.writtenSizes.get(kind) ?? 1;
  }

  private numberOf(kind: Kind): number {
    const number = this.numbers.get(kind) ?? this.numbers.size;
    this.numbers.set(kind, number);
    return number;
  }
}
