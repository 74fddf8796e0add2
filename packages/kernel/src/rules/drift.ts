import { type AbstractValue, integers, isSequence, isWithin, meet, NEVER, record, sequence } from '../abstract/abstract.js';
import { highest, lowest, type Ranges } from '../abstract/ranges.js';
import type { NodeId } from '../graph/graph.js';
import { add, INT64_MAX, INT64_MIN, type Int, maximum, minimum, multiply, negate, subtract } from '../types/integer.js';
import { fieldNode } from './parts.js';
import type { Drift, Knowledge } from './state.js';

/** Returns true if `part` is the node itself, or has the value of its field. */
export function isPart(known: Knowledge, whole: NodeId, field: string | null, part: NodeId): boolean {
  const own = field === null ? whole : fieldNode(known, whole, field);
  return own !== undefined && known.classOf(part) === known.classOf(own);
}

function partOf(view: AbstractValue, field: string | null): AbstractValue {
  if (field === null) return view;
  return view.kind === 'record' ? (view.fields.find(({ name }) => name === field)?.view ?? NEVER) : NEVER;
}

/** The bounded quantity of an abstract value: its integers, or its lengths. */
function rangesOf(view: AbstractValue, field: string | null): Ranges {
  const part = partOf(view, field);
  if (isSequence(part)) return [part.lo, part.hi];
  return part.kind === 'integer' ? part.ranges : [];
}

/** The bounds of the part after `least` to `most` steps; `null` for a side without a known increment. */
function reach(initial: Ranges, { lower, upper }: Drift, least: Int, most: Int): { readonly lo: Int | null; readonly hi: Int | null } {
  const fallen = (steps: Int): Int => negate(multiply(lower ?? 0, steps));
  const risen = (steps: Int): Int => multiply(upper ?? 0, steps);
  return {
    lo: lower === null ? null : add(lowest(initial), minimum(fallen(least), fallen(most))),
    hi: upper === null ? null : add(highest(initial), maximum(risen(least), risen(most))),
  };
}

/** A claim about an accumulator, its value before the first step, and the result of a step that begins within the claim. */
export interface Induction {
  readonly claim: AbstractValue;
  readonly initial: AbstractValue;
  readonly stepped: AbstractValue;
}

/**
 * Returns true if the claim holds before every step. The claim must contain the initial value. For every part, the result of a
 * step must lie within the claim; on a side on which it does not, the increments must keep the part within.
 *
 * @param most The maximum number of steps, at least 1.
 */
export function isInductive({ claim, initial, stepped }: Induction, drifts: readonly Drift[], most: Int): boolean {
  if (!isWithin(initial, claim)) return false;
  if (isWithin(stepped, claim)) return true;
  const [whole] = drifts;
  if (whole === undefined) return false;
  if (whole.field === null) return isPartInductive({ claim, initial, stepped }, whole, most);
  if (claim.kind !== 'record' || stepped.kind !== 'record') return false;
  return claim.fields.every(({ name, view }, index) => {
    const after = stepped.fields[index]?.view ?? NEVER;
    const drift = drifts.find(({ field }) => field === name);
    return isWithin(after, view) || (drift !== undefined && isPartInductive({ claim, initial, stepped }, drift, most));
  });
}

function isPartInductive({ claim, initial, stepped }: Induction, drift: Drift, most: Int): boolean {
  const [claimed, first, after] = [claim, initial, stepped].map((view) => rangesOf(view, drift.field));
  // Increments bound only the ends: a claim with gaps has to be inductive as it is.
  if (
    claimed === undefined ||
    first === undefined ||
    after === undefined ||
    claimed.length !== 2 ||
    first.length === 0 ||
    after.length === 0
  )
    return false;
  if (!isWithin(ofLength(partOf(stepped, drift.field), partOf(claim, drift.field)), partOf(claim, drift.field))) return false;
  const { lo, hi } = reach(first, drift, 0, subtract(most, 1));
  const below = lowest(after) >= lowest(claimed) || (lo !== null && lo >= lowest(claimed));
  const above = highest(after) <= highest(claimed) || (hi !== null && hi <= highest(claimed));
  return below && above;
}

/**
 * The sequence with its own elements and the lengths of `other`; integers take the bounds of `other`. The increments bound the
 * lengths.
 */
function ofLength(view: AbstractValue, other: AbstractValue): AbstractValue {
  return isSequence(view) && isSequence(other) ? sequence(view.kind, other.lo, other.hi, view.element) : integersOf(view, other);
}

/** The integers of `other`, if both are integers: the increments bound these too. */
function integersOf(view: AbstractValue, other: AbstractValue): AbstractValue {
  return view.kind === 'integer' && other.kind === 'integer' ? other : view;
}

/** Restricts the known result of a fold by its initial value and the increments of `least` to `most` steps. */
export function driftedResult(
  { either, initial }: { readonly either: AbstractValue; readonly initial: AbstractValue },
  drifts: readonly Drift[],
  { least, most }: { readonly least: Int; readonly most: Int },
): AbstractValue {
  const bounded = (field: string | null, view: AbstractValue): AbstractValue => {
    const drift = drifts.find((each) => each.field === field);
    const first = rangesOf(initial, field);
    if (drift === undefined || first.length === 0) return view;
    const { lo, hi } = reach(first, drift, least, most);
    if (!isSequence(view)) return meet(view, integers(lo ?? INT64_MIN, hi ?? INT64_MAX));
    const shortest = Number(maximum(lo ?? view.lo, view.lo));
    const longest = Number(minimum(hi ?? view.hi, view.hi));
    return shortest > longest ? view : meet(view, sequence(view.kind, shortest, longest, view.element));
  };
  if (either.kind !== 'record') return bounded(null, either);
  return record(either.fields.map(({ name, view }) => ({ name, view: bounded(name, view) })));
}
