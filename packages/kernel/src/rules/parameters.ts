import { type AbstractValue, ofDomain } from '../abstract/abstract.js';
import type { Graph, NodeId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { type DifferenceOperand, type DifferenceTerm, lengthOf, nodeOfTerm, type RelationFact } from '../monomers/relation.js';

/** The abstract values of the parameters of a graph: their whole domains. */
export function parameterViews(graph: Graph): readonly AbstractValue[] {
  return graph.parameters.map((parameter) => ofDomain(parameter.domain));
}

/** A node that stands for a parameter, and the position of the parameter. */
interface ParameterNode {
  readonly id: NodeId;
  readonly index: number;
}

/** All nodes that stand for parameters, ascending: a graph may have several for one parameter. */
export const everyParameterNode = oncePerGraph((graph): readonly ParameterNode[] => {
  const found: ParameterNode[] = [];
  for (let id = 0; id < graph.nodes.length; id += 1) {
    const node = graph.nodes[id];
    if (node?.op === 'parameter') found.push({ id, index: node.index });
  }
  return found;
});

/** The node of each parameter, by its position; `undefined` for a parameter without a reader. */
export const parameterNodes = oncePerGraph((graph): readonly (NodeId | undefined)[] => {
  const nodes: (NodeId | undefined)[] = graph.parameters.map(() => undefined);
  for (const { id, index } of everyParameterNode(graph)) nodes[index] = id;
  return nodes;
});

/** Differences between argument positions (or their lengths) as differences between the parameter nodes of a component. */
export function parameterFacts(component: Graph, given: readonly RelationFact<number>[]): readonly RelationFact<DifferenceTerm>[] {
  const nodes = parameterNodes(component);
  return given.flatMap(({ minuend, subtrahend, bound }) => {
    const from = parameterTerm(nodes, minuend);
    const to = parameterTerm(nodes, subtrahend);
    return from === undefined || to === undefined ? [] : [{ minuend: from, subtrahend: to, bound }];
  });
}

/** The term of a parameter, or of its length; `undefined` for a parameter without a reader. */
function parameterTerm(nodes: readonly (NodeId | undefined)[], position: number): DifferenceTerm | undefined {
  const node = nodes[nodeOfTerm(position)];
  if (node === undefined) return undefined;
  return position < 0 ? lengthOf(node) : node;
}

/** The term, inside a component, of an operand of its calls: a parameter, its result, or the length of one. */
export function operandTerm(
  component: Graph,
  parameters: readonly (NodeId | undefined)[],
  operand: DifferenceOperand,
): DifferenceTerm | undefined {
  const result = component.outputs[0]?.node ?? undefined;
  if (operand === 'result') return result;
  if (operand === 'length of result') return result === undefined ? undefined : lengthOf(result);
  return parameterTerm(parameters, operand);
}
