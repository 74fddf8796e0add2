import { inspect } from 'node:util';
import { abstract, type Fault, type Program, type Run, run, type SmtQuery, smtQueries } from '@kirchhoff/coherence';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import { sampleInputs } from '@kirchhoff/prover/samples';
import * as fc from 'fast-check';
import { type ClosableSolver, createSolver } from './index.js';
import { type Asked, asked, programOf } from './testing/proven.js';

/** How many programs are drawn; a long run sets it higher. */
const RUNS = Number(process.env['SOLVER_RUNS'] ?? 25);
const MOST_INPUTS = 2_000;
const RESOURCE_LIMIT = 200_000;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await createSolver();
});

afterAll(async () => solver.close());

interface Sample {
  readonly inputs: Parameters<typeof run>[2];
  readonly result: Run;
}

/** The runs of the part of a program that a closure domain stands in: all of them where its inputs are few. */
function samplesOf(program: Program, { part, request }: Asked): readonly Sample[] {
  const views = request.graph.parameters.map(({ domain }) => abstract.ofDomain(domain));
  const samples: Sample[] = [];
  for (const inputs of sampleInputs(program.core, views)) {
    samples.push({ inputs, result: run(program.core, part, inputs) });
    if (samples.length >= MOST_INPUTS) break;
  }
  return samples;
}

/** True where a run fails at this closure domain. */
function failsAt(result: Run, question: Asked): boolean {
  if (result.type !== 'fault') return false;
  return [result.fault, ...result.others].some((fault) => isAt(fault, question));
}

function isAt(fault: Fault, { part, domain }: Asked): boolean {
  if (inspect(fault.graph) !== inspect(part)) return false;
  if ('node' in domain) return fault.node === domain.node;
  if (domain.kind === 'output') return fault.reason === 'output' && fault.index === domain.output;
  if (domain.kind === 'contract' && domain.of === 'result') return fault.reason === 'output';
  return domain.kind === 'contract' && domain.of === 'ensure' && fault.reason === 'ensure' && fault.index === domain.ensure;
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

async function holdQuery(
  source: string,
  program: Program,
  question: Asked,
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
    const isReal = failsAt(run(program.core, question.part, query.inputs(answer.values)), question);
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

test('what the solver proves fails on no input of a random circuit, and what it refutes mostly does', async () => {
  const seen: Seen = { unsat: 0, real: 0, unreal: 0, unknown: 0 };
  await fc.assert(
    fc.asyncProperty(randomCircuit({ reach: 6, width: 6 }), (source) => holdToRuns(source, seen)),
    { numRuns: RUNS, endOnFailure: true },
  );
  if (process.env['SOLVER_RUNS'] !== undefined) process.stderr.write(`${inspect(seen)}\n`);
  expect(seen.unsat).toBeGreaterThan(RUNS);
  expect(seen.real).toBeGreaterThan(RUNS / 5);
});

/** Each has closure domains that really fail, in forms that a wrong encoding would prove. */
const FAILING: readonly (readonly [why: string, source: string])[] = [
  [
    'a value that an earlier arm takes from a later one',
    'circuit c {\n input a: 0..5\n output o: i64\n w = match a { 2 => 1, 1..3 => 6 / (a - 2), _ => 7 }\n o = 1 / (w - 1)\n}',
  ],
  [
    'an accumulator whose body is safe only where it begins well',
    'circuit c {\n input n: 0..5\n output o: i64\n o = fold t: 0..3 = n for i in 0..2 { n as 0..3 }\n}',
  ],
  [
    'an unused quotient in the other arm',
    'circuit c {\n input a: -3..3\n output o: i64\n w = if a > 0 { 6 / a } else { a }\n o = 6 / w\n}',
  ],
  [
    'a right side that was not reached',
    'circuit c {\n input a: 0..3\n output o: i64\n w = a == 0 or 6 / a > 2\n o = if w { 6 / a } else { 0 }\n}',
  ],
  [
    'a default that was not reached',
    'circuit c {\n input a: (0..3)?\n input b: 0..1\n output o: i64\n require a != none or b == 1\n w = a ?? (1 / b)\n o = 6 / (w + b)\n}',
  ],
  [
    'an ensure of a component that says less than it gives',
    'component low(n: 0..9) -> 0..9 {\n n / 2\n ensure result <= n\n}\ncircuit c {\n input n: 0..9\n output o: i64\n o = 6 / (low(n) - 3)\n}',
  ],
  ['rounding toward zero of what is negative', 'circuit c {\n input a: -9..9\n output o: i64\n o = 6 / (a / 4 + 1 + a % 4 * 0)\n}'],
  ['rounding down of what is negative', 'circuit c {\n input a: -9..9\n output o: i64\n o = 6 / (FLOOR_DIV(a, -4) + FLOOR_MOD(a, -4))\n}'],
  [
    'a need behind a condition that comes too late',
    'circuit c {\n input a: -3..3\n output o: i64\n q = 6 / a\n o = if a != 0 { q } else { 0 }\n}',
  ],
  [
    'an arm that an earlier one does not take all of',
    'circuit c {\n input a: 0..5\n output o: i64\n o = match a { 0..2 => 1, 3 => 6 / (a - 3), _ => 2 }\n}',
  ],
  [
    'a require that divides before it is safe',
    'circuit c {\n input a: 0..3\n input b: 0..3\n output o: i64\n require a / b >= 0\n require b > 0\n o = a\n}',
  ],
  ['an ensure that another would rescue', 'circuit c {\n input a: 0..3\n output o: i64\n o = a\n ensure o < 3\n ensure o < 2\n}'],
  [
    'a call whose require fails',
    'component half(n: 0..10) -> 0..5 {\n require n % 2 == 0\n n / 2\n}\ncircuit c {\n input a: 0..10\n output o: i64\n o = half(a)\n}',
  ],
  [
    'a call whose second require rests on the first',
    'component part(n: 0..10, d: -2..10) -> 0..10 {\n require d > 0\n require n / d >= 1\n n / d\n}\ncircuit c {\n input a: 0..4\n input b: -2..3\n output o: i64\n o = part(a, b)\n}',
  ],
  [
    'an accumulator that leaves its domain in a later step',
    'circuit c {\n input n: 0..5\n output o: i64\n o = fold t: 0..9 = 1 for i in 1..n { t * 2 }\n}',
  ],
  ['an accumulator that is outside at first', 'circuit c {\n input n: 0..5\n output o: i64\n o = fold t: 1..3 = n for i in 1..n { 2 }\n}'],
  [
    'a division in the body of a loop',
    'circuit c {\n input n: 0..4\n output o: i64\n o = fold t = 0 for i in 0..n { MAX(t, 4 / (i - 2)) }\n}',
  ],
  ['the content of an option', 'circuit c {\n input a: (0..3)?\n output o: i64\n o = match a { some x => 6 / (x - 1), none => 0 }\n}'],
  ['the default of an option', 'circuit c {\n input a: (0..3)?\n input b: 0..1\n output o: i64\n o = a ?? (1 / b)\n}'],
  ['fields of records', 'circuit c {\n input r: (x: 0..3, y: 0..3)\n output o: i64\n o = 6 / (r.x - r.y)\n}'],
  ['an index into a list', 'circuit c {\n input i: 0..3\n output o: i64\n xs = [5, 6, 7]\n o = xs[i]\n}'],
  ['a divisor out of a table', 'circuit c {\n input i: 0..2\n output o: i64\n xs = [5, 0, 7]\n o = 6 / xs[i]\n}'],
  [
    'a text that is equal to another',
    'circuit c {\n input t: text[..1]\n input u: text[..1]\n output o: i64\n o = if t == u { 1 / TEXT_LENGTH(t) } else { 0 }\n}',
  ],
  ['bits', 'circuit c {\n input a: 0..15\n input b: 0..15\n output o: i64\n o = 1 / ((a ^ b) - (a & b))\n}'],
  ['shifts', 'circuit c {\n input a: 0..15\n input n: 0..5\n output o: 0..200\n o = a << n\n}'],
  ['a short circuit', 'circuit c {\n input a: 0..3\n input b: 0..3\n output o: bool\n o = a > 0 or b / a > 1\n}'],
  ['a stated domain', 'circuit c {\n input a: -3..3\n output o: i64\n w: 0..8 = a * a\n o = w\n}'],
];

test.each(FAILING)('nothing is proven that fails: %s', async (_, source) => {
  const seen: Seen = { unsat: 0, real: 0, unreal: 0, unknown: 0 };
  await holdToRuns(source, seen);
  expect(seen.real).toBeGreaterThan(0);
});
