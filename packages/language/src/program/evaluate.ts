import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Run, RunOptions } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { DomainError } from './boundary.js';
import type { Program } from './program.js';

/** Like `Run`, with the refusal in the form of the boundary check. */
export type Evaluation =
  | Exclude<Run, { type: 'refused' }>
  | { readonly type: 'refused'; readonly error: DomainError; readonly steps: number };

/**
 * The reference evaluator, which defines the meaning of a program. It checks every precondition, stated domain, call, output and
 * ensure, so that it shows the failures of an open program.
 *
 * @param graphIndex 0 for a circuit; the index of the category for a policy.
 * @param inputs by parameter, inside their domains: the result of `decodeInputs`
 */
export function evaluate(program: Program, graphIndex: number, inputs: readonly Value[], options: RunOptions = {}): Evaluation {
  const result = run(program.core, { graph: graphIndex }, inputs, options);
  if (result.type !== 'refused') return result;
  const condition = program.sourceMap.graphs[graphIndex]?.requires[result.require]?.domain ?? `require ${result.require + 1}`;
  return { type: 'refused', error: { port: null, path: '', message: `the inputs do not satisfy '${condition}'` }, steps: result.steps };
}
