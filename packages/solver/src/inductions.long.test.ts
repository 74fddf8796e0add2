import { read } from '@kirchhoff/coherence';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import { inductionOf } from '@kirchhoff/kernel/graph/induction';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { smtQueries } from '@kirchhoff/kernel/smt/query';

import { ProvingMeter } from '@kirchhoff/prover/meter';
import { isProvable, Pass } from '@kirchhoff/prover/pass';
import { prove } from '@kirchhoff/prover/prove';
import * as fc from 'fast-check';
import { type ClosableSolver, startSolver } from './index.js';

const RUNS = Number(process.env['INDUCTION_RUNS'] ?? 60);
const RESOURCE_LIMIT = 200_000;
const LONGEST = 4;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

const small = fc.integer({ min: -1, max: 4 });
const oneOf = (...templates: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...templates), small, small).map(([template, c, d]) => template.replaceAll('#', `${c}`).replaceAll('@', `${d}`));

/** What a loop over `xs` gives. */
const loop = oneOf(
  'fold a = # for x in xs { MIN(a + x, 9) }',
  'fold a = # for x in xs { MAX(a, x + @) }',
  'fold a = 0 for x in xs { a + x }',
  'fold a = 0 for x in xs { if x > # { a + 1 } else { a } }',
  'fold a = @ for x in xs { if a < # { x } else { a } }',
  'fold a = # for x in xs { CLAMP(a - x + 1, -3, 9) }',
  '(fold z = (n: 0, m: #) for x in xs { if x == @ { (n: z.n + 1, m: z.m) } else { (n: z.n, m: MAX(z.m, x)) } }).m',
  'count x in xs { x > # }',
  'SUM(map x in xs { x * # })',
  'if any x in xs { x > # } { 1 } else { 0 }',
  'if all x in xs { x > # } { @ } else { 0 }',
  'LENGTH(filter x in xs { x <= # })',
  'SUM(xs)',
  'LENGTH(xs)',
);

const promise = oneOf(
  'p <= q + #',
  'p >= q - @',
  'p == q',
  'p > # implies q >= @',
  'p + q <= 9 - # or r < @',
  'p < # or q <= @',
  'p != q or r > #',
  'if r > # { p <= q } else { p >= @ }',
);

const programs = fc.tuple(loop, loop, loop, promise, promise).map(
  ([p, q, r, one, other]) => `circuit c {
  input xs: [0..3; ..${LONGEST}]
  output o: i64
  p = ${p}
  q = ${q}
  r = ${r}
  o = p + q + r
  ensure ${one}
  ensure ${other}
}`,
);

const everyInput: readonly (readonly number[])[] = Array.from({ length: LONGEST + 1 }, (_, length) =>
  Array.from({ length: 4 ** length }, (_each, number) => Array.from({ length }, (_place, place) => Math.floor(number / 4 ** place) % 4)),
).flat();

const seen = { proven: 0, false: 0 };

/** Proves ensures by one induction over all loops that they may read; `null` if there is no such induction. */
async function isProven(source: string, ensures: readonly number[]): Promise<boolean> {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { core } = reading.program;
  const [graph] = core.graphs;
  const [proven] = prove(core).graphs;
  if (graph === undefined || proven === undefined) throw new Error('no graph');
  const loops = graph.nodes.flatMap(({ op }, id) => (op === 'loop' || op === 'fold' ? [id] : []));
  const made = inductionOf(graph, { loops, ensures }, claimsOf(graph, proven.proof));
  if (made === null) return false;
  const of = { ...core, graphs: [made.graph] };
  const pass = new Pass(of, made.graph, parameterViews(made.graph), [], ProvingMeter.of(Number.POSITIVE_INFINITY));
  const claim = claimsOf(made.graph, pass.search.proof());
  for (const domain of made.domains) {
    if (isProvable(domain) && pass.find(domain).evidence !== null) continue;
    let isUnsat = false;
    for (const { text } of smtQueries({ core: of, graph: made.graph, domain, claim, hasItems: true }))
      isUnsat ||= (await solver.solve(text, RESOURCE_LIMIT)).verdict === 'unsat';
    if (!isUnsat) return false;
  }
  return true;
}

/** Returns the positions of the ensures that fail for some input. */
function failing(source: string): ReadonlySet<number> {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const execute = runner(reading.program.core);
  const failed = new Set<number>();
  for (const xs of everyInput) {
    const result = execute({ graph: 0 }, [xs]);
    if (result.type !== 'fault') continue;
    for (const { reason, index } of [result.fault, ...result.others]) if (reason === 'ensure' && index !== null) failed.add(index);
  }
  return failed;
}

test.each(fc.sample(programs, RUNS).map((source, index) => [index + 1, source] as const))(
  'what an induction shows fails for no input: program %i',
  async (_, source) => {
    const failed = failing(source);
    for (const ensures of [[0], [1], [0, 1], [1, 0]]) {
      if (!(await isProven(source, ensures))) {
        if (ensures.some((ensure) => failed.has(ensure))) seen.false += 1;
        continue;
      }
      seen.proven += 1;
      expect({ source, failed: ensures.filter((ensure) => failed.has(ensure)) }).toEqual({ source, failed: [] });
    }
  },
);

test('enough is proven, and enough is false', () => {
  if (process.env['INDUCTION_RUNS'] !== undefined) process.stderr.write(`${JSON.stringify(seen)}\n`);
  expect(seen.proven).toBeGreaterThan(RUNS / 4);
  expect(seen.false).toBeGreaterThan(RUNS / 4);
});
