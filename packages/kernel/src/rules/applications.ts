import { type AbstractValue, ofValue } from '../abstract/abstract.js';
import type { Node, NodeId } from '../graph/graph.js';
import type { Analysis } from '../monomers/analysis.js';
import { monomerAt } from '../monomers/catalog.js';
import { isExactOnFew } from '../monomers/exact.js';
import type { Monomer } from '../monomers/monomer.js';
import type { Knowledge } from './state.js';

export type ApplyNode = Extract<Node, { op: 'apply' }>;

/** The work of running one tuple of arguments. */
const WORK_A_TUPLE = 1;

/** Counts the work of running arguments instead of bounding them. */
export function spendOnTuples(known: Knowledge, id: NodeId, analysis: Analysis, args: readonly AbstractValue[]): void {
  if (isExactOnFew(analysis)) known.spend(id, WORK_A_TUPLE * analysis.tuples(args));
}

/** The engine's analysis of the monomer of an application; the reader of sources has refused monomers without one. */
export function analysisOf(node: ApplyNode): Analysis {
  const monomer = monomerOf(node);
  if (monomer.analysis === null) throw new Error(`the engine has no transfer function for ${monomer.name}`);
  return monomer.analysis;
}

export function monomerOf(node: ApplyNode): Monomer {
  return monomerAt(node.monomer);
}

/** The arguments of an application in the order of its row; literal ones are exactly their value. */
export function argumentViews(known: Knowledge, id: NodeId, node: ApplyNode): readonly AbstractValue[] {
  if (node.literals.length === 0) return operandViews(known, node.operands);
  let next = 0;
  return node.literals.map((literal, position) => {
    if (literal !== null) return ofValue(literal, literalType(node, position));
    const operand = node.operands[next];
    next += 1;
    if (operand === undefined) throw new Error(`an argument of node ${id} is missing`);
    return known.view(operand);
  });
}

/** Most applications have two operands, for which a list by `map` would take longer than their views. */
function operandViews(known: Knowledge, operands: readonly NodeId[]): readonly AbstractValue[] {
  const [first, second] = operands;
  if (first !== undefined && second !== undefined && operands.length === 2) return [known.view(first), known.view(second)];
  return operands.map((operand) => known.view(operand));
}

function literalType(node: ApplyNode, position: number) {
  const type = monomerOf(node).overloads[0]?.parameters[position]?.type;
  if (type === undefined || type.kind === 'variable' || type.kind === 'list' || type.kind === 'record' || type.kind === 'option') {
    throw new Error(`argument ${position} of ${monomerOf(node).name} cannot be a literal`);
  }
  return type;
}

/** The node at each argument position; `null` for a literal argument. */
export function argumentNodes(node: ApplyNode): readonly (NodeId | null)[] {
  if (node.literals.length === 0) return node.operands;
  const operands = node.operands.values();
  return node.literals.map((literal) => (literal === null ? (operands.next().value ?? null) : null));
}
