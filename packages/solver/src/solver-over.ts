import type { Solver, SolverAnswer } from '@kirchhoff/kernel';
import { MIN_QUERY_STEPS } from '@kirchhoff/kernel/smt/solver';
// The enumerations alone: the package's index loads z3 as a module of Node, and a browser has its own way.
import { type Z3_context, Z3_error_code, Z3_lbool, type Z3_solver } from 'z3-solver/build/low-level';
import { MemoryImage, type Z3Memory } from './memory-image.js';
import { readModel, type Z3 } from './model.js';

/** The statistic that counts what `rlimit` limits. */
const STEPS = 'rlimit count';

export interface ClosableSolver extends Solver {
  /** Refuses later queries. */
  close(): Promise<void>;
}

/** A loaded z3: its functions, and the module of WebAssembly that has them. */
export interface LoadedZ3 {
  readonly Z3: Z3;
  readonly em: Z3Memory & {
    /** z3's check in the calling thread; the one of `Z3` runs in a thread of its own. */
    readonly _Z3_solver_check: (context: Z3_context, solver: Z3_solver) => Z3_lbool;
  };
}

/**
 * Settings that make an answer depend on the text and the limit alone: one thread, fixed seeds. These are z3's defaults today; they
 * are explicit so that a verdict does not rest on defaults. No time-out is a default too, and cannot be set: a build of 32 bits
 * reads each such number as a time-out of at most 25 days, and starts a thread that waits for it.
 */
const SETTINGS: readonly (readonly [string, string])[] = [
  ['parallel.enable', 'false'],
  ['sat.threads', '1'],
  ['smt.threads', '1'],
  ['smt.random_seed', '0'],
  ['sat.random_seed', '0'],
  ['nlsat.seed', '0'],
];

/**
 * A loaded z3 as a `Solver`. An answer is a function of the text and the limit:
 *
 * - Each search begins with the same memory. The order in which z3 visits things depends on their addresses.
 * - The tactics are fixed. z3's default for a single query tries some tactics for a time that a clock measures.
 * - z3 starts no thread. A query therefore blocks the calling thread.
 */
export function solverOver({ Z3: z3, em }: LoadedZ3): ClosableSolver {
  for (const [setting, value] of SETTINGS) z3.global_param_set(setting, value);
  // The first context registers what all later ones share.
  z3.del_context(newContext(z3));
  const { _Z3_solver_check: check } = em;
  const search: Search = { z3, check, begin: new MemoryImage(em) };
  let isClosed = false;
  return {
    name: 'z3',
    version: z3.get_full_version().replace(/^Z3 /, ''),
    solve: (text, resourceLimit) => {
      if (isClosed) return Promise.reject(new Error('the solver is closed'));
      return Promise.resolve().then(() => solveBoth(search, text, resourceLimit));
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}

/** z3 with the memory that each search begins with. */
interface Search {
  readonly z3: Z3;
  readonly check: (context: Z3_context, solver: Z3_solver) => Z3_lbool;
  readonly begin: MemoryImage;
}

/** Vectors, which are bits. */
const HAS_VECTORS = /\(_ BitVec /;

/** A query over vectors as bits: equal bits become one before the search. */
const AS_BITS = ['simplify', 'propagate-values', 'solve-eqs', 'ackermannize_bv', 'simplify', 'bit-blast', 'sat'] as const;
/** A query over any sorts: what an equation defines is replaced before the search. */
const AS_WRITTEN = ['simplify', 'propagate-values', 'solve-eqs', 'smt'] as const;

/**
 * Asks z3 about vectors as bits first, and as written if that gives up before the limit; about integers as written alone. A larger
 * limit gives the same answer as soon as both have their steps.
 */
function solveBoth(search: Search, text: string, resourceLimit: number): SolverAnswer {
  const first = HAS_VECTORS.test(text) ? solveAlone(search, text, resourceLimit, AS_BITS) : null;
  if (first !== null && first.verdict !== 'unknown') return first;
  const left = resourceLimit - (first?.steps ?? 0);
  if (first !== null && left < MIN_QUERY_STEPS) return first;
  const second = solveAlone(search, text, left, AS_WRITTEN);
  return { ...second, steps: second.steps + (first?.steps ?? 0) };
}

/**
 * Answers in the memory of the beginning, which also takes the place of deleting what the search before made.
 *
 * Throws if z3 cannot read the text: a bug of its writer.
 */
function solveAlone({ z3, check, begin }: Search, text: string, resourceLimit: number, tactics: readonly string[]): SolverAnswer {
  begin.restore();
  const context = newContext(z3);
  const solver = solverOf(z3, context, tactics);
  z3.solver_inc_ref(context, solver);
  limit(z3, context, solver, resourceLimit);
  z3.solver_from_string(context, solver, text);
  const error = z3.get_error_code(context);
  if (error !== Z3_error_code.Z3_OK) throw new Error(`z3 does not read the query: ${z3.get_error_msg(context, error)}`);
  const verdict = check(context, solver);
  const steps = readSteps(z3, context, solver);
  if (verdict === Z3_lbool.Z3_L_FALSE) return { verdict: 'unsat', steps };
  if (verdict !== Z3_lbool.Z3_L_TRUE) return { verdict: 'unknown', steps };
  return { verdict: 'sat', steps, values: readModel(z3, context, solver) };
}

function newContext(z3: Z3): Z3_context {
  const config = z3.mk_config();
  const context = z3.mk_context(config);
  z3.del_config(config);
  return context;
}

/** Applies the tactics one after the other. */
function solverOf(z3: Z3, context: Z3_context, tactics: readonly string[]): Z3_solver {
  const [first, ...others] = tactics.map((name) => {
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
