import type { Core } from '../graph/graph.js';
import type { Value } from '../values/value.js';
import type { GraphReference, Run, RunOptions } from './evaluation.js';
import { Machine } from './machine.js';

/**
 * Runs one graph of a core: a circuit, an action, or a component with the given arguments. This is what a program
 * means. Every need, stated domain, call, output and ensure is checked on the way, so that it tells what fails in an
 * open program.
 *
 * @param inputs By parameter, inside their domains.
 */
export function run(core: Core, graph: GraphReference, inputs: readonly Value[], options: RunOptions = {}): Run {
  return new Machine(core, options).run(graph, inputs);
}
