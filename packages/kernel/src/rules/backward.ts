import { type AbstractValue, boolean, FALSE, isWithin, join, joinAll, meet, NEVER, record, TRUE } from '../abstract/abstract.js';
import type { Node, NodeId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import { analysisOf, argumentNodes, argumentViews, spendOnTuples } from './applications.js';
import { sourceOf, textsOf } from './loops.js';
import type { Knowledge } from './state.js';

/** The restriction of an operand by its node's abstract value. */
export interface Refinement {
  readonly node: NodeId;
  readonly view: AbstractValue;
}

/**
 * The backward rule. Given that an evaluated node's value lies within its abstract value, returns a superset of the possible
 * values of its operands. Never wider than the operands' own abstract values.
 */
export function backward(known: Knowledge, id: NodeId): readonly Refinement[] {
  known.spend(id);
  const node = nodeAt(known.graph, id);
  const result = known.view(id);
  switch (node.op) {
    case 'apply': {
      const analysis = analysisOf(node);
      if (analysis.refine === null) return [];
      const args = argumentViews(known, id, node);
      spendOnTuples(known, id, analysis, args);
      return refinements(argumentNodes(node), analysis.refine(result, args));
    }
    case 'select':
      return [{ node: node.condition, view: meet(known.view(node.condition), chosenBy(known, node, result)) }];
    case 'shortCircuit':
      return [{ node: node.left, view: leftGiving(known, node, result) }];
    case 'match':
      return [{ node: node.subject, view: subjectOf(known, id, node, result) }];
    case 'narrow':
    case 'state':
    case 'hold':
      return [{ node: node.operand, view: meet(known.view(node.operand), result) }];
    case 'some':
      return [{ node: node.value, view: meet(known.view(node.value), result.kind === 'option' ? result.some : NEVER) }];
    case 'record':
      return node.fields.map((field) => ({ node: field.node, view: meet(known.view(field.node), fieldOf(result, field.name)) }));
    case 'field':
      return [{ node: node.record, view: withField(known.view(node.record), node.name, result) }];
    case 'loop': {
      const source = sourceOf(known, node, result);
      return source === null || node.source.over !== 'value' ? textsOf(known, node, result) : [{ node: node.source.node, view: source }];
    }
    case 'bound': {
      const owner = nodeAt(known.graph, known.graph.regions[node.region]?.owner ?? -1);
      return owner.op === 'hold' ? [{ node: owner.operand, view: meet(known.view(owner.operand), result) }] : [];
    }
    case 'parameter':
    case 'literal':
    case 'call':
    case 'list':
    case 'unwrapOr':
    case 'fold':
      return [];
  }
}

function fieldOf(view: AbstractValue, name: string): AbstractValue {
  return view.kind === 'record' ? (view.fields.find((field) => field.name === name)?.view ?? NEVER) : NEVER;
}

/** Restricts a record to the values whose named field lies within `field`. */
function withField(view: AbstractValue, name: string, field: AbstractValue): AbstractValue {
  if (view.kind !== 'record') return NEVER;
  return record(view.fields.map((each) => (each.name === name ? { name, view: meet(each.view, field) } : each)));
}

function refinements(nodes: readonly (NodeId | null)[], views: readonly AbstractValue[]): readonly Refinement[] {
  const found: Refinement[] = [];
  for (let position = 0; position < nodes.length; position += 1) {
    const node = nodes[position];
    const view = views[position];
    if (typeof node === 'number' && view !== undefined) found.push({ node, view });
  }
  return found;
}

/** Returns true if a value of the view can come from a region whose result lies in `given`. */
function canGive(given: AbstractValue, view: AbstractValue): boolean {
  return given.kind !== 'never' && meet(given, view).kind !== 'never';
}

function chosenBy(known: Knowledge, node: Extract<Node, { op: 'select' }>, result: AbstractValue): AbstractValue {
  return boolean(canGive(known.resultView(node.whenFalse), result), canGive(known.resultView(node.whenTrue), result));
}

/** The left values for which a short circuit gives a result within `result`. */
export function leftGiving(known: Knowledge, { connective, left, right }: Extract<Node, { op: 'shortCircuit' }>, result: AbstractValue) {
  const settled = connective === 'or' ? TRUE : FALSE;
  const settledResult = connective === 'and' ? FALSE : TRUE;
  const whenSettled = isWithin(settledResult, result) ? settled : NEVER;
  const whenNot = canGive(known.resultView(right), result) ? opposite(settled) : NEVER;
  return meet(known.view(left), join(whenSettled, whenNot));
}

function opposite(settled: AbstractValue): AbstractValue {
  return settled === TRUE ? FALSE : TRUE;
}

function subjectOf(known: Knowledge, id: NodeId, node: Extract<Node, { op: 'match' }>, result: AbstractValue): AbstractValue {
  const subject = known.view(node.subject);
  // Many arms may share one abstract value; each value is intersected once.
  const asked = new Map<AbstractValue, boolean>();
  const possible = known.arms(id).subjects.filter((_, index) => {
    const given = known.resultView(node.arms[index]?.region ?? -1);
    const answer = asked.get(given) ?? canGive(given, result);
    asked.set(given, answer);
    return answer;
  });
  return meet(subject, joinAll(possible));
}
