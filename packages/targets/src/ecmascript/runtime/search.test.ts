import { inDialect } from '../marks.js';
import { SEARCH } from './search.js';

/** Returns the emitted function itself: the static cost limits whole circuits to texts that are too short for this test. */
function finder(part: string): (text: string, from: number) => number {
  // oxlint-disable-next-line no-implied-eval -- running what is emitted is the point
  return new Function('part', `${inDialect(SEARCH.finderOf.code, 'javascript')}\nreturn finderOf(part);`)(part);
}

test('a long periodic part is found in linear time and at the right offset', () => {
  const text = 'ab'.repeat(500_000);
  const started = performance.now();
  expect(finder(`${'ab'.repeat(240_000)}ba`)(text, 0)).toBe(-1);
  expect(finder(`${'ab'.repeat(240_000)}a`)(text, 3)).toBe(4);
  expect(finder('ab'.repeat(240_000))(`b${text}`, 0)).toBe(1);
  // The built-in search takes half a minute for the first text alone.
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('every place is that of indexOf', () => {
  const part = `${'ab'.repeat(40)}abc`;
  for (const text of ['', part, `ab${part}`, `${part.slice(0, -1)}${part}${part}`, part.slice(1), 'ab'.repeat(200)]) {
    for (const from of [0, 1, 2, 83]) expect(finder(part)(text, from)).toBe(text.indexOf(part, from));
  }
});
