import { type AbstractSequence, type AbstractValue, integers, itemsOf, meet, onlyValue } from '../../abstract/abstract.js';
import { SORTED_FORM } from '../../smt-lib/forms.js';
import { INTEGER, TEXT } from '../../types/domain.js';
import { compare, type Int } from '../../types/integer.js';
import { compareText } from '../../values/text.js';
import type { Value } from '../../values/value.js';
import { integerAt, listAt, sequenceAt } from '../arguments.js';
import { elements } from '../linear.js';
import { sameLengthFacts } from '../measures.js';
import { monomer } from '../monomer.js';
import { listOf, onSequences, overload } from '../overloads.js';
import { boundsAt, sequenceViewAt } from '../views.js';
import { before, COPIES, elementsOf, sizeOf } from '../work.js';
import { likeSequence } from './elements.js';

/** REVERSE and SORT: the result has the same elements in another order. */

/** REVERSE is its own inverse. */
export const reverse = monomer({
  overloads: onSequences((xs) => overload({ xs }, xs)),
  reference: (args) => sequenceAt(args, 0).toReversed(),
  work: COPIES,
  precondition: null,
  few: 'bound',
  transfer: (args) => reversed(sequenceViewAt(args, 0)),
  related: null,
  refine: (result) => [reversed(sequenceViewAt([result], 0))],
  facts: sameLengthFacts,
  linear: elements((at) => at.length(0)),
  smt: null,
});

function reversed(view: AbstractSequence): AbstractValue {
  return view.items === null ? view : itemsOf(view.kind, view.items.toReversed());
}

const [INTEGERS, TEXTS] = [listOf(INTEGER), listOf(TEXT)];

export const sort = monomer({
  overloads: [overload({ xs: INTEGERS }, INTEGERS), overload({ xs: TEXTS }, TEXTS)],
  reference: (args) => listAt(args, 0).toSorted(inOrder),
  work: before(([xs], meter) => (sizeOf(xs) + elementsOf(xs, meter)) * Math.ceil(Math.log2(sizeOf(xs) + 2))),
  precondition: null,
  few: 'bound',
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    return view.items === null ? view : sorted(view, view.items);
  },
  related: null,
  refine: (result) => [anyOrder(sequenceViewAt([result], 0))],
  facts: sameLengthFacts,
  linear: elements((at) => at.length(0)),
  smt: SORTED_FORM,
});

function inOrder(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  return compare(integerAt([a], 0), integerAt([b], 0));
}

function anyOrder(view: AbstractSequence): AbstractValue {
  return likeSequence(view, view.lo, view.hi, view.element);
}

function sorted(view: AbstractSequence, items: readonly AbstractValue[]): AbstractValue {
  if (items.every((item) => item.kind === 'integer')) return itemsOf('list', sortedIntegers(items, view.element));
  const texts = items.map(onlyValue);
  if (!texts.every((text) => typeof text === 'string')) return anyOrder(view);
  const order = texts.map((text, index) => ({ text, item: items[index] ?? view.element }));
  return itemsOf(
    'list',
    order.toSorted((a, b) => compareText(a.text, b.text)).map(({ item }) => item),
  );
}

/**
 * The k-th least of some integers rises with each of them. So it lies between the k-th least of their lower bounds and the k-th
 * least of their upper bounds.
 */
function sortedIntegers(items: readonly AbstractValue[], element: AbstractValue): readonly AbstractValue[] {
  const bounds = items.map((_, index) => boundsAt(items, index));
  const uppers = ascending(bounds.map(({ hi }) => hi));
  return ascending(bounds.map(({ lo }) => lo)).map((lo, index) => meet(integers(lo, uppers[index] ?? lo), element));
}

function ascending(values: readonly Int[]): readonly Int[] {
  return values.toSorted(compare);
}
