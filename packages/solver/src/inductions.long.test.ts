import { read } from '@kirchhoff/coherence';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
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

/** An integer that loops over `xs` give. */
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
  'fold a: -9..20 = # for x in xs { MIN(MAX(a + x - @, -9), 20) }',
  'fold a keeping a >= -3 = # for x in xs { MAX(a - x, -3) }',
  '(fold a: (0..3)? = none for x in xs { if x > # { some x } else { a } }) ?? @',
  '(fold a = [#] for x in xs { [MAX(a[0], x)] })[0]',
  'fold a = 0 for x in xs { a + count y in xs { y > x } }',
  'fold a = 0 for i, x in xs { if i >= # { a + x } else { a } }',
  'count x in xs { x != 3 and 6 / (3 - x) > # }',
  'match (first x in xs { x > # }) { some x => x, none => @ }',
  'if all x in xs { x > 0 } { count x in xs { 6 / x > # } } else { @ }',
  'if SUM(xs) > # { fold a = 0 for x in xs { a + x } } else { count x in xs { x == @ } }',
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
  'SORT([p, q, r])[1] <= q + #',
  '(any x in xs { x > # }) implies p >= q',
  'match p { 0 => q >= #, 1..3 => r <= @, _ => p >= r }',
  '12 / (ABS(p) + 1) >= q - #',
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

type Xs = readonly number[];

const everyInput: readonly Xs[] = Array.from({ length: LONGEST + 1 }, (_, length) =>
  Array.from({ length: 4 ** length }, (_each, number) => Array.from({ length }, (_place, place) => Math.floor(number / 4 ** place) % 4)),
).flat();

const seen = { proven: 0, false: 0 };

interface Shown {
  /** True if each of the closure domains is shown. */
  readonly all: boolean;
  /** The nodes of the closure domains that are shown although a run fails there. */
  readonly wrong: readonly NodeId[];
  /** The inputs for which a promise fails, and the graph of the induction fails at none of its closure domains. */
  readonly passed: readonly Xs[];
}

/**
 * Shows the closure domains of an induction over all loops that the ensures may read, and runs its graph; `null` if there is no
 * such induction. Once a domain is not shown, only those are tried at which a run fails.
 */
async function shownBy(source: string, ensures: readonly number[], failures: ReadonlyMap<number, readonly Xs[]>): Promise<Shown | null> {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { core } = reading.program;
  const [graph] = core.graphs;
  const [proven] = prove(core).graphs;
  if (graph === undefined || proven === undefined) throw new Error('no graph');
  const loops = graph.nodes.flatMap((node, id) =>
    (node.op === 'loop' || node.op === 'fold') && node.source.over === 'value' && graph.nodes[node.source.node]?.op === 'parameter'
      ? [id]
      : [],
  );
  const made = inductionOf(graph, { loops, ensures }, claimsOf(graph, proven.proof));
  if (made === null) return null;
  const of = { ...core, graphs: [made.graph] };
  const domains = new Set(made.domains.flatMap((domain) => ('node' in domain ? [domain.node] : [])));
  const execute = runner(of);
  const faultOf = (xs: Xs): NodeId => {
    const result = execute({ graph: 0 }, [xs]);
    return result.type === 'fault' ? (result.fault.node ?? -1) : -1;
  };
  const faulty = new Set(everyInput.map(faultOf));
  const passed = ensures.flatMap((ensure) => failures.get(ensure) ?? []).filter((xs) => !domains.has(faultOf(xs)));
  const pass = new Pass(of, made.graph, parameterViews(made.graph), [], ProvingMeter.of(Number.POSITIVE_INFINITY));
  const claim = claimsOf(made.graph, pass.search.proof());
  const wrong: NodeId[] = [];
  let all = true;
  for (const domain of made.domains) {
    if (!('node' in domain) || !(all || faulty.has(domain.node))) continue;
    let isShown = isProvable(domain) && pass.find(domain).evidence !== null;
    for (const { text } of isShown ? [] : smtQueries({ core: of, graph: made.graph, domain, claim, hasItems: true }))
      isShown ||= (await solver.solve(text, RESOURCE_LIMIT)).verdict === 'unsat';
    all &&= isShown;
    if (isShown && faulty.has(domain.node)) wrong.push(domain.node);
  }
  return { all, wrong, passed };
}

/** Returns the inputs for which an ensure fails, by its position. */
function failing(source: string): ReadonlyMap<number, readonly Xs[]> {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const execute = runner(reading.program.core);
  const failed = new Map<number, Xs[]>();
  for (const xs of everyInput) {
    const result = execute({ graph: 0 }, [xs]);
    if (result.type !== 'fault') continue;
    for (const { reason, index } of [result.fault, ...result.others])
      if (reason === 'ensure' && index !== null) failed.set(index, [...(failed.get(index) ?? []), xs]);
  }
  return failed;
}

test.each(fc.sample(programs, RUNS).map((source, index) => [index + 1, source] as const))(
  'what an induction shows fails for no input: program %i',
  async (_, source) => {
    const failed = failing(source);
    for (const ensures of [[0], [1], [0, 1], [1, 0]]) {
      const isFalse = ensures.some((ensure) => failed.has(ensure));
      const shown = await shownBy(source, ensures, failed);
      expect({ source, wrong: shown?.wrong ?? [], passed: shown?.passed ?? [] }).toEqual({ source, wrong: [], passed: [] });
      if (shown?.all === true) seen.proven += 1;
      if (shown?.all !== true && isFalse) seen.false += 1;
      expect({ source, isFalselyShown: shown?.all === true && isFalse }).toEqual({ source, isFalselyShown: false });
    }
  },
);

test('enough is proven, and enough is false', () => {
  if (process.env['INDUCTION_RUNS'] !== undefined) process.stderr.write(`${JSON.stringify(seen)}\n`);
  expect(seen.proven).toBeGreaterThan(RUNS / 4);
  expect(seen.false).toBeGreaterThan(RUNS / 4);
});
