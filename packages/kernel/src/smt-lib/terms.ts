import { BYTES, TEXT, type Type } from '../types/domain.js';
import { TypeNumbers } from '../types/type-numbers.js';
import { codePointLength } from '../values/text.js';
import { OptionValue, type Value } from '../values/value.js';
import type { ExactBounds } from './bounds.js';
import { QueryConstants } from './constants.js';
import type { Dialect, IntegerTerm } from './dialect.js';
import { and, choose, equal, FALSE_FORMULA, type Formula, implies, TRUE_FORMULA } from './formulas.js';
import type { Script, ThingSort } from './script.js';

/**
 * The value of a node as terms. A record has a term for each field; an option has a condition (it is `some`) and the term of its
 * content.
 */
export type Term =
  | { readonly kind: 'integer'; readonly integer: IntegerTerm }
  | { readonly kind: 'boolean'; readonly formula: Formula }
  /** The position of the tag among the tags of its type. */
  | { readonly kind: 'enumeration'; readonly tags: readonly string[]; readonly integer: IntegerTerm }
  /** Text, bytes or a list, in the sort of its type. `items` if each element is known. */
  | { readonly kind: 'thing'; readonly sort: ThingSort; readonly text: string; readonly items: readonly Term[] | null }
  | { readonly kind: 'record'; readonly fields: readonly { readonly name: string; readonly value: Term }[] }
  | { readonly kind: 'option'; readonly isSome: Formula; readonly content: Term };

/** Sizes of values: at most 16 MiB. The sum of two sizes occurs too. */
export const SIZE_BOUNDS: ExactBounds = { lo: 0n, hi: 2n ** 32n - 1n };

/** Limit for the length of literal bytes whose content the solver knows. */
const MAX_BYTES = 64;

/** Makes and combines terms in one script and one dialect. */
export class Terms {
  private readonly made = new Map<string, Term>();
  private readonly types = new TypeNumbers();
  readonly constants = new QueryConstants();

  constructor(
    readonly script: Script,
    readonly dialect: Dialect,
  ) {}

  /** Returns a number for a type. Two types have the same number exactly if they are equal. */
  typeOf(type: Type): number {
    return this.types.of(type);
  }

  /** Returns the sort of the texts, the bytes, or the lists of one type. */
  sortOf(type: Type): ThingSort {
    return this.script.thingSort(this.typeOf(type));
  }

  /**
   * Returns the one term of a key, for functions that depend only on their arguments. The key names the types of arguments and
   * result.
   */
  shared(key: string, make: () => Term): Term {
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const term = make();
    this.made.set(key, term);
    return term;
  }

  integer(integer: IntegerTerm): Term {
    return { kind: 'integer', integer: this.named(integer) };
  }

  boolean(formula: Formula): Term {
    return { kind: 'boolean', formula: this.formula(formula) };
  }

  formula(formula: Formula): Formula {
    return this.script.name('Bool', formula);
  }

  named(integer: IntegerTerm): IntegerTerm {
    return { ...integer, text: this.script.name(this.dialect.sortOf(integer.bounds), integer.text) };
  }

  /** Declares constants that may have any value of a type. `boundsOf` gives the bounds of each integer among them by its path. */
  declare(type: Type, name: string, boundsOf: (path: string) => ExactBounds): Term {
    const { script, dialect } = this;
    switch (type.kind) {
      case 'integer': {
        const bounds = boundsOf(name);
        return { kind: 'integer', integer: this.constant(name, bounds) };
      }
      case 'boolean':
        return { kind: 'boolean', formula: script.declare(name, 'Bool') };
      case 'enumeration':
        return { kind: 'enumeration', tags: type.tags, integer: this.constant(name, tagBounds(type.tags)) };
      case 'text':
      case 'bytes':
      case 'list': {
        const sort = this.sortOf(type);
        const thing: Term = { kind: 'thing', sort, text: script.declare(name, sort.name), items: null };
        script.assert(TRUE_FORMULA, dialect.compare('<=', dialect.literal(0n), this.size(thing)));
        return thing;
      }
      case 'record':
        return {
          kind: 'record',
          fields: type.fields.map((field) => ({ name: field.name, value: this.declare(field.type, `${name}.${field.name}`, boundsOf) })),
        };
      case 'option':
        return { kind: 'option', isSome: script.declare(`${name}?`, 'Bool'), content: this.declare(type.value, `${name}!`, boundsOf) };
    }
  }

  /** Declares a constant and asserts its bounds. */
  constant(name: string, bounds: ExactBounds): IntegerTerm {
    const integer = { text: this.script.declare(name, this.dialect.sortOf(bounds)), bounds };
    this.constants.bounds.set(name, bounds);
    this.script.assert(TRUE_FORMULA, this.between(integer, bounds.lo, bounds.hi));
    return integer;
  }

  /** Holds if the integer lies in lo..hi. */
  between(integer: IntegerTerm, lo: bigint, hi: bigint): Formula {
    const { dialect } = this;
    if (lo === hi) return dialect.compare('=', integer, dialect.literal(lo));
    return and(dialect.compare('<=', dialect.literal(lo), integer), dialect.compare('<=', integer, dialect.literal(hi)));
  }

  size(thing: Extract<Term, { kind: 'thing' }>): IntegerTerm {
    return { text: `(${thing.sort.size} ${thing.text})`, bounds: SIZE_BOUNDS };
  }

  literal(value: Value, type: Type): Term {
    if (type.kind === 'integer' && (typeof value === 'number' || typeof value === 'bigint')) {
      return { kind: 'integer', integer: this.dialect.literal(BigInt(value)) };
    }
    if (type.kind === 'boolean' && typeof value === 'boolean') return { kind: 'boolean', formula: value ? TRUE_FORMULA : FALSE_FORMULA };
    if (type.kind === 'enumeration' && typeof value === 'string') return this.tag(type.tags, value);
    if (type.kind === 'text' && typeof value === 'string') return this.textLiteral(value);
    if (type.kind === 'bytes' && value instanceof Uint8Array) return this.bytesLiteral(value);
    if (type.kind === 'option' && value instanceof OptionValue && value.content === undefined) {
      return { kind: 'option', isSome: FALSE_FORMULA, content: this.any(type.value) };
    }
    // Nodes build lists, records and `some`. Any other literal may have any value.
    return this.any(type);
  }

  /** Declares constants that may have any value of a type; integers have 64 bits. */
  any(type: Type): Term {
    return this.declare(type, this.script.fresh(), () => ({ lo: -(2n ** 63n), hi: 2n ** 63n - 1n }));
  }

  tag(tags: readonly string[], tag: string): Term {
    const position = tags.indexOf(tag);
    if (position < 0) throw new Error(`no tag ${tag} among ${tags.join(', ')}`);
    return { kind: 'enumeration', tags, integer: this.dialect.literal(BigInt(position)) };
  }

  textLiteral(value: string): Term {
    return this.thingLiteral(`text ${JSON.stringify(value)}`, value, this.sortOf(TEXT), null);
  }

  bytesLiteral(bytes: Uint8Array): Term {
    const items =
      bytes.length > MAX_BYTES
        ? null
        : Array.from(bytes, (byte): Term => ({ kind: 'integer', integer: this.dialect.literal(BigInt(byte)) }));
    return this.thingLiteral(`bytes ${bytes.join('.')}`, bytes, this.sortOf(BYTES), items);
  }

  private thingLiteral(key: string, value: string | Uint8Array, sort: ThingSort, items: readonly Term[] | null): Term {
    const { script, dialect } = this;
    const size = typeof value === 'string' ? codePointLength(value) : value.length;
    const text = script.literal(key, sort, (name) =>
      script.assert(
        TRUE_FORMULA,
        dialect.compare('=', this.size({ kind: 'thing', sort, text: name, items: null }), dialect.literal(BigInt(size))),
      ),
    );
    this.constants.literals.set(text, { sort: sort.name, value });
    return { kind: 'thing', sort, text, items };
  }

  /** Returns one of two values of a type by a condition. */
  choose(condition: Formula, a: Term, b: Term): Term {
    if (a.kind === 'integer' && b.kind === 'integer') return this.integer(this.dialect.choose(condition, a.integer, b.integer));
    if (a.kind === 'boolean' && b.kind === 'boolean') return this.boolean(choose(condition, a.formula, b.formula));
    if (a.kind === 'enumeration' && b.kind === 'enumeration') {
      requireSameTags(a.tags, b.tags);
      return { ...a, integer: this.named(this.dialect.choose(condition, a.integer, b.integer)) };
    }
    if (a.kind === 'thing' && b.kind === 'thing') {
      const text = this.script.name(a.sort.name, choose(condition, a.text, b.text));
      return { ...a, text, items: a.text === b.text ? a.items : this.chosenItems(condition, a.items, b.items) };
    }
    if (a.kind === 'record' && b.kind === 'record') {
      return {
        kind: 'record',
        fields: a.fields.map(({ name, value }) => ({ name, value: this.choose(condition, value, fieldOf(b, name)) })),
      };
    }
    if (a.kind === 'option' && b.kind === 'option') {
      return {
        kind: 'option',
        isSome: this.formula(choose(condition, a.isSome, b.isSome)),
        content: this.choose(condition, a.content, b.content),
      };
    }
    throw new Error(`a choice between ${a.kind} and ${b.kind}`);
  }

  private chosenItems(condition: Formula, a: readonly Term[] | null, b: readonly Term[] | null): readonly Term[] | null {
    if (a === null || b === null || a.length !== b.length) return null;
    const chosen = a.flatMap((item, index) => {
      const other = b[index];
      return other === undefined ? [] : [this.choose(condition, item, other)];
    });
    return chosen;
  }

  /** Holds if two values of one type are equal. */
  equal(a: Term, b: Term): Formula {
    if (a.kind === 'integer' && b.kind === 'integer') return this.dialect.compare('=', a.integer, b.integer);
    if (a.kind === 'enumeration' && b.kind === 'enumeration') {
      requireSameTags(a.tags, b.tags);
      return this.dialect.compare('=', a.integer, b.integer);
    }
    if (a.kind === 'boolean' && b.kind === 'boolean') return equal(a.formula, b.formula);
    if (a.kind === 'thing' && b.kind === 'thing') return equal(a.text, b.text);
    if (a.kind === 'record' && b.kind === 'record') {
      return and(...a.fields.map(({ name, value }) => this.equal(value, fieldOf(b, name))));
    }
    if (a.kind === 'option' && b.kind === 'option') {
      return and(equal(a.isSome, b.isSome), implies(a.isSome, this.equal(a.content, b.content)));
    }
    throw new Error(`equality of ${a.kind} and ${b.kind}`);
  }
}

export function fieldOf(record: Extract<Term, { kind: 'record' }>, name: string): Term {
  const field = record.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`a record without ${name}`);
  return field.value;
}

/** Tags are encoded as their positions, which have no meaning in another enumeration. */
function requireSameTags(a: readonly string[], b: readonly string[]): void {
  if (a !== b && a.join() !== b.join()) throw new Error(`tags of two enumerations are combined: ${a.join(', ')}; ${b.join(', ')}`);
}

function tagBounds(tags: readonly string[]): ExactBounds {
  return { lo: 0n, hi: BigInt(Math.max(0, tags.length - 1)) };
}

/** Returns a key of a term. Two terms of one type have equal keys only if they are the same term. */
export function keyOf(term: Term): string {
  switch (term.kind) {
    case 'integer':
    case 'enumeration':
      return term.integer.text;
    case 'boolean':
      return term.formula;
    case 'thing':
      return term.text;
    case 'record':
      return `(${term.fields.map(({ name, value }) => `${name} ${keyOf(value)}`).join(' ')})`;
    case 'option':
      return `[${term.isSome} ${keyOf(term.content)}]`;
  }
}
