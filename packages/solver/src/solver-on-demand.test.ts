import { SolverOutage, solverOnDemand, unlessSolverIsOut } from './solver-on-demand.js';
import type { ClosableSolver } from './solver-over.js';

/** Returns a solver with the given verdicts, which fails after the last one. */
function answering(...verdicts: readonly ('unsat' | 'unknown')[]): ClosableSolver & { isClosed: boolean } {
  const left = [...verdicts];
  const solve: ClosableSolver['solve'] = async () => {
    const verdict = left.shift();
    if (verdict === undefined) throw new Error('out of memory');
    return { verdict, steps: 1 };
  };
  const solver = {
    name: 'z3',
    version: '5',
    solve,
    isClosed: false,
    close: async () => {
      solver.isClosed = true;
    },
  };
  return solver;
}

test('the first query starts a solver, which is kept', async () => {
  const starts: ClosableSolver[] = [];
  const solver = solverOnDemand(async () => {
    starts.push(answering('unsat', 'unknown', 'unsat'));
    return starts[0] ?? answering();
  });
  expect(starts).toHaveLength(0);
  expect(await Promise.all([solver.solve('a', 1), solver.solve('b', 1)])).toEqual([
    { verdict: 'unsat', steps: 1 },
    { verdict: 'unknown', steps: 1 },
  ]);
  expect(await solver.solve('c', 1)).toEqual({ verdict: 'unsat', steps: 1 });
  expect(starts).toHaveLength(1);
  expect(solver.version).toBe('5');
});

test('a solver that does not start is an outage, and the next query tries again', async () => {
  let tries = 0;
  const solver = solverOnDemand(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no memory for it');
    return answering('unsat');
  });
  await expect(solver.solve('a', 1)).rejects.toMatchObject({ name: 'SolverOutage', message: 'no memory for it' });
  expect(await solver.solve('a', 1)).toEqual({ verdict: 'unsat', steps: 1 });
});

test('a solver that breaks down is an outage, and the next query starts another', async () => {
  const [first, second] = [answering('unsat'), answering('unknown')];
  const solvers = [first, second];
  const solver = solverOnDemand(async () => solvers.shift() ?? answering());
  await solver.solve('a', 1);
  await expect(solver.solve('b', 1)).rejects.toBeInstanceOf(SolverOutage);
  expect(await solver.solve('b', 1)).toEqual({ verdict: 'unknown', steps: 1 });
  expect([first.isClosed, second.isClosed]).toEqual([true, false]);
});

test('an outage is told as plain data, and nothing else is', async () => {
  expect(await unlessSolverIsOut(async () => 'done')).toBe('done');
  const solver = solverOnDemand(async () => answering());
  expect(await unlessSolverIsOut(async () => solver.solve('a', 1))).toEqual({ kind: 'solver-out', reason: 'out of memory' });
  await expect(unlessSolverIsOut(async () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});
