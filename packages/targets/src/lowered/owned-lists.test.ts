import { circuitOf } from '../testing/reference.js';
import { compiledTo } from '../testing/toolchain.js';

/** Lists that Python changes in place, as an example of a target. */
function python(body: string): string {
  return compiledTo('python', circuitOf(`circuit grows {\n input xs: [0..9; ..9]\n input n: 0..8\n ${body}\n}`), {
    certified: true,
    guards: false,
  }).compiled;
}

test('an accumulator that only grows is appended to', () => {
  const text = python('output o: [0..9; ..9]\n o = fold s: [0..9; ..9] = [] for x in xs { if x > LENGTH(s) { APPEND(s, x) } else { s } }');
  expect(text).toContain('.append(element)');
  expect(text).not.toContain('[*');
});

test('an accumulator with another element at an index is set in place, and starts as a copy', () => {
  const text = python('output o: [0..9; ..9]\n require n < LENGTH(xs)\n o = fold s: [0..9; ..9] = xs for x in xs { SET(s, n, x) }');
  expect(text).toMatch(/ = list\(xs\)\n[^]*\[n\] = element\n/);
});

test.each([
  [
    'kept in another list',
    'output o: [[0..9; ..9]; ..9]\n output p: [0..9; ..9]\n p = fold s: [0..9; ..9] = [] for x in xs { APPEND(s, LENGTH([s, [x]])) }\n o = [p]',
  ],
  ['put behind itself', 'output o: [0..9; ..9]\n o = TAKE(fold s: [0..9; ..9] = [] for x in xs { TAKE(JOIN(s, s), 9) }, 9)'],
  ['assigned another list', 'output o: [0..9; ..9]\n o = fold s: [0..9; ..9] = [] for x in xs { if x > 3 { APPEND(s, x) } else { xs } }'],
])('an accumulator that is %s is copied', (_, body) => {
  expect(python(body)).not.toMatch(/\.(?:append|extend)\(/);
});
