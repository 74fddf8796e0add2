import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { asked } from '../../testing/asked.js';
import { CLOSED_BY_CLAIMS, CLOSED_IN_QUERIES } from '../../testing/closed-in-queries.js';
import { verdictOf } from '../../testing/model-finder.js';
import { programOf } from '../../testing/outcome.js';

const MOST_BOXES = 10_000;

const rows = [
  ...CLOSED_IN_QUERIES.flatMap(([what, source]) => [[what, source, 'bare'] as const, [what, source, 'request'] as const]),
  ...CLOSED_BY_CLAIMS.map(([what, source]) => [what, source, 'request'] as const),
].map(([what, source, claims]) => [what, claims, asked(programOf(source))] as const);

test.each(rows)('no query of a closed program has a model: %s, %s', (_, claims, closed) => {
  const queries = closed.flatMap((each) => smtQueries(each[claims]));
  expect(queries.map(({ text }) => verdictOf(text, MOST_BOXES))).toEqual(queries.map(() => 'unsat'));
  expect(queries.length).toBeGreaterThan(0);
});
