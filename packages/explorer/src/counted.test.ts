import { counted } from './counted.js';

test.each([
  [0, '0 units'],
  [1, '1 unit'],
  [2, '2 units'],
  [1_204, '1,204 units'],
])('a number of %d has its noun', (count, text) => {
  expect(counted(count, 'unit')).toBe(text);
});
