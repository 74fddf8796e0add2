import { MAX_QUERY_STEPS, type Solver, type SolverAnswer } from '@kirchhoff/kernel/smt/solver';
import { byQuery, byQueryOfInduction, byQueryOfRounds, NEEDS_SOLVER, refusals } from '../forged.js';

const answering = (answer: SolverAnswer, version = '1'): Solver => ({ name: 'z3', version, solve: () => Promise.resolve(answer) });
/** A solver that reports the queries of the first output as unsatisfiable. */
const answeringInTurn = (): Solver => ({
  name: 'z3',
  version: '1',
  solve: (text) => Promise.resolve(text.includes('600000') ? { verdict: 'unknown', steps: 1 } : { verdict: 'unsat', steps: 1 }),
});
const NEEDS_SOLVER_TWICE =
  'circuit c {\n  input a: 0..1_000_000\n  input b: 0..1_000_000\n  output o: i64\n  output p: i64\n  o = 6 / (a * 3 - b * 2 - 500_000)\n  p = 6 / (a * 3 - b * 2 - 600_000)\n}\n';

/** More queries than a check asks, each with the greatest limit. */
const FEW = [1, 2, 3, 4, 5, 6, 7];
const NEEDS_SOLVER_OFTEN = `circuit c {
  input a: 0..1_000_000
  input b: 0..1_000_000
${FEW.map((n) => `  output o${n}: i64\n`).join('')}${FEW.map((n) => `  o${n} = 6 / (a * 3 - b * 2 - ${n}00_000)\n`).join('')}}
`;
/** Needs the rounds of its loop. */
const NEEDS_ROUNDS =
  'circuit c {\n  input xs: [0..3; ..2]\n  output o: i64\n  o = 6 / ((fold s = 1 for x in xs { 4 * s - x }) - (fold s = 1 for x in xs { 3 * s + x }))\n}\n';

/** The promise is kept by each round, and fails for no input. */
const NEEDS_INDUCTION = `circuit c {
  input xs: [0..3; ..99]
  output s: 0..9
  output t: 0..891
  s = fold n = 0 for x in xs { MIN(n + x, 9) }
  t = fold n = 0 for x in xs { n + x * x }
  ensure s <= t
}
`;

export const QUERIES = refusals('queries', {
  'other-query': [
    { source: NEEDS_SOLVER, proof: byQuery({ digest: '0'.repeat(64) }) },
    { source: NEEDS_SOLVER, proof: byQuery({ encoding: 'vectors' }) },
    { source: NEEDS_ROUNDS, proof: byQueryOfRounds({ digest: '0'.repeat(64) }) },
    { source: NEEDS_INDUCTION, proof: byQueryOfInduction({ digest: '0'.repeat(64) }) },
  ],
  'query-contradicted': [
    { source: NEEDS_SOLVER, proof: byQuery({}), wrong: 'SUB' },
    { source: NEEDS_ROUNDS, proof: byQueryOfRounds({}), wrong: 'MUL' },
    { source: NEEDS_INDUCTION, proof: byQueryOfInduction({}), wrong: 'MUL' },
  ],
  'other-runs': [
    { source: NEEDS_ROUNDS, proof: byQueryOfRounds({ runs: 1_000_000 }) },
    { source: NEEDS_INDUCTION, proof: byQueryOfInduction({ runs: 1_000_000 }) },
    { source: NEEDS_SOLVER, proof: byQuery({ runs: 0 }) },
    { source: NEEDS_SOLVER, proof: byQuery({ runs: 1_000_000 }) },
  ],
  'query-limit': [
    { source: NEEDS_SOLVER, proof: byQuery({ limit: 1_000_000_000 }) },
    { source: NEEDS_ROUNDS, proof: byQueryOfRounds({ limit: 1_000_000_000 }) },
    { source: NEEDS_INDUCTION, proof: byQueryOfInduction({ limit: 1_000_000_000 }) },
  ],
  'queries-limit': [{ source: NEEDS_SOLVER_OFTEN, proof: byQuery({ limit: MAX_QUERY_STEPS.integers }) }],
  'solver-missing': [
    { source: NEEDS_SOLVER, proof: byQuery({}) },
    { source: NEEDS_ROUNDS, proof: byQueryOfRounds({}) },
    { source: NEEDS_INDUCTION, proof: byQueryOfInduction({}) },
  ],
  'solver-doubts': [
    // The first of two queries is unsatisfiable, the second is not.
    { source: NEEDS_SOLVER_TWICE, proof: byQuery({}), solver: answeringInTurn() },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'sat', steps: 1, values: new Map() }) },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'unknown', steps: 1 }) },
    { source: NEEDS_INDUCTION, proof: byQueryOfInduction({}), solver: answering({ verdict: 'sat', steps: 1, values: new Map() }) },
    { source: NEEDS_ROUNDS, proof: byQueryOfRounds({}), solver: answering({ verdict: 'sat', steps: 1, values: new Map() }) },
  ],
  'other-solver': [
    { source: NEEDS_SOLVER, proof: byQuery({ solver: 'other' }), solver: answering({ verdict: 'unsat', steps: 1 }) },
    { source: NEEDS_SOLVER, proof: byQuery({}), solver: answering({ verdict: 'unsat', steps: 1 }, '2') },
  ],
});
