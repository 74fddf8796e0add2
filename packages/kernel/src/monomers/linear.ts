import type { AbstractValue } from '../abstract/abstract.js';
import { constant, minus, ONE, type Polynomial, plus, times, ZERO } from '../abstract/polynomial.js';
import { highest, lowest } from '../abstract/ranges.js';
import { type Int, subtract } from '../types/integer.js';

/**
 * Polynomial facts of an application on integers or booleans (true is 1) that has a value. The linear evidence of a certificate
 * rests on them. They hold for any value of the operands whose nodes have no value.
 */
export interface Linear {
  /** The result in terms of the operands; `null` if it is an atom. */
  readonly result: LinearResult | null;
  /** Further facts. The graph alone determines their number and order, not the views. */
  readonly facts: ((at: LinearApplication) => readonly LinearFact[]) | null;
  /** The monotonicities of the result. Default: empty. */
  readonly orders?: readonly Monotonicity[];
}

/**
 * The monotonicity of the exact result, of any size, for operands of at least `least` (`null`: any integer). The result rises or
 * falls with an operand if the others are fixed, or its direction is unknown.
 */
export interface Monotonicity {
  readonly operands: readonly { readonly goes: 'up' | 'down' | 'unsaid'; readonly least: Int | null }[];
}

export type LinearResult =
  /** `null` if the result is no polynomial of these operands. */
  | { readonly is: 'polynomial'; readonly of: (a: Polynomial, b: Polynomial) => Polynomial | null }
  /** The length of argument 0. */
  | { readonly is: 'length' }
  /**
   * 1 if the arguments are equal, else 0; the reverse if `negated`. One argument must be a literal tag, truth value or `none`.
   */
  | { readonly is: 'equality'; readonly negated: boolean }
  /** 1 if an element of argument 0 equals argument 1, else 0. */
  | { readonly is: 'membership' }
  /** The sum of the integers in argument 0. */
  | { readonly is: 'sum' }
  /**
   * The result is a list. It has the elements of each argument that is a list of the same type, and each other argument as an
   * element.
   */
  | { readonly is: 'elements' }
  /** The element of argument 0 at the index of argument 1. */
  | { readonly is: 'element' }
  /** The result has some of the elements of argument 0, in their order. */
  | { readonly is: 'part' }
  /** The quotient or the remainder of a division; `null` for operands without such a fraction. */
  | { readonly is: 'quotient' | 'remainder'; readonly of: Divides }
  /** The bits of a natural number that a constant mask has; `null` for operands without such a mask. */
  | { readonly is: 'masked'; readonly of: (a: Polynomial, b: Polynomial) => Masked | null }
  /** The remainder of a division, and 1. */
  | { readonly is: 'remainder from 1'; readonly of: Divides }
  /**
   * `day`: the day of the year, month and day of the month at arguments 0 to 2. `length of month`: the length in days of the
   * month at arguments 0 and 1.
   */
  | { readonly is: 'day' | 'length of month' }
  /** True if February of the year at argument 0 has 29 days. */
  | { readonly is: 'leap year' }
  /** A record of the fields `year`, `month` and `day`, which are atoms. */
  | { readonly is: 'date' };

export type Divides = (a: Polynomial, b: Polynomial, c: Polynomial) => Fraction | null;

/** An exact fraction and its rounding, which matters if the operands may be negative. */
export interface Fraction {
  readonly rounding: 'toward zero' | 'down';
  readonly dividend: Polynomial;
  /** Not 0 if the application has a value. */
  readonly divisor: Polynomial;
}

/** A natural number and a mask of its bits. */
export interface Masked {
  readonly dividend: Polynomial;
  /** Not negative. */
  readonly mask: bigint;
}

/** A fraction with its rounded quotient. */
export interface RoundedFraction extends Fraction {
  readonly quotient: Polynomial;
}

/** A month of the calendar (years 1 to 9999). Days are counted from 1970-01-01. */
export interface Month {
  readonly year: Polynomial;
  /** 1 to 12. */
  readonly number: Polynomial;
  /** The first day of the month. */
  readonly start: Polynomial;
  readonly length: Polynomial;
  /** The first day of January and of December of the same year. */
  readonly january: Polynomial;
  readonly december: Polynomial;
  /** The first day of the next month; any value for December. */
  readonly next: Polynomial;
  /** The first day of the next year; any value for the last year. */
  readonly nextJanuary: Polynomial;
}

/** A condition of a fact: `value >= 0`. */
export interface Premise {
  readonly value: Polynomial;
  /** True if the views of the operands show the premise. */
  readonly isKnown: boolean;
}

/** States that `value >= 0`, or `value = 0` for an equality, if all premises hold. */
export interface LinearFact {
  readonly premises: readonly Premise[];
  readonly value: Polynomial;
  readonly isEquality: boolean;
}

export function fact(value: Polynomial, ...premises: readonly Premise[]): LinearFact {
  return { premises, value, isEquality: false };
}

export function equality(value: Polynomial, ...premises: readonly Premise[]): LinearFact {
  return { premises, value, isEquality: true };
}

/** The linear aspect of a monomer whose result is a polynomial of its operands, without further facts. */
export function polynomial(of: Extract<LinearResult, { is: 'polynomial' }>['of']): Linear {
  return { result: { is: 'polynomial', of }, facts: null };
}

/** The linear aspect of a monomer whose result is an atom. */
export function linearFacts(facts: Linear['facts'], ...ways: readonly Monotonicity[]): Linear {
  return { result: null, facts, orders: ways };
}

/** The linear aspect of a monomer with known monotonicities and no other facts. */
export function orders(...ways: readonly Monotonicity[]): Linear {
  return { result: null, facts: null, orders: ways };
}

/** Returns an {@link Monotonicity} from a sign and the least operand for each position: `^` rises, `v` falls, `=` is unknown. */
export function order(...operands: readonly (readonly ['^' | 'v' | '=', Int | null])[]): Monotonicity {
  return { operands: operands.map(([sign, least]) => ({ goes: sign === '^' ? 'up' : sign === 'v' ? 'down' : 'unsaid', least })) };
}

export const LENGTH_OF_FIRST: Linear = { result: { is: 'length' }, facts: null };
export const ELEMENT: Linear = { result: { is: 'element' }, facts: null };

/** The linear aspect of a monomer whose result has `length` elements or characters. */
export function ofLength(length: (at: LinearApplication) => Polynomial, result: LinearResult | null = null): Linear {
  return { result, facts: (at) => [equality(minus(at.resultLength, length(at)))] };
}

/** The linear aspect of a monomer whose result has the elements of its arguments, `length` in total. */
export function elements(length: (at: LinearApplication) => Polynomial): Linear {
  return ofLength(length, { is: 'elements' });
}

/**
 * The linear aspect of a monomer whose result is a part of argument 0, with facts on its length. The omitted elements lie within
 * the bounds of all elements.
 */
export function part(lengths: (at: LinearApplication) => readonly LinearFact[]): Linear {
  return { result: { is: 'part' }, facts: (at) => [...lengths(at), ...ofSums(at)] };
}

function ofSums(at: LinearApplication): readonly LinearFact[] {
  const [whole, some, view] = [at.sum(0), at.resultSum, at.view(0)];
  if (whole === null || some === null || view.kind !== 'list') return [];
  const bounds = boundsOfMeasure(view.element) ?? { lo: 0, hi: 0 };
  const [left, count] = [minus(whole, some), minus(at.length(0), at.resultLength)];
  return [fact(plus(left, count, -BigInt(bounds.lo))), fact(minus(times(constant(bounds.hi), count), left))];
}

/** Returns the bounds of an integer, a truth value (true is 1) or a length; `null` for views of other types. */
export function boundsOfMeasure(view: AbstractValue): { readonly lo: Int; readonly hi: Int } | null {
  switch (view.kind) {
    case 'integer':
      return view.ranges.length === 0 ? null : { lo: lowest(view.ranges), hi: highest(view.ranges) };
    case 'boolean':
      return { lo: view.canBeFalse ? 0 : 1, hi: view.canBeTrue ? 1 : 0 };
    case 'text':
    case 'bytes':
    case 'list':
      return { lo: view.lo, hi: view.hi };
    default:
      return null;
  }
}

/** The premise that a boolean has this truth value. */
export function truthIs(truth: boolean, value: Polynomial, view: AbstractValue): Premise {
  const bounds = boundsOfMeasure(view);
  if (truth) return { value: minus(value, ONE), isKnown: bounds !== null && bounds.lo >= 1 };
  return { value: minus(ZERO, value), isKnown: bounds !== null && bounds.hi <= 0 };
}

/** An option as polynomials. */
export interface OptionParts {
  /** 1 if the option has a content, else 0. */
  readonly present: Polynomial;
  /** The content, if there is one; `null` for contents that are no integer or truth value. */
  readonly content: Polynomial | null;
}

type Measured = readonly [Polynomial, AbstractValue];

/** An evaluated application as the source of its facts. Operands are named by position. */
export abstract class LinearApplication {
  abstract readonly result: Polynomial;
  abstract readonly resultLength: Polynomial;
  /** The sum of the result; `null` if it is no list of integers. */
  abstract readonly resultSum: Polynomial | null;
  abstract readonly resultView: AbstractValue;
  /** The integer in an optional result; `null` for any other result. */
  abstract readonly resultContent: Polynomial | null;
  /** The premise that the optional result is `some`. */
  abstract readonly resultIsPresent: Premise;
  /** The division of a quotient or remainder; otherwise `undefined`. */
  abstract readonly division: RoundedFraction | undefined;
  /** The divisions that separate the bits of a mask, or the only division; empty for other applications. */
  abstract readonly divisions: readonly RoundedFraction[];
  /** The month of its arguments or of its resulting date; otherwise `undefined`. */
  abstract readonly month: Month | undefined;
  /** Returns a field of the resulting date. */
  abstract field(name: string): Polynomial;
  abstract readonly isOnIntegers: boolean;
  abstract value(position: number): Polynomial;
  abstract length(position: number): Polynomial;
  abstract sum(position: number): Polynomial | null;
  abstract view(position: number): AbstractValue;
  /**
   * Returns the indicators of an operand that is a tag, a truth value or an option: for each case a polynomial that is 1 or 0.
   */
  abstract sorts(position: number): readonly Polynomial[];
  /** Returns the parts of an operand that is an option; `null` for another operand. */
  abstract option(position: number): OptionParts | null;
  /** Returns a power of two, 2^62 at most, that divides the operand at a position whenever it has a value. */
  abstract powerIn(position: number): bigint;
  /** True if operand 0 is a text, bytes or a list. */
  abstract readonly isOnSequences: boolean;

  atLeast(position: number, bound: Int): Premise {
    const bounds = boundsOfMeasure(this.view(position));
    return { value: minus(this.value(position), constant(bound)), isKnown: bounds !== null && bounds.lo >= bound };
  }

  atMost(position: number, bound: Int): Premise {
    const bounds = boundsOfMeasure(this.view(position));
    return { value: minus(constant(bound), this.value(position)), isKnown: bounds !== null && bounds.hi <= bound };
  }

  /** The premise that the operand at a position is at most the length of operand 0. */
  withinLength(position: number): Premise {
    return this.below([this.value(position), this.view(position)], [this.length(0), this.view(0)]);
  }

  /** The premise that the operand at a position is at least the length of operand 0. */
  beyondLength(position: number): Premise {
    return this.below([this.length(0), this.view(0)], [this.value(position), this.view(position)]);
  }

  /** The premise that the operand at `a` is at most as long as that at `b`. */
  noLonger(a: number, b: number): Premise {
    return this.below([this.length(a), this.view(a)], [this.length(b), this.view(b)]);
  }

  /** The premise that the operand at `a` is at most that at `b`. */
  inOrder(a: number, b: number): Premise {
    return this.below([this.value(a), this.view(a)], [this.value(b), this.view(b)]);
  }

  /** The premise that the operand at `a` is less than that at `b`. */
  isLess(a: number, b: number): Premise {
    return this.below([this.value(a), this.view(a)], [this.value(b), this.view(b)], 1);
  }

  /** The premise that one measure is less than another by at least `least`; each comes with the view of its operand. */
  private below([low, lowView]: Measured, [high, highView]: Measured, least = 0): Premise {
    const [lower, upper] = [boundsOfMeasure(lowView), boundsOfMeasure(highView)];
    const isKnown = lower !== null && upper !== null && subtract(upper.lo, lower.hi) >= least;
    return { value: minus(minus(high, low), constant(least)), isKnown };
  }

  /** Returns the premises under which this result is at most that of `other`, an application of the same monomer. */
  isBelow(other: LinearApplication, { operands }: Monotonicity): readonly Premise[] {
    return operands.flatMap(({ goes, least }, position) => [
      ...(least === null ? [] : [this.atLeast(position, least), other.atLeast(position, least)]),
      ...(goes === 'down' ? [] : [this.noGreater(other, position)]),
      ...(goes === 'up' ? [] : [other.noGreater(this, position)]),
    ]);
  }

  /** The premise that the operand at a position is at most the same operand of another application. */
  private noGreater(other: LinearApplication, position: number): Premise {
    const [own, its] = [boundsOfMeasure(this.view(position)), boundsOfMeasure(other.view(position))];
    return { value: minus(other.value(position), this.value(position)), isKnown: own !== null && its !== null && own.hi <= its.lo };
  }

  resultIs(truth: boolean): Premise {
    return truthIs(truth, this.result, this.resultView);
  }
}

/** For a quotient rounded down by a divisor of at least 1, the remainder lies in 0..divisor - 1. */
export function downward(division: Omit<RoundedFraction, 'rounding'> | undefined, ...premises: readonly Premise[]): readonly LinearFact[] {
  if (division === undefined) return [];
  const rest = minus(division.dividend, times(division.divisor, division.quotient));
  return [fact(rest, ...premises), fact(minus(minus(division.divisor, rest), ONE), ...premises)];
}

/** Returns facts that hold only for integers: comparisons also take texts, and equality takes any type. */
export function onIntegers(at: LinearApplication, facts: readonly LinearFact[]): readonly LinearFact[] {
  return at.isOnIntegers ? facts : [];
}
