import { staticCost } from '../core/cost.js';
import type { Core, Graph } from '../core/graph.js';
import { run } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import { ALL_UP_TO, combinations, countTuples } from '../values/all-values.js';
import { everyValue } from './every-value.js';

/** What running every input may cost together, by the static cost. */
const MOST_COST = 100_000_000;

/**
 * True where a graph has at most {@link ALL_UP_TO} inputs and the evaluator fails on none of them: a proof of all
 * that it checks on its way. False also where there are more, or where they take too long.
 */
export function allInputsHold(core: Core, part: GraphReference, graph: Graph): boolean {
  const all = graph.parameters.map(({ domain }) => everyValue(domain));
  const known = all.filter((values) => values !== null);
  const count = countTuples(known);
  if (known.length < all.length || count > ALL_UP_TO) return false;
  if (count * staticCost({ ...core, graphs: [graph] }) > MOST_COST) return false;
  for (const inputs of combinations(known)) {
    const { type } = run(core, part, inputs);
    if (type !== 'outputs' && type !== 'refused') return false;
  }
  return true;
}
