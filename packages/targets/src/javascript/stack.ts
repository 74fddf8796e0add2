import type { Graph } from '@kirchhoff/coherence';
import { at, type GraphPlan } from '../plan/plan.js';
import type { CallStyle, ComponentFunction } from './scope.js';

/**
 * Keeps calls from overflowing the stack, for any length of a chain of components and any size of their frames. A function that
 * would need more than {@link MAX_SLOTS} is written as a generator, whose frame leaves the stack while it waits.
 */

/** An eighth of Node's default stack, at 8 bytes per slot. */
const MAX_SLOTS = 16_384;

/** Slots of a frame besides its variables: addresses and intermediate values. */
const OWN_SLOTS = 32;

/** More arguments are passed as one array: each argument takes two slots. */
const MAX_ARGUMENTS = 255;

/** Returns the slots of a graph's function, and the style in which it is written. `names`: the number of its variables. */
export function stackOf(
  { graph, live }: GraphPlan,
  names: number,
  components: readonly ComponentFunction[],
): { readonly slots: number; readonly style: CallStyle } {
  const takesArray = takesArrayOfArguments(graph);
  const callees = graph.nodes.flatMap((node, id) => (node.op === 'call' && live[id] ? [at(components, node.component)] : []));
  const deepest = callees.reduce((most, callee) => Math.max(most, callee.slots), 0);
  const slots = OWN_SLOTS + names + (takesArray ? 0 : graph.parameters.length) + deepest;
  // A circuit or an action without calls has one frame, which cannot be divided.
  const isAlone = graph.role !== 'component' && callees.length === 0;
  return { slots, style: { takesArray, isSteps: slots > MAX_SLOTS && !isAlone } };
}

export function takesArrayOfArguments({ role, parameters }: Graph): boolean {
  return role === 'component' && parameters.length > MAX_ARGUMENTS;
}
