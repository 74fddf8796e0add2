import { and, FALSE_FORMULA, or, TRUE_FORMULA } from './formulas.js';

test('true, false and repeated parts are folded', () => {
  expect(and()).toBe(TRUE_FORMULA);
  expect(or()).toBe(FALSE_FORMULA);
  expect(and('p', TRUE_FORMULA, 'p')).toBe('p');
  expect(or('p', TRUE_FORMULA)).toBe(TRUE_FORMULA);
  expect(and('p', 'q', 'p')).toBe('(and p q)');
});

test.each([and, or])('a missing part throws', (connective) => {
  for (const parts of [[undefined], ['p', undefined], [TRUE_FORMULA, undefined]]) {
    expect(() => Reflect.apply(connective, null, parts)).toThrow('is missing');
  }
});
