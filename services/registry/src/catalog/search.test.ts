import { MONOMERS } from '@kirchhoff/coherence';
import { searchMonomers } from './search.js';
import { CALLED } from './usual-words.js';

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

it.each([
  ['division', 'DIV'],
  ['modulo', 'MOD'],
  ['uppercase', 'UPPER'],
  ['hash', 'SHA256'],
  ['Rounding', 'MULDIV_EVEN'],
  ['array length', 'LENGTH'],
])('finds by the usual word %s: %s first', (text, name) => {
  expect(named(text)[0]).toBe(name);
});

it('puts every monomer first that is looked for by its name', () => {
  for (const { name } of MONOMERS) expect(named(name)[0]).toBe(name);
});

it('has no usual word twice, of which one would be lost', () => {
  expect(new Set(CALLED.flatMap(([, words]) => words)).size).toBe(CALLED.flatMap(([, words]) => words).length);
});
