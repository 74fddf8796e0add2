import { containsValue, integers } from '../../../abstract/abstract.js';
import { INT64_MAX, INT64_MIN, subtract } from '../../../types/integer.js';
import { NO_RELATIONS, type Operand } from '../../relation.js';
import { now } from '../now.js';
import { random } from '../random.js';
import { uuid } from '../uuid.js';
import { randomAnalysis } from './random.js';

it('the range of a source holds what its examples say it gives, and not what they refuse', () => {
  for (const source of [now, uuid]) {
    const given = source.analysis?.transfer([]);
    for (const { host, error } of source.examples) {
      if (given === undefined || (typeof host !== 'number' && typeof host !== 'string')) throw new Error(`${source.name} says nothing`);
      expect(containsValue(given, host)).toBe(error === undefined);
    }
  }
});

it('RANDOM(lo, hi) gives any integer of lo..hi, needs lo <= hi, and states what holds for every draw', () => {
  expect(random.analysis).toBe(randomAnalysis);
  const numbers = [-2, -1, 0, 1, 2];
  for (const lo of numbers) {
    for (const hi of numbers) {
      const args = [integers(lo, lo), integers(hi, hi)];
      expect(randomAnalysis.need?.(args, NO_RELATIONS)).toBe(lo <= hi);
      const range = randomAnalysis.transfer(args);
      for (const drawn of numbers) {
        const isDrawn = lo <= drawn && drawn <= hi;
        expect(containsValue(range, drawn)).toBe(isDrawn);
        const values = { 0: lo, 1: hi, result: drawn };
        const facts = isDrawn ? (randomAnalysis.facts?.(args, range) ?? []) : [];
        for (const { minuend, subtrahend, bound } of facts) {
          expect(subtract(valueAt(values, minuend), valueAt(values, subtrahend)) <= bound).toBe(true);
        }
      }
    }
  }
});

it('RANDOM of unknown bounds needs to know that they are in order', () => {
  const any = integers(INT64_MIN, INT64_MAX);
  expect(randomAnalysis.need?.([any, any], NO_RELATIONS)).toBe(false);
  const inOrder = { same: () => false, difference: (i: number, j: number) => (i === 0 && j === 1 ? 0 : undefined) };
  expect(randomAnalysis.need?.([any, any], inOrder)).toBe(true);
});

function valueAt(values: Readonly<Record<0 | 1 | 'result', number>>, operand: Operand): number {
  if (operand === 'result' || operand === 0 || operand === 1) return values[operand];
  throw new Error(`RANDOM has no operand ${operand}`);
}
