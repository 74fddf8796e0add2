import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ClosableSolver, startSolver } from './index.js';

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

/** Factors of a product of two primes: more than a few steps. */
const HARD = `(declare-const a (_ BitVec 40))(declare-const b (_ BitVec 40))
(assert (bvult #x0000000001 a))(assert (bvult a #x0000100000))(assert (bvult a b))(assert (bvult b #x0000100000))
(assert (= (bvmul a b) #x00e8d44da5))(check-sat)`;

test('a contradiction is unsat', async () => {
  expect(await solver.solve('(declare-const a Int)(assert (< a a))(check-sat)', 1_000_000)).toMatchObject({ verdict: 'unsat' });
});

test('a model is read back: negative integers, vectors without a sign, Booleans, names of every form', async () => {
  const text = `(declare-sort Thing 0)(declare-const t Thing)(declare-const p0.x Int)(declare-const p1! (_ BitVec 8))(declare-const p2? Bool)
    (assert (= p0.x (- 9223372036854775808)))(assert (= p1! #xff))(assert p2?)(check-sat)`;
  expect(await solver.solve(text, 1_000_000)).toMatchObject({
    verdict: 'sat',
    values: new Map<string, bigint | boolean>([
      ['p0.x', -(2n ** 63n)],
      ['p1!', 255n],
      ['p2?', true],
    ]),
  });
});

test('a limit ends the search at the same step every time, and leaves the next query as it was', async () => {
  for (let i = 0; i < 2; i += 1) {
    expect(await solver.solve(HARD, 2_000)).toMatchObject({ verdict: 'unknown' });
    expect(await solver.solve('(assert false)(check-sat)', 2_000)).toMatchObject({ verdict: 'unsat' });
  }
});

test('queries that are asked at once are answered one after the other', async () => {
  const verdicts = await Promise.all(
    ['true', 'false', 'true', 'false'].map((formula) => solver.solve(`(assert ${formula})(check-sat)`, 1_000)),
  );
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['sat', 'unsat', 'sat', 'unsat']);
});

test('a text that is no SMT-LIB is an error, and harms no other', async () => {
  await expect(solver.solve('(assert (foo))(check-sat)', 1_000)).rejects.toThrow('does not read');
  expect(await solver.solve('(assert false)(check-sat)', 1_000)).toMatchObject({ verdict: 'unsat' });
});

test('it says which solver it is', () => {
  expect(solver.name).toBe('z3');
  expect(solver.version).toMatch(/^\d+\.\d+\.\d+/);
});

const USE = `const { startSolver } = require(${JSON.stringify(require.resolve('./index.js'))});
  startSolver().then(async (solver) => {
    const { verdict } = await solver.solve('(assert false)(check-sat)', 1000);
    await solver.close();
    await solver.solve('(check-sat)', 1000).catch(() => console.log(verdict));
  });`;

test('a process that has closed its solver ends by itself, and is refused further answers', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', USE]);
  expect(stdout.trim()).toBe('unsat');
});

test('it runs in a worker thread', async () => {
  const inWorker = `const { Worker } = require('node:worker_threads'); new Worker(${JSON.stringify(USE)}, { eval: true });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', inWorker]);
  expect(stdout.trim()).toBe('unsat');
});
