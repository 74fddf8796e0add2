import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import { ParsedScript } from '@kirchhoff/kernel/smt/script-evaluator';
import { momentsOf } from '@kirchhoff/kernel/smt/trial';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import { tries } from '@kirchhoff/kernel/smt/tries';
import type { Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import type { Asked } from '../../testing/asked.js';
import { allQueries, contradictionsOf } from '../../testing/held-queries.js';
import { programOf } from '../../testing/outcome.js';

/** Runs beside each query; evidence takes more. */
const TRIALS = 8;

const LOOPS_AND_CALLS = `circuit trials {
  input xs: [0..9; 1..4]
  input n: 0..1_000
  input name: text[0..5]
  output y: -100_000..100_000

  part = fold sum: 0..36 = 0 for x in xs { MIN(sum + x, 36) }
  q = match n { 0..9 => n, 10..99 => n / (part + 1), _ => half(n, part) }
  y = if name == "abc" { q } else { n * part - ISQRT(n) }
  ensure y <= 100_000
}

component half(p: 0..1_000, by: 0..36) -> 0..1_000 {
  require p >= 10
  p / 2 - p / 2 % (by + 1)
}
`;

const FEWER_STEPS_EACH_TIME = [
  ['of a range', 'fold u: 0..9 = 0 for j in i..1 { MIN(u + i, 9) }'],
  ['of a list', 'fold u: 0..9 = 0 for j in TAKE([7, 7], MAX(2 - i, 0)) { MIN(u + i, 9) }'],
] as const;

test.each(FEWER_STEPS_EACH_TIME)('a fold %s that takes no step this time is not taken for what it was the time before', (_, inner) => {
  const source = `circuit c {\n output o: 0..40\n o = fold t: 0..40 = 0 for i in 0..3 { ${inner} }\n}\n`;
  expect(contradictionsOf(source, TRIALS)).toEqual([]);
});

test('a query with one assertion denied is contradicted by a run', () => {
  let denied = 0;
  const missed: string[] = [];
  for (const { asked: question, query, seed } of allQueries(LOOPS_AND_CALLS)) {
    const { moments, inputs } = firstMoment(question, seed);
    const [moment] = moments;
    if (moment === undefined) continue;
    for (const { text } of new ParsedScript(query.text).assertions) {
      if (query.contradiction(inputs, moment) !== null) throw new Error('contradicted before it was changed');
      const denying = new ParsedScript(query.text.replace(`(assert ${text})`, `(assert (not ${text}))`));
      denied += 1;
      if (query.contradiction(inputs, moment, denying) === null) missed.push(text);
    }
  }
  expect(denied).toBeGreaterThan(100);
  // The negated goal is the one assertion of a query that no run is held to.
  expect(missed.filter((text) => text !== 'false' && !text.startsWith('(not ') && !/^n\d+$/.test(text))).toEqual([]);
});

test('as many runs are laid beside a query as are asked for', () => {
  for (const {
    asked: { request, part },
    query,
    seed,
  } of allQueries(LOOPS_AND_CALLS)) {
    if (request.domain.kind === 'output') expect(tryQuery(query, request, part, seed, TRIALS).runs).toBe(TRIALS);
  }
});

function firstMoment({ request, part }: Asked, seed: string) {
  let tried = 0;
  for (const inputs of tries(request.core, request.graph, seed)) {
    const { moments } = momentsOf(runner(request.core), part, request.domain, inputs, 100_000);
    tried += 1;
    if (moments.length > 0 || tried >= 200) return { moments, inputs };
  }
  throw new Error('there are tries without end');
}

test('tries lie in their domains, and are the same for the same program', () => {
  const { core, proofKey } = programOf(LOOPS_AND_CALLS);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const first = (): readonly (readonly Value[])[] => {
    const endless = tries(core, graph, proofKey);
    return Array.from({ length: 500 }, () => endless.next().value ?? []);
  };
  expect(first()).toEqual(first());
  const fits = (inputs: readonly Value[]): boolean =>
    graph.parameters.every(({ domain }, index) => {
      const value = inputs[index];
      return value !== undefined && isInDomain(domain, value);
    });
  expect(first().every(fits)).toBe(true);
});
