import type { CorePattern } from '@kirchhoff/kernel/graph/graph';
import type { TypeTerm } from './type-term.js';
import { unreachableArms } from './unreachable-arms.js';

const ANY: CorePattern = { pattern: 'any' };
const range = (lo: number, hi: number): CorePattern => ({ pattern: 'range', lo, hi });
const tag = (name: string): CorePattern => ({ pattern: 'tag', tag: name });
const value = (each: string | boolean): CorePattern => ({ pattern: 'value', value: each });

const TEXT: TypeTerm = { kind: 'text' };
const INT: TypeTerm = { kind: 'integer' };
const BOOL: TypeTerm = { kind: 'boolean' };
const AB: TypeTerm = { kind: 'enumeration', tags: ['a', 'b'] };

test.each<readonly [readonly CorePattern[], TypeTerm, readonly number[]]>([
  [[range(0, 3), range(2, 5), range(1, 4)], INT, [2]],
  [[range(0, 3), range(5, 6), range(0, 6)], INT, []],
  [[range(0, 3), range(4, 6), range(0, 6)], INT, [2]],
  [[range(3, 3), range(3, 3), range(4, 4)], INT, [1]],
  [[ANY, range(1, 1), ANY], INT, [1, 2]],
  [[tag('a'), tag('a'), tag('b'), ANY], AB, [1, 3]],
  [[tag('a'), ANY], AB, []],
  [[value(true), value(false), ANY], BOOL, [2]],
  [[value('true'), value('false'), ANY, value('x')], TEXT, [3]],
  [[], INT, []],
])('of %j the arms %j can never match', (patterns, subject, unreachable) => {
  expect(unreachableArms(patterns, subject)).toEqual(unreachable);
});

test('it agrees with trying every value', () => {
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const patterns = Array.from({ length: 1 + next(8) }, () => {
      const lo = next(12);
      return range(lo, lo + next(5));
    });
    const slow = patterns.flatMap((pattern, position) => {
      if (pattern.pattern !== 'range') return [];
      const values = Array.from({ length: Number(pattern.hi) - Number(pattern.lo) + 1 }, (_, i) => Number(pattern.lo) + i);
      const taken = (each: number) =>
        patterns.slice(0, position).some((other) => other.pattern === 'range' && other.lo <= each && each <= other.hi);
      return values.every(taken) ? [position] : [];
    });
    expect(unreachableArms(patterns, INT)).toEqual(slow);
  }
});
