import { type Abstract, integers, isWithin, meet, NEVER, record } from '../abstract/abstract.js';
import { highest, lowest, type Ranges } from '../abstract/ranges.js';
import type { NodeId } from '../graph/graph.js';
import { add, INT64_MAX, INT64_MIN, type Int, maximum, minimum, multiply, negate, subtract } from '../types/integer.js';
import type { Drift, Knowledge } from './state.js';

/** True where `part` is the node itself, or has the value of its field. */
export function isPart(known: Knowledge, whole: NodeId, field: string | null, part: NodeId): boolean {
  if (field === null) return known.classOf(part) === known.classOf(whole);
  const node = known.graph.nodes[known.classOf(whole)];
  if (node?.op === 'record') {
    const built = node.fields.find((each) => each.name === field);
    if (built !== undefined && known.classOf(built.node) === known.classOf(part)) return true;
  }
  const own = known.graph.nodes[part];
  return own?.op === 'field' && own.name === field && known.classOf(own.record) === known.classOf(whole);
}

function rangesOf(view: Abstract, field: string | null): Ranges {
  const part = field === null ? view : view.kind === 'record' ? view.fields.find(({ name }) => name === field)?.view : undefined;
  return part?.kind === 'integer' ? part.ranges : [];
}

/** What the part can be after at most `steps` steps: null where that side is not bounded by drift. */
function reach(initial: Ranges, drift: Drift, steps: Int): { readonly lo: Int | null; readonly hi: Int | null } {
  return {
    lo: drift.lower === null ? null : add(lowest(initial), minimum(0, negate(multiply(drift.lower, steps)))),
    hi: drift.upper === null ? null : add(highest(initial), maximum(0, multiply(drift.upper, steps))),
  };
}

/**
 * True where the claim holds before every step: it contains the initial value, and for every part what a step
 * gives lies within it, or drift keeps it within on the sides where it would not.
 *
 * @param most How many steps there are at most, at least 1.
 */
export function isInductive(claim: Abstract, initial: Abstract, stepped: Abstract, drifts: readonly Drift[], most: Int): boolean {
  if (!isWithin(initial, claim)) return false;
  if (isWithin(stepped, claim)) return true;
  const [whole] = drifts;
  if (whole === undefined) return false;
  if (whole.field === null) return isPartInductive(claim, initial, stepped, whole, most);
  if (claim.kind !== 'record' || stepped.kind !== 'record') return false;
  return claim.fields.every(({ name, view }, index) => {
    const after = stepped.fields[index]?.view ?? NEVER;
    const drift = drifts.find(({ field }) => field === name);
    return isWithin(after, view) || (drift !== undefined && isPartInductive(claim, initial, stepped, drift, most));
  });
}

function isPartInductive(claim: Abstract, initial: Abstract, stepped: Abstract, drift: Drift, most: Int): boolean {
  const [claimed, first, after] = [claim, initial, stepped].map((view) => rangesOf(view, drift.field));
  // Drift speaks of bounds only: a claim with holes has to be inductive as it stands.
  if (
    claimed === undefined ||
    first === undefined ||
    after === undefined ||
    claimed.length !== 2 ||
    first.length === 0 ||
    after.length === 0
  )
    return false;
  const { lo, hi } = reach(first, drift, subtract(most, 1));
  const below = lowest(after) >= lowest(claimed) || (lo !== null && lo >= lowest(claimed));
  const above = highest(after) <= highest(claimed) || (hi !== null && hi <= highest(claimed));
  return below && above;
}

/** What drift leaves of the result of a fold of at most `most` steps, of which `either` is known already. */
export function driftedResult(either: Abstract, initial: Abstract, drifts: readonly Drift[], most: Int): Abstract {
  const bounded = (field: string | null, view: Abstract): Abstract => {
    const drift = drifts.find((each) => each.field === field);
    const first = rangesOf(initial, field);
    if (drift === undefined || first.length === 0) return view;
    const { lo, hi } = reach(first, drift, most);
    return meet(view, integers(lo ?? INT64_MIN, hi ?? INT64_MAX));
  };
  if (either.kind !== 'record') return bounded(null, either);
  return record(either.fields.map(({ name, view }) => ({ name, view: bounded(name, view) })));
}
