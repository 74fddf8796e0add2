import { counted, fillPorts, groupDigits, shorten } from './size.js';

it.each([
  ['0..10000000000', '0..10_000_000_000'],
  ['-2147483648..2147483647', '-2_147_483_648..2_147_483_647'],
  ['9999 or 10000', '9999 or 10_000'],
  ['text12345', 'text12345'],
])('groups the digits of %s', (text, grouped) => {
  expect(groupDigits(text)).toBe(grouped);
});

it('puts literals and wires into a label in place of its ports', () => {
  const ports = new Map([
    ['a', '·'],
    ['b', '2'],
    ['record', '·'],
    ['to', '8'],
    ['from', '0'],
  ]);
  expect(fillPorts('a and b', ports)).toBe('· and 2');
  expect(fillPorts('MULDIV(a, b, c)', ports)).toBe('MULDIV(·, 2, c)');
  expect(fillPorts('a(a)', ports)).toBe('a(·)');
  expect(fillPorts('record.to', ports)).toBe('·.to');
  expect(fillPorts('fold over from..to', ports)).toBe('fold over 0..8');
});

it('shortens by characters and counts in words', () => {
  expect(shorten('😀😀😀😀', 3)).toBe('😀😀…');
  expect(shorten('abc', 3)).toBe('abc');
  expect(counted(1, 'operation')).toBe('1 operation');
  expect(counted(1_204, 'operation')).toBe('1,204 operations');
});
