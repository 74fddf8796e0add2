import { blocksOf, definedBy, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, Statement } from '../lowered/program.js';

/**
 * Keeps calls from overflowing the stack, for any length of a chain of components and any size of their frames. A function that
 * would need more than {@link MAX_SLOTS} is written as a generator, whose frame leaves the stack while it waits.
 */

/** The form of a function and its calls that prevents an overflow of the stack. */
export interface CallStyle {
  /** True if one array holds all arguments. */
  readonly takesArray: boolean;
  /** True for a generator: a call is yielded to `runSteps`, which runs it after the caller's frame has left the stack. */
  readonly isSteps: boolean;
}

/** An eighth of Node's default stack, at 8 bytes per slot. */
const MAX_SLOTS = 16_384;

/** Slots of a frame besides its variables: addresses and intermediate values. */
const OWN_SLOTS = 32;

/** More arguments are passed as one array: each argument takes two slots. */
const MAX_ARGUMENTS = 255;

/** Returns the slots of a function, and the style in which it is written. `slotsOf`: the slots of a function that it calls. */
export function stackOf(
  lowered: LoweredFunction,
  slotsOf: (callee: LoweredFunction) => number,
): { readonly slots: number; readonly style: CallStyle } {
  const { role, parameters } = lowered;
  const takesArray = role !== 'circuit' && parameters.length > MAX_ARGUMENTS;
  const { callees, variables } = contentsOf(lowered);
  const deepest = [...callees].reduce((most, callee) => Math.max(most, slotsOf(callee)), 0);
  const slots = OWN_SLOTS + variables + (takesArray ? 0 : parameters.length) + deepest;
  // A circuit or an action without calls has one frame, which cannot be divided.
  const isAlone = role === 'circuit' && callees.size === 0;
  return { slots, style: { takesArray, isSteps: slots > MAX_SLOTS && !isAlone } };
}

/** Returns the functions that a function calls, and the number of its variables. */
function contentsOf({ body }: LoweredFunction): { readonly callees: ReadonlySet<LoweredFunction>; readonly variables: number } {
  const callees = new Set<LoweredFunction>();
  let variables = 0;
  const use = (expression: Expression): void => {
    if (expression.kind === 'call') callees.add(expression.callee);
    for (const part of partsOf(expression)) use(part);
  };
  const visit = (statement: Statement): void => {
    if (definedBy(statement) !== null) variables += 1;
    for (const expression of expressionsOf(statement)) use(expression);
    for (const block of blocksOf(statement)) block.forEach(visit);
  };
  body.forEach(visit);
  return { callees, variables };
}
