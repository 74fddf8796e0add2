import { MONOMERS } from '@kirchhoff/coherence';
import { searchMonomers } from './search.js';

const named = (text: string) => searchMonomers(MONOMERS, text).map(({ name }) => name);

it('puts the name itself first, then names that begin so, then names and descriptions that hold it', () => {
  const found = named('mul');
  expect(found[0]).toBe('MUL');
  expect(found.slice(1, 4)).toEqual(['MULDIV', 'MULDIV_EVEN', 'MUL_WRAP']);
});

it('wants every word somewhere, in any case and order', () => {
  expect(named('EXACT sum')).toContain('ADD');
  expect(named('sum nonsense')).toEqual([]);
});

it('finds all where nothing is asked', () => {
  expect(named('  ')).toHaveLength(128);
});
