import { onlyValue } from '../abstract/abstract.js';
import type { Operand, RelationFact, Term } from '../catalog/relation.js';
import type { Node, NodeId, RegionId } from '../core/graph.js';
import { nodeAt } from '../core/schedule.js';
import { analysisOf, argumentNodes, argumentViews } from './forward.js';
import type { Knowledge } from './state.js';
import { lengthTerm, termOf, valueTerm } from './terms.js';

/**
 * The differences that an evaluated node vouches for: between its operands, itself, and the lengths of these,
 * given what is known now of them.
 */
export function factsOf(known: Knowledge, id: NodeId): readonly RelationFact<Term>[] {
  const node = nodeAt(known.graph, id);
  switch (node.op) {
    case 'apply': {
      const facts = analysisOf(node).facts;
      return facts === undefined ? [] : onTerms(known, argumentNodes(node), id, facts(argumentViews(known, id, node), known.view(id)));
    }
    case 'call':
      return onTerms(known, node.arguments, id, known.summary(node.component).facts);
    case 'select': {
      const condition = onlyValue(known.view(node.condition));
      if (typeof condition !== 'boolean') return known.joined(id);
      const result = known.graph.regions[condition ? node.whenTrue : node.whenFalse]?.result;
      return typeof result === 'number' ? [...known.joined(id), ...equal(known, id, result)] : known.joined(id);
    }
    case 'match':
      return known.joined(id);
    case 'bound':
      return elementFacts(known, id, node.region, node.index);
    case 'loop':
      return loopFacts(known, id, node);
    default:
      return [];
  }
}

/** The element of a loop over lo..hi lies between them. */
function elementFacts(known: Knowledge, id: NodeId, region: RegionId, index: number): readonly RelationFact<Term>[] {
  const owner = known.graph.regions[region]?.owner;
  const node = typeof owner === 'number' ? nodeAt(known.graph, owner) : null;
  const isElement = (node?.op === 'loop' && index === 0) || (node?.op === 'fold' && index === 1);
  if (!isElement || node.source.over === 'value') return [];
  const element = valueTerm(known, id);
  return [
    { minuend: element, subtrahend: valueTerm(known, node.source.hi), bound: 0 },
    { minuend: valueTerm(known, node.source.lo), subtrahend: element, bound: 0 },
  ];
}

/** What MAP gives is as long as its source, what FILTER gives no longer, and COUNT counts no more. */
function loopFacts(known: Knowledge, id: NodeId, node: Extract<Node, { op: 'loop' }>): readonly RelationFact<Term>[] {
  if (node.source.over !== 'value') return [];
  const source = lengthTerm(known, node.source.node);
  switch (node.loop) {
    case 'map':
      return [
        { minuend: lengthTerm(known, id), subtrahend: source, bound: 0 },
        { minuend: source, subtrahend: lengthTerm(known, id), bound: 0 },
      ];
    case 'filter':
      return [{ minuend: lengthTerm(known, id), subtrahend: source, bound: 0 }];
    case 'count':
      return [{ minuend: valueTerm(known, id), subtrahend: source, bound: 0 }];
    case 'any':
    case 'all':
      return [];
  }
}

function onTerms(
  known: Knowledge,
  nodes: readonly (NodeId | null)[],
  result: NodeId,
  facts: readonly RelationFact<Operand>[],
): readonly RelationFact<Term>[] {
  return facts.flatMap((fact) => {
    const minuend = termOf(known, nodes, result, fact.minuend);
    const subtrahend = termOf(known, nodes, result, fact.subtrahend);
    return minuend === undefined || subtrahend === undefined ? [] : [{ minuend, subtrahend, bound: fact.bound }];
  });
}

/** Two nodes of one value, and so of one length. */
function equal(known: Knowledge, a: NodeId, b: NodeId): readonly RelationFact<Term>[] {
  return [valueTerm, lengthTerm].flatMap((term) => [
    { minuend: term(known, a), subtrahend: term(known, b), bound: 0 },
    { minuend: term(known, b), subtrahend: term(known, a), bound: 0 },
  ]);
}
