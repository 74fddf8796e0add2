import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Run, RunOptions } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { DomainError } from './boundary.js';
import type { Program } from './program.js';

/** Like `Run`, with the refusal in the words of the boundary. */
export type Evaluation =
  | Exclude<Run, { type: 'refused' }>
  | { readonly type: 'refused'; readonly error: DomainError; readonly steps: number };

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
