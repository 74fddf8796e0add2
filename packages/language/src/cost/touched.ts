import { monomerAt } from '@kirchhoff/kernel/catalog/catalog';
import type { CorePattern, Node } from '@kirchhoff/kernel/graph/graph';
import { operandsOf } from '@kirchhoff/kernel/graph/schedule';
import { codePointLength } from '@kirchhoff/kernel/values/text';
import type { Value } from '@kirchhoff/kernel/values/value';
import { type Extent, lengthOf, SMALL, weightOf } from './extent.js';

/** The most elements, octets and code points that an application looks at or makes, the regions that it owns not included. */
export function touched(node: Node, result: Extent, extents: readonly Extent[]): number {
  switch (node.op) {
    case 'match':
      return node.arms.reduce((total, arm) => total + 1 + patternSize(arm.pattern), 0);
    case 'apply':
      return appliedTouches(node, result, extents);
    case 'loop':
      // The elements that it goes over are counted by its rounds.
      return lengthOf(result);
    case 'narrow':
      return weightOf(extents[node.operand] ?? SMALL);
    // What these give is one of the values that they had: nothing is copied.
    case 'select':
    case 'shortCircuit':
    case 'unwrapOr':
    case 'field':
    case 'fold':
    case 'call':
    case 'state':
    case 'parameter':
    case 'bound':
    case 'literal':
    case 'list':
    case 'record':
    case 'some':
      return 0;
  }
}

/** Those that may try their second argument anew at every place of the first; no target promises to do better. */
const SEARCHES: ReadonlySet<string> = new Set(['MATCHES_GLOB', 'INCLUDES', 'INDEX_OF', 'SPLIT', 'REPLACE']);

/** Those that read at one place, or that a value knows of itself. */
const DIRECT: ReadonlySet<string> = new Set(['LENGTH', 'GET', 'GET_OR', 'READ_U16_BE', 'READ_U16_LE', 'READ_U32_BE', 'READ_U32_LE']);

/** Those that move elements without looking into them. */
const MOVES: ReadonlySet<string> = new Set(['SET', 'APPEND', 'JOIN', 'SLICE', 'TAKE', 'DROP', 'REVERSE', 'FILL', 'ZIP']);

function appliedTouches(node: Extract<Node, { op: 'apply' }>, result: Extent, extents: readonly Extent[]): number {
  const { name } = monomerAt(node.monomer);
  if (DIRECT.has(name)) return 1;
  const operands = operandsOf(node).map((operand) => extents[operand] ?? SMALL);
  if (MOVES.has(name)) return sum(operands.map(lengthOf)) + lengthOf(result);
  const weights = [...operands.map(weightOf), ...node.literals.map((literal) => (literal === null ? 0 : literalSize(literal)))];
  const made = weightOf(result);
  if (SEARCHES.has(name)) return product(weights) + made;
  if (name === 'SORT') return sum(weights) * Math.ceil(Math.log2(lengthOf(result) + 2)) + made;
  return sum(weights) + made;
}

function patternSize(pattern: CorePattern): number {
  let inner = pattern;
  while (inner.pattern === 'some') inner = inner.inner;
  return inner.pattern === 'value' ? literalSize(inner.value) : 0;
}

function literalSize(value: Value): number {
  return typeof value === 'string' ? codePointLength(value) : value instanceof Uint8Array ? value.length : 0;
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

/** Texts of length 0 count as 1. */
function product(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total * Math.max(size, 1), 1);
}
