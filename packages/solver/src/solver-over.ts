import type { Solver, SolverAnswer } from '@kirchhoff/kernel';
import { MIN_QUERY_STEPS } from '@kirchhoff/kernel/smt/solver';
// The enumerations alone: the package's index loads z3 as a module of Node, and a browser has its own way.
import { type Z3_context, Z3_error_code, Z3_lbool, type Z3_solver } from 'z3-solver/build/low-level';
import { readModel, type Z3 } from './model.js';

/** The statistic that counts what `rlimit` limits. */
const STEPS = 'rlimit count';

export interface ClosableSolver extends Solver {
  /**
   * Ends the threads of the solver, which would keep the process alive. The running query is finished first; later ones are
   * refused.
   */
  close(): Promise<void>;
}

/**
 * Settings that make an answer depend on the text and the limit alone: one thread, fixed seeds, no time-out. These are z3's
 * defaults today; they are explicit so that a verdict does not rest on defaults.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['parallel.enable', 'false'],
  ['sat.threads', '1'],
  ['smt.threads', '1'],
  ['smt.random_seed', '0'],
  ['sat.random_seed', '0'],
  ['nlsat.seed', '0'],
  ['timeout', '4294967295'],
];

/**
 * A loaded z3 as a `Solver`: one query after the other, each in a context of its own.
 *
 * @param end ends the threads of z3
 */
export function solverOver(z3: Z3, end: () => Promise<void>): ClosableSolver {
  for (const [setting, value] of SETTINGS) z3.global_param_set(setting, value);
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const afterOthers = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    name: 'z3',
    version: z3.get_full_version().replace(/^Z3 /, ''),
    solve: (text, resourceLimit) => {
      if (isClosed) return Promise.reject(new Error('the solver is closed'));
      return afterOthers(() => solveBoth(z3, text, resourceLimit));
    },
    close: async () => {
      isClosed = true;
      await last;
      await end();
    },
  };
}

/** Vectors, which are bits. */
const HAS_VECTORS = /\(_ BitVec /;

/**
 * Asks z3 about vectors as bits first, and its usual solver if that gives up before the limit; about integers the usual one alone.
 * A larger limit gives the same answer as soon as both have their steps.
 */
async function solveBoth(z3: Z3, text: string, resourceLimit: number): Promise<SolverAnswer> {
  const first = HAS_VECTORS.test(text) ? await solveAlone(z3, text, resourceLimit, bitSolver) : null;
  if (first !== null && first.verdict !== 'unknown') return first;
  const left = resourceLimit - (first?.steps ?? 0);
  if (first !== null && left < MIN_QUERY_STEPS) return first;
  const second = await solveAlone(z3, text, left, (its, context) => its.mk_solver(context));
  return { ...second, steps: second.steps + (first?.steps ?? 0) };
}

/**
 * Reads the text synchronously; only the search runs in a thread of its own. z3's call for both (`eval_smtlib2_string`) gives a
 * thread the address of a text that may be freed before it is read.
 *
 * Throws if z3 cannot read the text: a bug of its writer.
 */
async function solveAlone(
  z3: Z3,
  text: string,
  resourceLimit: number,
  makeSolver: (z3: Z3, context: Z3_context) => Z3_solver,
): Promise<SolverAnswer> {
  const config = z3.mk_config();
  const context = z3.mk_context(config);
  z3.del_config(config);
  try {
    const solver = makeSolver(z3, context);
    z3.solver_inc_ref(context, solver);
    limit(z3, context, solver, resourceLimit);
    z3.solver_from_string(context, solver, text);
    const error = z3.get_error_code(context);
    if (error !== Z3_error_code.Z3_OK) throw new Error(`z3 does not read the query: ${z3.get_error_msg(context, error)}`);
    const verdict = await z3.solver_check(context, solver);
    const steps = readSteps(z3, context, solver);
    if (verdict === Z3_lbool.Z3_L_FALSE) return { verdict: 'unsat', steps };
    if (verdict !== Z3_lbool.Z3_L_TRUE) return { verdict: 'unknown', steps };
    return { verdict: 'sat', steps, values: readModel(z3, context, solver) };
  } finally {
    z3.del_context(context);
  }
}

/** The steps of a query over vectors as bits: equal bits become one before the search. */
const AS_BITS = ['simplify', 'propagate-values', 'solve-eqs', 'ackermannize_bv', 'simplify', 'bit-blast', 'sat'] as const;

function bitSolver(z3: Z3, context: Z3_context): Z3_solver {
  const [first, ...others] = AS_BITS.map((name) => {
    const tactic = z3.mk_tactic(context, name);
    z3.tactic_inc_ref(context, tactic);
    return tactic;
  });
  if (first === undefined) throw new Error('no tactic');
  const all = others.reduce((before, next) => {
    const both = z3.tactic_and_then(context, before, next);
    z3.tactic_inc_ref(context, both);
    return both;
  }, first);
  return z3.mk_solver_from_tactic(context, all);
}

/** The steps of a query's context so far, including those for reading its text. z3 leaves out a count of 0. */
function readSteps(z3: Z3, context: Z3_context, solver: Z3_solver): number {
  const statistics = z3.solver_get_statistics(context, solver);
  z3.stats_inc_ref(context, statistics);
  for (let index = 0; index < z3.stats_size(context, statistics); index += 1) {
    if (z3.stats_get_key(context, statistics, index) === STEPS) return z3.stats_get_uint_value(context, statistics, index);
  }
  return 0;
}

/** For z3, 0 means no limit, and a limit has at most 32 bits. */
function limit(z3: Z3, context: Z3_context, solver: Z3_solver, resourceLimit: number): void {
  const parameters = z3.mk_params(context);
  z3.params_inc_ref(context, parameters);
  const steps = Math.min(4_294_967_295, Math.max(1, Math.trunc(resourceLimit)));
  z3.params_set_uint(context, parameters, z3.mk_string_symbol(context, 'rlimit'), steps);
  z3.solver_set_params(context, solver, parameters);
}
