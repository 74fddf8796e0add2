import type { NodeId } from '../graph/graph.js';
import { type DifferenceOperand, type DifferenceTerm, nodeOfTerm } from '../monomers/relation.js';
import type { Knowledge } from './state.js';

/** The term of an operand of an application with these argument nodes (`null`: a literal); `undefined` if it has no term. */
export function termOf(
  known: Knowledge,
  nodes: readonly (NodeId | null)[],
  result: NodeId,
  operand: DifferenceOperand,
): DifferenceTerm | undefined {
  if (operand === 'result') return valueTerm(known, result);
  if (operand === 'length of result') return lengthTerm(known, result);
  const node = nodes[nodeOfTerm(operand)];
  if (typeof node !== 'number') return undefined;
  return operand < 0 ? lengthTerm(known, node) : valueTerm(known, node);
}

/** The value of a node: that of its class. */
export function valueTerm(known: Knowledge, node: NodeId): DifferenceTerm {
  return known.classOf(node);
}

/** The same term of the class of its node. */
export function normalTerm(known: Knowledge, term: DifferenceTerm): DifferenceTerm {
  return term < 0 ? lengthTerm(known, nodeOfTerm(term)) : valueTerm(known, term);
}

export function lengthTerm(known: Knowledge, node: NodeId): DifferenceTerm {
  return -1 - known.classOf(node);
}
