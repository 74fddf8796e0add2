import { systemRandomness } from '../environment/randomness.js';
import { makeIdentifier, parseIdentifier } from './identifiers.js';

it('is a prefix and 22 base-62 digits', () => {
  expect(makeIdentifier('circuit', systemRandomness)).toMatch(/^cir_[0-9A-Za-z]{22}$/);
});

const made = (byte: number) => makeIdentifier('policy', { bytes: (count) => new Uint8Array(count).fill(byte) });

it('holds all 128 bits', () => {
  expect(made(0)).toBe('pol_0000000000000000000000');
  // 2^128 − 1 in base 62
  expect(made(255)).toBe('pol_7n42DGM5Tflk9n8mt7Fhc7');
});

it.each([
  ['cir_0000000000000000000000', true],
  ['pol_0000000000000000000000', false],
  ['cir_000000000000000000000', false],
  ['cir_00000000000000000000000', false],
  ['cir_000000000000000000000-', false],
  ['cir_0000000000000000000000\n', false],
  ['', false],
])('%j is a circuit: %s', (text, is) => {
  expect(parseIdentifier('circuit', text) === text).toBe(is);
});
