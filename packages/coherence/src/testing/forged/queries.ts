import { MAX_QUERY_STEPS, type Solver, type SolverAnswer } from '@kirchhoff/kernel/smt/solver';
import { byQuery, NEEDS_SOLVER, refusals } from '../forged.js';

const answering = (answer: SolverAnswer, version = '1'): Solver => ({ name: 'z3', version, solve: () => Promise.resolve(answer) });
/** A solver that reports the queries of the first output as unsatisfiable. */
const answeringInTurn = (): Solver => ({
  name: 'z3',
  version: '1',
  solve: (text) => Promise.resolve(text.includes('600000') ? { verdict: 'unknown', steps: 1 } : { verdict: 'unsat', steps: 1 }),
});
const NEEDS_SOLVER_TWICE =
  'circuit c {\n  input a: 0..1_000_000\n  input b: 0..1_000_000\n  output o: i64\n  output p: i64\n  o = 6 / (a * 3 - b * 2 - 500_000)\n  p = 6 / (a * 3 - b * 2 - 600_000)\n}\n';

export const QUERIES = refusals('queries', {
  'other-query': [
    { source: NEEDS_SOLVER, proof: byQuery({ digest: '0'.repeat(64) }) },
    { source: NEEDS_SOLVER, proof: byQuery({ encoding: 'vectors' }) },
  ],
  'query-contradicted': [{ source: NEEDS_SOLVER, proof: byQuery({}), wrong: 'SUB' }],
  'other-runs': [
    { source: NEEDS_SOLVER, proof: byQuery({ runs: 0 }) },
    { source: NEEDS_SOLVER, proof: byQuery({ runs: 1_000_000 }) },
  ],
  'query-limit': [{ source: NEEDS_SOLVER, proof: byQuery({ limit: 1_000_000_000 }) }],
  'queries-limit': [{ source: NEEDS_SOLVER_TWICE, proof: byQuery({ limit: MAX_QUERY_STEPS.integers }) }],
  'solver-missing': [{ source: NEEDS_SOLVER, proof: byQuery({}) }],
  'solver-doubts': [
    // The first of two queries is unsatisfiable, the second is not.
    { source: NEEDS_SOLVER_TWICE, proof: byQuery({}), solver: answeringInTurn() },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'sat', steps: 1, values: new Map() }) },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'unknown', steps: 1 }) },
  ],
  'other-solver': [
    { source: NEEDS_SOLVER, proof: byQuery({ solver: 'other' }), solver: answering({ verdict: 'unsat', steps: 1 }) },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'unsat', steps: 1 }, '2') },
  ],
});
