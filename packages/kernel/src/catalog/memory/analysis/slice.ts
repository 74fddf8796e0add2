import { NEVER } from '../../../abstract/abstract.js';
import { apartBy, isPart, partFacts } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { rangesAt, sequenceViewAt } from '../../views.js';
import { likeSequence, part } from './elements.js';

export const sliceAnalysis: Analysis = onReached({
  transfer: (args) => part(sequenceViewAt(args, 0), rangesAt(args, 1), rangesAt(args, 2)),
  need: isPart,
  related: (args, relations) => {
    const view = sequenceViewAt(args, 0);
    const { lo, hi } = apartBy(relations, view.hi);
    return lo > hi ? NEVER : likeSequence(view, lo, hi, view.element);
  },
  refine: (result, args) => {
    const view = sequenceViewAt(args, 0);
    return [likeSequence(view, sequenceViewAt([result], 0).lo, view.hi, view.element)];
  },
  facts: partFacts,
});
