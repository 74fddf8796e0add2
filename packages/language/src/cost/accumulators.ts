import type { Graph, Node, RegionId } from '@kirchhoff/kernel/graph/graph';
import { listSizeBound, type SizeBound, SMALL, sizeBoundOf, widest } from './size-bound.js';

/**
 * Invariants of the accumulators without a stated domain, by the region of the body. Each contains the first value of its fold and
 * the result of every step. They are found as in abstract interpretation: the first value is joined with the results of steps, and
 * then widened.
 */
export type Accumulators = ReadonlyMap<RegionId, SizeBound>;

/** Number of joins after which the growing parts of an accumulator are widened to their type, then the whole accumulator. */
const JOINS = 3;
const WIDENINGS = 3;
/** Number of passes after which each accumulator is widened to its type. */
export const MAX_PASSES = 9;

type Fold = Extract<Node, { op: 'fold' }>;

/** The sizes of the first value and of the step results of a fold whose accumulator is `held`. */
interface Step {
  readonly body: RegionId;
  readonly held: SizeBound;
  readonly given: SizeBound;
  /** The size bound of all values of its type. */
  readonly any: SizeBound;
}

/**
 * Returns the next candidates after a pass with the current ones; `null` if the current ones were invariants.
 *
 * @param round number of passes so far, from 1
 */
export function nextAccumulators(graph: Graph, sizeBounds: readonly SizeBound[], held: Accumulators, round: number): Accumulators | null {
  const steps: Step[] = [];
  graph.nodes.forEach((node, id) => {
    if (node.op === 'fold' && node.domain === null) steps.push(stepOf(graph, sizeBounds, held, node, id));
  });
  if (steps.every((step) => isWithin(step.given, step.held))) return null;
  return new Map(steps.map((step) => [step.body, nextOf(step, round)]));
}

/** Returns an invariant of every fold: the size bound of all values of the accumulator's type. */
export function anyAccumulators(graph: Graph): Accumulators {
  return new Map(graph.nodes.flatMap((node, id) => (node.op === 'fold' ? [[node.body, anyOf(graph, id)] as const] : [])));
}

function stepOf(graph: Graph, sizeBounds: readonly SizeBound[], held: Accumulators, fold: Fold, id: number): Step {
  const initial = sizeBounds[fold.initial] ?? SMALL;
  const result = sizeBounds[graph.regions[fold.body]?.result ?? -1] ?? SMALL;
  return { body: fold.body, held: held.get(fold.body) ?? initial, given: widest(initial, result), any: anyOf(graph, id) };
}

function anyOf(graph: Graph, fold: number): SizeBound {
  const type = graph.types[fold];
  return type === undefined ? SMALL : sizeBoundOf(type);
}

function nextOf({ held, given, any }: Step, round: number): SizeBound {
  if (isWithin(given, held)) return held;
  if (round <= JOINS) return widest(held, given);
  return round <= JOINS + WIDENINGS ? widened(held, given, any) : any;
}

/** Returns true if one size bound contains every value of the other. */
export function isWithin(inner: SizeBound, outer: SizeBound): boolean {
  if (inner === outer || inner.kind === 'small') return true;
  switch (outer.kind) {
    case 'small':
      return false;
    case 'integer':
      return inner.kind === 'integer' && outer.lo <= inner.lo && inner.hi <= outer.hi;
    case 'tag':
      return inner.kind === 'tag' && inner.steps <= outer.steps;
    case 'text':
    case 'bytes':
      return inner.kind === outer.kind && inner.length <= outer.length;
    case 'list':
      return (
        inner.kind === 'list' && inner.length <= outer.length && inner.content <= outer.content && isWithin(inner.element, outer.element)
      );
    case 'record':
      return inner.kind === 'record' && inner.fields.every((field, i) => isWithin(field, outer.fields[i] ?? SMALL));
    case 'option':
      return inner.kind === 'option' && isWithin(inner.value, outer.value);
  }
}

/** Returns the held size bound, or that of all values of the type if the given one is larger. */
function widened(held: SizeBound, given: SizeBound, any: SizeBound): SizeBound {
  if (isWithin(given, held)) return held;
  switch (held.kind) {
    case 'integer':
      if (given.kind !== 'integer' || any.kind !== 'integer') return any;
      return { kind: 'integer', lo: given.lo < held.lo ? any.lo : held.lo, hi: given.hi > held.hi ? any.hi : held.hi };
    case 'list': {
      if (given.kind !== 'list' || any.kind !== 'list') return any;
      return listSizeBound(given.length > held.length ? any.length : held.length, widened(held.element, given.element, any.element));
    }
    case 'record':
      if (given.kind !== 'record' || any.kind !== 'record') return any;
      return { kind: 'record', fields: held.fields.map((field, i) => widened(field, given.fields[i] ?? SMALL, any.fields[i] ?? SMALL)) };
    case 'option':
      if (given.kind !== 'option' || any.kind !== 'option') return any;
      return { kind: 'option', value: widened(held.value, given.value, any.value) };
    case 'small':
      return given;
    case 'tag':
    case 'text':
    case 'bytes':
      return any;
  }
}
