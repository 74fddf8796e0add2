import type { NodeId } from '../graph/graph.js';
import { nodeOfTerm, type Operand, type Term } from '../monomers/relation.js';
import type { Knowledge } from './state.js';

/** The term of an operand of an application with these argument nodes (`null`: a literal); `undefined` if it has no term. */
export function termOf(known: Knowledge, nodes: readonly (NodeId | null)[], result: NodeId, operand: Operand): Term | undefined {
  if (operand === 'result') return valueTerm(known, result);
  if (operand === 'length of result') return lengthTerm(known, result);
  const node = nodes[nodeOfTerm(operand)];
  if (typeof node !== 'number') return undefined;
  return operand < 0 ? lengthTerm(known, node) : valueTerm(known, node);
}

/** The value of a node: that of its class. */
export function valueTerm(known: Knowledge, node: NodeId): Term {
  return known.classOf(node);
}

/** The same term of the class of its node. */
export function normalTerm(known: Knowledge, term: Term): Term {
  return term < 0 ? lengthTerm(known, nodeOfTerm(term)) : valueTerm(known, term);
}

export function lengthTerm(known: Knowledge, node: NodeId): Term {
  return -1 - known.classOf(node);
}
