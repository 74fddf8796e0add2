import { type Abstract, itemsOf, join, NEVER } from '../../../abstract/abstract.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { differenceWithin, sequenceViewAt, viewAt } from '../../views.js';
import { likeSequence, mostElements } from './elements.js';
import { asElement, isElement } from './set.js';

export const appendAnalysis: Analysis = onReached({
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    const value = asElement(view, viewAt(args, 1));
    if (value.kind === 'never') return NEVER;
    if (view.items !== null) return itemsOf(view.kind, [...view.items, value]);
    return likeSequence(view, view.lo + 1, view.hi + 1, join(view.element, value));
  },
  need: (args) => {
    const view = sequenceViewAt(args, 0);
    return view.hi < mostElements(view.kind) && isElement(view, viewAt(args, 1));
  },
  refine: (result, args) => {
    const { lo, hi, items, element } = sequenceViewAt([result], 0);
    const last = items?.at(-1) ?? element;
    return [withoutLast(args, lo, hi, element), last];
  },
  facts: () => differenceWithin('length of result', lengthOf(0), { lo: 1, hi: 1 }),
});

function withoutLast(args: readonly Abstract[], lo: number, hi: number, element: Abstract): Abstract {
  return hi === 0 ? NEVER : likeSequence(sequenceViewAt(args, 0), Math.max(lo - 1, 0), hi - 1, element);
}
