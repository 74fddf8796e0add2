import { type Abstract, type AbstractSequence, itemsOf, join, meet, NEVER, ofRanges } from '../../../abstract/abstract.js';
import { pairsOf, within } from '../../../abstract/arithmetic.js';
import { lowest, type Ranges, uniteAll } from '../../../abstract/ranges.js';
import { isIndex } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { atMostFact, boundsAt, rangesAt, sequenceViewAt, viewAt } from '../../views.js';
import { elementsAt, indicesIn, likeSequence } from './elements.js';

export const getAnalysis: Analysis = onReached({
  transfer: (args) => {
    const view = sequenceViewAt(args, 0);
    const indices = indicesIn(view, rangesAt(args, 1));
    return indices.length === 0 ? NEVER : elementsAt(view, indices);
  },
  need: isIndex,
  refine: (result, args) => refineElement(result, sequenceViewAt(args, 0), rangesAt(args, 1)),
  facts: () => [atMostFact(1, lengthOf(0), 1)],
});

/** GET where the index is one of the sequence, else the default. */
export const getOrAnalysis: Analysis = onReached({
  transfer: (args) => {
    const { lo } = sequenceViewAt(args, 0);
    const index = boundsAt(args, 1);
    const element = getAnalysis.transfer(args);
    return index.lo >= 0 && index.hi < lo ? element : join(element, viewAt(args, 2));
  },
  related: (args, relations) => {
    const element = getAnalysis.transfer(args);
    return isIndex(args, relations) ? element : join(element, viewAt(args, 2));
  },
});

/** The sequence reaches beyond the index; by place, only the elements that can be the result count. */
function refineElement(result: Abstract, view: AbstractSequence, index: Ranges): readonly Abstract[] {
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

/** The sequence with the element narrowed at the one place that is left. */
function withOnly({ kind, ...view }: AbstractSequence, items: readonly Abstract[], fitting: readonly Abstract[], places: Ranges): Abstract {
  const [place, last] = places;
  if (place === undefined) return NEVER;
  if (places.length !== 2 || place !== last) return { kind, ...view };
  return itemsOf(
    kind,
    items.map((item, index) => (index === place ? (fitting[index] ?? item) : item)),
  );
}
