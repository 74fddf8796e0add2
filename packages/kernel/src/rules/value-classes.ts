import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { oncePerGraph } from '../graph/once-per-graph.js';
import { nodeAt, operandsOf, ownedRegions } from '../graph/schedule.js';
import { patternText, valueText } from '../graph/spelling.js';
import { monomerAt, monomerNamed } from '../monomers/catalog.js';
import type { Type } from '../types/domain.js';
import { OptionValue, type Value } from '../values/value.js';
import { KeyTable } from './key-table.js';

/** The monomers that read an element by its place, replace it, and pair two lists. */
const [GET = -1, SET = -1, ZIP = -1] = ['GET', 'SET', 'ZIP'].map((name) => monomerNamed(name)?.index ?? -1);

/**
 * Returns, for each node, the least node that has the same value whenever both are evaluated. This is global value numbering
 * (Alpern, Wegman and Zadeck, 1988) over pure strict nodes, and choices among their values. For example, `s.low` in a condition
 * and `s.low` in the arm under it are two nodes, in two regions, with one value. Linear in the size of the graph.
 */
export const valueClasses = oncePerGraph((graph) => numberValues(graph));

/** The number of nodes with one value, by the least of them. */
export const classSizes = oncePerGraph((graph) => {
  const sizes = new Int32Array(graph.nodes.length);
  for (const representative of valueClasses(graph)) sizes[representative] = (sizes[representative] ?? 0) + 1;
  return sizes;
});

/**
 * The value keys of nodes of bodies in one step of their loops, in the form of `keyOf`; `undefined` for a node outside of the
 * bodies.
 */
export type StepKeys = (id: NodeId, node: Node, of: (other: NodeId) => NodeId) => string | NodeId | null | undefined;

/** The classes within one step of loops. */
export function stepClasses(graph: Graph, keys: StepKeys): Int32Array {
  return numberValues(graph, keys);
}

/** The classes of a graph by the keys of `keyOf`. */
const keysOf = oncePerGraph((graph): ReadonlyMap<string, NodeId> => {
  const keys = new Map<string, NodeId>();
  numberValues(graph, undefined, keys);
  return keys;
});

/**
 * The element of loops in one step: its class outside of them, the classes of a list and of its place there, or (`null`) any
 * element.
 */
export type ElementClass = { readonly known: NodeId } | { readonly list: NodeId; readonly index: NodeId } | null;

/**
 * The nodes of some bodies in one step of their loops, with the element of all of them in one class. Nodes that depend on bound
 * values of the bodies may have another value in each step (`varies`). If such a node equals a node outside of the bodies in this
 * step, it has that node's class.
 */
export class StepClasses {
  private readonly classes = new Map<NodeId, NodeId>();
  private readonly keys = new Map<string, NodeId>();
  private readonly known: Int32Array;
  private some: NodeId | null = null;
  /** The number of nodes in the bodies. */
  readonly seen: number;

  /**
   * @param bodies The bodies of loops that do not contain each other.
   * @param outer The step that contains the loops; `null` if no step does.
   */
  constructor(
    private readonly graph: Graph,
    private readonly bodies: ReadonlySet<RegionId>,
    private readonly element: ElementClass,
    private readonly outer: StepClasses | null,
  ) {
    this.known = valueClasses(graph);
    const of = (other: NodeId): NodeId => this.of(other);
    const inside = nodesWithin(graph, bodies);
    this.seen = inside.length;
    for (const id of inside) {
      const node = graph.nodes[id];
      if (node === undefined || !this.isVarying(id, node)) continue;
      const key = isElementOf(graph, node, bodies) ? this.elementKey(id) : keyOf(graph, id, node, of);
      const found = typeof key === 'string' ? this.byKey(key) : key;
      this.classes.set(id, found ?? id);
      if (typeof key === 'string' && found === undefined) this.keys.set(key, id);
    }
  }

  /** The nodes that vary, ascending. */
  get nodes(): Iterable<NodeId> {
    return this.classes.keys();
  }

  of(node: NodeId): NodeId {
    return this.classes.get(node) ?? this.outer?.of(node) ?? this.known[node] ?? node;
  }

  /** Returns true for a node that may have another value in each step. */
  varies(node: NodeId): boolean {
    return this.classes.has(node);
  }

  /** The class of the elements that are read from a list at a place, both given by their classes; `undefined` if none is read. */
  readAt(list: NodeId, index: NodeId): NodeId | undefined {
    const key = elementKey(this.graph, { list, index }, (other) => this.of(other));
    return typeof key === 'string' ? this.byKey(key) : key;
  }

  private byKey(key: string): NodeId | undefined {
    return this.keys.get(key) ?? (this.outer === null ? keysOf(this.graph).get(key) : this.outer.byKey(key));
  }

  private elementKey(id: NodeId): NodeId | string {
    const { element } = this;
    if (element === null) {
      this.some ??= id;
      return this.some;
    }
    if ('known' in element) return element.known;
    return elementKey(this.graph, element, (other) => this.of(other));
  }

  /** Never false for a node that depends on a bound value of the bodies. */
  private isVarying(id: NodeId, node: Node): boolean {
    if (node.op === 'loop' || node.op === 'fold') return true;
    if (node.op === 'apply' && monomerAt(node.monomer).effect === 'source') return true;
    if (node.op === 'bound') {
      const owner = this.graph.nodes[this.graph.regions[node.region]?.owner ?? -1];
      const given = owner === undefined ? null : boundValue(owner);
      return this.bodies.has(node.region) || given === null || given > id || this.varies(given);
    }
    const given = ownedRegions(node).map((region) => this.graph.regions[region]?.result ?? -1);
    return [...operandsOf(node), ...given].some((operand) => this.varies(operand));
  }
}

/** The nodes in some regions and in those that their nodes own, ascending. */
function nodesWithin(graph: Graph, regions: ReadonlySet<RegionId>): readonly NodeId[] {
  const found: NodeId[] = [];
  const pending = [...regions];
  for (let region = pending.pop(); region !== undefined; region = pending.pop()) {
    for (const id of graph.regions[region]?.nodes ?? []) {
      found.push(id);
      pending.push(...ownedRegions(nodeAt(graph, id)));
    }
  }
  return found.toSorted((a, b) => a - b);
}

/**
 * @param keys `undefined` outside of steps.
 * @param byKey Receives the least node of each class by its key; `undefined` if the caller does not need them.
 */
function numberValues(graph: Graph, keys?: StepKeys, byKey?: Map<string, NodeId>): Int32Array {
  const classes = new Int32Array(graph.nodes.length);
  const of = (other: NodeId): NodeId => classes[other] ?? other;
  const numbered = keys === undefined && byKey === undefined;
  const applications = numbered ? new Applications(graph, of) : null;
  const literals = numbered ? new Literals() : null;
  const matches = numbered ? new Matches(graph, of) : null;
  const representatives = byKey ?? new Map<string, NodeId>();
  for (let id = 0; id < classes.length; id += 1) {
    const node = nodeAt(graph, id);
    const known = node.op === 'literal' ? literals?.classOf(graph.types[id]?.kind, node.value, id) : applications?.classOf(node, id);
    if (known !== undefined) {
      classes[id] = known;
      continue;
    }
    if (node.op === 'match' && matches?.isFirst(node, id, representatives) === true) {
      classes[id] = id;
      continue;
    }
    const inStep = keys?.(id, node, of);
    const own = inStep === undefined ? keyOf(graph, id, node, of) : inStep;
    if (typeof own === 'number') {
      classes[id] = own;
      continue;
    }
    const representative = own === null ? undefined : representatives.get(own);
    classes[id] = representative ?? id;
    if (own !== null && representative === undefined) representatives.set(own, id);
  }
  return classes;
}

/** Literals that are compared by their values, which saves making texts. */
class Literals {
  private readonly byType = new Map<Type['kind'] | undefined, Map<Value, NodeId>>();

  /** The least literal of one type of type with the same value, which is `id` for the first one; `undefined` for other values. */
  classOf(kind: Type['kind'] | undefined, value: Value, id: NodeId): NodeId | undefined {
    if (typeof value === 'object') return undefined;
    let byValue = this.byType.get(kind);
    if (byValue === undefined) {
      byValue = new Map();
      this.byType.set(kind, byValue);
    }
    const known = byValue.get(value);
    if (known !== undefined) return known;
    byValue.set(value, id);
    return id;
  }
}

/** Numbers for choices beside those of the monomers. */
const CHOICES = { select: 128, and: 129, or: 130, implies: 131, unwrapOr: 132 } as const;

/**
 * Applications of pure monomers to few operands, without literal arguments, and choices among at most two regions: their keys are
 * numbers, which saves making texts.
 */
class Applications {
  private readonly keys: KeyTable;

  constructor(
    private readonly graph: Graph,
    private readonly of: (other: NodeId) => NodeId,
  ) {
    this.keys = new KeyTable(graph.nodes.length);
  }

  /**
   * The least node with the same operation and operands, which is `id` for the first such node; `undefined` for nodes that need a
   * text, with which they are compared instead.
   */
  classOf(node: Node, id: NodeId): NodeId | undefined {
    switch (node.op) {
      case 'apply': {
        const { monomer, operands, literals } = node;
        if (literals.length > 0 || monomerAt(monomer).effect === 'source') return undefined;
        if (monomer !== GET) return this.find(monomer, operands, id);
        return this.element({ list: operands[0] ?? -1, index: operands[1] ?? -1 }, id);
      }
      case 'field': {
        const place = pairedPlace(this.graph, node, this.of);
        return place === null ? undefined : this.element(place, id);
      }
      case 'select': {
        const [one, two] = [this.resultOf(node.whenTrue), this.resultOf(node.whenFalse)];
        return one === null || two === null ? undefined : this.find(CHOICES.select, [node.condition, one, two], id);
      }
      case 'shortCircuit': {
        const right = this.resultOf(node.right);
        return right === null ? undefined : this.find(CHOICES[node.connective], [node.left, right], id);
      }
      case 'unwrapOr': {
        const otherwise = this.resultOf(node.otherwise);
        return otherwise === null ? undefined : this.find(CHOICES.unwrapOr, [node.option, otherwise], id);
      }
      default:
        return undefined;
    }
  }

  private element(place: Place, id: NodeId): NodeId | undefined {
    const element = elementAt(this.graph, place, this.of);
    return typeof element === 'number' ? element : this.find(GET, [element.list, element.index], id);
  }

  private resultOf(region: RegionId): NodeId | null {
    return this.graph.regions[region]?.result ?? null;
  }

  private find(operation: number, operands: readonly NodeId[], id: NodeId): NodeId | undefined {
    const [a, b, c] = operands;
    if (a === undefined || operands.length > 3) return undefined;
    return this.keys.take(operation, this.of(a), b === undefined ? -1 : this.of(b), c === undefined ? -1 : this.of(c), id);
  }
}

/** Matches by subject and number of arms. The long text of a match is made only if another one has both in common. */
class Matches {
  /** The first match of each kind, until its text is made. */
  private readonly first = new Map<number, NodeId | null>();

  constructor(
    private readonly graph: Graph,
    private readonly of: (other: NodeId) => NodeId,
  ) {}

  /** Returns true for the first match of its kind. Otherwise makes the text of the first one, for comparisons with it. */
  isFirst({ subject, arms }: Extract<Node, { op: 'match' }>, id: NodeId, representatives: Map<string, NodeId>): boolean {
    const kind = this.of(subject) * (this.graph.regions.length + 1) + arms.length;
    const first = this.first.get(kind);
    this.first.set(kind, first === undefined ? id : null);
    if (first === undefined) return true;
    const node = first === null ? undefined : this.graph.nodes[first];
    const key = first === null || node === undefined ? null : keyOf(this.graph, first, node, this.of);
    if (first !== null && typeof key === 'string') representatives.set(key, first);
    return false;
  }
}

/** The value that the regions of a node destructure or bind; `null` for a node whose regions bind another value each time. */
function boundValue(owner: Node): NodeId | null {
  if (owner.op === 'hold') return owner.operand;
  return owner.op === 'match' ? owner.subject : null;
}

/** Returns true for the element that the body of one of these loops binds; in a fold it follows the accumulator. */
function isElementOf(graph: Graph, node: Node, bodies: ReadonlySet<RegionId>): boolean {
  if (node.op !== 'bound' || !bodies.has(node.region)) return false;
  const owner = graph.regions[node.region]?.owner ?? null;
  return node.index === (owner !== null && graph.nodes[owner]?.op === 'fold' ? 1 : 0);
}

/**
 * Returns a key that is equal for nodes with equal values. For a node that passes a value on, it is the class itself. `null` for
 * a node that equals no other.
 */
function keyOf(graph: Graph, id: NodeId, node: Node, of: (other: NodeId) => NodeId): string | NodeId | null {
  switch (node.op) {
    case 'narrow':
    case 'state':
    case 'hold':
      return of(node.operand);
    case 'literal':
      return `literal ${graph.types[id]?.kind ?? ''} ${valueText(node.value)}`;
    case 'apply':
      if (monomerAt(node.monomer).effect === 'source') return null;
      if (node.monomer === GET) return elementKey(graph, { list: node.operands[0] ?? -1, index: node.operands[1] ?? -1 }, of);
      return applicationKey(node.monomer, node.operands.map(of), node.literals);
    case 'field': {
      const place = pairedPlace(graph, node, of);
      if (place !== null) return elementKey(graph, place, of);
      return fieldClass(graph, of(node.record), node.name, of) ?? `field ${of(node.record)} ${node.name}`;
    }
    case 'some':
      return `some ${of(node.value)}`;
    case 'call':
      return `call ${node.component} ${node.arguments.map(of).join()}`;
    case 'select':
      return chosenOf2(graph, `select ${of(node.condition)}`, node.whenTrue, node.whenFalse, of);
    case 'shortCircuit':
      return chosenOf1(graph, `${node.connective} ${of(node.left)}`, node.right, of);
    case 'unwrapOr':
      return chosenOf1(graph, `unwrap ${of(node.option)}`, node.otherwise, of);
    case 'match':
      return chosen(
        graph,
        `match ${of(node.subject)} ${node.arms.map(({ pattern }) => patternText(pattern)).join()}`,
        node.arms.map(({ region }) => region),
        of,
      );
    case 'bound':
      return contentClass(graph, id, node.region, of);
    default:
      return null;
  }
}

function applicationKey(monomer: number, operands: readonly NodeId[], literals: readonly (Value | null)[]): string {
  return `apply ${monomer} ${operands.join()} ${literals.map(valueText).join()}`;
}

/** A place of a list. */
interface Place {
  readonly list: NodeId;
  readonly index: NodeId;
}

/** Limit for the replaced elements behind a list. */
const MAX_REPLACED = 64;

/**
 * The class of the element at a place, if it is an item of a literal list or the value that SET has put there; otherwise the place
 * itself, in the list before SET has replaced elements at other places. Literals tell that two places differ.
 */
function elementAt(graph: Graph, { list, index }: Place, of: (id: NodeId) => NodeId): NodeId | Place {
  const at = of(index);
  const place = literalPlace(graph, at);
  let from = of(list);
  for (let replaced = 0; replaced < MAX_REPLACED; replaced += 1) {
    const node = graph.nodes[from];
    const item = node?.op === 'list' && place !== null ? node.items[place] : undefined;
    if (item !== undefined) return of(item);
    const [before, other, value] = node?.op === 'apply' && node.monomer === SET ? node.operands : [];
    if (before === undefined || other === undefined || value === undefined) break;
    if (of(other) === at) return of(value);
    const otherPlace = literalPlace(graph, of(other));
    if (place === null || otherPlace === null || place === otherPlace) break;
    from = of(before);
  }
  return { list: from, index: at };
}

/** The literal number of a place; `null` for another one, and for a literal that is no place of a list. */
function literalPlace(graph: Graph, index: NodeId): number | null {
  const node = graph.nodes[index];
  return node?.op === 'literal' && typeof node.value === 'number' && node.value >= 0 ? node.value : null;
}

function elementKey(graph: Graph, place: Place, of: (id: NodeId) => NodeId): string | NodeId {
  const element = elementAt(graph, place, of);
  return typeof element === 'number' ? element : applicationKey(GET, [element.list, element.index], []);
}

/** The place, in one of the lists that ZIP pairs, of a field of the pair that is read at a place; `null` for other fields. */
function pairedPlace(graph: Graph, { record, name }: Extract<Node, { op: 'field' }>, of: (id: NodeId) => NodeId): Place | null {
  const pair = graph.nodes[of(record)];
  const [pairs, index] = pair?.op === 'apply' && pair.monomer === GET ? pair.operands : [];
  const zip = pairs === undefined ? undefined : graph.nodes[of(pairs)];
  if (index === undefined || zip?.op !== 'apply' || zip.monomer !== ZIP) return null;
  const list = zip.operands[name === 'a' ? 0 : 1];
  return list === undefined ? null : { list, index };
}

/** A choice by one condition between the same values: the chosen one has been evaluated in both. */
function chosen(graph: Graph, by: string, regions: readonly RegionId[], of: (id: NodeId) => NodeId): string | null {
  const results = regions.map((region) => graph.regions[region]?.result ?? null);
  return results.includes(null) ? null : `${by} ${results.map((result) => of(result ?? -1)).join()}`;
}

/** {@link chosen} for one region. */
function chosenOf1(graph: Graph, by: string, region: RegionId, of: (id: NodeId) => NodeId): string | null {
  const result = graph.regions[region]?.result ?? null;
  return result === null ? null : `${by} ${of(result)}`;
}

/** {@link chosen} for two regions. */
function chosenOf2(graph: Graph, by: string, region: RegionId, other: RegionId, of: (id: NodeId) => NodeId): string | null {
  const [one, two] = [graph.regions[region]?.result ?? null, graph.regions[other]?.result ?? null];
  return one === null || two === null ? null : `${by} ${of(one)},${of(two)}`;
}

/**
 * The class of an option's content, by the option and the nesting depth; for a hold, that of its operand; `null` for values that
 * loops bind.
 */
function contentClass(graph: Graph, id: NodeId, region: RegionId, of: (id: NodeId) => NodeId): string | NodeId | null {
  const owner = graph.regions[region]?.owner ?? null;
  const node = owner === null ? undefined : graph.nodes[owner];
  if (node?.op === 'hold') return node.operand > id ? null : of(node.operand);
  if (node?.op !== 'match' || node.subject > id) return null;
  let pattern = node.arms.find((arm) => arm.region === region)?.pattern;
  let depth = 0;
  for (; pattern?.pattern === 'some'; pattern = pattern.inner) depth += 1;
  const only = depth === 1 ? onlyContent(graph, of(node.subject), of) : null;
  if (only !== null) return of(only);
  return `content ${of(node.subject)} ${depth}`;
}

/** Limit for the nesting of choices behind an option. */
const MAX_CHOICES = 8;

/**
 * Returns a node that has the content of an option whenever the option has a content. It is the operand of `some`, also through
 * choices in which each arm gives that content or `none`. `null` for other options.
 */
export function onlyContent(graph: Graph, option: NodeId, of: (id: NodeId) => NodeId, depth = 0): NodeId | null {
  const node = graph.nodes[option];
  if (node?.op === 'some') return node.value;
  if ((node?.op !== 'select' && node?.op !== 'match') || depth === MAX_CHOICES) return null;
  let found: NodeId | null = null;
  for (const region of ownedRegions(node)) {
    const result = graph.regions[region]?.result ?? -1;
    const given = graph.nodes[result];
    if (given?.op === 'literal' && isNone(given.value)) continue;
    const content = onlyContent(graph, of(result), of, depth + 1);
    if (content === null || (found !== null && of(found) !== of(content))) return null;
    found = content;
  }
  return found;
}

function isNone(value: Value): boolean {
  return value instanceof OptionValue && value.content === undefined;
}

/** A field of a record that is built here is the wire that it was built from. */
function fieldClass(graph: Graph, record: NodeId, name: string, of: (id: NodeId) => NodeId): NodeId | null {
  const node = graph.nodes[record];
  const field = node?.op === 'record' ? node.fields.find((each) => each.name === name) : undefined;
  return field === undefined ? null : of(field.node);
}
