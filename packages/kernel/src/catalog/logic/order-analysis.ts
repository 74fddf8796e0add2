import { type Abstract, EITHER, FALSE, NEVER, ofRanges, TRUE } from '../../abstract/abstract.js';
import { atLeast, atMost } from '../../abstract/arithmetic.js';
import { add, subtract } from '../../types/integer.js';
import { exactOnFew } from '../exact.js';
import type { Analysis, Monomer } from '../monomer.js';
import type { Operand, RelationFact, Relations } from '../relation.js';
import { atMostFact, boundsAt, isUnreached, narrowed, rangesAt } from '../views.js';
import { negation } from './negation.js';

/** A comparison as `lesser < greater`, or the negation of that. */
export interface Comparison {
  readonly lesser: 0 | 1;
  readonly greater: 0 | 1;
  readonly negated: boolean;
}

export const LESS: Comparison = { lesser: 0, greater: 1, negated: false };
export const GREATER: Comparison = { lesser: 1, greater: 0, negated: false };
/** a <= b is not b < a. */
export const AT_MOST: Comparison = { ...GREATER, negated: true };
export const AT_LEAST: Comparison = { ...LESS, negated: true };

/** The analysis of LT, LE, GT or GE. On text it is exact where the texts are few, and knows nothing else. */
export function orderAnalysis(comparison: Comparison, reference: NonNullable<Monomer['reference']>): Analysis {
  const turn = (truth: Abstract) => (comparison.negated ? negation(truth) : truth);
  const onTexts = exactOnFew(reference, { transfer: () => EITHER });
  return {
    transfer: (args) => {
      if (isUnreached(args)) return NEVER;
      return areIntegers(args) ? turn(isLess(args, comparison)) : onTexts.transfer(args);
    },
    related: (args, relations) => (isUnreached(args) ? NEVER : turn(isLessByRelations(relations, comparison))),
    refine: (result, args) => {
      if (result.kind === 'never' || isUnreached(args)) return args.map(() => NEVER);
      if (areIntegers(args)) return refineLess(turn(result), args, comparison);
      return onTexts.refine?.(result, args) ?? args;
    },
    facts: (args, result) => (areIntegers(args) ? lessFacts(turn(result), comparison) : []),
  };
}

function areIntegers(args: readonly Abstract[]): boolean {
  return args.every((view) => view.kind === 'integer');
}

function isLess(args: readonly Abstract[], { lesser, greater }: Comparison): Abstract {
  const a = boundsAt(args, lesser);
  const b = boundsAt(args, greater);
  if (a.hi < b.lo) return TRUE;
  return a.lo >= b.hi ? FALSE : EITHER;
}

function isLessByRelations(relations: Relations, { lesser, greater }: Comparison): Abstract {
  if (relations.same(0, 1)) return FALSE;
  if ((relations.difference(lesser, greater) ?? 0) < 0) return TRUE;
  return (relations.difference(greater, lesser) ?? 1) <= 0 ? FALSE : EITHER;
}

function refineLess(less: Abstract, args: readonly Abstract[], { lesser, greater }: Comparison): readonly Abstract[] {
  if (less.kind !== 'boolean' || (less.canBeFalse && less.canBeTrue)) return args;
  const a = boundsAt(args, lesser);
  const b = boundsAt(args, greater);
  const low = rangesAt(args, lesser);
  const high = rangesAt(args, greater);
  const remainsLow = ofRanges(less.canBeTrue ? atMost(low, subtract(b.hi, 1)) : atLeast(low, b.lo));
  const remainsHigh = ofRanges(less.canBeTrue ? atLeast(high, add(a.lo, 1)) : atMost(high, a.hi));
  return narrowed(args, lesser === 0 ? [remainsLow, remainsHigh] : [remainsHigh, remainsLow]);
}

function lessFacts(less: Abstract, { lesser, greater }: Comparison): readonly RelationFact<Operand>[] {
  if (less.kind !== 'boolean' || less.canBeFalse === less.canBeTrue) return [];
  return [less.canBeTrue ? atMostFact(lesser, greater, 1) : atMostFact(greater, lesser)];
}
