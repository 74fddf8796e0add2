import type { Abstract } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { NodeId } from '../graph/graph.js';
import type { MonomerName } from '../monomers/names.js';
import type { Int } from '../types/integer.js';
import type { Division, NodePolynomials } from './node-polynomials.js';
import { constant, minus, ONE, type Polynomial, plus, times, ZERO } from './polynomial.js';

/** A condition of a fact: `value >= 0`. */
export interface Premise {
  readonly value: Polynomial;
  /** True where the views of the operands show it. */
  readonly isKnown: boolean;
}

/** Where all premises hold, `value >= 0`; or `value = 0`, if it is an equality. */
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

/** The least and the greatest integer, truth value (true is 1) or length of a view; null of another. */
export function boundsOf(view: Abstract): { readonly lo: Int; readonly hi: Int } | null {
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

/** An evaluated application, seen from its facts. */
export class Application {
  constructor(
    readonly polynomials: NodePolynomials,
    readonly id: NodeId,
    private readonly operands: readonly NodeId[],
    private readonly viewOf: (node: NodeId) => Abstract,
  ) {}

  get result(): Polynomial {
    return this.polynomials.of(this.id);
  }

  get division(): Division | undefined {
    return this.polynomials.divisionOf(this.id);
  }

  get isOnIntegers(): boolean {
    return this.operands.every((operand) => this.polynomials.isInteger(operand));
  }

  value(position: number): Polynomial {
    const node = this.operands[position];
    return node === undefined ? ZERO : this.polynomials.of(node);
  }

  length(position: number): Polynomial {
    return this.polynomials.lengthOf(this.operands[position] ?? this.id);
  }

  view(position: number): Abstract {
    return this.viewOf(this.operands[position] ?? this.id);
  }

  atLeast(position: number, bound: Int): Premise {
    const bounds = boundsOf(this.view(position));
    return { value: minus(this.value(position), constant(bound)), isKnown: bounds !== null && bounds.lo >= bound };
  }

  atMost(position: number, bound: Int): Premise {
    const bounds = boundsOf(this.view(position));
    return { value: minus(constant(bound), this.value(position)), isKnown: bounds !== null && bounds.hi <= bound };
  }

  /** The operand at `a` is no greater than that at `b`. */
  inOrder(a: number, b: number): Premise {
    const [low, high] = [boundsOf(this.view(a)), boundsOf(this.view(b))];
    return { value: minus(this.value(b), this.value(a)), isKnown: low !== null && high !== null && low.hi <= high.lo };
  }

  /** The result is true, or false. */
  resultIs(truth: boolean): Premise {
    const bounds = boundsOf(this.viewOf(this.id));
    if (truth) return { value: minus(this.result, ONE), isKnown: bounds !== null && bounds.lo >= 1 };
    return { value: minus(ZERO, this.result), isKnown: bounds !== null && bounds.hi <= 0 };
  }
}

type Facts = (at: Application) => readonly LinearFact[];

/**
 * By the name of a monomer on integers: what an application says of its operands and its result, given that it has one.
 * How many facts there are, and in what order, follows from the graph alone. Sums, differences and products are exact
 * polynomials already (`NodePolynomials`), and say no more.
 */
export const LINEAR_FACTS: ReadonlyMap<MonomerName, Facts> = new Map<MonomerName, Facts>([
  [
    'MIN',
    (at) => [
      fact(minus(at.value(0), at.result)),
      fact(minus(at.value(1), at.result)),
      equality(minus(at.value(0), at.result), at.inOrder(0, 1)),
      equality(minus(at.value(1), at.result), at.inOrder(1, 0)),
    ],
  ],
  [
    'MAX',
    (at) => [
      fact(minus(at.result, at.value(0))),
      fact(minus(at.result, at.value(1))),
      equality(minus(at.value(0), at.result), at.inOrder(1, 0)),
      equality(minus(at.value(1), at.result), at.inOrder(0, 1)),
    ],
  ],
  // It needs lo <= hi: an x below lo gives lo, one above hi gives hi.
  [
    'CLAMP',
    (at) => [
      fact(minus(at.result, at.value(1))),
      fact(minus(at.value(2), at.result)),
      equality(minus(at.value(0), at.result), at.inOrder(1, 0), at.inOrder(0, 2)),
      equality(minus(at.value(1), at.result), at.inOrder(0, 1)),
      equality(minus(at.value(2), at.result), at.inOrder(2, 0)),
    ],
  ],
  [
    'ABS',
    (at) => [
      fact(minus(at.result, at.value(0))),
      fact(plus(at.result, at.value(0))),
      equality(minus(at.result, at.value(0)), at.atLeast(0, 0)),
      equality(plus(at.result, at.value(0)), at.atMost(0, 0)),
    ],
  ],
  // r * r <= a < (r + 1) * (r + 1)
  [
    'ISQRT',
    (at) => {
      const square = times(at.result, at.result);
      return [fact(minus(at.value(0), square)), fact(minus(plus(square, at.result, 2n), at.value(0)))];
    },
  ],
  // Each element lies within the bounds of all of them.
  [
    'SUM',
    (at) => {
      const view = at.view(0);
      const bounds = view.kind === 'list' ? boundsOf(view.element) : null;
      if (bounds === null) return [];
      const length = at.length(0);
      return [fact(plus(at.result, length, -BigInt(bounds.lo))), fact(minus(times(constant(bounds.hi), length), at.result))];
    },
  ],
  ['DIV', (at) => towardZero(at, at.atLeast(1, 1))],
  ['MOD', (at) => towardZero(at, at.atLeast(1, 1))],
  ['FLOOR_DIV', (at) => downward(at.division, at.atLeast(1, 1))],
  ['FLOOR_MOD', (at) => downward(at.division, at.atLeast(1, 1))],
  // Both need operands that are not negative, and divide by a power of two.
  ['SHR', (at) => downward(at.division)],
  ['BIT_AND', (at) => downward(at.division)],
  ['MULDIV', (at) => downward(at.division, at.atLeast(0, 0), at.atLeast(1, 0), at.atLeast(2, 1))],
  // The rounded quotient is at most half away from the exact one: |a * b - c * r| <= c / 2.
  [
    'MULDIV_EVEN',
    (at) => {
      const rest = minus(times(at.value(0), at.value(1)), times(at.value(2), at.result));
      const divisor = at.atLeast(2, 1);
      return [fact(plus(at.value(2), rest, -2n), divisor), fact(plus(at.value(2), rest, 2n), divisor)];
    },
  ],
  ['LT', (at) => comparison(at, minus(minus(at.value(1), at.value(0)), ONE))],
  ['LE', (at) => comparison(at, minus(at.value(1), at.value(0)))],
  ['GT', (at) => comparison(at, minus(minus(at.value(0), at.value(1)), ONE))],
  ['GE', (at) => comparison(at, minus(at.value(0), at.value(1)))],
  ['EQ', (at) => equation(at, true)],
  ['NE', (at) => equation(at, false)],
]);

/** The remainder of a quotient that is rounded down, by a divisor of at least 1, lies in 0..divisor - 1. */
function downward(division: Division | undefined, ...premises: readonly Premise[]): readonly LinearFact[] {
  if (division === undefined) return [];
  const rest = minus(division.dividend, times(division.divisor, division.quotient));
  return [fact(rest, ...premises), fact(minus(minus(division.divisor, rest), ONE), ...premises)];
}

/** A quotient that is truncated is rounded down where the dividend is not negative, and up where it is not positive. */
function towardZero(at: Application, divisor: Premise): readonly LinearFact[] {
  if (at.division === undefined) return [];
  const mirrored = { ...at.division, dividend: minus(ZERO, at.division.dividend), quotient: minus(ZERO, at.division.quotient) };
  return [...downward(at.division, divisor, at.atLeast(0, 0)), ...downward(mirrored, divisor, at.atMost(0, 0))];
}

/** The result is true exactly where `value >= 0`. */
function comparison(at: Application, value: Polynomial): readonly LinearFact[] {
  return onIntegers(at, [fact(value, at.resultIs(true)), fact(minus(minus(ZERO, value), ONE), at.resultIs(false))]);
}

/** The result is `truth` exactly where both operands are equal. */
function equation(at: Application, truth: boolean): readonly LinearFact[] {
  const difference = minus(at.value(0), at.value(1));
  return onIntegers(at, [
    equality(difference, at.resultIs(truth)),
    fact(minus(difference, ONE), at.resultIs(!truth), at.inOrder(1, 0)),
    fact(minus(minus(ZERO, difference), ONE), at.resultIs(!truth), at.inOrder(0, 1)),
  ]);
}

/** Comparisons are of texts too, and equality of anything. */
function onIntegers(at: Application, facts: readonly LinearFact[]): readonly LinearFact[] {
  return at.isOnIntegers ? facts : [];
}
