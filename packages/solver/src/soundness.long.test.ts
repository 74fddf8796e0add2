import { inspect } from 'node:util';
import {
  type AbstractValue,
  abstract,
  BOOLEAN,
  type Program,
  type Run,
  run,
  type SmtQuery,
  type SmtRequest,
  smtQueries,
} from '@kirchhoff/coherence';
import { type AskedDomain, asked, isAt } from '@kirchhoff/coherence/testing/asked';
import { FAILING } from '@kirchhoff/coherence/testing/failing-programs';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import { inlined, inlinedDomains } from '@kirchhoff/kernel/graph/inline';
import { inputsOf } from '@kirchhoff/prover/models';
import { isProvable } from '@kirchhoff/prover/pass';
import { sampleInputs } from '@kirchhoff/prover/samples';
import * as fc from 'fast-check';
import { type ClosableSolver, startSolver } from './index.js';

/** Number of generated programs; a long run sets it higher. */
const RUNS = Number(process.env['SOLVER_RUNS'] ?? 30);
const MAX_INPUTS = 1_000;
const RESOURCE_LIMIT = 200_000;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

interface Sample {
  readonly inputs: Parameters<typeof run>[2];
  readonly result: Run;
}

/** The runs of the part of a program that a closure domain stands in: all of them where its inputs are few. */
function samplesOf(program: Program, { part, request }: AskedDomain): readonly Sample[] {
  const views = request.graph.parameters.map(({ domain }) => abstract.ofDomain(domain));
  const samples: Sample[] = [];
  for (const inputs of sampleInputs(program.core, views)) {
    samples.push({ inputs, result: run(program.core, part, inputs) });
    if (samples.length >= MAX_INPUTS) break;
  }
  return samples;
}

/** True where a run fails at this closure domain. */
function failsAt(result: Run, question: AskedDomain): boolean {
  if (result.type !== 'fault') return false;
  return [result.fault, ...result.others].some((fault) => isAt(fault, question));
}

interface Seen {
  unsat: number;
  real: number;
  unreal: number;
  unknown: number;
}

async function holdToRuns(source: string, seen: Seen): Promise<void> {
  const program = programOf(source);
  const samples = new Map<string, readonly Sample[]>();
  for (const question of asked(program)) {
    const key = inspect(question.part);
    const known = samples.get(key) ?? samplesOf(program, question);
    samples.set(key, known);
    for (const request of [question.request, question.bare]) {
      for (const query of smtQueries(request)) await holdQuery(source, program, question, query, known, seen);
    }
  }
}

/** Holds what the solver proves about the rounds of loops to the runs of the circuit, if it has such loops. */
async function holdRoundsToRuns(source: string, seen: Seen): Promise<void> {
  const program = programOf(source);
  const questions = asked(program).filter(({ part }) => 'graph' in part);
  const [first] = questions;
  const made = first && inlined(program.core, first.request.graph, 'guarded');
  if (first === undefined || made === undefined || made === null) return;
  const { graph } = made;
  const core = { ...program.core, graphs: [graph] };
  const claim = (node: number): AbstractValue => abstract.ofType(graph.types[node] ?? BOOLEAN);
  const samples = samplesOf(program, first);
  for (const question of questions) {
    const places = isProvable(question.domain) ? (inlinedDomains(question.domain, made) ?? []) : [];
    const verdicts: boolean[] = [];
    for (const domain of places) verdicts.push(await isProven({ core, graph, domain, claim, hasItems: true }));
    if (places.length === 0 || verdicts.includes(false)) continue;
    seen.unsat += 1;
    const failing = samples.find(({ result }) => failsAt(result, question));
    if (failing !== undefined)
      throw new Error(`proven by rounds, and yet ${inspect(failing.inputs)} fails at ${inspect(question.domain)}\n${source}`);
  }
}

async function isProven(request: SmtRequest): Promise<boolean> {
  for (const { text } of smtQueries(request)) if ((await solver.solve(text, RESOURCE_LIMIT)).verdict === 'unsat') return true;
  return false;
}

async function holdQuery(
  source: string,
  program: Program,
  question: AskedDomain,
  query: SmtQuery,
  samples: readonly Sample[],
  seen: Seen,
): Promise<void> {
  const answer = await solver.solve(query.text, RESOURCE_LIMIT);
  if (answer.verdict === 'unknown') {
    seen.unknown += 1;
    return;
  }
  if (answer.verdict === 'sat') {
    const isReal = failsAt(run(program.core, question.part, inputsOf(query, question.request.graph.parameters, answer.values)), question);
    seen[isReal ? 'real' : 'unreal'] += 1;
    return;
  }
  seen.unsat += 1;
  const failing = samples.find(({ result }) => failsAt(result, question));
  if (failing !== undefined) {
    throw new Error(
      `unsat, and yet ${inspect(failing.inputs)} fails at ${inspect(question.domain)} of ${inspect(question.part)}\n${source}\n${query.text}`,
    );
  }
}

describe('what the solver proves fails on no input of a random circuit, and what it refutes mostly does', () => {
  const seen: Seen = { unsat: 0, real: 0, unreal: 0, unknown: 0 };
  const ofRounds: Seen = { unsat: 0, real: 0, unreal: 0, unknown: 0 };
  const drawn = fc.sample(randomCircuit({ reach: 6, width: 6 }), RUNS);

  // A test each: the limit of time is there for what hangs, not for how many are drawn.
  test.each(drawn.map((source, index) => [index + 1, source] as const))('circuit %i', async (_, source) => {
    await holdToRuns(source, seen);
  });

  test.each(drawn.map((source, index) => [index + 1, source] as const))('the rounds of circuit %i', async (_, source) => {
    await holdRoundsToRuns(source, ofRounds);
  });

  test('enough is proven and refuted', () => {
    if (process.env['SOLVER_RUNS'] !== undefined) process.stderr.write(`${inspect(seen)}\n`);
    expect(seen.unsat).toBeGreaterThan(RUNS);
    expect(ofRounds.unsat).toBeGreaterThan(0);
    expect(seen.real).toBeGreaterThan(RUNS / 5);
  });
});

test.each(FAILING)('nothing is proven that fails: %s', async (_, source) => {
  const seen: Seen = { unsat: 0, real: 0, unreal: 0, unknown: 0 };
  await holdToRuns(source, seen);
  expect(seen.real).toBeGreaterThan(0);
});

test.each(FAILING)('nothing is proven by rounds that fails: %s', async (_, source) => {
  await holdRoundsToRuns(source, { unsat: 0, real: 0, unreal: 0, unknown: 0 });
});
