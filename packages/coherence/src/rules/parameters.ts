import { type Abstract, ofDomain } from '../abstract/abstract.js';
import type { Operand, RelationFact } from '../catalog/relation.js';
import type { Graph, NodeId } from '../core/graph.js';

/** The views of the parameters of a graph: all of their domains. */
export function parameterViews(graph: Graph): readonly Abstract[] {
  return graph.parameters.map((parameter) => ofDomain(parameter.domain));
}

/** The node of each parameter, by its position; undefined for one that nothing reads. */
export function parameterNodes(graph: Graph): readonly (NodeId | undefined)[] {
  const nodes: (NodeId | undefined)[] = graph.parameters.map(() => undefined);
  graph.nodes.forEach((node, id) => {
    if (node.op === 'parameter') nodes[node.index] = id;
  });
  return nodes;
}

/** Differences between argument positions as differences between the parameter nodes of a component. */
export function parameterFacts(component: Graph, given: readonly RelationFact<number>[]): readonly RelationFact<NodeId>[] {
  const nodes = parameterNodes(component);
  return given.flatMap(({ minuend, subtrahend, bound }) => {
    const from = nodes[minuend];
    const to = nodes[subtrahend];
    return from === undefined || to === undefined ? [] : [{ minuend: from, subtrahend: to, bound }];
  });
}

/** The node that an operand of a component stands for: a parameter, or its result. */
export function operandNode(component: Graph, parameters: readonly (NodeId | undefined)[], operand: Operand): NodeId | undefined {
  if (operand === 'result') return component.outputs[0]?.node ?? undefined;
  return parameters[operand];
}
