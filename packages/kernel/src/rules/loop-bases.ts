import type { Graph, LoopSource, NodeId } from '../graph/graph.js';
import { monomerNamed } from '../monomers/catalog.js';
import { valueClasses } from './value-classes.js';

const LENGTH = monomerNamed('LENGTH')?.index;
const SUB = monomerNamed('SUB')?.index;
const ZIP = monomerNamed('ZIP')?.index;

/** Limit for the maps behind a list; a list behind more maps has no base. */
const MAX_MAPS = 16;

/** Limit for the filters behind a list: the increment of a step is a product with each of their conditions. */
const MAX_FILTERS = 2;

/**
 * The list or range over which a loop iterates, after its maps and filters are traced back. Step k of the loop has the result of
 * the base's element k, if the filters kept it. `map` makes one element from one. ZIP pairs two lists of one length. The range
 * from 0 to the length of a list minus one has the places of its elements. `filter` keeps some elements in their order.
 */
export interface LoopBase {
  /** Equal for loops over one base. */
  readonly key: string;
  readonly source: LoopSource;
  /** The maps between the base and the loop, ascending. */
  readonly maps: readonly NodeId[];
  /** The filters, ascending: their conditions hold for the remaining elements. */
  readonly filters: readonly NodeId[];
}

type ClassOf = (node: NodeId) => NodeId;

/** By the class of a list that is made from another. */
type Made = ReadonlyMap<NodeId, LoopBase>;

const KNOWN = new WeakMap<Graph, Made>();

/** The base of a source; linear in the size of the graph, and then constant. */
export function loopBaseOf(graph: Graph, source: LoopSource): LoopBase {
  const classes = valueClasses(graph);
  const of = (node: NodeId): NodeId => classes[node] ?? node;
  const known = KNOWN.get(graph) ?? madeIn(graph, of);
  KNOWN.set(graph, known);
  return baseOf(graph, source, known, of);
}

/** Lists come after the lists that they are made from. */
function madeIn(graph: Graph, of: ClassOf): Made {
  const made = new Map<NodeId, LoopBase>();
  for (const id of graph.nodes.keys()) {
    const base = of(id) === id ? madeOf(graph, id, made, of) : null;
    if (base !== null) made.set(id, base);
  }
  return made;
}

function baseOf(graph: Graph, source: LoopSource, made: Made, of: ClassOf): LoopBase {
  if (source.over === 'value') return baseOfList(of(source.node), made);
  const [lo, hi] = [of(source.lo), of(source.hi)];
  const counted = listOfPlaces(graph, lo, hi, of);
  if (counted === null) return { key: `range ${lo} ${hi}`, source, maps: [], filters: [] };
  // The places of a filter's result differ from the original places of its elements.
  const base = baseOfList(counted, made);
  return base.filters.length === 0 ? base : itself(counted);
}

function baseOfList(list: NodeId, made: Made): LoopBase {
  return made.get(list) ?? itself(list);
}

function itself(list: NodeId): LoopBase {
  return { key: `list ${list}`, source: { over: 'value', node: list }, maps: [], filters: [] };
}

/** `null` for a list that is not made element by element. */
function madeOf(graph: Graph, list: NodeId, made: Made, of: ClassOf): LoopBase | null {
  const node = graph.nodes[list];
  if (node?.op === 'loop' && node.loop === 'map') {
    const base = baseOf(graph, node.source, made, of);
    return base.maps.length < MAX_MAPS ? { ...base, maps: [...base.maps, list] } : null;
  }
  if (node?.op === 'loop' && node.loop === 'filter') {
    const base = baseOf(graph, node.source, made, of);
    return base.filters.length < MAX_FILTERS ? { ...base, filters: [...base.filters, list] } : null;
  }
  const parts = zipped(graph, list);
  if (parts === null) return null;
  const [a, b] = [baseOfList(of(parts[0]), made), baseOfList(of(parts[1]), made)];
  const maps = [...new Set([...a.maps, ...b.maps])].toSorted((x, y) => x - y);
  // Lists of one length: other filters over the same elements give another list.
  const isPaired = a.key === b.key && a.filters.join() === b.filters.join();
  return isPaired && maps.length <= MAX_MAPS ? { ...a, maps } : null;
}

/** The two lists that a node pairs; `null` for another node. */
export function zipped(graph: Graph, list: NodeId): readonly [NodeId, NodeId] | null {
  const node = graph.nodes[list];
  const [a, b] = node?.op === 'apply' && node.monomer === ZIP ? node.operands : [];
  return a === undefined || b === undefined ? null : [a, b];
}

/** The list whose places form a range; `null` for another range. */
function listOfPlaces(graph: Graph, lo: NodeId, hi: NodeId, of: ClassOf): NodeId | null {
  const [first, last] = [graph.nodes[lo], graph.nodes[hi]];
  if (first?.op !== 'literal' || first.value !== 0 || last?.op !== 'apply' || last.monomer !== SUB) return null;
  const [length, one] = last.operands.map((operand) => graph.nodes[of(operand)]);
  if (length?.op !== 'apply' || length.monomer !== LENGTH || one?.op !== 'literal' || one.value !== 1) return null;
  const [list] = length.operands;
  return list === undefined || graph.kinds[list]?.kind !== 'list' ? null : of(list);
}
