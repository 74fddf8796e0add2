import { runner } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { workOfRun } from '../rules/meter.js';
import type { SmtRequest } from './context.js';
import type { SmtQuery } from './query.js';
import { momentsOf, type Passed } from './trial.js';
import { tries } from './tries.js';

/** So many moments of runs are laid beside a query. */
export const MAX_TRIALS = 256;
/** So many inputs are tried for them, */
const MAX_TRIES = 1_024;
/** in so many elementary steps of the evaluator, all of them and one. */
const MAX_STEPS = 2_000_000;
const MAX_STEPS_A_TRY = 200_000;
/** In so many characters of queries, each read as often as a run is laid beside it. */
const MAX_TEXT = 1_000_000;
/** The characters of a query that come to one step of work. */
const TEXT_STEPS = 8;
/** A run of which every value is kept takes so many times the work of one. */
const KEEPING = 3;
/** The nodes of a graph whose regions are gone through in one step of work. */
const NODE_STEPS = 8;

/** The result of trying a query with runs: their number, and the assertion that one of them contradicts. */
export interface Trials {
  readonly runs: number;
  /** `null` if no run contradicts the query. */
  readonly contradicted: string | null;
}

/**
 * Lays runs of the reference evaluator beside a query before it counts. Whatever run passes the closure domain has to
 * satisfy all that the query asserts besides the negated goal; one that does not shows a fault of the encoder. The
 * same program gives the same trials on every machine. Prover and checker both make them; the work counts as theirs.
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

/** The work of a run and of laying its moments beside a query, for each of which the calls are run again. */
function workOfTry({ moments, steps }: Passed, text: number, nodes: number): number {
  const reading = Math.ceil(text / TEXT_STEPS) + Math.ceil(nodes / NODE_STEPS);
  return KEEPING * workOfRun(steps) + moments.length * (KEEPING * workOfRun(steps) + reading);
}
