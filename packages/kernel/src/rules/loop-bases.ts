import type { Graph, LoopSource, Node, NodeId, RegionId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { monomerNamed } from '../monomers/catalog.js';
import { valueClasses } from './value-classes.js';

const APPEND = monomerNamed('APPEND')?.index;
const JOIN = monomerNamed('JOIN')?.index;
const LENGTH = monomerNamed('LENGTH')?.index;
const SUB = monomerNamed('SUB')?.index;
const ZIP = monomerNamed('ZIP')?.index;

/** Limit for the maps behind a list; a list behind more maps has no base. */
const MAX_MAPS = 16;

/** Limit for the filters behind a list: the increment of a step is a product with each of their conditions. */
const MAX_FILTERS = 2;

/**
 * The list or range over which a loop iterates, after its maps and filters are traced back. Step k of the loop has the result of
 * the base's element k, if the filters kept it. `map` makes one element from one, and so does a fold that appends one element to
 * an empty list in each step. ZIP pairs two lists of one length. The range
 * from 0 to the length of a list minus one has the places of its elements. `filter` keeps some elements in their order.
 */
export interface LoopBase {
  /** Equal for loops over one base. */
  readonly key: string;
  readonly source: LoopSource;
  /** The maps and appending folds between the base and the loop, ascending. */
  readonly maps: readonly NodeId[];
  /** The filters, ascending: their conditions hold for the remaining elements. */
  readonly filters: readonly NodeId[];
}

type ClassOf = (node: NodeId) => NodeId;

/** By the class of a list that is made from another. */
type Made = ReadonlyMap<NodeId, LoopBase>;

const madeIn = oncePerGraph((graph) => makeAll(graph, classOf(graph)));

function classOf(graph: Graph): ClassOf {
  const classes = valueClasses(graph);
  return (node) => classes[node] ?? node;
}

/** The base of a source; linear in the size of the graph, and then constant. */
export function loopBaseOf(graph: Graph, source: LoopSource): LoopBase {
  return baseOf(graph, source, madeIn(graph), classOf(graph));
}

/** Lists come after the lists that they are made from. */
function makeAll(graph: Graph, of: ClassOf): Made {
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
  const grown = grownLists(graph).get(list);
  if (grown !== undefined) {
    const base = baseOf(graph, grown.source, made, of);
    return base.maps.length < MAX_MAPS ? { ...base, maps: [...base.maps, grown.fold] } : null;
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

/** A list to which a fold appends one element in each step. */
export interface GrownList {
  readonly fold: NodeId;
  readonly source: LoopSource;
  /** The element that a step appends. */
  readonly item: NodeId;
}

/**
 * The list that a fold gives, or a field of its result, if it is empty at first and each step appends one element; `null` for
 * another list.
 */
function grownList(graph: Graph, list: NodeId, of: ClassOf): GrownList | null {
  const own = graph.nodes[list];
  const [fold, name] = own?.op === 'field' ? [of(own.record), own.name] : [list, null];
  const node = graph.nodes[fold];
  if (node?.op !== 'fold' || graph.types[list]?.kind !== 'list') return null;
  const [first, result] = [partOf(graph, node.initial, name, of), graph.regions[node.body]?.result ?? null];
  const [given, empty] = [result === null ? null : partOf(graph, result, name, of), first === null ? undefined : graph.nodes[first]];
  const item = given === null || !isEmpty(empty) ? null : appendedTo(graph, given, { body: node.body, name }, of);
  return item === null ? null : { fold, source: node.source, item };
}

/** The lists that folds grow by one element in each step, by their class. */
export const grownLists = oncePerGraph((graph): ReadonlyMap<NodeId, GrownList> => {
  const of = classOf(graph);
  const found = new Map<NodeId, GrownList>();
  for (const id of graph.nodes.keys()) {
    const grown = of(id) === id ? grownList(graph, id, of) : null;
    if (grown !== null) found.set(id, grown);
  }
  return found;
});

/** The class of a value, or (with a name) of the field that a record was built from; `null` for another record. */
function partOf(graph: Graph, id: NodeId, name: string | null, of: ClassOf): NodeId | null {
  const node = graph.nodes[of(id)];
  if (name === null) return of(id);
  const field = node?.op === 'record' ? node.fields.find((each) => each.name === name) : undefined;
  return field === undefined ? null : of(field.node);
}

function isEmpty(node: Node | undefined): boolean {
  return (
    (node?.op === 'list' && node.items.length === 0) || (node?.op === 'literal' && Array.isArray(node.value) && node.value.length === 0)
  );
}

/** The one element that a node appends to the accumulator of a fold, or to a field of it; `null` if it does not. */
function appendedTo(
  graph: Graph,
  id: NodeId,
  { body, name }: { readonly body: RegionId; readonly name: string | null },
  of: ClassOf,
): NodeId | null {
  const node = graph.nodes[id];
  const [list, more] = node?.op === 'apply' && (node.monomer === APPEND || node.monomer === JOIN) ? node.operands : [];
  if (node?.op !== 'apply' || list === undefined || more === undefined) return null;
  const before = graph.nodes[of(list)];
  const [accumulator, field] = before?.op === 'field' ? [graph.nodes[of(before.record)], before.name] : [before, null];
  if (accumulator?.op !== 'bound' || accumulator.region !== body || accumulator.index !== 0 || field !== name) return null;
  if (node.monomer === APPEND) return more;
  const added = graph.nodes[of(more)];
  const [item, ...others] = added?.op === 'list' ? added.items : [];
  return others.length > 0 ? null : (item ?? null);
}

/** The list whose places form a range; `null` for another range. */
function listOfPlaces(graph: Graph, lo: NodeId, hi: NodeId, of: ClassOf): NodeId | null {
  const [first, last] = [graph.nodes[lo], graph.nodes[hi]];
  if (first?.op !== 'literal' || first.value !== 0 || last?.op !== 'apply' || last.monomer !== SUB) return null;
  const [length, one] = last.operands.map((operand) => graph.nodes[of(operand)]);
  if (length?.op !== 'apply' || length.monomer !== LENGTH || one?.op !== 'literal' || one.value !== 1) return null;
  const [list] = length.operands;
  return list === undefined || graph.types[list]?.kind !== 'list' ? null : of(list);
}
