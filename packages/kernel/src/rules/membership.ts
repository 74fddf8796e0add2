import type { Graph, LoopSource, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, ownedRegions } from '../graph/schedule.js';
import { monomerNamed } from '../monomers/catalog.js';
import { monomerOf } from './applications.js';
import type { Environment } from './environment.js';
import { boundNode } from './loops.js';
import { neighbourOrderOf } from './neighbour-orders.js';

/** The monomers whose result is one of their operands. */
const CHOOSING: ReadonlySet<number> = new Set(['MIN', 'MAX'].flatMap((name) => monomerNamed(name)?.index ?? []));

/** The class of a node from one standpoint. */
export type ClassOf = (node: NodeId) => NodeId;

/** The derivation of a value as an element of a list. */
export interface Membership {
  /** Filters that the value has passed, each over an element of its source that is this value. */
  readonly filters: ReadonlySet<NodeId>;
  /** The MAP that gives the value for an element of its source; `null` if the value is such an element itself. */
  readonly map: NodeId | null;
  /** The place of that element in the source; `null` if it is not known. */
  readonly index: NodeId | null;
}

/** The class of a list, or the classes of the ends of a range. */
export type WantedClass = NodeId | readonly [lo: NodeId, hi: NodeId];

/** A source by its classes. */
export function wantedOf(classOf: ClassOf, source: LoopSource): WantedClass {
  return source.over === 'value' ? classOf(source.node) : [classOf(source.lo), classOf(source.hi)];
}

/**
 * Derives that the value of a node is an element of the list, bytes or range `source`, or of the result of one of `maps`, which
 * are MAPs over it. GET reads the value, or a loop binds it, from a list whose elements all come from another list, and so on. Or
 * the value is an item of a literal list, or a choice whose values are all such elements; also MIN and MAX choose. Or the value is
 * the result of a fold, whose first value is such an element, as is the result of each step if the accumulator is one. `null` if
 * the graph does not show this.
 */
export function membershipOf(
  environment: Environment,
  classOf: ClassOf,
  node: NodeId,
  source: WantedClass,
  maps: ReadonlySet<NodeId>,
): Membership | null {
  const found = sought(environment, classOf, node, source, { maps, depth: 0, folds: [] });
  return found === 'as before' ? null : found;
}

/** The MAPs whose results count, the nesting of choices, and the folds in whose steps the value is sought. */
interface Search {
  readonly maps: ReadonlySet<NodeId>;
  readonly depth: number;
  readonly folds: readonly Induction[];
}

/** `as before`: the value is the accumulator before a step, which is such an element by induction. */
type Found = Membership | 'as before' | null;

function sought(environment: Environment, classOf: ClassOf, node: NodeId, source: WantedClass, search: Search): Found {
  const { graph } = environment;
  const { maps, depth, folds } = search;
  const wanted = typeof source === 'number' ? unordered(environment, classOf, source) : null;
  const written = wanted === null ? undefined : graph.nodes[wanted];
  const filters = new Set<NodeId>();
  const of = classOf(node);
  if (written?.op === 'list' && written.items.some((item) => classOf(item) === of)) return { filters, map: null, index: null };
  if (folds.some(({ accumulator, field }) => isPart(graph, classOf, of, accumulator, field))) return 'as before';
  const given = depth < MAX_CHOICES ? choicesFor(environment, classOf, of) : null;
  const inner: Search = { ...search, depth: depth + 1 };
  if (given !== null) return everyMembership(given.map((each) => sought(environment, classOf, each, source, inner)));
  const fold = depth < MAX_CHOICES ? inductionFor(environment, classOf, of) : null;
  if (fold !== null) return inEachStep(environment, classOf, fold, source, inner);
  const read = readFrom(environment, of);
  if (read === null) return null;
  const direct = classOf(read.list);
  let at = unordered(environment, classOf, read.list);
  for (;;) {
    environment.spend(at, 1);
    if (at === wanted) return { filters, map: null, index: direct === source ? read.index : null };
    if (maps.has(at)) return { filters, map: at, index: at === direct ? read.index : null };
    const list = graph.nodes[at];
    if (list?.op === 'loop' && list.loop === 'filter') {
      filters.add(at);
      if (list.source.over === 'range') {
        const [lo, hi] = typeof source === 'number' ? [] : source;
        const isSame = lo === classOf(list.source.lo) && hi === classOf(list.source.hi);
        return isSame ? { filters, map: null, index: null } : null;
      }
      at = unordered(environment, classOf, list.source.node);
    } else if (list?.op === 'apply' && monomerOf(list).linear?.result?.is === 'part' && list.operands[0] !== undefined) {
      at = unordered(environment, classOf, list.operands[0]);
    } else return null;
  }
}

/** Limit for the nesting of choices between elements. */
const MAX_CHOICES = 3;

/** Limit for the values of such a choice. */
const MAX_ARMS = 8;

/** The derivation that holds whichever value was chosen: a filter has kept the value if it kept each of them. */
function everyMembership(found: readonly Found[]): Found {
  let filters: ReadonlySet<NodeId> | null = null;
  for (const each of found) {
    if (each === 'as before') continue;
    if (each === null || each.map !== null) return null;
    const others: ReadonlySet<NodeId> = filters ?? each.filters;
    filters = new Set([...others].filter((filter) => each.filters.has(filter)));
  }
  return filters === null ? 'as before' : { filters, map: null, index: null };
}

/** A fold whose accumulator, or a field of it, is sought: its value before a step, before the first and after each. */
interface Induction {
  readonly body: RegionId;
  readonly accumulator: NodeId;
  /** `null` for the whole accumulator. */
  readonly field: string | null;
  readonly first: NodeId;
  readonly after: NodeId;
}

/** The induction by which a value comes from a fold; `null` for another value. */
function inductionFor({ graph }: Environment, classOf: ClassOf, id: NodeId): Induction | null {
  const own = nodeAt(graph, id);
  const [fold, field] = own.op === 'field' ? [graph.nodes[classOf(own.record)], own.name] : [own, null];
  if (fold?.op !== 'fold') return null;
  const accumulator = boundNode(graph, fold.body, 0);
  const first = partOf(graph, classOf, fold.initial, field);
  const after = partOf(graph, classOf, graph.regions[fold.body]?.result ?? null, field);
  return accumulator === undefined || first === null || after === null ? null : { body: fold.body, accumulator, field, first, after };
}

/** A node with a value, or with a field of a record that is built there; `null` if there is no such node. */
function partOf(graph: Graph, classOf: ClassOf, id: NodeId | null, field: string | null): NodeId | null {
  if (id === null || field === null) return id;
  const record = graph.nodes[classOf(id)];
  return record?.op === 'record' ? (record.fields.find(({ name }) => name === field)?.node ?? null) : null;
}

/** Returns true for a node with the value of a record, or of that field of it. */
function isPart(graph: Graph, classOf: ClassOf, id: NodeId, record: NodeId, field: string | null): boolean {
  if (field === null) return id === classOf(record);
  const node = graph.nodes[id];
  return node?.op === 'field' && node.name === field && classOf(node.record) === classOf(record);
}

/**
 * The derivation for the result of a fold. In its body only those classes count that hold in each step, and filters outside of
 * it. The source lies outside as well: it is one list in all steps. A value outside of the body may equal a node of the body in
 * one step alone, so it does not have the class of that node.
 */
function inEachStep(environment: Environment, classOf: ClassOf, fold: Induction, source: WantedClass, search: Search): Found {
  const isInside = (id: NodeId): boolean => isWithin(environment, id, fold.body);
  const wanted = typeof source === 'number' ? [unordered(environment, classOf, source), source] : source;
  if (wanted.some(isInside)) return null;
  const always = (id: NodeId): NodeId => {
    const known = environment.classOf(id);
    const now = isInside(known) ? known : classOf(known);
    return isInside(now) ? known : now;
  };
  const before = sought(environment, classOf, fold.first, source, search);
  const after = before === null ? null : sought(environment, always, fold.after, source, { ...search, folds: [...search.folds, fold] });
  const found = everyMembership([before, after]);
  if (found === null || found === 'as before') return found;
  return { ...found, filters: new Set([...found.filters].filter((id) => !isInside(id))) };
}

/** Returns true for a node in a region or in one that it contains. */
function isWithin(environment: Environment, id: NodeId, region: RegionId): boolean {
  for (let at: RegionId | null = environment.regionAround(id); at !== null; ) {
    environment.spend(id, 1);
    if (at === region) return true;
    const owner: NodeId | null = environment.graph.regions[at]?.owner ?? null;
    at = owner === null ? null : environment.regionAround(owner);
  }
  return false;
}

/** Nodes of which one gives the value, if the value is a choice; `null` for another value. */
function choicesFor(environment: Environment, classOf: ClassOf, id: NodeId): readonly NodeId[] | null {
  const { graph } = environment;
  const node = nodeAt(graph, id);
  environment.spend(id, 1);
  switch (node.op) {
    case 'select':
    case 'match':
      return resultsOf(graph, node);
    case 'apply':
      return CHOOSING.has(node.monomer) ? node.operands : null;
    case 'unwrapOr': {
      const contents = contentsOf(environment, classOf, node.option, 0);
      const [otherwise] = resultsOf(graph, node) ?? [];
      return contents === null || otherwise === undefined ? null : [...contents, otherwise];
    }
    case 'bound': {
      const owner = graph.nodes[graph.regions[node.region]?.owner ?? -1];
      if (owner?.op !== 'match') return null;
      const pattern = owner.arms.find(({ region }) => region === node.region)?.pattern;
      const isContent = pattern?.pattern === 'some' && pattern.inner.pattern === 'any';
      return isContent ? contentsOf(environment, classOf, owner.subject, 0) : null;
    }
    default:
      return null;
  }
}

/** Nodes of which one gives the content of an option, if it has one; `null` if that is not known. */
function contentsOf(environment: Environment, classOf: ClassOf, option: NodeId, depth: number): readonly NodeId[] | null {
  const { graph } = environment;
  const node = nodeAt(graph, classOf(option));
  environment.spend(option, 1);
  if (node.op === 'some') return [node.value];
  if (node.op === 'literal') return [];
  const results = depth < MAX_CHOICES && (node.op === 'select' || node.op === 'match') ? resultsOf(graph, node) : null;
  if (results === null) return null;
  const contents = results.map((result) => contentsOf(environment, classOf, result, depth + 1));
  if (!contents.every((each) => each !== null)) return null;
  const all = contents.flat();
  return all.length <= MAX_ARMS ? all : null;
}

/** The results of the regions of a choice; `null` if there are too many, or one has no result. */
function resultsOf(graph: Graph, node: Node): readonly NodeId[] | null {
  const results = ownedRegions(node).map((region) => graph.regions[region]?.result ?? null);
  return results.length <= MAX_ARMS && results.every((result) => result !== null) ? results : null;
}

/** The list that a value is read from, and its place if known; `null` for another value. */
function readFrom({ graph }: Environment, id: NodeId): { readonly list: NodeId; readonly index: NodeId | null } | null {
  const node = nodeAt(graph, id);
  if (node.op === 'apply' && monomerOf(node).linear?.result?.is === 'element') {
    const [list, index] = node.operands;
    return list === undefined || index === undefined ? null : { list, index };
  }
  if (node.op !== 'bound') return null;
  const owner = graph.nodes[graph.regions[node.region]?.owner ?? -1];
  if (owner?.op !== 'loop' && owner?.op !== 'fold') return null;
  const isElement = node.index === (owner.op === 'fold' ? 1 : 0);
  return isElement && owner.source.over === 'value' ? { list: owner.source.node, index: null } : null;
}

/** The class of the list with the same elements before sorting or reversing. */
function unordered({ graph }: Environment, classOf: ClassOf, list: NodeId): NodeId {
  let at = classOf(list);
  for (let node = graph.nodes[at]; ; node = graph.nodes[at]) {
    const [only, ...more] = node?.op === 'apply' && monomerOf(node).linear?.result?.is === 'elements' ? node.operands : [];
    if (only === undefined || more.length > 0) return at;
    at = classOf(only);
  }
}

/**
 * The order of the elements of a list of integers, if the list is sorted, or known to be in order, and every later operation
 * preserves the order.
 */
export function orderOf(environment: Environment, classOf: ClassOf, list: NodeId, field: string | null = null): 'up' | 'down' | null {
  let isTurned = false;
  for (let at = classOf(list); ; ) {
    environment.spend(at, 1);
    const known = neighbourOrderOf(environment, at, field);
    if (known !== null) return isTurned ? turned(known) : known;
    const node = environment.graph.nodes[at];
    if (node?.op === 'loop' && node.loop === 'filter' && node.source.over === 'value') {
      at = classOf(node.source.node);
      continue;
    }
    if (node?.op !== 'apply') return null;
    const [only] = node.operands;
    const { name, linear } = monomerOf(node);
    if (name === 'SORT' && field === null) return isTurned ? 'down' : 'up';
    if (only === undefined || (name !== 'REVERSE' && linear?.result?.is !== 'part')) return null;
    if (name === 'REVERSE') isTurned = !isTurned;
    at = classOf(only);
  }
}

/** The order of a list in reverse. */
export function turned(order: 'up' | 'down'): 'up' | 'down' {
  return order === 'up' ? 'down' : 'up';
}
