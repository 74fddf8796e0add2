import type { AbstractValue } from '../abstract/abstract.js';
import { fits } from '../abstract/arithmetic.js';
import { contains, highest, lowest, type Ranges } from '../abstract/ranges.js';
import { add, type Int, isAtMost, negate } from '../types/integer.js';
import { nodeOfTerm, type Relations } from './relation.js';
import { lengthsAt, rangesAt } from './views.js';

/**
 * The precondition of a monomer, declared once as the conjunction of these conditions on its arguments. It has two readings: as a
 * test on abstract arguments ({@link isProven}), and as a formula for the solver (`smt/preconditions.ts`). In a condition, `i`
 * denotes the integer of argument `i`, and `lengthOf(i)` its length.
 */
export type Precondition = readonly Condition[];

export type Condition =
  /** Within lo..hi; a `hi` of `null` means no upper bound. */
  | { readonly is: 'within'; readonly of: number; readonly lo: Int; readonly hi: Int | null }
  | { readonly is: 'not zero'; readonly of: number }
  /** lesser + by <= greater */
  | { readonly is: 'at most'; readonly lesser: number; readonly by: number; readonly greater: number }
  | { readonly is: 'equal'; readonly a: number; readonly b: number }
  | { readonly is: 'sum at most'; readonly of: readonly number[]; readonly most: number }
  /**
   * The exact result is a 64-bit integer. `exact` returns a set that contains the exact results, of any size, for the arguments.
   */
  | { readonly is: 'fitting'; readonly exact: ExactResults }
  /** A condition without a formula: the solver then has no information about the whole precondition. */
  | { readonly is: 'tested'; readonly holds: (args: readonly AbstractValue[], relations: Relations) => boolean };

export type ExactResults = (args: readonly AbstractValue[], relations: Relations) => Ranges;

/** Makes conditions by name. */
export const needs = {
  within: (of: number, lo: Int, hi: Int | null): Condition => ({ is: 'within', of, lo, hi }),
  natural: (of: number): Condition => ({ is: 'within', of, lo: 0, hi: null }),
  notZero: (of: number): Condition => ({ is: 'not zero', of }),
  atMost: (lesser: number, greater: number, by = 0): Condition => ({ is: 'at most', lesser, by, greater }),
  equal: (a: number, b: number): Condition => ({ is: 'equal', a, b }),
  sumAtMost: (of: readonly number[], most: number): Condition => ({ is: 'sum at most', of, most }),
  fitting: (exact: ExactResults): Condition => ({ is: 'fitting', exact }),
  tested: (test: (args: readonly AbstractValue[], relations: Relations) => boolean): Condition => ({ is: 'tested', holds: test }),
} as const;

/**
 * Returns true only if the conditions hold for every concrete tuple within `args` that satisfies `relations`. The arguments must
 * be reached.
 */
export function isProven(precondition: Precondition, args: readonly AbstractValue[], relations: Relations): boolean {
  for (const condition of precondition) if (!holds(condition, args, relations)) return false;
  return true;
}

function holds(condition: Condition, args: readonly AbstractValue[], relations: Relations): boolean {
  switch (condition.is) {
    case 'within':
      return leastOf(args, condition.of) >= condition.lo && (condition.hi === null || greatestOf(args, condition.of) <= condition.hi);
    case 'not zero':
      return !contains(rangesAt(args, condition.of), 0);
    case 'at most':
      return areInOrder(condition, args, relations);
    case 'equal': {
      const { a, b } = condition;
      return areInOrder({ lesser: a, by: 0, greater: b }, args, relations) && areInOrder({ lesser: b, by: 0, greater: a }, args, relations);
    }
    case 'sum at most':
      return condition.of.reduce<Int>((sum, operand) => add(sum, greatestOf(args, operand)), 0) <= condition.most;
    case 'fitting':
      return fits(condition.exact(args, relations));
    case 'tested':
      return condition.holds(args, relations);
  }
}

type Order = Pick<Extract<Condition, { is: 'at most' }>, 'lesser' | 'by' | 'greater'>;

function areInOrder({ lesser, by, greater }: Order, args: readonly AbstractValue[], relations: Relations): boolean {
  if (isAtMost(add(greatestOf(args, lesser), by), leastOf(args, greater))) return true;
  const areOneKind = lesser < 0 === greater < 0;
  if (by <= 0 && areOneKind && relations.same(nodeOfTerm(lesser), nodeOfTerm(greater))) return true;
  const difference = relations.difference(lesser, greater);
  return difference !== undefined && difference <= negate(by);
}

function leastOf(args: readonly AbstractValue[], operand: number): Int {
  return operand < 0 ? lengthsAt(args, nodeOfTerm(operand)).lo : lowest(rangesAt(args, operand));
}

function greatestOf(args: readonly AbstractValue[], operand: number): Int {
  return operand < 0 ? lengthsAt(args, nodeOfTerm(operand)).hi : highest(rangesAt(args, operand));
}
