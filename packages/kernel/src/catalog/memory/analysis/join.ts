import { type Abstract, type AbstractSequence } from '../../../abstract/abstract.js';
import { sumOfLengthsFacts } from '../../measures.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { sequenceViewAt } from '../../views.js';
import { joined, likeSequence, mostElements } from './elements.js';

export const joinAnalysis: Analysis = onReached({
  transfer: (args) => joined(sequenceViewAt(args, 0), sequenceViewAt(args, 1)),
  need: (args) => {
    const view = sequenceViewAt(args, 0);
    return view.hi + sequenceViewAt(args, 1).hi <= mostElements(view.kind);
  },
  refine: (result, args) => {
    const [whole, a, b] = [sequenceViewAt([result], 0), sequenceViewAt(args, 0), sequenceViewAt(args, 1)];
    return [operand(whole, b), operand(whole, a)];
  },
  facts: sumOfLengthsFacts,
});

/** What together with the other operand can give a sequence as long as `whole`, of the elements of `whole`. */
function operand(whole: AbstractSequence, other: AbstractSequence): Abstract {
  return likeSequence(whole, Math.max(whole.lo - other.hi, 0), whole.hi - other.lo, whole.element);
}
