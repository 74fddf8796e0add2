import { MAX_ITEMS } from '../abstract/views.js';
import type { Graph, Node } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { nodeAt, operandsOf, ownedRegions } from '../graph/schedule.js';
import type { Type } from '../types/domain.js';
import { partsOfPattern } from './patterns.js';

const SIZES = new WeakMap<Type, number>();

/** Steps of one rule on operands of one part each. */
const RULE = 4;
/** Weight of a list's elements: its abstract value may know several small elements, but few large ones. */
const LIST = 3;

/**
 * Returns the steps of one rule at each node. They are proportional to the parts of the abstract values that the node reads and
 * gives, and to the regions that it joins. For a match, they are proportional to the parts of its patterns.
 */
export const weightsOf = oncePerGraph((graph) => {
  const weights = new Float64Array(graph.nodes.length);
  for (let id = 0; id < weights.length; id += 1) weights[id] = weightOf(graph, nodeAt(graph, id), id);
  return weights;
});

function weightOf(graph: Graph, node: Node, id: number): number {
  let weight = RULE + sizeAt(graph, id);
  const operands = operandsOf(node);
  for (let i = 0; i < operands.length; i += 1) weight += sizeAt(graph, operands[i] ?? -1);
  if (node.op !== 'match') return weight + ownedRegions(node).length;
  for (const { pattern } of node.arms) weight += partsOfPattern(pattern);
  return weight;
}

function sizeAt(graph: Graph, id: number): number {
  const type = graph.types[id];
  return type === undefined || type.kind === 'integer' || type.kind === 'boolean' ? 1 : sizeOf(type);
}

/** The number of parts that a value of a type may have; shared parts of types count at each use. */
function sizeOf(type: Type): number {
  const known = SIZES.get(type);
  if (known !== undefined) return known;
  const size = measure(type);
  SIZES.set(type, size);
  return size;
}

function measure(type: Type): number {
  switch (type.kind) {
    case 'enumeration':
      return 1 + type.tags.length;
    case 'list':
      return 1 + sizeOf(type.element) + Math.min(LIST * sizeOf(type.element), MAX_ITEMS);
    case 'option':
      return 1 + sizeOf(type.value);
    case 'record':
      return type.fields.reduce((sum, field) => sum + sizeOf(field.type), 1);
    case 'integer':
    case 'boolean':
    case 'text':
    case 'bytes':
      return 1;
  }
}
