import type { Core } from '../core/graph.js';
import type { Program } from '../core/program.js';
import type { Value } from '../values/value.js';
import type { Evaluation, GraphReference, Run, RunOptions } from './evaluation.js';
import { Machine } from './machine.js';

/**
 * The reference evaluator: what a program means. Every need, stated domain, call, output and ensure is checked on
 * the way, so that it tells what fails in an open program.
 *
 * @param graphIndex 0 for a circuit; the index of the category for a policy.
 * @param inputs By parameter, inside their domains: what `decodeInputs` gave.
 */
export function evaluate(program: Program, graphIndex: number, inputs: readonly Value[], options: RunOptions = {}): Evaluation {
  const result = run(program.core, { graph: graphIndex }, inputs, options);
  if (result.type !== 'refused') return result;
  const condition = program.sourceMap.graphs[graphIndex]?.requires[result.require]?.domain ?? `require ${result.require + 1}`;
  return { type: 'refused', error: { port: null, path: '', message: `the inputs do not satisfy '${condition}'` }, steps: result.steps };
}

/**
 * Runs one graph of a core: a circuit, an action, or a component with the given arguments.
 *
 * @param inputs By parameter, inside their domains.
 */
export function run(core: Core, graph: GraphReference, inputs: readonly Value[], options: RunOptions = {}): Run {
  return new Machine(core, options).run(graph, inputs);
}
