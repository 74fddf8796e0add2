import { INT64, integers } from '../../abstract/abstract.js';
import { atLeast, atMost, combine, type OnBox } from '../../abstract/arithmetic.js';
import { constantOf, minus, type Polynomial, plus } from '../../abstract/polynomial.js';
import { highest, intersect, lowest, type Ranges, uniteAll } from '../../abstract/ranges.js';
import type { Bitwise } from '../../smt-lib/dialect.js';
import { integerForm } from '../../smt-lib/forms.js';
import { add, type Int, maximum, minimum, negate, normalize, subtract } from '../../types/integer.js';
import { integerAt } from '../arguments.js';
import { downward, equality, fact, type LinearApplication, type LinearFact, linearFacts, type Masked } from '../linear.js';
import { monomer, type Row, type Semantics } from '../monomer.js';
import { TWO_INTEGERS } from '../overloads.js';
import { needs } from '../precondition.js';
import { atMostFact, differenceWithin, factsOnBounds, onRanges, refiningRanges, viewAt } from '../views.js';
import { DIRECT } from '../work.js';
import { andBits, orBits, xorBits } from './words.js';

/** BIT_AND, BIT_OR and BIT_XOR of two natural numbers. */

interface Operation extends Pick<Row, 'related' | 'refine' | 'facts' | 'linear'> {
  readonly bits: (a: Int, b: Int) => Int;
  /** Returns the results for two sets of natural numbers; the precondition excludes other arguments. */
  readonly ranges: (a: Ranges, b: Ranges) => Ranges;
  readonly name: Bitwise;
}

function bitwise({ bits, ranges, name, related, refine, facts, linear }: Operation): Semantics {
  return monomer({
    overloads: TWO_INTEGERS,
    reference: (args) => {
      const [a, b] = [integerAt(args, 0), integerAt(args, 1)];
      return a < 0 || b < 0 ? undefined : bits(a, b);
    },
    work: DIRECT,
    precondition: [needs.natural(0), needs.natural(1)],
    few: 'run',
    transfer: onRanges((a, b) => ranges(atLeast(a, 0), atLeast(b, 0))),
    related,
    refine,
    facts,
    linear,
    smt: integerForm('bits', ({ dialect }, a, b) => dialect.bitwise(name, a, b)),
  });
}

export const bitAnd = bitwise({
  bits: andBits,
  ranges: andRanges,
  name: 'and',
  related: (args, relations) => (relations.same(0, 1) ? viewAt(args, 0) : INT64),
  refine: refiningRanges((result, a, b) => [atLeast(a, lowest(result)), atLeast(b, lowest(result))]),
  facts: () => [atMostFact('result', 0), atMostFact('result', 1)],
  linear: {
    result: { is: 'masked', of: (a, b) => masked(a, b) ?? masked(b, a) },
    facts: (at) => at.divisions.flatMap((each) => downward(each)),
  },
});

export const bitOr = bitwise({
  bits: orBits,
  ranges: orRanges,
  name: 'or',
  related: (args, relations) => (relations.same(0, 1) ? viewAt(args, 0) : INT64),
  refine: refiningRanges((result, a, b) => [atMost(a, highest(result)), atMost(b, highest(result))]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: 0, hi: b.hi }),
    ...differenceWithin('result', 1, { lo: 0, hi: a.hi }),
  ]),
  linear: linearFacts(ofDisjoint),
});

export const bitXor = bitwise({
  bits: xorBits,
  ranges: xorRanges,
  name: 'xor',
  related: (_, relations) => (relations.same(0, 1) ? integers(0, 0) : INT64),
  // a = (a ^ b) ^ b
  refine: refiningRanges((result, a, b) => [xorRanges(atLeast(result, 0), atLeast(b, 0)), xorRanges(atLeast(result, 0), atLeast(a, 0))]),
  facts: factsOnBounds((_, a, b) => [
    ...differenceWithin('result', 0, { lo: negate(b.hi), hi: b.hi }),
    ...differenceWithin('result', 1, { lo: negate(a.hi), hi: a.hi }),
  ]),
  linear: linearFacts(ofDisjoint),
});

function masked(dividend: Polynomial, by: Polynomial): Masked | null {
  const mask = constantOf(by);
  return mask === null || mask < 0n ? null : { dividend, mask };
}

/**
 * Facts of BIT_OR and BIT_XOR. The result is at most the sum. It is the sum if no bit is in both operands: if one is a multiple of
 * a power of two, and the other one is less than that power.
 */
function ofDisjoint(at: LinearApplication): readonly LinearFact[] {
  const rest = minus(plus(at.value(0), at.value(1)), at.result);
  return [
    fact(rest),
    equality(rest, at.atMost(1, normalize(at.powerIn(0) - 1n))),
    equality(rest, at.atMost(0, normalize(at.powerIn(1) - 1n))),
  ];
}

/**
 * Bounds of bitwise operations on natural numbers. For a range lo..hi, the bits above the highest one in which lo and hi differ
 * are known; the others are not (the known bits of the Linux kernel's tnum).
 */

interface KnownBits {
  /** The bits that are one in every number of the range. */
  readonly ones: Int;
  /** The bits that are one in some number of the range. */
  readonly possible: Int;
}

function knownBits(lo: Int, hi: Int): KnownBits {
  const unknown = lowMask(xorBits(lo, hi));
  const possible = orBits(hi, unknown);
  return { ones: subtract(possible, unknown), possible };
}

/** Returns a mask of all bits up to the highest one that is set. */
function lowMask(bits: Int): Int {
  return bits === 0 ? 0 : normalize((1n << BigInt(bits.toString(2).length)) - 1n);
}

const andOnBox: OnBox = (aLo, aHi, bLo, bHi) => {
  const a = knownBits(aLo, aHi);
  const b = knownBits(bLo, bHi);
  return [andBits(a.ones, b.ones), minimum(minimum(aHi, bHi), andBits(a.possible, b.possible))];
};

/** a & b is at most either operand. With a constant mask of few bits, the result is one of its subsets. */
export function andRanges(a: Ranges, b: Ranges): Ranges {
  const bounded = combine(a, b, andOnBox);
  return intersect(intersect(bounded, subsetsOf(a, bounded)), subsetsOf(b, bounded));
}

const FEW_BITS = 3;

/** Returns the subsets of a constant mask of few bits; `otherwise` for any other mask. */
function subsetsOf(mask: Ranges, otherwise: Ranges): Ranges {
  const bits = mask[0];
  if (bits === undefined || bits !== highest(mask)) return otherwise;
  const subsets: Int[] = [0];
  for (let rest = bits; rest !== 0; rest = withoutLowestBit(rest)) {
    if (subsets.length === 2 ** FEW_BITS) return otherwise;
    const lowestBit = subtract(rest, withoutLowestBit(rest));
    subsets.push(...subsets.map((subset) => add(subset, lowestBit)));
  }
  return uniteAll(subsets.map((subset) => [subset, subset]));
}

function withoutLowestBit(bits: Int): Int {
  return andBits(bits, subtract(bits, 1));
}

/** max(a, b) <= a | b <= a + b */
export function orRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, (aLo, aHi, bLo, bHi) => {
    const left = knownBits(aLo, aHi);
    const right = knownBits(bLo, bHi);
    const least = maximum(maximum(aLo, bLo), orBits(left.ones, right.ones));
    return [least, minimum(add(aHi, bHi), orBits(left.possible, right.possible))];
  });
}

/** |a - b| <= a ^ b <= a + b */
export function xorRanges(a: Ranges, b: Ranges): Ranges {
  return combine(a, b, (aLo, aHi, bLo, bHi) => {
    const left = knownBits(aLo, aHi);
    const right = knownBits(bLo, bHi);
    // A bit of the result is one if it is one in every value of one side and in no value of the other. It is zero if it is one in
    // every value of both sides.
    const onlyLeft = subtract(left.ones, andBits(left.ones, right.possible));
    const onlyRight = subtract(right.ones, andBits(right.ones, left.possible));
    const least = maximum(maximum(subtract(aLo, bHi), subtract(bLo, aHi)), orBits(onlyLeft, onlyRight));
    const possible = subtract(orBits(left.possible, right.possible), andBits(left.ones, right.ones));
    return [least, minimum(add(aHi, bHi), possible)];
  });
}
