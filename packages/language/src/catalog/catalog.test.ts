import { monomerNamed } from '@kirchhoff/kernel/monomers/catalog';
import { CATALOG, catalogEntry } from './catalog.js';
import type { Example } from './documentation.js';
import { examplesAsGiven } from './testing/examples.js';

const NAMED = CATALOG.map((entry) => [entry.name, entry] as const);

it('an entry is found by its index and is the monomer with its documentation', () => {
  expect(catalogEntry(13)).toMatchObject({ ...monomerNamed('MULDIV'), signature: '(a int, b int, c int) → int' });
  expect(() => catalogEntry(128)).toThrow(RangeError);
});

it.each(NAMED)('%s says what it does, and shows it at least four times', (_, entry) => {
  expect(entry.description).toMatch(/^[A-Z].*\.$/);
  expect(entry.range).not.toBe('');
  expect(entry.needs).not.toBe('');
  expect(entry.examples.length).toBeGreaterThanOrEqual(4);
});

it.each(NAMED)('%s is shown in a form of its own exactly where it is not called by its name', (_, entry) => {
  expect(entry.form !== null).toBe(entry.overloads.length === 0);
});

it.each(NAMED.filter(([, entry]) => entry.analysis !== null))('%s words a need exactly where it has a precondition', (_, entry) => {
  expect(entry.needs !== null).toBe(entry.precondition !== null);
});

it.each(NAMED.filter(([, entry]) => entry.reference !== null))('%s gives for each example what the catalog says', (_, entry) => {
  expect(examplesAsGiven(entry)).toEqual(entry.examples);
});

describe('an entropy source', () => {
  /** The ranges of the catalog, as conditions on host values in JSON form. */
  const isInRange: Record<string, (example: Example) => boolean> = {
    NOW: ({ host }) => typeof host === 'number' && host >= 0 && host <= 253_402_300_799_999,
    RANDOM: ({ host, arguments: [lo, hi] }) => integerOf(lo) <= integerOf(host) && integerOf(host) <= integerOf(hi),
    UUID: ({ host }) => typeof host === 'string' && host.length === 36,
    ENV: ({ host }) => host === null || (typeof host === 'string' && host.length <= 4096),
  };

  it.each(NAMED.filter(([, entry]) => entry.effect === 'source'))(
    '%s passes the host value on where it lies in the range',
    (name, source) => {
      expect(source.examples).toEqual(
        source.examples.map((example) => {
          const { host, arguments: args } = example;
          return isInRange[name]?.(example)
            ? { arguments: args, host, result: host }
            : { arguments: args, host, result: null, error: 'DomainError' };
        }),
      );
    },
  );
});

function integerOf(json: unknown): bigint {
  if (typeof json === 'number' || typeof json === 'string') return BigInt(json);
  throw new TypeError('an integer in JSON form is a number or a string');
}
