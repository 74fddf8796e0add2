import { type AbstractSequence, type AbstractText, type AbstractValue, isSequence, meet, NEVER, ofRanges } from '../abstract/abstract.js';
import { clip } from '../abstract/arithmetic.js';
import { highest, lowest, type Ranges } from '../abstract/ranges.js';
import { type Int, negate } from '../types/integer.js';
import type { Facts, Refine, Transfer } from './analysis.js';
import type { DifferenceOperand, RelationFact, Relations } from './relation.js';

/** Access to abstract arguments, for transfer functions. */

export function isUnreached(args: readonly AbstractValue[]): boolean {
  for (const view of args) if (view.kind === 'never') return true;
  return false;
}

/** Returns the possible integers of an argument. */
export function rangesAt(args: readonly AbstractValue[], position: number): Ranges {
  const view = args[position];
  if (view?.kind === 'integer') return view.ranges;
  if (view?.kind === 'never') return [];
  throw new Error(`argument ${position} is not an integer`);
}

export function textViewAt(args: readonly AbstractValue[], position: number): AbstractText {
  const view = args[position];
  if (view?.kind === 'text') return view;
  throw new Error(`argument ${position} is not a text`);
}

/** Returns the bytes or the list at an argument position. */
export function sequenceViewAt(args: readonly AbstractValue[], position: number): AbstractSequence {
  const view = args[position];
  if (view !== undefined && isSequence(view)) return view;
  throw new Error(`argument ${position} is neither bytes nor a list`);
}

/** Returns the view of an argument of any type. */
export function viewAt(args: readonly AbstractValue[], position: number): AbstractValue {
  const view = args[position];
  if (view !== undefined) return view;
  throw new Error(`argument ${position} is missing`);
}

/** The least and the greatest integer of a set. */
export interface Bounds {
  readonly lo: Int;
  readonly hi: Int;
}

export function boundsOf(ranges: Ranges): Bounds {
  return { lo: lowest(ranges), hi: highest(ranges) };
}

/** Returns the bounds of an integer argument, which must be reached. */
export function boundsAt(args: readonly AbstractValue[], position: number): Bounds {
  return boundsOf(rangesAt(args, position));
}

/** Returns the possible lengths of the text, bytes or list at an argument position. */
export function lengthsAt(args: readonly AbstractValue[], position: number): { readonly lo: number; readonly hi: number } {
  const view = args[position];
  if (view?.kind === 'text' || view?.kind === 'bytes' || view?.kind === 'list') return view;
  throw new Error(`argument ${position} has no length`);
}

type OnRanges<R> = (a: Ranges, b: Ranges, c: Ranges) => R;

/** Makes the transfer function of an operation from integers to an integer, from the exact results of its ranges. */
export function onRanges(of: OnRanges<Ranges>): Transfer {
  return (args) => ofRanges(clip(rangesOf(args, of)));
}

/** Makes a function that returns the exact results, of any size, of an operation from integers to an integer. */
export function exactly(of: OnRanges<Ranges>): (args: readonly AbstractValue[]) => Ranges {
  return (args) => rangesOf(args, of);
}

/**
 * Makes the backward function of an operation on integers. `of` returns the narrowed ranges of each argument; arguments that it
 * omits stay the same.
 */
export function refiningRanges(of: (result: Ranges, a: Ranges, b: Ranges, c: Ranges) => readonly Ranges[]): Refine {
  return (result, args) => {
    const target = rangesAt([result], 0);
    return rangesOf(args, (a, b, c) => of(target, a, b, c)).map(ofRanges);
  };
}

const MISSING: Ranges = [];

function rangesOf<R>(args: readonly AbstractValue[], of: OnRanges<R>): R {
  return of(rangesAt(args, 0), args.length > 1 ? rangesAt(args, 1) : MISSING, args.length > 2 ? rangesAt(args, 2) : MISSING);
}

/** Makes the facts of an operation on integers from the bounds of its arguments and result. */
export function factsOnBounds(of: (result: Bounds, a: Bounds, b: Bounds, c: Bounds) => readonly RelationFact<DifferenceOperand>[]): Facts {
  return (args, result) => {
    const target = boundsAt([result], 0);
    const boundsOfArgument = (i: number): Bounds => (i < args.length ? boundsAt(args, i) : target);
    return of(target, boundsOfArgument(0), boundsOfArgument(1), boundsOfArgument(2));
  };
}

/** Returns every argument intersected with its remaining set; all `never` if one of the results is empty. */
export function narrowed(args: readonly AbstractValue[], remains: readonly AbstractValue[]): readonly AbstractValue[] {
  const met = args.map((view, i) => meet(view, remains[i] ?? view));
  return isUnreached(met) ? args.map(() => NEVER) : met;
}

/** Narrows the arguments by `ofSome` of the content if the result cannot be `none`; returns them unchanged if it can. */
export function whereSome(result: AbstractValue, ofSome: (content: AbstractValue) => readonly AbstractValue[]): readonly AbstractValue[] {
  if (result.kind !== 'option') throw new Error('the result is no option');
  return result.none ? [] : ofSome(result.some);
}

/** Returns true if the relations show that operand i is at most operand j. */
export function isAtMost(relations: Relations, i: number, j: number): boolean {
  return relations.same(i, j) || (relations.difference(i, j) ?? 1) <= 0;
}

/** States that minuend - subtrahend lies within lo..hi. */
export function differenceWithin(
  minuend: DifferenceOperand,
  subtrahend: DifferenceOperand,
  bounds: Bounds,
): readonly RelationFact<DifferenceOperand>[] {
  return [differenceAtMost(minuend, subtrahend, bounds), differenceAtLeast(minuend, subtrahend, bounds)];
}

/** States that minuend - subtrahend is at most hi. */
export function differenceAtMost(
  minuend: DifferenceOperand,
  subtrahend: DifferenceOperand,
  { hi }: Bounds,
): RelationFact<DifferenceOperand> {
  return { minuend, subtrahend, bound: hi };
}

/** States that minuend - subtrahend is at least lo. */
export function differenceAtLeast(
  minuend: DifferenceOperand,
  subtrahend: DifferenceOperand,
  { lo }: Bounds,
): RelationFact<DifferenceOperand> {
  return { minuend: subtrahend, subtrahend: minuend, bound: negate(lo) };
}

/** States that lesser <= greater - by. */
export function atMostFact(lesser: DifferenceOperand, greater: DifferenceOperand, by: Int = 0): RelationFact<DifferenceOperand> {
  return { minuend: lesser, subtrahend: greater, bound: negate(by) };
}
