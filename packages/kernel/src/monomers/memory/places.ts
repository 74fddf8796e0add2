import {
  type AbstractSequence,
  type AbstractValue,
  BYTE,
  integers,
  isWithin,
  itemsOf,
  join,
  meet,
  NEVER,
  ofRanges,
} from '../../abstract/abstract.js';
import { pairsOf, within } from '../../abstract/arithmetic.js';
import { contains, highest, lowest, type Ranges, uniteAll } from '../../abstract/ranges.js';
import { elementForm, REPLACED_FORM, SIZE_FORM } from '../../smt-lib/forms.js';
import { INTEGER } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { byteAt, integerWithin, sequenceAt, valueAt } from '../arguments.js';
import { ELEMENT, LENGTH_OF_FIRST, ofLength } from '../linear.js';
import { isIndex, lengthFacts, sameLengthFacts } from '../measures.js';
import { monomer } from '../monomer.js';
import { onSequences, overload } from '../overloads.js';
import { isProven, needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { atMostFact, boundsAt, rangesAt, sequenceViewAt, viewAt } from '../views.js';
import { COPIES, DIRECT } from '../work.js';
import { elementsAt, indicesIn, likeSequence } from './elements.js';

/** LENGTH, GET, GET_OR and SET of a list or bytes. */

export const length = monomer({
  overloads: onSequences((xs) => overload({ xs }, INTEGER)),
  reference: (args) => sequenceAt(args, 0).length,
  work: DIRECT,
  precondition: null,
  few: 'bound',
  transfer: (args) => {
    const { lo, hi } = sequenceViewAt(args, 0);
    return integers(lo, hi);
  },
  related: null,
  refine: (result, args) => [withLength(sequenceViewAt(args, 0), rangesAt([result], 0))],
  facts: lengthFacts,
  linear: LENGTH_OF_FIRST,
  smt: SIZE_FORM,
});

/** Returns the sequences of a set that have one of these lengths. */
function withLength(view: AbstractSequence, lengths: Ranges): AbstractValue {
  const { lo, hi, element } = view;
  if (highest(lengths) < lo || lowest(lengths) > hi) return NEVER;
  // Cut to the possible lengths, both bounds are JavaScript numbers.
  return likeSequence(view, Math.max(lo, Number(lowest(lengths))), Math.min(hi, Number(highest(lengths))), element);
}

const IS_INDEX = isIndex();

export const get = monomer({
  overloads: onSequences((xs, element) => overload({ xs, i: INTEGER }, element)),
  reference: elementOf,
  work: DIRECT,
  precondition: IS_INDEX,
  few: 'bound',
  transfer: elementViewOf,
  related: null,
  refine: (result, args) => refineElement(result, sequenceViewAt(args, 0), rangesAt(args, 1)),
  facts: () => [atMostFact(1, lengthOf(0), 1)],
  linear: ELEMENT,
  smt: elementForm(() => undefined),
});

/** Like GET if the index lies in the sequence; otherwise the default. */
export const getOr = monomer({
  overloads: onSequences((xs, element) => overload({ xs, i: INTEGER, d: element }, element)),
  reference: (args) => elementOf(args) ?? valueAt(args, 2),
  work: DIRECT,
  precondition: null,
  few: 'bound',
  transfer: (args) => {
    const { lo } = sequenceViewAt(args, 0);
    const index = boundsAt(args, 1);
    return index.lo >= 0 && index.hi < lo ? elementViewOf(args) : join(elementViewOf(args), viewAt(args, 2));
  },
  related: (args, relations) => (isProven(IS_INDEX, args, relations) ? elementViewOf(args) : join(elementViewOf(args), viewAt(args, 2))),
  refine: null,
  facts: null,
  linear: null,
  smt: elementForm(([, , otherwise]) => otherwise),
});

function elementOf(args: readonly Value[]): Value | undefined {
  const xs = sequenceAt(args, 0);
  const i = integerWithin(args, 1, 0, xs.length - 1);
  return i === undefined ? undefined : xs[i];
}

function elementViewOf(args: readonly AbstractValue[]): AbstractValue {
  const view = sequenceViewAt(args, 0);
  const indices = indicesIn(view, rangesAt(args, 1));
  return indices.length === 0 ? NEVER : elementsAt(view, indices);
}

/** The sequence is longer than the index. If its elements are known by position, only those remain that can be the result. */
function refineElement(result: AbstractValue, view: AbstractSequence, index: Ranges): readonly AbstractValue[] {
  const indices = indicesIn(view, index);
  const { items, hi, element } = view;
  if (indices.length === 0) return [NEVER, NEVER];
  if (items === null) return [likeSequence(view, Number(lowest(indices)) + 1, hi, element), ofRanges(indices)];
  const fitting = items.map((item) => meet(item, result));
  const places = fitting.flatMap((item, place): [number, number][] => (item.kind === 'never' ? [] : [[place, place]]));
  const left = pairsOf(uniteAll(places)).flatMap(([lo, last]) => pairsOf(within(indices, lo, last)));
  const remaining = uniteAll(left);
  return [withOnly(view, items, fitting, remaining), ofRanges(remaining)];
}

/** Returns the sequence with its element narrowed if only one position remains. */
function withOnly(
  { kind, ...view }: AbstractSequence,
  items: readonly AbstractValue[],
  fitting: readonly AbstractValue[],
  places: Ranges,
): AbstractValue {
  const [place, last] = places;
  if (place === undefined) return NEVER;
  if (places.length !== 2 || place !== last) return { kind, ...view };
  return itemsOf(
    kind,
    items.map((item, index) => (index === place ? (fitting[index] ?? item) : item)),
  );
}

export const set = monomer({
  overloads: onSequences((xs, element) => overload({ xs, i: INTEGER, v: element }, xs)),
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    const i = integerWithin(args, 1, 0, xs.length - 1);
    if (i === undefined) return undefined;
    if (!(xs instanceof Uint8Array)) return xs.with(i, valueAt(args, 2));
    const byte = byteAt(args, 2);
    return byte === undefined ? undefined : xs.with(i, byte);
  },
  work: COPIES,
  precondition: [...IS_INDEX, needs.tested((args) => isElement(sequenceViewAt(args, 0), viewAt(args, 2)))],
  few: 'bound',
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    const indices = indicesIn(view, rangesAt(args, 1));
    const value = asElement(view, viewAt(args, 2));
    return indices.length === 0 || value.kind === 'never' ? NEVER : replaced(view, indices, value);
  },
  related: null,
  refine: (result, args) => {
    const { lo, hi } = sequenceViewAt([result], 0);
    const view = sequenceViewAt(args, 0);
    return [likeSequence(view, lo, hi, view.element)];
  },
  facts: () => [...sameLengthFacts(), atMostFact(1, lengthOf(0), 1)],
  linear: ofLength((at) => at.length(0)),
  smt: REPLACED_FORM,
});

/** Returns the values of a set that can be an element; for bytes, those in 0..255. */
export function asElement({ kind }: AbstractSequence, value: AbstractValue): AbstractValue {
  return kind === 'bytes' ? meet(value, BYTE) : value;
}

export function isElement({ kind }: AbstractSequence, value: AbstractValue): boolean {
  return kind === 'list' || isWithin(value, BYTE);
}

/** One of the elements at `indices` becomes the value. The sequence is longer than the least index. */
function replaced(view: AbstractSequence, indices: Ranges, value: AbstractValue): AbstractValue {
  const { items, kind, lo, hi, element } = view;
  const least = Number(lowest(indices));
  if (items === null) return likeSequence(view, Math.max(lo, least + 1), hi, join(element, value));
  if (indices.length === 2 && indices[0] === indices[1]) return itemsOf(kind, items.with(least, value));
  return itemsOf(
    kind,
    items.map((item, index) => (contains(indices, index) ? join(item, value) : item)),
  );
}
