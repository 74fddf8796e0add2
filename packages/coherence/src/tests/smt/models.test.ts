import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { asked } from '../../testing/asked.js';
import { CLOSING } from '../../testing/closing-programs.js';
import { conformanceCases } from '../../testing/conformance-cases.js';
import { Draws } from '../../testing/draws.js';
import { FAILING, FAILING_IN_QUERIES, FAILING_IN_RULES } from '../../testing/failing-programs.js';
import { holdQueries, questionsOf } from '../../testing/held-queries.js';
import { verdictOf } from '../../testing/model-finder.js';
import { programOf } from '../../testing/outcome.js';
import { smallProgram } from '../../testing/small-program.js';

const SEED = 20_261_122;
const SMALL_PROGRAMS = 30;
const KEPT = { inputs: 60, passing: 2, failing: 3 };

const rowOf = (name: string, source: string) => [name, questionsOf(programOf(source), KEPT)] as const;

const written = [
  ...[...FAILING, ...FAILING_IN_RULES, ...FAILING_IN_QUERIES].map(([why, source]) => rowOf(why, source)),
  ...CLOSING.map((source, index) => rowOf(`closing program ${index}`, source)),
];
const others = [
  ...conformanceCases()
    .filter(({ name }) => name.startsWith('open_'))
    .map(({ name, source }) => rowOf(name, source)),
  ...Array.from({ length: SMALL_PROGRAMS }, (_, index) => rowOf(`small program ${index}`, smallProgram(new Draws(SEED + index)))),
];

test.each(written)('a run that fails is a model, and one that passes is not: %s', (_, questions) => {
  expect(holdQueries(questions)).toBeGreaterThan(0);
});

test.each(others)('a run that fails is a model, and one that passes is not: %s', (_, questions) => {
  holdQueries(questions);
});

test('of a power without an exact form nothing is asked, whatever else its precondition says', () => {
  const power = asked(programOf('circuit c {\n input a: 8..9\n input b: 17..21\n output o: i64\n o = POW(a, b)\n}\n'));
  expect(power.filter(({ domain }) => domain.kind === 'operation').flatMap(({ request }) => smtQueries(request))).toEqual([]);
});

test('of a source nothing is asked, though its precondition has a form', () => {
  const drawn = asked(programOf('circuit c {\n output o: 0..9\n o = RANDOM(0, 9)\n}\n')).filter(({ domain }) => domain.kind === 'source');
  expect(drawn.length).toBe(1);
  expect(drawn.flatMap(({ request }) => smtQueries(request))).toEqual([]);
});

test.each([
  ['two draws of a source may differ', 'output o: i64\n o = 6 / (RANDOM(0, 3) - RANDOM(0, 3) + 1)'],
  [
    'bytes of one text without separators are two literals',
    'input b: bytes[2..2]\n output o: i64\n o = match b { x"0111" => 1, x"0b07" => 6 / (LENGTH(b) - 2), _ => 2 }',
  ],
])('a query of what fails has a model: %s', (_, body) => {
  const quotient = asked(programOf(`circuit c {\n ${body}\n}\n`)).filter(({ domain }) => domain.kind === 'operation');
  const verdicts = quotient.flatMap(({ request }) => smtQueries(request).map(({ text }) => verdictOf(text, 1_000)));
  expect(verdicts).toContain('sat');
});
