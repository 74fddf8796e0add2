import { type AbstractValue, isWithin, NEVER, ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { NO_RELATIONS } from '@kirchhoff/kernel/monomers/relation';
import { analysisOf, argumentViews } from '@kirchhoff/kernel/rules/applications';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { forward } from '@kirchhoff/kernel/rules/forward';

/** A region at its end. It owns no other region, and learnt nothing after its steps. */
export interface FollowedRegion {
  readonly nodes: readonly NodeId[];
  readonly result: NodeId | null;
  /** The number of changes of the environment before the first step. */
  readonly before: number;
  /** By node. */
  readonly claims: readonly AbstractValue[];
}

/**
 * Returns true if the claims of a region, the needs of its nodes and the value of its result follow without the steps that were
 * taken at its beginning. It follows the nodes in their order, as the checker does.
 */
export function followWithoutSteps(environment: Environment, region: FollowedRegion): boolean {
  const { nodes, result, before, claims } = region;
  const given = result === null ? NEVER : environment.view(result);
  return environment.before(before, () => {
    for (const id of nodes) environment.forget(id);
    const follows = nodes.every((id) => {
      const claim = claims[id] ?? NEVER;
      if (!needHolds(environment, id) || !isWithin(forward(environment, id, NO_RELATIONS), claim)) return false;
      environment.define(id, claim);
      return true;
    });
    // All are evaluated again, also those after the first node that does not follow.
    for (const id of nodes) environment.define(id, claims[id] ?? NEVER);
    return follows && (result === null || isWithin(environment.view(result), given));
  });
}

/** Returns true if a node needs nothing, or if the claims alone show its need. */
function needHolds(environment: Environment, id: NodeId): boolean {
  const node = nodeAt(environment.graph, id);
  switch (node.op) {
    case 'apply': {
      const { need } = analysisOf(node);
      return need === null || need(argumentViews(environment, id, node), NO_RELATIONS);
    }
    case 'narrow':
    case 'state':
      return isWithin(environment.view(node.operand), ofDomain(node.domain));
    case 'parameter':
    case 'literal':
    case 'bound':
    case 'list':
    case 'record':
    case 'some':
    case 'field':
      return true;
    default:
      return false;
  }
}
