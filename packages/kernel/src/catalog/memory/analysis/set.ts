import { type Abstract, type AbstractSequence, isWithin, itemsOf, join, meet, NEVER, OCTET } from '../../../abstract/abstract.js';
import { contains, lowest, type Ranges } from '../../../abstract/ranges.js';
import { isIndex, sameLengthFacts } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, rangesAt, sequenceViewAt, viewAt } from '../../views.js';
import { indicesIn, likeSequence } from './elements.js';

export const setAnalysis: Analysis = onReached({
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    const indices = indicesIn(view, rangesAt(args, 1));
    const value = asElement(view, viewAt(args, 2));
    return indices.length === 0 || value.kind === 'never' ? NEVER : replaced(view, indices, value);
  },
  need: (args, relations) => isIndex(args, relations) && isElement(sequenceViewAt(args, 0), viewAt(args, 2)),
  refine: (result, args) => {
    const { lo, hi } = sequenceViewAt([result], 0);
    const view = sequenceViewAt(args, 0);
    return [likeSequence(view, lo, hi, view.element)];
  },
  facts: () => [...sameLengthFacts(), atMostFact(1, lengthOf(0), 1)],
});

/** What of a value can be an element: in bytes, an octet. */
export function asElement({ kind }: AbstractSequence, value: Abstract): Abstract {
  return kind === 'bytes' ? meet(value, OCTET) : value;
}

export function isElement({ kind }: AbstractSequence, value: Abstract): boolean {
  return kind === 'list' || isWithin(value, OCTET);
}

/** One of the elements at `indices` is the value; the sequence reaches beyond the least of them. */
function replaced(view: AbstractSequence, indices: Ranges, value: Abstract): Abstract {
  const { items, kind, lo, hi, element } = view;
  const least = Number(lowest(indices));
  if (items === null) return likeSequence(view, Math.max(lo, least + 1), hi, join(element, value));
  if (indices.length === 2 && indices[0] === indices[1]) return itemsOf(kind, items.with(least, value));
  return itemsOf(
    kind,
    items.map((item, index) => (contains(indices, index) ? join(item, value) : item)),
  );
}
