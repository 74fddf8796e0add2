import { containsValue, integers } from '../../abstract/abstract.js';
import { INT64_MAX, INT64_MIN, subtract } from '../../types/integer.js';
import { type DifferenceOperand, NO_RELATIONS } from '../relation.js';
import { random } from './sources.js';

const { analysis } = random;
if (analysis === null) throw new Error('RANDOM has no analysis');

it('RANDOM(lo, hi) gives any integer of lo..hi, needs lo <= hi, and states facts that hold for every draw', () => {
  const numbers = [-2, -1, 0, 1, 2];
  for (const lo of numbers) {
    for (const hi of numbers) {
      const args = [integers(lo, lo), integers(hi, hi)];
      expect(analysis.need?.(args, NO_RELATIONS)).toBe(lo <= hi);
      const range = analysis.transfer(args);
      for (const drawn of numbers) {
        const isDrawn = lo <= drawn && drawn <= hi;
        expect(containsValue(range, drawn)).toBe(isDrawn);
        const values = { 0: lo, 1: hi, result: drawn };
        const facts = isDrawn ? (analysis.facts?.(args, range) ?? []) : [];
        for (const { minuend, subtrahend, bound } of facts) {
          expect(subtract(valueAt(values, minuend), valueAt(values, subtrahend)) <= bound).toBe(true);
        }
      }
    }
  }
});

it('RANDOM of unknown bounds needs proof that lo <= hi', () => {
  const any = integers(INT64_MIN, INT64_MAX);
  expect(analysis.need?.([any, any], NO_RELATIONS)).toBe(false);
  const inOrder = { same: () => false, difference: (i: number, j: number) => (i === 0 && j === 1 ? 0 : undefined) };
  expect(analysis.need?.([any, any], inOrder)).toBe(true);
});

function valueAt(values: Readonly<Record<0 | 1 | 'result', number>>, operand: DifferenceOperand): number {
  if (operand === 'result' || operand === 0 || operand === 1) return values[operand];
  throw new Error(`RANDOM has no operand ${operand}`);
}
