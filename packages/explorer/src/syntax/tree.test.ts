import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTEXTUAL_WORDS } from '@kirchhoff/coherence/syntax';
import { documentedPrograms } from '@kirchhoff/coherence/testing/documented-programs';
import { lexed, namesOf } from '@kirchhoff/coherence/testing/syntax';
import { EXAMPLES } from './examples.js';
import { readSource, tokensOf } from './tokens.js';
import { treeOf } from './tree.js';

/** The editor reads a source by tables of the language; the language's own lexer and parser are the judges. */

const ROOT = join(__dirname, '../../../..');

function filesIn(folder: string): readonly (readonly [string, string])[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.kir'))
    .map((name) => [name, readFileSync(join(ROOT, folder, name), 'utf8')] as const);
}

/** Words that are keywords in some places, as names in others. */
const WORDS = [...CONTEXTUAL_WORDS].filter((word) => word !== 'text' && word !== 'bytes');
const AS_NAMES = `circuit names {
${WORDS.map((word) => `  input ${word}: 0..9`).join('\n')}
  output sum: 0..999
  output more: [0..99; ..9]
  sum = ${WORDS.join(' + ')} - (${WORDS.join(' - ')})
  more = [${WORDS.slice(0, 9).join(', ')}]
  ensure ${WORDS.map((word) => `${word} >= 0 and 0 <= ${word}`).join(' and ')}
}`;

const SOURCES: readonly (readonly [string, string])[] = [
  ...documentedPrograms().map(({ title, source }) => [title, source] as const),
  ...filesIn('conformance'),
  ...filesIn('examples'),
  ...filesIn('examples/programs'),
  ['contextual words as names', AS_NAMES],
  ...EXAMPLES.map(({ title, source }) => [title, source] as const),
];

/** A faulty token is a word of another language to the lexer, which has a message for it. */
const WITHOUT_FAULTS = SOURCES.filter(([, source]) => lexed(source).faults === 0);

test('there are sources of all places', () => {
  expect(SOURCES.length).toBeGreaterThan(150);
  expect(WITHOUT_FAULTS.length).toBeGreaterThan(145);
});

test('contextual words are names in a source that parses', () => {
  expect(namesOf(AS_NAMES)).not.toBeNull();
});

test.each(WITHOUT_FAULTS)('tokens, comments and brackets of %s are those of the language', (_, source) => {
  const { tokens, comments, partners } = lexed(source);
  const all = tokensOf(source);
  const own = all.filter(({ kind }) => kind !== 'comment');
  const place = ({ kind, span }: (typeof tokens)[number]): string => `${kind} ${span.offset}+${span.length}`;
  expect(own.map(({ kind, from, to }) => `${kind} ${from}+${to - from}`)).toEqual(tokens.slice(0, -1).map(place));
  expect(all.filter(({ kind }) => kind === 'comment').map(({ from, to }) => [from, to - from])).toEqual(
    comments.map(({ span }) => [span.offset, span.length]),
  );
  const groups: string[] = [];
  treeOf(source).iterate({
    enter: ({ name, from, to }) => {
      if (['Block', 'List', 'Parentheses'].includes(name)) groups.push(`${from}-${to}`);
    },
  });
  const paired = tokens.flatMap(({ span }, index) => {
    const closing = tokens[partners[index] ?? -1];
    return closing === undefined || (partners[index] ?? -1) < index ? [] : [`${span.offset}-${closing.span.offset + 1}`];
  });
  expect(groups).toEqual(paired);
});

test.each(SOURCES.filter(([, source]) => namesOf(source) !== null))(
  'names of %s are those of the parser, and no other word is one',
  (_, source) => {
    const names = namesOf(source) ?? new Set();
    const { tokens: all, roles } = readSource(source);
    const wrong = all.flatMap(({ kind, from, text }, index) => {
      if (kind !== 'name' || all[index - 1]?.text === '.') return [];
      const isName = roles[index] === 'name';
      return isName === names.has(from) || roles[index] === 'type' ? [] : [`${text} at ${from}: ${roles[index]}`];
    });
    expect(wrong).toEqual([]);
  },
);
