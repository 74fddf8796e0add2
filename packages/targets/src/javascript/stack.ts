import type { Graph } from '@kirchhoff/coherence';
import { at, type GraphPlan } from '../plan/plan.js';
import type { CallStyle, ComponentFunction } from './scope.js';

/**
 * Calls are kept from overflowing the stack, however long a chain of components is and however much each holds: what
 * would take more than {@link MAX_SLOTS} is written as a generator, whose frame leaves the stack while it waits.
 */

/** An eighth of the stack that Node gives by default, at 8 octets a slot. */
const MAX_SLOTS = 16_384;

/** Slots of a frame beside its variables: addresses, the parts of an expression. */
const OWN_SLOTS = 32;

/** More arguments are given as one array: each is pushed twice. */
const MAX_ARGUMENTS = 255;

/** The slots that the function of a graph takes, and how it is therefore written. `names`: how many variables it has. */
export function stackOf(
  { graph, live }: GraphPlan,
  names: number,
  components: readonly ComponentFunction[],
): { readonly slots: number; readonly style: CallStyle } {
  const takesArray = takesArrayOfArguments(graph);
  const callees = graph.nodes.flatMap((node, id) => (node.op === 'call' && live[id] ? [at(components, node.component)] : []));
  const deepest = callees.reduce((most, callee) => Math.max(most, callee.slots), 0);
  const slots = OWN_SLOTS + names + (takesArray ? 0 : graph.parameters.length) + deepest;
  // A circuit without calls is one frame, which cannot be shortened.
  const isAlone = graph.role === 'circuit' && callees.length === 0;
  return { slots, style: { takesArray, isSteps: slots > MAX_SLOTS && !isAlone } };
}

export function takesArrayOfArguments({ role, parameters }: Graph): boolean {
  return role === 'component' && parameters.length > MAX_ARGUMENTS;
}
