import { MONOMERS, monomerAt } from '@kirchhoff/coherence';
import { blocksOf, expressionsOf, partsOf } from './free-variables.js';
import type { Expression, LoweredFunction, Statement } from './program.js';

/** Facts about the functions of a program that follow from their calls. */
export interface CallFacts {
  /** The depth of nested calls, its own included. */
  readonly depth: number;
  /** True if it asks an entropy source, or calls a function that does. */
  readonly asks: boolean;
  /** The functions that it calls, once each. */
  readonly callees: readonly LoweredFunction[];
}

const SOURCES: ReadonlySet<string> = new Set(MONOMERS.filter((_, index) => monomerAt(index).effect === 'source').map(({ name }) => name));

/** Returns the facts of all functions, given in an order in which each function only calls earlier ones. */
export function callFactsOf(functions: readonly LoweredFunction[]): ReadonlyMap<LoweredFunction, CallFacts> {
  const facts = new Map<LoweredFunction, CallFacts>();
  for (const lowered of functions) {
    const { callees, monomers } = usedBy(lowered);
    const called = [...callees].flatMap((callee) => facts.get(callee) ?? []);
    facts.set(lowered, {
      depth: 1 + called.reduce((most, { depth }) => Math.max(most, depth), 0),
      asks: called.some(({ asks }) => asks) || [...monomers].some((name) => SOURCES.has(name)),
      callees: [...callees],
    });
  }
  return facts;
}

/**
 * Returns a function and those that it calls, itself or through others, in their order.
 *
 * @param functions in an order in which each function only calls earlier ones
 */
export function calledFrom(root: LoweredFunction, functions: readonly LoweredFunction[]): readonly LoweredFunction[] {
  const needed = new Set([root]);
  for (const lowered of functions.toReversed()) if (needed.has(lowered)) for (const callee of usedBy(lowered).callees) needed.add(callee);
  return functions.filter((lowered) => needed.has(lowered));
}

/** Returns the names of the entropy sources that the functions ask, sorted. */
export function sourcesOf(functions: readonly LoweredFunction[]): readonly string[] {
  const found = new Set(functions.flatMap((lowered) => [...usedBy(lowered).monomers]));
  return [...found].filter((name) => SOURCES.has(name)).toSorted();
}

function usedBy(lowered: LoweredFunction): { readonly callees: ReadonlySet<LoweredFunction>; readonly monomers: ReadonlySet<string> } {
  const callees = new Set<LoweredFunction>();
  const monomers = new Set<string>();
  const use = (expression: Expression): void => {
    if (expression.kind === 'call') callees.add(expression.callee);
    if (expression.kind === 'apply') monomers.add(expression.monomer);
    for (const part of partsOf(expression)) use(part);
  };
  const visit = (statement: Statement): void => {
    for (const expression of expressionsOf(statement)) use(expression);
    for (const block of blocksOf(statement)) block.forEach(visit);
  };
  lowered.body.forEach(visit);
  return { callees, monomers };
}
