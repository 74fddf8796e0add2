import type { IntegerTerm } from './dialect.js';
import { type Formula, not } from './formulas.js';
import type { Term, Terms } from './terms.js';

/** The encoding of a monomer's application for the solver, in addition to its precondition and the facts of its record. */
export interface SmtForm {
  readonly nature: Nature;
  /**
   * The exact result for terms of the arguments (literal ones included), before it is known to fit. `null` if the arguments have
   * no such form: the result is then any value that its claim admits. It equals the reference implementation for all arguments
   * within their bounds that satisfy the precondition (tests check this). For other arguments it may be any value.
   */
  readonly result: (terms: Terms, args: readonly Term[]) => Term | null;
  /** Further facts of arguments and result, if the application is reached and its precondition holds. */
  readonly holds: ((terms: Terms, args: readonly Term[], result: Term) => Formula | null) | null;
  /** The elements of a list that has no exact form, if its precondition holds. `null` if they are not known. */
  readonly items?: (terms: Terms, args: readonly Term[]) => readonly Term[] | null;
}

/**
 * `linear`: the solver derives the facts of the record from the exact form by itself. `bits`: vectors are the better encoding.
 * `shift`: the same, unless the count is constant.
 */
export type Nature = 'linear' | 'other' | 'bits' | 'shift';

type OfIntegers<R> = (terms: Terms, a: IntegerTerm, b: IntegerTerm, c: IntegerTerm) => R;

/** The form of an operation from integers to an integer; `of` takes up to three arguments. */
export function integerForm(nature: Nature, of: OfIntegers<IntegerTerm | null>): SmtForm {
  return form(nature, (terms, args) => {
    const integer = onIntegers(terms, args, of);
    return integer === null ? null : terms.integer(integer);
  });
}

/** The form of a condition on integers. */
export function integerCondition(nature: Nature, of: OfIntegers<Formula | null>): SmtForm {
  return form(nature, (terms, args) => {
    const formula = onIntegers(terms, args, of);
    return formula === null ? null : terms.boolean(formula);
  });
}

/** The form of equality, or of its negation. */
export function equalityForm(nature: Nature, negated: boolean): SmtForm {
  return form(nature, (terms, [a, b]) => {
    if (a === undefined || b === undefined) return null;
    const formula = terms.equal(a, b);
    return terms.boolean(negated ? not(formula) : formula);
  });
}

export function form(nature: Nature, result: SmtForm['result']): SmtForm {
  return { nature, result, holds: null };
}

/** The size of argument 0, which is a text, bytes or a list. */
export const SIZE_FORM: SmtForm = form('other', (terms, [a]) => (a?.kind === 'thing' ? terms.integer(terms.size(a)) : null));

/** The concatenation of two texts, bytes or lists: its length is the sum of theirs. */
export const JOINED_FORM: SmtForm = {
  nature: 'other',
  result: () => null,
  holds: (terms, [a, b], result) => {
    if (a?.kind !== 'thing' || b?.kind !== 'thing' || result.kind !== 'thing') return null;
    return terms.dialect.compare('=', terms.size(result), terms.dialect.add(terms.size(a), terms.size(b)));
  },
};

/**
 * The element of argument 0 at the index of argument 1, by cases of the index. Beyond the last element the result is `otherwise`,
 * or any element.
 */
export function elementForm(otherwise: (args: readonly Term[]) => Term | undefined): SmtForm {
  return form('other', (terms, args) => {
    const [sequence, index] = args;
    if (sequence?.kind !== 'thing' || sequence.items === null || index?.kind !== 'integer') return null;
    const { items } = sequence;
    const { lo, hi } = index.integer.bounds;
    const only = lo === hi && lo >= 0n ? items[Number(lo)] : undefined;
    if (only !== undefined) return only;
    const last = otherwise(args) ?? items[items.length - 1];
    if (last === undefined) return null;
    let result = last;
    for (const [position, item] of [...items.entries()].toReversed()) {
      result = terms.choose(terms.dialect.compare('=', index.integer, terms.dialect.literal(BigInt(position))), item, result);
    }
    return result;
  });
}

/** A list with argument 2 in place of the element at the index of argument 1. */
export const REPLACED_FORM: SmtForm = {
  nature: 'other',
  result: () => null,
  holds: null,
  items: (terms, [list, index, value]) => {
    if (list?.kind !== 'thing' || list.items === null || index?.kind !== 'integer' || value === undefined) return null;
    return list.items.map((item, position) =>
      terms.choose(terms.dialect.compare('=', index.integer, terms.dialect.literal(BigInt(position))), value, item),
    );
  },
};

/** Longer lists have no sorted form: it has a comparison for each pair of elements. */
const MAX_SORTED = 8;

/** The integers of argument 0 in ascending order. Each one passes the smaller ones before it, so that the greatest so far is last. */
export const SORTED_FORM: SmtForm = {
  nature: 'other',
  result: () => null,
  holds: null,
  items: (terms, [list]) => {
    if (list?.kind !== 'thing' || list.items === null || list.items.length > MAX_SORTED) return null;
    const integers = list.items.flatMap((item) => (item.kind === 'integer' ? [item.integer] : []));
    if (integers.length !== list.items.length) return null;
    const { dialect } = terms;
    const sorted: IntegerTerm[] = [];
    for (const each of integers) {
      let rising = each;
      for (const [place, other] of sorted.entries()) {
        const isBefore = terms.formula(dialect.compare('<=', other, rising));
        sorted[place] = terms.named(dialect.choose(isBefore, other, rising));
        rising = terms.named(dialect.choose(isBefore, rising, other));
      }
      sorted.push(rising);
    }
    return sorted.map((each) => terms.integer(each));
  },
};

/** The absolute value. Its bounds are 0..hi, since both cases lie within them. */
export function absolute({ dialect }: Terms, a: IntegerTerm): IntegerTerm {
  if (a.bounds.lo >= 0n) return a;
  const zero = dialect.literal(0n);
  const either = dialect.choose(dialect.compare('<', a, zero), dialect.subtract(zero, a), a);
  const hi = -a.bounds.lo > a.bounds.hi ? -a.bounds.lo : a.bounds.hi;
  return dialect.restrict(either, { lo: 0n, hi });
}

function onIntegers<R>(terms: Terms, args: readonly Term[], of: OfIntegers<R | null>): R | null {
  const integers = args.flatMap((arg) => (arg.kind === 'integer' ? [arg.integer] : []));
  const [a, b, c] = integers;
  if (a === undefined || integers.length !== args.length) return null;
  // An operation with fewer arguments ignores the others.
  return of(terms, a, b ?? a, c ?? a);
}
