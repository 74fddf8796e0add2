import { onlyValue } from '../abstract/abstract.js';
import type { RelationFact } from '../catalog/relation.js';
import type { NodeId } from '../core/graph.js';
import { nodeAt } from '../core/schedule.js';
import { analysisOf, argumentNodes, argumentViews } from './forward.js';
import type { Knowledge } from './state.js';

/**
 * The differences that an evaluated node vouches for: between its operands and itself, given what is known
 * now of both.
 */
export function factsOf(known: Knowledge, id: NodeId): readonly RelationFact<NodeId>[] {
  const node = nodeAt(known.graph, id);
  switch (node.op) {
    case 'apply': {
      const facts = analysisOf(node).facts;
      if (facts === undefined) return [];
      const nodes = argumentNodes(node);
      return facts(argumentViews(known, id, node), known.view(id)).flatMap((fact) => {
        const minuend = fact.minuend === 'result' ? id : nodes[fact.minuend];
        const subtrahend = fact.subtrahend === 'result' ? id : nodes[fact.subtrahend];
        return typeof minuend === 'number' && typeof subtrahend === 'number' ? [{ minuend, subtrahend, bound: fact.bound }] : [];
      });
    }
    case 'call':
      return known.summary(node.component).facts.flatMap((fact) => {
        const minuend = fact.minuend === 'result' ? id : node.arguments[fact.minuend];
        const subtrahend = fact.subtrahend === 'result' ? id : node.arguments[fact.subtrahend];
        return minuend === undefined || subtrahend === undefined ? [] : [{ minuend, subtrahend, bound: fact.bound }];
      });
    case 'narrow':
    case 'state':
      return equal(id, node.operand);
    case 'select': {
      const condition = onlyValue(known.view(node.condition));
      if (condition === undefined || condition === null) return [];
      const result = known.graph.regions[condition === true ? node.whenTrue : node.whenFalse]?.result;
      return result === undefined || result === null ? [] : equal(id, result);
    }
    default:
      return [];
  }
}

function equal(a: NodeId, b: NodeId): readonly RelationFact<NodeId>[] {
  return [
    { minuend: a, subtrahend: b, bound: 0 },
    { minuend: b, subtrahend: a, bound: 0 },
  ];
}
