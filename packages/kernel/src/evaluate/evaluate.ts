import type { Core } from '../graph/graph.js';
import type { Value } from '../values/value.js';
import type { GraphReference, Run, RunOptions } from './evaluation.js';
import { Machine } from './machine.js';

/**
 * Runs one graph of a core: a circuit, an action, or a component with the given arguments. It defines the meaning of a program.
 * Every precondition, stated domain, call, output and ensure is checked during the run, so the result names the failures of an
 * open program.
 *
 * @param inputs By parameter, inside their domains.
 */
export function run(core: Core, graph: GraphReference, inputs: readonly Value[], options: RunOptions = {}): Run {
  return new Machine(core).run(graph, inputs, options);
}

/** {@link run} of one core. */
export type CoreRunner = (graph: GraphReference, inputs: readonly Value[], options?: RunOptions) => Run;

/** Returns {@link run} of one core for frequent calls: starting a run takes a time that does not grow with the graph. */
export function runner(core: Core): CoreRunner {
  const machine = new Machine(core);
  return (graph, inputs, options = {}) => machine.run(graph, inputs, options);
}
