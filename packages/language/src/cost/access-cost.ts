import type { CorePattern, Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { textSteps } from '@kirchhoff/kernel/values/meter';
import { codePointLength } from '@kirchhoff/kernel/values/text';
import type { Value } from '@kirchhoff/kernel/values/value';
import { costOf } from './monomer-cost.js';
import { lengthOf, type SizeBound, SMALL, weightOf } from './size-bound.js';

/**
 * Returns the maximal number of parts of values that the evaluator reads or makes at a node, without the regions that it owns. An
 * application's few own steps are not included; for any other node, all steps are.
 *
 * @param result the size bound of the node's result
 */
export function accessCost(node: Node, result: SizeBound, sizeBounds: readonly SizeBound[]): number {
  switch (node.op) {
    case 'match':
      return node.arms.reduce((total, arm) => total + 1 + patternSteps(arm.pattern), 0);
    case 'apply':
      return appliedAccessCost(node, result, sizeBounds);
    case 'loop':
      // Its rounds count the elements that it visits.
      return lengthOf(result);
    case 'fold':
      return node.domain === null ? 0 : weightAt(sizeBounds, node.initial);
    case 'narrow':
      return weightAt(sizeBounds, node.operand);
    case 'call':
      return node.arguments.reduce((total, argument) => total + 2 + weightAt(sizeBounds, argument), 0);
    case 'list':
      return node.items.length;
    case 'record':
      return node.fields.length;
    case 'state':
      // The check, the value itself, and the copy.
      return 3 + weightAt(sizeBounds, node.operand);
    case 'hold':
      // The copy that its condition reads, the check, and the value itself.
      return 3;
    case 'parameter':
    case 'bound':
    case 'literal':
    case 'some':
      return 1;
    // These return one of their arguments without a copy.
    case 'select':
    case 'shortCircuit':
    case 'unwrapOr':
    case 'field':
      return 0;
  }
}

/** The same for each round of a loop: the accumulator is checked against its stated domain. */
export function accessCostEachRound(node: Extract<Node, { op: 'loop' | 'fold' }>, graph: Graph, sizeBounds: readonly SizeBound[]): number {
  if (node.op === 'loop' || node.domain === null) return 0;
  return weightAt(sizeBounds, graph.regions[node.body]?.result ?? -1);
}

function appliedAccessCost(node: Extract<Node, { op: 'apply' }>, result: SizeBound, sizeBounds: readonly SizeBound[]): number {
  switch (costOf(node.monomer).touches) {
    case 'one':
      return 1;
    case 'moves':
      return node.operands.reduce((total, operand) => total + lengthOf(sizeBounds[operand] ?? SMALL), 0) + lengthOf(result);
    case 'searches':
      return productOfWeights(node, sizeBounds) + weightOf(result);
    case 'sorts':
      return totalWeight(node, sizeBounds) * Math.ceil(Math.log2(lengthOf(result) + 2)) + weightOf(result);
    case 'reads':
      return totalWeight(node, sizeBounds) + weightOf(result);
  }
}

/** The sum of the weights of the operands and literals of an application. */
function totalWeight({ operands, literals }: Extract<Node, { op: 'apply' }>, sizeBounds: readonly SizeBound[]): number {
  let total = 0;
  for (const operand of operands) total += weightAt(sizeBounds, operand);
  for (const literal of literals) total += literal === null ? 0 : literalSize(literal);
  return total;
}

/** Their product. Texts of length 0 count as 1. */
function productOfWeights({ operands, literals }: Extract<Node, { op: 'apply' }>, sizeBounds: readonly SizeBound[]): number {
  let total = 1;
  for (const operand of operands) total *= Math.max(weightAt(sizeBounds, operand), 1);
  for (const literal of literals) total *= Math.max(literal === null ? 0 : literalSize(literal), 1);
  return total;
}

function weightAt(sizeBounds: readonly SizeBound[], node: NodeId): number {
  return weightOf(sizeBounds[node] ?? SMALL);
}

/** The pattern, its inner patterns, and the compared literal or tag. */
function patternSteps(pattern: CorePattern): number {
  let inner = pattern;
  let steps = 1;
  for (; inner.pattern === 'some'; inner = inner.inner) steps += 1;
  if (inner.pattern === 'tag') return steps + textSteps(inner.tag);
  return inner.pattern === 'value' ? steps + literalSize(inner.value) : steps;
}

function literalSize(value: Value): number {
  return typeof value === 'string' ? codePointLength(value) : value instanceof Uint8Array ? value.length : 0;
}
