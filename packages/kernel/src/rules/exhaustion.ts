import { combinations } from '../abstract/all-values.js';
import { runner } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import type { Core, Graph } from '../graph/graph.js';
import { everyValueOfEach } from './every-value.js';
import { type Meter, workOfRun } from './meter.js';

/** The elementary steps of the evaluator that running every input may take together. */
const MAX_STEPS = 16_000_000;

/** The work to make a part of an input, and to see that it is one of the domain and that no two are alike. */
const STEPS_A_PART = 4;

/**
 * True where a graph has few and small inputs ({@link everyValueOfEach}) and the evaluator fails on none of them: a proof of all
 * that it checks on its way. False also where there are more, they are larger, or where they take too many steps.
 */
export function allInputsHold(core: Core, part: GraphReference, graph: Graph, meter: Meter): boolean {
  const all = everyValueOfEach(graph.parameters.map(({ domain }) => domain));
  if (all === null) return false;
  meter.spend(STEPS_A_PART * all.parts, graph, null);
  const run = runner(core);
  let left = MAX_STEPS;
  for (const inputs of combinations(all.values)) {
    const { type, steps } = run(part, inputs, { budget: left });
    meter.spend(workOfRun(steps), graph, null);
    if (type !== 'outputs' && type !== 'refused') return false;
    left -= steps;
  }
  return true;
}
