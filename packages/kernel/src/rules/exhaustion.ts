import { run } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import type { Core, Graph } from '../graph/graph.js';
import { ALL_UP_TO, combinations, countTuples } from '../values/all-values.js';
import { everyValue } from './every-value.js';
import { type Meter, workOfRun } from './meter.js';

/** The elementary steps of the evaluator that running every input may take together. */
const MOST_STEPS = 16_000_000;

/**
 * True where a graph has at most {@link ALL_UP_TO} inputs and the evaluator fails on none of them: a proof of all
 * that it checks on its way. False also where there are more, or where they take too many steps.
 */
export function allInputsHold(core: Core, part: GraphReference, graph: Graph, meter: Meter): boolean {
  const all = graph.parameters.map(({ domain }) => everyValue(domain));
  const known = all.filter((values) => values !== null);
  const count = countTuples(known);
  if (known.length < all.length || count > ALL_UP_TO) return false;
  let left = MOST_STEPS;
  for (const inputs of combinations(known)) {
    const { type, steps } = run(core, part, inputs, { budget: left });
    meter.spend(workOfRun(steps), graph, null);
    if (type !== 'outputs' && type !== 'refused') return false;
    left -= steps;
  }
  return true;
}
