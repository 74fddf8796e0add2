import { integers } from '@kirchhoff/kernel/abstract/abstract';
import { check } from '@kirchhoff/kernel/certificate/check';
import { MAX_CERTIFICATE_BYTES } from '@kirchhoff/kernel/limits';
import { Environment } from '@kirchhoff/kernel/rules/environment';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { MAX_QUERY_STEPS, MAX_SOLVER_STEPS, type Solver } from '@kirchhoff/kernel/smt/solver';
import { certify, certifyWith } from '@kirchhoff/prover/certify';
import { MAX_PROVING_WORK, ProvingMeter } from '@kirchhoff/prover/meter';
import { prove } from '@kirchhoff/prover/prove';
import { sampleRuns } from '@kirchhoff/prover/samples';
import { describeStop } from '@kirchhoff/prover/stop';
import { MONSTERS } from '../testing/monsters.js';
import { programOf } from '../testing/outcome.js';

/** The last rule may exceed the budget by the size of its inputs. */
const LAST_RULE = 200_000;

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('\n');
}

/** Returns a source that calls a component often, with different arguments. Its require has the given number of operations. */
function callsOfRequires(calls: number, operations: number): string {
  const require = Array.from({ length: operations }, (_, index) => ` ^ ${index % 250}`).join('');
  return `component f(a: 0..1_000_000) -> 0..1_000_000 {
  require a${require} >= 0
  a
}

circuit c {
  input n: 0..1_000
  output y: bool

${lines(calls, (index) => `  w${index} = f(n + ${index})`)}
  y = w0 == w1
}
`;
}

/** Returns a source with many calls of components with long bodies and short requires. */
function callsOfLongBodies(calls: number, operations: number): string {
  return `component f(a: 0..1_000_000) -> i64 {
  require a < 999_999
  a${' ^ 1'.repeat(operations)}
}

circuit c {
  input n: 0..1_000
  output y: bool

${lines(calls, (index) => `  w${index} = f(n + ${index})`)}
  y = w0 == w1
}
`;
}

/** Returns a source with ports of one enumeration, all in one list. */
function portsOfTags(count: number): string {
  const tags = Array.from({ length: count }, (_, index) => `t${index}`).join(', ');
  const ports = Array.from({ length: count }, (_, index) => `p${index}`);
  return `domain Tags = enum { ${tags} }
circuit c {
${ports.map((port) => `  input ${port}: Tags`).join('\n')}
  output y: i64

  y = LENGTH([${ports.join(', ')}])
}
`;
}

const DEAR: readonly (readonly [string, string, 'work' | null])[] = [
  ['calls of a component with a long body', callsOfLongBodies(500, 1_000), null],
  ['a list of ports of a long enumeration', portsOfTags(4_000), 'work'],
];

test.each(DEAR)('%s takes no more than the work of a proof', (_, source, stop) => {
  const { core } = programOf(source);
  const proof = prove(core);
  expect(proof.meter.spent).toBeLessThanOrEqual(MAX_PROVING_WORK + LAST_RULE);
  expect(proof.stop).toBe(stop);
});

/** A position outside of every program, so that messages about it name each line. */
const NOWHERE = { line: 0, column: 0 };

test('inputs of long lists count as work by their elements: few are made, however many tries they stand in', () => {
  const { core } = programOf(
    'circuit c {\n  input xs: [(a: 3..3); 65_536]\n  input n: 0..9\n  output q: 0..9\n  output e: [(a: 3..3); 65_536]\n  require n * n == 50\n  q = n\n  e = xs\n}\n',
  );
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const meter = ProvingMeter.of(4_000_000);
  const runs = [...sampleRuns(core, { graph: 0 }, graph, { views: parameterViews(graph), most: 1_024, meter })];
  const lists = new Set(runs.map(({ inputs }) => inputs[0]));
  expect(lists.size).toBeGreaterThan(0);
  expect(lists.size * 65_536).toBeLessThan(4_000_000);
});

test('a match is split once for each view of its subject, and counted each time', () => {
  const { core } = programOf('circuit c {\n  input a: 0..9\n  output y: 0..9\n\n  y = match a { 0..4 => 1, _ => 2 }\n}\n');
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const meter = new CheckMeter(1_000);
  const environment = new Environment(core, graph, parameterViews(graph), [], [], meter);
  const match = graph.nodes.findIndex(({ op }) => op === 'match');
  const subject = graph.nodes.findIndex(({ op }) => op === 'parameter');
  const whole = environment.arms(match);
  const { spent } = meter;
  expect(whole.only).toBeNull();
  expect(environment.arms(match)).toBe(whole);
  expect(meter.spent).toBe(spent);
  environment.narrow(subject, integers(0, 3));
  expect(environment.arms(match).only).toBe(0);
  expect(meter.spent).toBeGreaterThan(spent);
});

/** Returns a chain of operations on an integer up to `high`. */
function chainFrom(high: number): string {
  return `circuit c {\n  input a: 0..${high}\n  output y: i64\n\n  y = a${' ^ 1'.repeat(100)}\n}\n`;
}

test('arguments that are run instead of being bounded count as work by their tuples', () => {
  const [few, many] = [15, 16].map((high) => prove(programOf(chainFrom(high)).core).meter.spent);
  expect((few ?? 0) - (many ?? 0)).toBeGreaterThanOrEqual(100 * 15);
});

/** Returns a fold of up to `steps` steps. Each evaluates 40 operations on an input, which have the same values in all steps. */
function foldOfEqualSteps(steps: number): string {
  const fixed = ' ^ 1'.repeat(40);
  return `circuit c {\n  input l: [0..9; ..${steps}]\n  input r: 0..1_000\n  output y: i64\n\n  y = fold s = 0 for e in l { s + e + (r${fixed}) }\n}\n`;
}

test('what is equal in all steps of a fold counts as work in each', () => {
  const [few, many] = [20, 40].map((steps) => prove(programOf(foldOfEqualSteps(steps)).core).meter.spent);
  // A rule on one result and two operands takes seven steps of work.
  expect((many ?? 0) - (few ?? 0)).toBeGreaterThanOrEqual(20 * 40 * 7);
});

test('the same program takes the same work', () => {
  const source = callsOfRequires(20, 50);
  expect(prove(programOf(source).core).meter.spent).toBe(prove(programOf(source).core).meter.spent);
});

/** Returns a source whose bounds only sums of inequalities prove. */
function bounds(count: number): string {
  return `circuit c {
  input a: 0..1_000
  input b: 0..1_000
  output y: i64

  y = a * a + b
${lines(count, (k) => `  ensure y * ${k + 1} >= a * ${k + 1}`)}
}
`;
}

test('bounds that are left open since their share of the work is used up say so, and name the line that takes most', () => {
  const { core, sourceMap } = programOf(bounds(3));
  const stop = describeStop(prove(core, 24_000), sourceMap)(NOWHERE);
  expect(stop).toMatch(/^the steps of work that sums of inequalities may take are used up; line [0-9]+ takes most of the work; state /);
  expect(describeStop(prove(core), sourceMap)(NOWHERE)).toBe('');
});

test('a proof that takes too much work is given up, and the message names the most expensive line', () => {
  const { core, sourceMap } = programOf(callsOfRequires(50, 200));
  const proof = prove(core, 50_000);
  expect(proof.meter.spent).toBeLessThanOrEqual(50_000 + LAST_RULE);
  expect(proof.graphs.flatMap(({ findings }) => findings).some(({ evidence }) => evidence === null)).toBe(true);
  expect(describeStop(proof, sourceMap)(NOWHERE)).toContain(
    'the steps of work that a proof may take are used up; line 2 takes most of the work; ',
  );
  expect(describeStop(prove(core), sourceMap)(NOWHERE)).toBe('');
});

test('a proof whose certificate would be too long is given up, and the message names the most expensive line', () => {
  const short = certify(programOf(portsOfTags(1_000)));
  expect(short.certified).toBe(true);
  expect(short.certificate?.length).toBeGreaterThan(MAX_CERTIFICATE_BYTES / 2);
  const long = certify(programOf(portsOfTags(1_100)));
  expect(long).toMatchObject({ certified: false, certificate: null, errors: [{ type: 'unclosed_domain', line: 1_105 }] });
  expect(long.errors[0]?.message).toContain(
    `its certificate would be longer than ${MAX_CERTIFICATE_BYTES} bytes; this line takes most of the work; `,
  );
});

test('a certificate too long for any text is given up: its claims share parts that the text would repeat', () => {
  const monster = MONSTERS.find(({ name }) => name === 'long tags times ports');
  if (monster === undefined) throw new Error('no such form');
  const { certified, errors } = certify(programOf(monster.source(1_900)));
  expect(certified).toBe(false);
  expect(errors[0]?.message).toMatch(
    new RegExp(`at line 1904: .*; its certificate would be longer than ${MAX_CERTIFICATE_BYTES} bytes; this line takes most of the work; `),
  );
});

test('a longer certificate is refused unread', () => {
  const program = programOf('circuit c {\n  input a: 0..9\n  output y: 0..9\n\n  y = a\n}\n');
  const { certificate } = certify(program);
  if (certificate === null) throw new Error('open');
  const padded = new Uint8Array(MAX_CERTIFICATE_BYTES + 1).fill(0x20);
  padded.set(certificate);
  expect(check(program, padded)).toMatchObject({ valid: false, reason: `it is longer than ${MAX_CERTIFICATE_BYTES} bytes` });
});

test('the queries of one program ask for no more steps than all are given, whatever the solver answers', async () => {
  const limits: number[] = [];
  const solver: Solver = {
    name: 'never',
    version: '1',
    solve: (_, limit) => {
      limits.push(limit);
      return Promise.resolve({ verdict: 'unknown', steps: limit });
    },
  };
  const open = lines(6, (index) => `  w${index} = if a * b == 1_000_003 * ${index + 7} { 1 / (a % 2 + b % 3 - 2) } else { 0 }`);
  const source = `circuit c {\n  input a: 2..4_294_967_295\n  input b: 2..4_294_967_295\n  output y: i64\n\n${open}\n  y = ${Array.from({ length: 6 }, (_, index) => `w${index} % 9`).join(' + ')}\n}\n`;
  const { certified, errors } = await certifyWith(programOf(source), solver);
  expect(certified).toBe(false);
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(MAX_SOLVER_STEPS);
  expect(limits.every((limit) => limit <= Math.max(...Object.values(MAX_QUERY_STEPS)))).toBe(true);
  expect(errors.at(-1)?.message ?? '').toContain('the steps that a solver may take are used up');
});
