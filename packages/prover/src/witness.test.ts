import { check } from '@kirchhoff/kernel/certificate/check';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

function reading(domain: string, requires: string) {
  const result = read(
    `circuit c {\n  input ranks: ${domain}\n  input limit: 3..9\n  output o: 1..9\n  ${requires}\n  o = limit - LENGTH(ranks) / 9\n}`,
  );
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return result.program;
}

const ALL_RANKS = 'require all rank in 1..18 { rank in ranks }';

test('a require that a list has every rank is satisfied by the ranks in order', () => {
  const program = reading('[1..18; 18]', ALL_RANKS);
  const { certified, errors, certificate } = certify(program);
  expect({ certified, errors }).toEqual({ certified: true, errors: [] });
  expect(certificate === null ? null : check(program, certificate)).toMatchObject({ valid: true });
});

test.each([
  ['a list that is too short', '[1..18; 17]', ALL_RANKS],
  ['elements that exclude the last rank', '[1..17; 18]', ALL_RANKS],
  ['ranks in another order', '[1..18; 18]', `${ALL_RANKS}\n  require ranks[0] > ranks[1] and ranks[17] == 1`],
])('no input is found for %s', (_, domain, requires) => {
  expect(certify(reading(domain, requires)).errors).toMatchObject([{ type: 'empty_requires' }]);
});
