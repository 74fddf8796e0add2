import { type AbstractValue, onlyValue } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { type DifferenceOperand, type DifferenceTerm, nodeOfTerm, type RelationFact } from '../monomers/relation.js';
import { type Int, maximum, subtract } from '../types/integer.js';
import { analysisOf, argumentNodes, argumentViews } from './applications.js';
import type { Knowledge } from './state.js';
import { lengthTerm, termOf, valueTerm } from './terms.js';

/**
 * The differences that an evaluated node states, given the present knowledge: between its operands, itself, and the lengths of
 * these.
 */
export function factsOf(known: Knowledge, id: NodeId): readonly RelationFact<DifferenceTerm>[] {
  const node = nodeAt(known.graph, id);
  switch (node.op) {
    case 'apply': {
      const facts = analysisOf(node).facts;
      return facts === null ? [] : onTerms(known, argumentNodes(node), id, facts(argumentViews(known, id, node), known.view(id)));
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
      return [...elementFacts(known, id, node.region, node.index), ...contentFacts(known, id, node.region)];
    case 'unwrapOr':
      return unwrapFacts(known, id, node);
    case 'loop':
      return loopFacts(known, id, node);
    default:
      return [];
  }
}

/** The element of a loop over lo..hi lies between them. */
function elementFacts(known: Knowledge, id: NodeId, region: RegionId, index: number): readonly RelationFact<DifferenceTerm>[] {
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

/** An arm `some x` binds the content of the value of its subject. */
function contentFacts(known: Knowledge, id: NodeId, region: RegionId): readonly RelationFact<DifferenceTerm>[] {
  const owner = known.graph.regions[region]?.owner;
  const node = typeof owner === 'number' ? nodeAt(known.graph, owner) : null;
  if (node?.op !== 'match') return [];
  const pattern = node.arms[known.childOf(region)]?.pattern;
  // Under two `some` it is the content of a content, about which no facts exist.
  if (pattern?.pattern !== 'some' || pattern.inner.pattern === 'some') return [];
  const subject = passedOn(known, node.subject);
  const given = nodeAt(known.graph, subject);
  if (given.op !== 'apply') return [];
  const facts = analysisOf(given).contentFacts;
  return facts === null ? [] : onTerms(known, argumentNodes(given), id, facts(argumentViews(known, subject, given)));
}

/** The content if there is one, otherwise the default: the content's facts bound the first, its own bounds the second. */
function unwrapFacts(known: Knowledge, id: NodeId, node: Extract<Node, { op: 'unwrapOr' }>): readonly RelationFact<DifferenceTerm>[] {
  const option = passedOn(known, node.option);
  const given = nodeAt(known.graph, option);
  const facts = given.op === 'apply' ? analysisOf(given).contentFacts : null;
  if (given.op !== 'apply' || facts === null) return [];
  const otherwise = known.resultView(node.otherwise);
  const args = argumentViews(known, option, given);
  const loosened = facts(args).flatMap((fact) => {
    const apart = otherwise.kind === 'never' ? fact.bound : boundsApart(fact, args, otherwise);
    return apart === null ? [] : [{ ...fact, bound: maximum(fact.bound, apart) }];
  });
  return onTerms(known, argumentNodes(given), id, loosened);
}

/** The greatest difference that the bounds alone allow, with `result` for the result; `null` if one side has no bounds. */
function boundsApart(
  { minuend, subtrahend }: RelationFact<DifferenceOperand>,
  args: readonly AbstractValue[],
  result: AbstractValue,
): Int | null {
  const upper = measureOf(minuend, args, result);
  const lower = measureOf(subtrahend, args, result);
  return upper === null || lower === null ? null : subtract(upper.hi, lower.lo);
}

/** The integer, or the length, of an operand. */
function measureOf(
  operand: DifferenceOperand,
  args: readonly AbstractValue[],
  result: AbstractValue,
): { readonly lo: Int; readonly hi: Int } | null {
  const isLength = operand === 'length of result' || (typeof operand === 'number' && operand < 0);
  const view = typeof operand === 'number' ? args[nodeOfTerm(operand)] : result;
  if (isLength) return view !== undefined && 'lo' in view ? view : null;
  return view?.kind === 'integer' ? { lo: lowest(view.ranges), hi: highest(view.ranges) } : null;
}

/** The node whose value a stated wire, a narrowed wire or a hold passes on; it has been evaluated whenever that node was. */
function passedOn(known: Knowledge, id: NodeId): NodeId {
  let at = id;
  for (let node = nodeAt(known.graph, at); isPassedOn(node); node = nodeAt(known.graph, at)) at = node.operand;
  return at;
}

function isPassedOn(node: Node): node is Extract<Node, { op: 'state' | 'narrow' | 'hold' }> {
  return node.op === 'state' || node.op === 'narrow' || node.op === 'hold';
}

/** The result of MAP is as long as its source, that of FILTER at most as long, and COUNT counts at most the length. */
function loopFacts(known: Knowledge, id: NodeId, node: Extract<Node, { op: 'loop' }>): readonly RelationFact<DifferenceTerm>[] {
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
  facts: readonly RelationFact<DifferenceOperand>[],
): readonly RelationFact<DifferenceTerm>[] {
  const found = facts.map((fact) => onTermsOf(known, nodes, result, fact));
  return found.every((fact) => fact !== undefined) ? found : found.filter((fact) => fact !== undefined);
}

/** `undefined` if an operand of the fact has no term. */
function onTermsOf(
  known: Knowledge,
  nodes: readonly (NodeId | null)[],
  result: NodeId,
  fact: RelationFact<DifferenceOperand>,
): RelationFact<DifferenceTerm> | undefined {
  const minuend = termOf(known, nodes, result, fact.minuend);
  const subtrahend = termOf(known, nodes, result, fact.subtrahend);
  return minuend === undefined || subtrahend === undefined ? undefined : { minuend, subtrahend, bound: fact.bound };
}

/** Two nodes with equal values, and so with equal lengths. */
function equal(known: Knowledge, a: NodeId, b: NodeId): readonly RelationFact<DifferenceTerm>[] {
  return [valueTerm, lengthTerm].flatMap((term) => [
    { minuend: term(known, a), subtrahend: term(known, b), bound: 0 },
    { minuend: term(known, b), subtrahend: term(known, a), bound: 0 },
  ]);
}
