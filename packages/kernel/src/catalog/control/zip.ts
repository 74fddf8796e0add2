import { RecordValue } from '../../values/value.js';
import { listAt, valueAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { listOf, parameter, T, U } from '../schemes.js';
import { zipAnalysis } from './analysis/zip.js';

export const zip: Monomer = {
  index: 56,
  name: 'ZIP',
  family: 'control',
  signature: '(xs [T], ys [U]) → [(a: T, b: U)]',
  description: 'The pairs of the elements of two lists at the same places, as records of a and b, to the length of the shorter.',
  needs: null,
  range: 'a list of the lesser length',
  effect: 'pure',
  examples: [
    {
      arguments: [
        [1, 2],
        [3, 4],
      ],
      result: [
        { a: 1, b: 3 },
        { a: 2, b: 4 },
      ],
    },
    { arguments: [[1, 2, 3], [true]], result: [{ a: 1, b: true }] },
    { arguments: [[], [1, 2]], result: [] },
    { arguments: [[], []], result: [] },
  ],
  overloads: [
    {
      parameters: [parameter('xs', listOf(T)), parameter('ys', listOf(U))],
      result: listOf({
        kind: 'record',
        fields: [
          { name: 'a', kind: T },
          { name: 'b', kind: U },
        ],
      }),
    },
  ],
  reference: (args) => {
    const left = listAt(args, 0);
    const right = listAt(args, 1);
    const length = Math.min(left.length, right.length);
    return Array.from(
      { length },
      (_, i) =>
        new RecordValue(
          new Map([
            ['a', valueAt(left, i)],
            ['b', valueAt(right, i)],
          ]),
        ),
    );
  },
  analysis: zipAnalysis,
};
