import { type Abstract, type AbstractSequence, integers, itemsOf, meet, onlyValue } from '../../../abstract/abstract.js';
import { compare, type Int } from '../../../types/integer.js';
import { compareText } from '../../../values/text.js';
import { sameLengthFacts } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { boundsAt, sequenceViewAt } from '../../views.js';
import { likeSequence } from './elements.js';

/** Its own inverse. */
export const reverseAnalysis: Analysis = onReached({
  transfer: (args) => reversed(sequenceViewAt(args, 0)),
  refine: (result) => [reversed(sequenceViewAt([result], 0))],
  facts: sameLengthFacts,
});

function reversed(view: AbstractSequence): Abstract {
  return view.items === null ? view : itemsOf(view.kind, view.items.toReversed());
}

/** The same elements, as many as before. */
export const sortAnalysis: Analysis = onReached({
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    return view.items === null ? view : sorted(view, view.items);
  },
  refine: (result) => [anyOrder(sequenceViewAt([result], 0))],
  facts: sameLengthFacts,
});

function anyOrder(view: AbstractSequence): Abstract {
  return likeSequence(view, view.lo, view.hi, view.element);
}

function sorted(view: AbstractSequence, items: readonly Abstract[]): Abstract {
  if (items.every((item) => item.kind === 'integer')) return itemsOf('list', sortedIntegers(items, view.element));
  const texts = items.map(onlyValue);
  if (!texts.every((text) => typeof text === 'string')) return anyOrder(view);
  const order = texts.map((text, index) => ({ text, item: items[index] ?? view.element }));
  return itemsOf(
    'list',
    order.toSorted((a, b) => compareText(a.text, b.text)).map(({ item }) => item),
  );
}

/** The k-th least of some integers lies between the k-th least of their lower bounds and of their upper bounds, since it grows with each of them. */
function sortedIntegers(items: readonly Abstract[], element: Abstract): readonly Abstract[] {
  const bounds = items.map((_, index) => boundsAt(items, index));
  const uppers = ascending(bounds.map(({ hi }) => hi));
  return ascending(bounds.map(({ lo }) => lo)).map((lo, index) => meet(integers(lo, uppers[index] ?? lo), element));
}

function ascending(values: readonly Int[]): readonly Int[] {
  return values.toSorted(compare);
}
