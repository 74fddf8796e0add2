import { TYPE_NESTING } from '@kirchhoff/kernel/limits';
import type { Type, TypeField } from '@kirchhoff/kernel/types/domain';
import { type Compound, prune, type TypeTerm, type Variable } from './type-term.js';

/**
 * Converts the terms of one graph to types. Equal types are one object: types share their parts, so that a type of exponential
 * size in full stays small.
 */
export class SettledTypes {
  private readonly byTerm = new Map<Compound, Type | Variable>();
  private readonly interned = new Map<string, Type>();
  private readonly numbers = new Map<Type, number>();
  private readonly sizes = new Map<Type, number>();
  private readonly writtenSizes = new Map<Type, number>();
  /** Total size of all different compound types in full, their tags included. */
  written = 0;

  /** Returns the type of a term, or the first open variable within it; null if it is nested too deep. */
  of(term: TypeTerm): Type | Variable | null {
    return this.within(term, 0);
  }

  /** Returns the number of types within a type in full, itself included. */
  sizeOf(type: Type): number {
    return this.sizes.get(type) ?? 1;
  }

  private within(term: TypeTerm, depth: number): Type | Variable | null {
    const at = prune(term);
    if (at.kind !== 'list' && at.kind !== 'option' && at.kind !== 'record') return at;
    const known = this.byTerm.get(at);
    if (known !== undefined) return known;
    if (depth >= TYPE_NESTING) return null;
    const type = this.compound(at, depth + 1);
    if (type !== null) this.byTerm.set(at, type);
    return type;
  }

  private compound(term: Compound, depth: number): Type | Variable | null {
    if (term.kind === 'record') return this.record(term.fields, depth);
    const inner = this.within(term.kind === 'list' ? term.element : term.value, depth);
    if (inner === null || inner.kind === 'variable') return inner;
    const key = `${term.kind} ${this.numberOf(inner)}`;
    const made: Type = term.kind === 'list' ? { kind: 'list', element: inner } : { kind: 'option', value: inner };
    return this.intern(key, made, [inner]);
  }

  private record(terms: Extract<Compound, { kind: 'record' }>['fields'], depth: number): Type | Variable | null {
    const fields: TypeField[] = [];
    for (const { name, type: term } of terms) {
      const type = this.within(term, depth);
      if (type === null || type.kind === 'variable') return type;
      fields.push({ name, type });
    }
    const key = fields.map((field) => `${field.name}:${this.numberOf(field.type)}`).join();
    return this.intern(
      key,
      { kind: 'record', fields },
      fields.map((field) => field.type),
    );
  }

  private intern(key: string, made: Type, parts: readonly Type[]): Type {
    const known = this.interned.get(key);
    if (known !== undefined) return known;
    this.interned.set(key, made);
    this.sizes.set(made, 1 + parts.reduce((total, part) => total + this.sizeOf(part), 0));
    const written = 1 + parts.reduce((total, part) => total + this.writtenSize(part), 0);
    this.writtenSizes.set(made, written);
    this.written += written;
    return made;
  }

  private writtenSize(type: Type): number {
    if (type.kind === 'enumeration') return type.tags.length;
    return this.writtenSizes.get(type) ?? 1;
  }

  private numberOf(type: Type): number {
    const number = this.numbers.get(type) ?? this.numbers.size;
    this.numbers.set(type, number);
    return number;
  }
}
