import { type Abstract, itemsOf, record, sequence } from '../../../abstract/abstract.js';
import type { Analysis } from '../../monomer.js';
import { onReached } from '../../reached.js';
import { lengthOf } from '../../relation.js';
import { differenceWithin, sequenceViewAt } from '../../views.js';

/** The result is as long as the shorter list. */
export const zipAnalysis: Analysis = onReached({
  transfer: (args) => {
    const [a, b] = [sequenceViewAt(args, 0), sequenceViewAt(args, 1)];
    const length = Math.min(a.hi, b.hi);
    if (a.items === null || b.items === null) return sequence('list', Math.min(a.lo, b.lo), length, pair(a.element, b.element));
    const [left, right] = [a.items, b.items];
    return itemsOf(
      'list',
      Array.from({ length }, (_, index) => pair(left[index] ?? a.element, right[index] ?? b.element)),
    );
  },
  refine: (result, args) => {
    const { lo } = sequenceViewAt([result], 0);
    return [0, 1].map((position) => atLeast(args, position, lo));
  },
  facts: (args) => {
    const [a, b] = [sequenceViewAt(args, 0), sequenceViewAt(args, 1)];
    return [
      ...differenceWithin('length of result', lengthOf(0), { lo: Math.min(b.lo - a.hi, 0), hi: 0 }),
      ...differenceWithin('length of result', lengthOf(1), { lo: Math.min(a.lo - b.hi, 0), hi: 0 }),
    ];
  },
});

function pair(a: Abstract, b: Abstract): Abstract {
  return record([
    { name: 'a', view: a },
    { name: 'b', view: b },
  ]);
}

function atLeast(args: readonly Abstract[], position: number, length: number): Abstract {
  const view = sequenceViewAt(args, position);
  return sequence('list', Math.max(view.lo, length), view.hi, view.element);
}
