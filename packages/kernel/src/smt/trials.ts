import { runner } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { workOfRun } from '../rules/meter.js';
import type { SmtRequest } from './context.js';
import type { SmtQuery } from './query.js';
import { momentsOf, type Passed } from './trial.js';
import { tries } from './tries.js';

/** Limit for the moments of runs that are compared with a query. */
export const MAX_TRIALS = 256;
/** Limit for the tried inputs of a query. */
const MAX_TRIES = 1_024;
/** Limits for the elementary evaluator steps: of all tries together, and of one. */
const MAX_STEPS = 2_000_000;
const MAX_STEPS_A_TRY = 200_000;
/** Limit for the characters of query text that the comparisons of one query read. */
const MAX_TEXT = 1_000_000;
/** The characters of a query that count as one step of work. */
const TEXT_STEPS = 8;
/** The work of a run that stores every value, as a multiple of a plain run's. */
const KEEPING = 3;
/** The nodes of a graph whose regions are visited in one step of work. */
const NODE_STEPS = 8;

/** The result of comparing a query with runs: their number, and the assertion that one of them contradicts. */
export interface Trials {
  readonly runs: number;
  /** `null` if no run contradicts the query. */
  readonly contradicted: string | null;
}

/**
 * Compares a query with runs of the reference evaluator before the query is used as evidence. Every run that passes the closure
 * domain must satisfy all assertions of the query except the negated goal. A run that does not shows a fault of the encoder. The
 * same program gives the same trials on every machine. Prover and checker both make them and count the work.
 *
 * @param part The graph of the request.
 * @param seed The proof key of the program.
 * @param trials Default: 256, for evidence.
 */
export function tryQuery(query: SmtQuery, request: SmtRequest, part: GraphReference, seed: string, trials = MAX_TRIALS): Trials {
  const { core, graph, domain, meter } = request;
  const most = Math.min(trials, Math.ceil(MAX_TEXT / query.text.length));
  const pass = momentsOf(runner(core), part, request);
  let runs = 0;
  let steps = 0;
  let tried = 0;
  for (const inputs of tries(core, graph, seed)) {
    const passed = pass(inputs, MAX_STEPS_A_TRY);
    meter?.spend(workOfTry(passed, query.text.length, graph.nodes.length), graph, 'node' in domain ? domain.node : null);
    for (const moment of passed.moments.slice(0, most - runs)) {
      runs += 1;
      const contradicted = query.contradiction(inputs, moment);
      if (contradicted !== null) return { runs, contradicted };
    }
    steps += passed.steps;
    tried += 1;
    if (runs >= most || tried >= MAX_TRIES || steps >= MAX_STEPS) break;
  }
  return { runs, contradicted: null };
}

/** Returns the work of a run and of comparing its moments with a query. Each moment repeats the calls of the run. */
function workOfTry({ moments, steps }: Passed, text: number, nodes: number): number {
  const reading = Math.ceil(text / TEXT_STEPS) + Math.ceil(nodes / NODE_STEPS);
  return KEEPING * workOfRun(steps) + moments.length * (KEEPING * workOfRun(steps) + reading);
}
