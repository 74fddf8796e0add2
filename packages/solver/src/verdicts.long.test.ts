import { smtQueries } from '@kirchhoff/coherence';
import { asked } from '@kirchhoff/coherence/testing/asked';
import { CLOSED_BY_CLAIMS, CLOSED_IN_QUERIES } from '@kirchhoff/coherence/testing/closed-in-queries';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { type ClosableSolver, startSolver } from './index.js';

const RESOURCE_LIMIT = 200_000;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

const rows = [
  ...CLOSED_IN_QUERIES.map(([what, source]) => [what, source, 'bare'] as const),
  ...CLOSED_BY_CLAIMS.map(([what, source]) => [what, source, 'request'] as const),
];

test.each(rows)('each closure domain has a query that is unsatisfiable: %s', async (_, source, claims) => {
  const open: string[] = [];
  for (const each of asked(programOf(source))) {
    const queries = smtQueries(each[claims]);
    const verdicts: string[] = [];
    for (const { text } of queries) verdicts.push((await solver.solve(text, RESOURCE_LIMIT)).verdict);
    if (queries.length > 0 && !verdicts.includes('unsat')) open.push(`${JSON.stringify(each.domain)}: ${verdicts.join(', ')}`);
  }
  expect(open).toEqual([]);
});

/** Texts with other characters, or without any of the forms, occur only if a checksum has one particular value. */
const HIDDEN = `circuit hidden {
  input t: text[1..6] of "a-cx"
  input h: text[1..6] of "a-z."
  output o: text[1..6] of "a-c"
  output p: [hostname; 1]
  o = if CRC32(UTF8_ENCODE(t)) == 123_456 { t } else { "a" }
  p = [if CRC32(UTF8_ENCODE(h)) == 123_456 { h } else { "a" }]
}`;

test('a query knows of restricted texts only what the claims show: lengths close none of them', async () => {
  const said: string[] = [];
  for (const { domain, request } of asked(programOf(HIDDEN))) {
    if (domain.kind !== 'output') continue;
    for (const { text } of smtQueries(request)) said.push((await solver.solve(text, RESOURCE_LIMIT)).verdict);
  }
  expect(said.length).toBeGreaterThan(1);
  expect(said).not.toContain('unsat');
});
