import { combinations } from '../abstract/all-values.js';
import { runner } from '../evaluate/evaluate.js';
import type { GraphReference } from '../evaluate/evaluation.js';
import type { Core, Graph } from '../graph/graph.js';
import { everyValueOfEach } from './every-value.js';
import { type WorkMeter, workOfRun } from './meter.js';

/** Limit for the evaluator's elementary steps over all inputs together. */
const MAX_STEPS = 16_000_000;

/** The work of making a part of an input and of checking that it is in the domain and unique. */
const STEPS_A_PART = 4;

/**
 * Returns true if a graph has few and small inputs ({@link everyValueOfEach}) and the evaluator succeeds on all of them: that
 * proves everything the evaluator checks. Also false if the inputs are too many or too large, or take too many steps.
 */
export function allInputsHold(core: Core, part: GraphReference, graph: Graph, meter: WorkMeter): boolean {
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
