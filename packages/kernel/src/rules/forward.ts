import {
  type AbstractValue,
  FALSE,
  itemsOf,
  join,
  joinAll,
  meet,
  NEVER,
  ofDomain,
  ofValue,
  option,
  record,
  TRUE,
} from '../abstract/abstract.js';
import type { Node, NodeId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import type { Analysis } from '../monomers/analysis.js';
import type { Relations } from '../monomers/relation.js';
import { type ApplyNode, analysisOf, argumentViews, spendOnTuples } from './applications.js';
import { boundView, foldView, loopView } from './loops.js';
import { readFromPieces } from './read-texts.js';
import type { Knowledge } from './state.js';

/**
 * The forward rule: returns a superset of the possible values of a node. It assumes that the operands lie within their abstract
 * values, the preconditions hold, and the regions gave values within `resultView`.
 */
export function forward(known: Knowledge, id: NodeId, relations: Relations): AbstractValue {
  known.spend(id);
  const own = ownForward(known, id, relations);
  const congruent = known.congruentView(id);
  return congruent === null ? own : meet(own, congruent);
}

function ownForward(known: Knowledge, id: NodeId, relations: Relations): AbstractValue {
  const node = nodeAt(known.graph, id);
  switch (node.op) {
    case 'parameter':
      return known.view(id);
    case 'literal':
      return ofValue(node.value, typeAt(known, id));
    case 'apply':
      return apply(known, id, node, relations);
    case 'select':
      return selected(known, node);
    case 'shortCircuit':
      return shortCircuit(node.connective, known.view(node.left), known.resultView(node.right));
    case 'match':
      return joinAll(node.arms.map((arm) => known.resultView(arm.region)));
    case 'narrow':
    case 'state':
      return meet(known.view(node.operand), ofDomain(node.domain));
    case 'hold':
      return known.resultView(node.condition).kind === 'never' ? NEVER : known.view(node.operand);
    case 'call':
      return anyNever(known, node.arguments) ? NEVER : known.summary(node.component).result;
    case 'bound':
      return boundView(known, node.region, node.index);
    case 'list':
      return itemsOf(
        'list',
        node.items.map((item) => known.view(item)),
      );
    case 'record':
      return record(node.fields.map((field) => ({ name: field.name, view: known.view(field.node) })));
    case 'some':
      return option(false, known.view(node.value));
    case 'field':
      return fieldView(known.view(node.record), node.name);
    case 'unwrapOr':
      return unwrapOr(known.view(node.option), known.resultView(node.otherwise));
    case 'loop':
      return loopView(known, node);
    case 'fold':
      return foldView(known, id, node);
  }
}

/** The result of each arm that the condition may choose: it may have become known after the node was evaluated. */
function selected(known: Knowledge, { condition, whenTrue, whenFalse }: Extract<Node, { op: 'select' }>): AbstractValue {
  const chosen = known.view(condition);
  const [canBeTrue, canBeFalse] = chosen.kind === 'boolean' ? [chosen.canBeTrue, chosen.canBeFalse] : [false, false];
  return join(canBeTrue ? known.resultView(whenTrue) : NEVER, canBeFalse ? known.resultView(whenFalse) : NEVER);
}

function typeAt(known: Knowledge, id: NodeId) {
  const type = known.graph.types[id];
  if (type === undefined) throw new Error(`no type for node ${id}`);
  return type;
}

function anyNever(known: Knowledge, operands: readonly NodeId[]): boolean {
  for (const operand of operands) if (known.view(operand).kind === 'never') return true;
  return false;
}

function apply(known: Knowledge, id: NodeId, node: ApplyNode, relations: Relations): AbstractValue {
  return anyNever(known, node.operands) ? NEVER : applied(known, id, node, analysisOf(node), argumentViews(known, id, node), relations);
}

/** The forward rule of an application, without the count of its work, to arguments that are reached. */
export function applied(
  known: Knowledge,
  id: NodeId,
  node: ApplyNode,
  analysis: Analysis,
  args: readonly AbstractValue[],
  relations: Relations,
): AbstractValue {
  spendOnTuples(known, id, analysis, args);
  const plain = analysis.transfer(args);
  const related = analysis.related === null ? plain : meet(plain, analysis.related(args, relations));
  const read = isDecided(related) ? null : readFromPieces(known, id, node);
  return read === null ? related : meet(related, read);
}

/** Returns true for one truth value, and for no value. */
function isDecided(view: AbstractValue): boolean {
  return view.kind === 'never' || (view.kind === 'boolean' && view.canBeFalse !== view.canBeTrue);
}

function fieldView(view: AbstractValue, name: string): AbstractValue {
  return view.kind === 'record' ? (view.fields.find((field) => field.name === name)?.view ?? NEVER) : NEVER;
}

function unwrapOr(view: AbstractValue, otherwise: AbstractValue): AbstractValue {
  if (view.kind !== 'option') return NEVER;
  return view.none ? join(view.some, otherwise) : view.some;
}

function shortCircuit(connective: 'and' | 'or' | 'implies', left: AbstractValue, right: AbstractValue): AbstractValue {
  if (left.kind !== 'boolean') return NEVER;
  switch (connective) {
    case 'and':
      return join(left.canBeFalse ? FALSE : NEVER, right);
    case 'or':
      return join(left.canBeTrue ? TRUE : NEVER, right);
    case 'implies':
      return join(left.canBeFalse ? TRUE : NEVER, right);
  }
}
