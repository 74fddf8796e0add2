import { TEXT_LENGTH } from '../../limits.js';
import { BOOLEAN, TEXT } from '../../types/domain.js';
import type { Value } from '../../values/value.js';
import { textAt } from '../arguments.js';
import type { Monomer } from '../monomer.js';
import { literalParameter, parameter } from '../schemes.js';
import { matchesGlobAnalysis } from './analysis/matches-glob.js';
import { matchesSteps, parseGlob } from './glob.js';

function reference(args: readonly Value[]): Value | undefined {
  const steps = parseGlob(textAt(args, 1));
  return steps === undefined ? undefined : matchesSteps(textAt(args, 0), steps);
}

export const matchesGlob: Monomer = {
  index: 95,
  name: 'MATCHES_GLOB',
  family: 'string',
  signature: '(text, pattern literal) → bool',
  description:
    'Whether the whole text matches a pattern: * stands for any run of characters (slashes too), ? for any one code point, and \\ quotes the character after it. A pattern that ends in an unpaired \\ is an error at publish.',
  needs: null,
  range: 'bool',
  effect: 'pure',
  examples: [
    { arguments: ['net.connect', 'net.*'], result: true },
    { arguments: ['/home/user/notes.txt', '/home/*.txt'], result: true },
    { arguments: ['', '*'], result: true },
    { arguments: ['', '?'], result: false },
    { arguments: ['\u{1f600}', '?'], result: true },
    { arguments: ['a*b', 'a\\*b'], result: true },
    { arguments: ['axb', 'a\\*b'], result: false },
    { arguments: ['abc', 'ab'], result: false },
  ],
  overloads: [
    {
      parameters: [
        parameter('text', TEXT),
        { ...literalParameter('pattern', TEXT, { kind: 'text', lo: 0, hi: TEXT_LENGTH }), malformed: malformedPattern },
      ],
      result: BOOLEAN,
    },
  ],
  reference,
  analysis: matchesGlobAnalysis(reference),
};

function malformedPattern(literal: Value): string | undefined {
  return parseGlob(textAt([literal], 0)) === undefined
    ? 'ends in a \\ that quotes nothing; a \\ that stands for itself is written \\\\'
    : undefined;
}
