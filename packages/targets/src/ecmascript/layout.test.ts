import * as fc from 'fast-check';
import { biomeChanges } from '../testing/biome.js';
import { CIRCUITS } from '../testing/corpus.js';
import { randomLine } from '../testing/random-lines.js';
import { randomRuns } from '../testing/random-runs.js';
import { formsOf } from '../testing/toolchain.js';
import { laidOut } from './layout.js';

const SEED = Number(process.env['TARGET_SEED'] ?? 17);

test('circuits of the corpus are written as the formatter would', () => {
  const runs = CIRCUITS.filter((_, index) => index % 6 === 0).flatMap(({ program, closed }) => formsOf(program, [], closed));
  expect(biomeChanges(runs)).toBe('');
}, 120_000);

test('random circuits are written as the formatter would', () => {
  expect(biomeChanges(randomRuns(10, SEED))).toBe('');
}, 120_000);

/**
 * The tokens of a line without those that a layout may add or leave out: parentheses, commas before a closing bracket, a semicolon at
 * the end of an object's type, and the first bar of a union.
 */
function tokensOf(text: string): readonly string[] {
  const tokens = text.match(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w$]+|=>|\.{3}|&&|\|\||\?\?|<<|[-+*=!<>]=+|\S/g) ?? [];
  return tokens
    .filter((token, index) => {
      if (token === ',' || token === ';') return !/^[\]})]$/.test(tokens[index + 1] ?? '');
      return token !== '|' || !/^(?:[:=<([,]|as)$/.test(tokens[index - 1] ?? '');
    })
    .filter((token) => token !== '(' && token !== ')');
}

test('a layout changes white space, parentheses and separators at an end or a start alone', () => {
  fc.assert(
    fc.property(randomLine, fc.nat(20), (line, depth) => {
      const lines = laidOut(line, 2 * depth);
      expect(tokensOf(lines.join('\n'))).toEqual(tokensOf(line));
    }),
    { numRuns: 1_000, seed: SEED },
  );
});

test.each([
  `// ${'a comment, '.repeat(20)}`,
  ` * ${'documentation [[1, 2], [3, 4]] '.repeat(8)}`,
  `const a = \`${'a template '.repeat(20)}\`;`,
  `const readings = new Map([[1, [${'2, '.repeat(80)}`,
  `type A = ${'number | '.repeat(20)}null;`,
  `const a = ${'b ?? '.repeat(40)};`,
  `const a = (b) => { return ${'b + '.repeat(40)}1; };`,
  `while (${'a && '.repeat(40)}b) {`,
])('text in none of the forms of this target stays as it is: %s', (line) => {
  expect(laidOut(line, 2)).toEqual([`  ${line}`]);
});
