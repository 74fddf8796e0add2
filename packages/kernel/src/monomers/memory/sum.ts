import { type AbstractSequence, ofRanges } from '../../abstract/abstract.js';
import { addRanges, clip } from '../../abstract/arithmetic.js';
import { constant, minus, plus, times } from '../../abstract/polynomial.js';
import type { Ranges } from '../../abstract/ranges.js';
import { form } from '../../smt-lib/forms.js';
import { INTEGER } from '../../types/domain.js';
import { add, type Int, multiply, subtract } from '../../types/integer.js';
import { fitting, integerAt, listAt } from '../arguments.js';
import { boundsOfMeasure, fact } from '../linear.js';
import { monomer } from '../monomer.js';
import { listOf, overload } from '../overloads.js';
import { needs } from '../precondition.js';
import { lengthOf } from '../relation.js';
import { type Bounds, boundsOf, differenceWithin, rangesAt, sequenceViewAt } from '../views.js';
import { READS } from '../work.js';

export const sum = monomer({
  overloads: [overload({ xs: listOf(INTEGER) }, INTEGER)],
  reference: (args) => {
    const list = listAt(args, 0);
    return fitting(list.reduce<Int>((partial, _, i) => add(partial, integerAt(list, i)), 0));
  },
  work: READS,
  precondition: [needs.fitting((args) => sumsOf(sequenceViewAt(args, 0)))],
  few: 'bound',
  transfer: (args) => ofRanges(clip(sumsOf(sequenceViewAt(args, 0)))),
  related: null,
  refine: null,
  // Each element contributes its excess over 1 to the difference of sum and length.
  facts: (args) => {
    const view = sequenceViewAt(args, 0);
    if (view.hi === 0) return differenceWithin('result', lengthOf(0), { lo: 0, hi: 0 });
    const { lo, hi } = boundsOf(rangesAt([view.element], 0));
    return differenceWithin('result', lengthOf(0), timesLength(view, { lo: subtract(lo, 1), hi: subtract(hi, 1) }));
  },
  // Each element lies within the bounds of all elements.
  linear: {
    result: { is: 'sum' },
    facts: (at) => {
      const view = at.view(0);
      const bounds = view.kind === 'list' ? boundsOfMeasure(view.element) : null;
      if (bounds === null) return [];
      const length = at.length(0);
      return [fact(plus(at.result, length, -BigInt(bounds.lo))), fact(minus(times(constant(bounds.hi), length), at.result))];
    },
  },
  // The sum of known items, before it is known to fit.
  smt: form('other', (terms, [list]) => {
    if (list?.kind !== 'thing' || list.items === null) return null;
    let total = terms.dialect.literal(0n);
    for (const item of list.items) {
      if (item.kind !== 'integer') return null;
      total = terms.named(terms.dialect.add(total, item.integer));
    }
    return { kind: 'integer', integer: total };
  }),
});

/**
 * Returns the exact sums, of any size: item by item if the items are known, otherwise from the length and the bounds of the
 * elements.
 */
function sumsOf(view: AbstractSequence): Ranges {
  if (view.items !== null)
    return view.items.reduce<Ranges>((total, _, index) => addRanges(total, rangesAt(view.items ?? [], index)), [0, 0]);
  const { lo, hi } = timesLength(view, boundsOf(rangesAt([view.element], 0)));
  return [lo, hi];
}

/** Returns the bounds of a sum with one integer within `each` for every element. */
function timesLength({ lo, hi }: AbstractSequence, each: Bounds): Bounds {
  const most = (bound: Int) => multiply(bound, bound > 0 ? hi : lo);
  const least = (bound: Int) => multiply(bound, bound < 0 ? hi : lo);
  return { lo: least(each.lo), hi: most(each.hi) };
}
