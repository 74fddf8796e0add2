import {
  type AbstractSequence,
  type AbstractValue,
  itemsOf,
  join as joinViews,
  MAX_ITEMS,
  NEVER,
  ofRanges,
  sequence,
} from '../../abstract/abstract.js';
import { within } from '../../abstract/arithmetic.js';
import { ONE, plus } from '../../abstract/polynomial.js';
import { highest, lowest, range } from '../../abstract/ranges.js';
import { LIST_LENGTH } from '../../limits.js';
import { JOINED_FORM } from '../../smt-lib/forms.js';
import { INTEGER } from '../../types/domain.js';
import { byteAt, bytesAt, integerWithin, listAt, sequenceAt, valueAt } from '../arguments.js';
import { elements, ofLength } from '../linear.js';
import { sumOfLengthsFacts } from '../measures.js';
import { monomer } from '../monomer.js';
import { LIST_OF_T, onSequences, overload, T } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { differenceWithin, rangesAt, sequenceViewAt, viewAt } from '../views.js';
import { before, COPIES, countOf, sizeOf } from '../work.js';
import { likeSequence, mostElements } from './elements.js';
import { asElement, isElement } from './places.js';

/** APPEND, JOIN and FILL, which create a longer list or longer bytes. */

export const append = monomer({
  overloads: onSequences((xs, element) => overload({ xs, v: element }, xs)),
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    if (!(xs instanceof Uint8Array)) return xs.length < mostElements('list') ? [...xs, valueAt(args, 1)] : undefined;
    const byte = byteAt(args, 1);
    return byte !== undefined && xs.length < mostElements('bytes') ? joinBytes(xs, Uint8Array.of(byte)) : undefined;
  },
  work: COPIES,
  precondition: [
    needs.tested((args) => {
      const view = sequenceViewAt(args, 0);
      return view.hi < mostElements(view.kind) && isElement(view, viewAt(args, 1));
    }),
  ],
  few: 'bound',
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    const value = asElement(view, viewAt(args, 1));
    if (value.kind === 'never') return NEVER;
    if (view.items !== null) return itemsOf(view.kind, [...view.items, value]);
    return likeSequence(view, view.lo + 1, view.hi + 1, joinViews(view.element, value));
  },
  related: null,
  refine: (result, args) => {
    const { lo, hi, items, element } = sequenceViewAt([result], 0);
    const withoutLast = hi === 0 ? NEVER : likeSequence(sequenceViewAt(args, 0), Math.max(lo - 1, 0), hi - 1, element);
    return [withoutLast, items?.at(-1) ?? element];
  },
  facts: () => differenceWithin('length of result', lengthOf(0), { lo: 1, hi: 1 }),
  linear: elements((at) => plus(at.length(0), ONE)),
  smt: null,
});

export const join = monomer({
  overloads: onSequences((xs) => overload({ xs, ys: xs }, xs)),
  reference: (args) => {
    const xs = sequenceAt(args, 0);
    if (xs instanceof Uint8Array) {
      const ys = bytesAt(args, 1);
      return xs.length + ys.length <= mostElements('bytes') ? joinBytes(xs, ys) : undefined;
    }
    const ys = listAt(args, 1);
    return xs.length + ys.length <= mostElements('list') ? [...xs, ...ys] : undefined;
  },
  work: before(([xs, ys]) => sizeOf(xs) + sizeOf(ys)),
  // Lists and bytes have different limits, which a formula for the solver cannot distinguish.
  precondition: [
    needs.tested((args) => {
      const view = sequenceViewAt(args, 0);
      return view.hi + sequenceViewAt(args, 1).hi <= mostElements(view.kind);
    }),
  ],
  few: 'bound',
  transfer: (args) => {
    const [a, b] = [sequenceViewAt(args, 0), sequenceViewAt(args, 1)];
    if (a.items !== null && b.items !== null) return itemsOf(a.kind, [...a.items, ...b.items]);
    return likeSequence(a, a.lo + b.lo, a.hi + b.hi, joinViews(a.element, b.element));
  },
  related: null,
  refine: (result, args) => {
    const [whole, a, b] = [sequenceViewAt([result], 0), sequenceViewAt(args, 0), sequenceViewAt(args, 1)];
    return [operand(whole, b), operand(whole, a)];
  },
  facts: sumOfLengthsFacts,
  linear: elements((at) => plus(at.length(0), at.length(1))),
  smt: JOINED_FORM,
});

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/**
 * Returns the sequences that, together with the other operand, can give a sequence as long as `whole` with the elements of
 * `whole`.
 */
function operand(whole: AbstractSequence, other: AbstractSequence): AbstractValue {
  return likeSequence(whole, Math.max(whole.lo - other.hi, 0), whole.hi - other.lo, whole.element);
}

export const fill = monomer({
  overloads: [overload({ n: INTEGER, v: T }, LIST_OF_T)],
  reference: (args) => {
    const n = integerWithin(args, 0, 0, LIST_LENGTH);
    return n === undefined ? undefined : Array.from({ length: n }, () => valueAt(args, 1));
  },
  work: before(([n]) => countOf(n, LIST_LENGTH)),
  precondition: [needs.within(0, 0, LIST_LENGTH)],
  few: 'bound',
  transfer: (args) => {
    const counts = within(rangesAt(args, 0), 0, LIST_LENGTH);
    if (counts.length === 0) return NEVER;
    return repeated(Number(lowest(counts)), Number(highest(counts)), viewAt(args, 1));
  },
  related: null,
  // An empty list gives no information about the value.
  refine: (result, args) => {
    const { lo, hi, element } = sequenceViewAt([result], 0);
    return [ofRanges(range(lo, hi)), lo === 0 ? viewAt(args, 1) : element];
  },
  facts: () => differenceWithin('length of result', 0, { lo: 0, hi: 0 }),
  linear: ofLength((at) => at.value(0)),
  smt: null,
});

/** If the count is known, the result also has its elements by position; each is the value. */
function repeated(lo: number, hi: number, value: AbstractValue): AbstractValue {
  if (lo !== hi || lo > MAX_ITEMS) return sequence('list', lo, hi, value);
  return itemsOf(
    'list',
    Array.from({ length: lo }, () => value),
  );
}
