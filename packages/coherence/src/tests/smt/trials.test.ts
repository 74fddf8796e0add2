import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import { closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import { type SmtQuery, smtQueries } from '@kirchhoff/kernel/smt/query';
import { ParsedScript } from '@kirchhoff/kernel/smt/script-evaluator';
import { momentsOf } from '@kirchhoff/kernel/smt/trial';
import { tryQuery } from '@kirchhoff/kernel/smt/trials';
import { tries } from '@kirchhoff/kernel/smt/tries';
import type { Value } from '@kirchhoff/kernel/values/value';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { prove } from '@kirchhoff/prover/prove';
import * as fc from 'fast-check';
import { conformanceCases, examplePrograms } from '../../testing/conformance-cases.js';
import { programOf } from '../../testing/outcome.js';
import { randomCircuit } from '../../testing/random-circuit.js';

const RUNS = Number(process.env['TRIAL_PROGRAMS'] ?? 10);
/** Runs beside each query; evidence takes more. */
const TRIALS = 8;

interface Asked {
  readonly request: SmtRequest;
  readonly part: GraphReference;
  readonly queries: readonly SmtQuery[];
  readonly seed: string;
}

/** Every query that can be made of a program, of proven closure domains too. */
function allQueries(source: string): readonly Asked[] {
  const { core, proofKey: seed } = programOf(source);
  const { components, graphs } = prove(core);
  const claims = components.map(({ graph, proof }) => claimsOf(graph, proof));
  const asked = (part: GraphReference, { graph, proof }: (typeof graphs)[number]): readonly Asked[] =>
    closureDomains(graph)
      .filter((domain) => domain.kind !== 'input' && domain.kind !== 'source' && !(domain.kind === 'contract' && domain.of === 'requires'))
      .map((domain) => {
        const claim = claimsOf(graph, proof);
        const request: SmtRequest = {
          core,
          graph,
          domain,
          claim,
          claimIn: (component, node) => claims[component]?.(node) ?? { kind: 'never' },
        };
        return { request, part, queries: smtQueries(request), seed };
      });
  return [
    ...components.flatMap((each, component) => asked({ component }, each)),
    ...graphs.flatMap((each, graph) => asked({ graph }, each)),
  ];
}

/** Runs that were compared with queries of these programs, and every contradiction. */
function compared(sources: readonly string[]): { readonly runs: number; readonly contradictions: readonly string[] } {
  let runs = 0;
  const contradictions: string[] = [];
  for (const source of sources) {
    for (const { request, part, queries, seed } of allQueries(source)) {
      for (const query of queries) {
        const trials = tryQuery(query, request, part, seed, TRIALS);
        runs += trials.runs;
        if (trials.contradicted !== null) contradictions.push(`${trials.contradicted}\n${source}`);
      }
    }
  }
  return { runs, contradictions };
}

test('no run of a conformance case or an example contradicts a query', () => {
  const sources = [...conformanceCases(), ...examplePrograms()].filter((_, index) => index % 9 === 0).map(({ source }) => source);
  const { runs, contradictions } = compared(sources);
  expect(contradictions).toEqual([]);
  expect(runs).toBeGreaterThan(500);
});

test('no run of a random program contradicts a query', () => {
  const sources = fc.sample(randomCircuit({ reach: 12, width: 30 }), { numRuns: RUNS, seed: 20_261_122 });
  const { runs, contradictions } = compared(sources);
  expect(contradictions).toEqual([]);
  expect(runs).toBeGreaterThan(RUNS);
});

const LOOPS_AND_CALLS = `enum of_two { a, b }

circuit trials {
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
`.replace('enum of_two { a, b }\n\n', '');

test('a query with one assertion denied is contradicted by a run', () => {
  let denied = 0;
  const missed: string[] = [];
  for (const { request, part, queries, seed } of allQueries(LOOPS_AND_CALLS)) {
    for (const query of queries) {
      const { moments, inputs } = firstMoment(request, part, seed);
      const [moment] = moments;
      if (moment === undefined) continue;
      for (const { text } of new ParsedScript(query.text).assertions) {
        if (query.contradiction(inputs, moment) !== null) throw new Error('contradicted before it was changed');
        const denying = new ParsedScript(query.text.replace(`(assert ${text})`, `(assert (not ${text}))`));
        denied += 1;
        if (query.contradiction(inputs, moment, denying) === null) missed.push(text);
      }
    }
  }
  expect(denied).toBeGreaterThan(100);
  // The negated goal is the one assertion of a query that no run is held to.
  expect(missed.filter((text) => text !== 'false' && !text.startsWith('(not ') && !/^n\d+$/.test(text))).toEqual([]);
});

function firstMoment(request: SmtRequest, part: GraphReference, seed: string) {
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
