import type { NodeId } from '../graph/graph.js';
import type { DifferenceTerm, Relations } from '../monomers/relation.js';
import { isPart } from '../rules/drift.js';
import type { Environment } from '../rules/environment.js';
import { apartAtMost, partTerm } from '../rules/parts.js';
import { termOf } from '../rules/terms.js';
import { add, type Int } from '../types/integer.js';
import type { Difference, DriftProof, Link } from './format.js';

/** A certificate may list more differences for one node than any monomer states, and look up each link of a path among them. */
const FEW_FACTS = 16;

/**
 * Returns true if the links lead from one node to the other, each link holds, and they sum to at most the bound. Without links,
 * the two nodes' own abstract values have to keep them within the bound.
 */
export function pathHolds(environment: Environment, from: DifferenceTerm, to: DifferenceTerm, bound: Int, path: readonly Link[]): boolean {
  if (path.length === 0 && from !== to) {
    const apart = apartAtMost(environment, from, to);
    return apart !== null && apart <= bound;
  }
  let at = from;
  let sum: Int = 0;
  for (const link of path) {
    if (link.minuend !== at || !linkHolds(environment, link)) return false;
    at = link.subtrahend;
    sum = add(sum, link.bound);
  }
  return at === to && sum <= bound;
}

/** Returns true if the node that a link names states it, or the caller does. */
export function linkHolds(environment: Environment, link: Link): boolean {
  return (link.via === null || environment.isLive(link.via)) && isVouchedFor(environment, link);
}

/** Returns true if a node states the link's fact, whenever it has been evaluated; or if the caller states it. */
export function isVouchedFor(environment: Environment, link: Link): boolean {
  const facts = link.via === null ? environment.given : environment.facts(link.via);
  environment.meter.spend(Math.max(0, facts.length - FEW_FACTS), environment.graph, link.via);
  return facts.some((fact) => fact.minuend === link.minuend && fact.subtrahend === link.subtrahend && fact.bound <= link.bound);
}

/** Returns true if one step changes a part of an accumulator by no more than is claimed. */
export function driftHolds(environment: Environment, accumulator: NodeId, result: NodeId, drift: DriftProof): boolean {
  const { field, before, after, upper, lower, upperPath, lowerPath } = drift;
  if (!isPart(environment, accumulator, field, before) || !isPart(environment, result, field, after)) return false;
  const from = partTerm(environment, before);
  const to = partTerm(environment, after);
  return (
    (upper === null || pathHolds(environment, to, from, upper, upperPath)) &&
    (lower === null || pathHolds(environment, from, to, lower, lowerPath))
  );
}

/** Returns true if each difference holds between the nodes at its argument positions. */
export function differencesHold(environment: Environment, nodes: readonly (NodeId | null)[], differences: readonly Difference[]): boolean {
  if (differences.length === 0) return true;
  return differences.every(({ minuend, subtrahend, bound, path }) => {
    const from = termOf(environment, nodes, -1, minuend);
    const to = termOf(environment, nodes, -1, subtrahend);
    return from !== undefined && to !== undefined && pathHolds(environment, from, to, bound, path);
  });
}

/** The relations between arguments that a certificate lists, after they have been checked. */
export class ListedRelations implements Relations {
  constructor(
    private readonly environment: Environment,
    private readonly nodes: readonly (NodeId | null)[],
    private readonly differences: readonly Difference[],
  ) {}

  difference(i: number, j: number): Int | undefined {
    if (this.differences.length === 0) return undefined;
    return this.differences.find(({ minuend, subtrahend }) => minuend === i && subtrahend === j)?.bound;
  }

  same(i: number, j: number): boolean {
    const a = this.nodes[i];
    const b = this.nodes[j];
    return typeof a === 'number' && typeof b === 'number' && this.environment.classOf(a) === this.environment.classOf(b);
  }
}
