import type { IntegerTerm } from './dialect.js';
import { type Formula, not } from './formulas.js';
import type { Term, Terms } from './terms.js';

/** Facts that the solver is told of an application of a monomer, beside its precondition and the facts of its record. */
export interface SmtForm {
  readonly nature: Nature;
  /**
   * The exact result for terms of the arguments (literal ones included), before it is known to fit; null where the
   * arguments have no such form: then it is any value that its claim admits. For all arguments within their bounds for
   * which the precondition holds it equals the reference implementation (held by tests); elsewhere it may be anything.
   */
  readonly result: (terms: Terms, args: readonly Term[]) => Term | null;
  /** Further facts of arguments and result, where the application is reached and its precondition holds. */
  readonly holds: ((terms: Terms, args: readonly Term[], result: Term) => Formula | null) | null;
}

/**
 * `linear`: the solver derives the facts of the record from the exact form by itself. `bits`: vectors are the better
 * encoding; of `shift` only where the count is no constant.
 */
export type Nature = 'linear' | 'other' | 'bits' | 'shift';

type OfIntegers<R> = (terms: Terms, a: IntegerTerm, b: IntegerTerm, c: IntegerTerm) => R;

/** The form of an operation from integers to an integer; `of` may take fewer of them than three. */
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

/** The size of the text, bytes or list that argument 0 is. */
export const SIZE_FORM: SmtForm = form('other', (terms, [a]) => (a?.kind === 'thing' ? terms.integer(terms.size(a)) : null));

/** Two texts, bytes or lists one after the other: the result is as long as both. */
export const JOINED_FORM: SmtForm = {
  nature: 'other',
  result: () => null,
  holds: (terms, [a, b], result) => {
    if (a?.kind !== 'thing' || b?.kind !== 'thing' || result.kind !== 'thing') return null;
    return terms.dialect.compare('=', terms.size(result), terms.dialect.add(terms.size(a), terms.size(b)));
  },
};

/** The element of argument 0 at the index of argument 1, by cases of the index; beyond the last one `otherwise`, or any of them. */
export function elementForm(otherwise: (args: readonly Term[]) => Term | undefined): SmtForm {
  return form('other', (terms, args) => {
    const [sequence, index] = args;
    if (sequence?.kind !== 'thing' || sequence.items === null || index?.kind !== 'integer') return null;
    const { items } = sequence;
    const last = otherwise(args) ?? items[items.length - 1];
    if (last === undefined) return null;
    let result = last;
    for (const [position, item] of [...items.entries()].toReversed()) {
      result = terms.choose(terms.dialect.compare('=', index.integer, terms.dialect.literal(BigInt(position))), item, result);
    }
    return result;
  });
}

/** The absolute value; within bounds of its own, since both cases are. */
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
  // An operation of fewer arguments does not look at the others.
  return of(terms, a, b ?? a, c ?? a);
}
