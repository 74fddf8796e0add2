import { CLOSING } from '../../testing/closing-programs.js';
import { Draws } from '../../testing/draws.js';
import { FAILING, FAILING_IN_RULES } from '../../testing/failing-programs.js';
import { holdQueries, questionsOf } from '../../testing/held-queries.js';
import { programOf } from '../../testing/outcome.js';
import { smallProgram } from '../../testing/small-program.js';

const SEED = 20_261_122;
const SMALL_PROGRAMS = 30;
const KEPT = { inputs: 60, passing: 2, failing: 3 };

const rowOf = (name: string, source: string) => [name, questionsOf(programOf(source), KEPT)] as const;

const written = [
  ...[...FAILING, ...FAILING_IN_RULES].map(([why, source]) => rowOf(why, source)),
  ...CLOSING.map((source, index) => rowOf(`closing program ${index}`, source)),
];
const drawn = Array.from({ length: SMALL_PROGRAMS }, (_, index) => rowOf(`small program ${index}`, smallProgram(new Draws(SEED + index))));

test.each(written)('a run that fails is a model, and one that passes is not: %s', (_, questions) => {
  expect(holdQueries(questions)).toBeGreaterThan(0);
});

test.each(drawn)('a run that fails is a model, and one that passes is not: %s', (_, questions) => {
  holdQueries(questions);
});
