import {
  type AbstractValue,
  abstract,
  type Graph,
  LIST_LENGTH,
  monomerAt,
  NO_RELATIONS,
  type Node,
  type NodeId,
  ownedRegions,
} from '@kirchhoff/coherence';
import { isCovered } from './coverage.js';
import { rangeOfDomain } from './domain-range.js';
import { argumentRanges, mostRounds } from './ranges.js';

/**
 * Returns for each node: true if the program must check it at run time, or if its evaluation is an effect. Conditions that the
 * ranges prove are not checked. `checks`: the nodes that are to be checked.
 */
export function faultsOf(graph: Graph, ranges: readonly AbstractValue[], checks: (id: NodeId) => boolean): readonly boolean[] {
  const at = (id: NodeId): AbstractValue => ranges[id] ?? abstract.NEVER;
  return graph.nodes.map((node, id) => canFault(graph, id, node, at, !checks(id)));
}

/** Returns true for a loop that collects a list; a filter of bytes gives bytes that are not longer. */
function makesList(graph: Graph, id: NodeId, { loop }: Extract<Node, { op: 'loop' }>): boolean {
  return (loop === 'map' || loop === 'filter') && graph.types[id]?.kind === 'list';
}

function canFault(graph: Graph, id: NodeId, node: Node, at: (id: NodeId) => AbstractValue, isProven: boolean): boolean {
  switch (node.op) {
    case 'apply': {
      const { effect, needs, analysis } = monomerAt(node.monomer);
      if (effect === 'source') return true;
      if (isProven || needs === null) return false;
      return !analysis?.need || !analysis.need(argumentRanges(node, at), NO_RELATIONS);
    }
    case 'narrow':
    case 'state':
      return !isProven && !abstract.isWithin(at(node.operand), rangeOfDomain(node.domain));
    case 'hold':
      return !isProven && node.by === 'contract';
    case 'match':
      return (
        !isProven &&
        !isCovered(
          at(node.subject),
          node.arms.map((arm) => arm.pattern),
        )
      );
    case 'call':
      return !isProven;
    case 'loop':
      return !isProven && makesList(graph, id, node) && mostRounds(node.source, at) > LIST_LENGTH;
    case 'fold':
      return !isProven && !keepsItsDomain(graph, node, at);
    case 'parameter':
    case 'bound':
    case 'literal':
    case 'list':
    case 'record':
    case 'some':
    case 'field':
    case 'select':
    case 'shortCircuit':
    case 'unwrapOr':
      return false;
  }
}

/** Returns true if the accumulator provably stays within its stated domain, or has no stated domain. */
function keepsItsDomain(
  graph: Graph,
  { domain, initial, body }: Extract<Node, { op: 'fold' }>,
  at: (id: NodeId) => AbstractValue,
): boolean {
  if (domain === null) return true;
  const stated = rangeOfDomain(domain);
  return [initial, graph.regions[body]?.result ?? Number.NaN].every((id) => abstract.isWithin(at(id), stated));
}

/** Returns for each node if it, or a node in a region that it owns, can fault. */
export function effectsOf(graph: Graph, faults: readonly boolean[]): readonly boolean[] {
  const effects: boolean[] = [];
  const hasEffect = (id: NodeId): boolean => effects[id] ?? false;
  for (const [id, node] of graph.nodes.entries()) {
    effects.push((faults[id] ?? false) || ownedRegions(node).some((region) => graph.regions[region]?.nodes.some(hasEffect) ?? false));
  }
  return effects;
}
