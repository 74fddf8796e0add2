import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { highest, lowest, type Ranges } from '@kirchhoff/kernel/abstract/ranges';
import { normalize } from '@kirchhoff/kernel/types/integer';
import { NONE, OptionValue, type Value } from '@kirchhoff/kernel/values/value';
import { edgeValues, type Literals, recordOf, sequenceOf } from './edge-values.js';

/** Returns 32 pseudo-random bits at each call. */
export type RandomBits = () => number;

/** Marsaglia's xorshift32, from a fixed seed: the same sequence on every machine. */
export function pseudoRandom(): RandomBits {
  let state = 0x9e3779b9;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}

const MAX_LENGTH = 12;
const NO_LITERALS: Literals = { integers: [], texts: [], shapes: null };

/** Cache by view: each draw needs the same edges. */
const EDGES = new WeakMap<AbstractValue, readonly Value[]>();

function ownEdges(view: AbstractValue): readonly Value[] {
  const edges = EDGES.get(view) ?? edgeValues(view, NO_LITERALS);
  EDGES.set(view, edges);
  return edges;
}

/**
 * Returns a value of a non-empty view; edges are more frequent than others.
 *
 * @param known edges of the view; default: computed from the view
 */
export function someValue(view: AbstractValue, known: readonly Value[], next: RandomBits): Value {
  const edges = known.length > 0 ? known : ownEdges(view);
  const edge = edges[next() % edges.length];
  if (edge === undefined) throw new Error('an empty view has no values');
  if (next() % 3 !== 0 || !hasParts(view)) return edge;
  switch (view.kind) {
    case 'integer':
      return someInteger(view.ranges, next);
    case 'bytes':
    case 'list': {
      const length = view.lo + (next() % (Math.min(view.hi - view.lo, MAX_LENGTH) + 1));
      const parts = view.items === null ? partsOf(edges) : [];
      return sequenceOf(view.kind, length, (index) => someValue(view.items?.[index] ?? view.element, parts, next));
    }
    case 'record':
      return recordOf(view.fields, (field) => someValue(view.fields[field]?.view ?? view, [], next));
    case 'option':
      if (view.none && next() % 2 === 0) return NONE;
      return view.some.kind === 'never' ? NONE : new OptionValue(someValue(view.some, [], next));
    default:
      return edge;
  }
}

/** Returns true if each part of the values has edges of its own. A text with a form may lack them. */
function hasParts(view: AbstractValue): boolean {
  switch (view.kind) {
    case 'bytes':
    case 'list':
      return view.hi === 0 || (view.items ?? [view.element]).every(hasEdges);
    case 'record':
      return view.fields.every((field) => hasEdges(field.view));
    case 'option':
      return view.some.kind === 'never' || hasEdges(view.some);
    default:
      return true;
  }
}

function hasEdges(view: AbstractValue): boolean {
  return ownEdges(view).length > 0;
}

/** Returns the elements of sequences among the edges. */
function partsOf(edges: readonly Value[]): readonly Value[] {
  return edges
    .flatMap((edge) => (Array.isArray(edge) || edge instanceof Uint8Array ? Array.from<Value>(edge).slice(0, 2) : []))
    .slice(0, 64);
}

/** Returns an integer of the ranges. Small and large offsets are equally frequent. */
function someInteger(ranges: Ranges, next: RandomBits): Value {
  const lo = lowest(ranges);
  const width = BigInt(highest(ranges)) - BigInt(lo) + 1n;
  const bits = next() % (width.toString(2).length + 1);
  const offset = ((BigInt(next()) << 32n) | BigInt(next())) % (1n << BigInt(bits));
  const value = normalize(BigInt(lo) + (offset % width));
  const fits = ranges.some((from, i) => i % 2 === 0 && from <= value && value <= (ranges[i + 1] ?? from));
  return fits ? value : lo;
}
