import { type AbstractValue, itemsOf, record, sequence } from '../../abstract/abstract.js';
import { minus } from '../../abstract/polynomial.js';
import { RecordValue } from '../../values/value.js';
import { listAt, valueAt } from '../arguments.js';
import { equality } from '../linear.js';
import { monomer } from '../monomer.js';
import { listOf, overload, T, type TypeScheme, U } from '../overloads.js';
import { lengthOf } from '../relation.js';
import { differenceWithin, sequenceViewAt } from '../views.js';
import { before, sizeOf } from '../work.js';

const PAIR: TypeScheme = {
  kind: 'record',
  fields: [
    { name: 'a', type: T },
    { name: 'b', type: U },
  ],
};

/** The result is as long as the shorter list. */
export const zip = monomer({
  overloads: [overload({ xs: listOf(T), ys: listOf(U) }, listOf(PAIR))],
  reference: (args) => {
    const [left, right] = [listAt(args, 0), listAt(args, 1)];
    const length = Math.min(left.length, right.length);
    return Array.from({ length }, (_, i) => {
      const fields: [string, ReturnType<typeof valueAt>][] = [
        ['a', valueAt(left, i)],
        ['b', valueAt(right, i)],
      ];
      return new RecordValue(new Map(fields));
    });
  },
  // A record and its two fields for each pair.
  work: before(([xs, ys]) => 3 * Math.min(sizeOf(xs), sizeOf(ys))),
  precondition: null,
  few: 'bound',
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
  related: null,
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
  linear: {
    result: null,
    facts: (at) => [
      equality(minus(at.resultLength, at.length(0)), at.noLonger(0, 1)),
      equality(minus(at.resultLength, at.length(1)), at.noLonger(1, 0)),
    ],
  },
  smt: null,
});

function pair(a: AbstractValue, b: AbstractValue): AbstractValue {
  return record([
    { name: 'a', view: a },
    { name: 'b', view: b },
  ]);
}

function atLeast(args: readonly AbstractValue[], position: number, length: number): AbstractValue {
  const view = sequenceViewAt(args, position);
  return sequence('list', Math.max(view.lo, length), view.hi, view.element);
}
