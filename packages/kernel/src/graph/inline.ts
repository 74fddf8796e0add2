import type { Kind } from '../types/domain.js';
import type { ClosureDomain } from './closure-domains.js';
import type { Core, Graph, Node, NodeId, Region, RegionId } from './graph.js';
import { nodeAt, ownedRegions, regionsOf } from './schedule.js';

/** A graph with more nodes than these is not made. */
const MAX_NODES = 4_096;
/** Components that call one another so deep are left as calls, and with them the graph. */
const MAX_DEPTH = 64;

/** A graph in which the body of each component stands in place of its calls. */
export interface Inlined {
  readonly graph: Graph;
  /** By node of the graph with calls: the node that has its value. */
  readonly nodeOf: readonly NodeId[];
}

/** Made before, by graph; null of those that are not made. */
const KNOWN = new WeakMap<Graph, Inlined | null>();

/**
 * The graph without calls. Of a component the entry and the body are copied, not its requires and ensures: a call is
 * closed where it stands, and the component for itself. The result of the call is the copy of the result, stated to lie in
 * the domain of the component. Every run of the one graph that reaches a node is a run of the other, with the same
 * values. Null where there is no call, or the graph would be too large.
 */
export function inlined(core: Core, graph: Graph): Inlined | null {
  const known = KNOWN.get(graph);
  if (known !== undefined) return known;
  const made = graph.nodes.some(({ op }) => op === 'call') ? new Inlining(core).run(graph) : null;
  KNOWN.set(graph, made);
  return made;
}

/** The closure domain in the graph without calls; null of a call, which is none there. */
export function inlinedDomain(domain: ClosureDomain, { nodeOf }: Inlined): ClosureDomain | null {
  if (!('node' in domain)) return domain;
  if (domain.kind === 'contract' && domain.of === 'call') return null;
  const node = nodeOf[domain.node];
  return node === undefined ? null : { ...domain, node };
}

/** A copy that is being made: by node and region of its source, those that stand for them. */
interface Copy {
  readonly source: Graph;
  readonly depth: number;
  readonly nodeOf: Map<NodeId, NodeId>;
  readonly regionOf: Map<RegionId, RegionId>;
  /** By call of the source: the nodes that stand in its place. */
  readonly inPlace: Map<NodeId, readonly NodeId[]>;
}

class Inlining {
  private readonly nodes: Node[] = [];
  private readonly kinds: Kind[] = [];
  private readonly regions: Region[] = [];

  constructor(private readonly core: Core) {}

  run(graph: Graph): Inlined | null {
    if (graph.nodes.length >= MAX_NODES) return null;
    const regionOf = new Map(graph.regions.map((_, region) => [region, this.addRegion()]));
    const copy: Copy = { source: graph, depth: 0, nodeOf: new Map(), regionOf, inPlace: new Map() };
    if (!this.copyNodes(copy, graph.nodes.keys(), null)) return null;
    for (const region of graph.regions.keys()) this.copyRegion(copy, region);
    const { nodes, kinds, regions } = this;
    const outputs = graph.outputs.map((output) => ({ ...output, node: output.node === null ? null : nodeIn(copy, output.node) }));
    const nodeOf = graph.nodes.map((_, id) => nodeIn(copy, id));
    // The regions of the graph itself come first, so that they keep their numbers.
    return { graph: { ...graph, nodes, kinds, regions, outputs }, nodeOf };
  }

  private addRegion(): RegionId {
    return this.regions.push({ parent: null, owner: null, nodes: [], result: null }) - 1;
  }

  private addNode(node: Node, kind: Kind): NodeId {
    this.kinds.push(kind);
    return this.nodes.push(node) - 1;
  }

  /** Copies nodes in the order of their ids, so that operands and the nodes of owned regions come first. False where there are too many. */
  private copyNodes(copy: Copy, ids: Iterable<NodeId>, args: readonly NodeId[] | null): boolean {
    const { source, nodeOf } = copy;
    const standsIn = regionsOf(source);
    for (const id of ids) {
      if (this.nodes.length >= MAX_NODES) return false;
      const node = nodeAt(source, id);
      if (node.op === 'call') {
        if (!this.inline(copy, id, node, regionIn(copy, standsIn[id] ?? -1))) return false;
      } else if (node.op === 'parameter' && args !== null) nodeOf.set(id, args[node.index] ?? -1);
      else nodeOf.set(id, this.addNode(renamed(node, copy), kindAt(source, id)));
    }
    return true;
  }

  /** Copies the body of the component that a node calls into the region of the call. */
  private inline(copy: Copy, id: NodeId, call: Extract<Node, { op: 'call' }>, region: RegionId): boolean {
    const component = this.core.components[call.component];
    const [output] = component?.outputs ?? [];
    if (component === undefined || output === undefined || output.node === null || copy.depth >= MAX_DEPTH) return false;
    const { entry, body } = component;
    const { nodes, regions } = bodyOf(component);
    const regionOf = new Map([entry, body].map((each) => [each, region]));
    for (const each of regions) regionOf.set(each, this.addRegion());
    const inner: Copy = { source: component, depth: copy.depth + 1, nodeOf: new Map(), regionOf, inPlace: new Map() };
    const args = call.arguments.map((argument) => nodeIn(copy, argument));
    if (!this.copyNodes(inner, nodes, args)) return false;
    for (const each of regions) this.copyRegion(inner, each);
    const result = this.addNode({ op: 'state', operand: nodeIn(inner, output.node), domain: output.domain }, kindAt(copy.source, id));
    copy.nodeOf.set(id, result);
    copy.inPlace.set(id, [...this.inOrder(inner, entry), ...this.inOrder(inner, body), result]);
    return true;
  }

  /** Writes the copy of a region, with the copies of what it holds. */
  private copyRegion(copy: Copy, region: RegionId): void {
    const source = copy.source.regions[region];
    if (source === undefined) throw new Error(`no region ${region}`);
    this.regions[regionIn(copy, region)] = {
      parent: source.parent === null ? null : regionIn(copy, source.parent),
      owner: source.owner === null ? null : nodeIn(copy, source.owner),
      nodes: this.inOrder(copy, region),
      result: source.result === null ? null : nodeIn(copy, source.result),
    };
  }

  /** The copies of the nodes of a region in their order: of a call what stands in its place, of an argument nothing. */
  private inOrder(copy: Copy, region: RegionId): readonly NodeId[] {
    return (copy.source.regions[region]?.nodes ?? []).flatMap((id) => {
      const placed = copy.inPlace.get(id);
      if (placed !== undefined) return placed;
      return copy.depth > 0 && nodeAt(copy.source, id).op === 'parameter' ? [] : [nodeIn(copy, id)];
    });
  }
}

/** The nodes of the entry and the body of a component, by id, and the regions that they own, however deep. */
interface Body {
  readonly nodes: readonly NodeId[];
  readonly regions: readonly RegionId[];
}

const BODIES = new WeakMap<Graph, Body>();

function bodyOf(component: Graph): Body {
  const known = BODIES.get(component);
  if (known !== undefined) return known;
  const nodes: NodeId[] = [];
  const regions: RegionId[] = [];
  const waiting: RegionId[] = [component.entry, component.body];
  for (let region = waiting.pop(); region !== undefined; region = waiting.pop()) {
    for (const id of component.regions[region]?.nodes ?? []) {
      nodes.push(id);
      const owned = ownedRegions(nodeAt(component, id));
      regions.push(...owned);
      waiting.push(...owned);
    }
  }
  const body = { nodes: nodes.toSorted((a, b) => a - b), regions };
  BODIES.set(component, body);
  return body;
}

function nodeIn({ nodeOf }: Copy, id: NodeId): NodeId {
  const copy = nodeOf.get(id);
  if (copy === undefined) throw new Error(`node ${id} has no copy yet`);
  return copy;
}

function regionIn({ regionOf }: Copy, id: RegionId): RegionId {
  const copy = regionOf.get(id);
  if (copy === undefined) throw new Error(`region ${id} has no copy`);
  return copy;
}

function kindAt(graph: Graph, id: NodeId): Kind {
  const kind = graph.kinds[id];
  if (kind === undefined) throw new Error(`node ${id} has no type`);
  return kind;
}

/** The node with the copies of what it reads and owns. */
function renamed(node: Node, copy: Copy): Node {
  const of = (id: NodeId): NodeId => nodeIn(copy, id);
  const region = (id: RegionId): RegionId => regionIn(copy, id);
  const source = (from: Extract<Node, { op: 'loop' }>['source']): typeof from =>
    from.over === 'value' ? { over: 'value', node: of(from.node) } : { over: 'range', lo: of(from.lo), hi: of(from.hi) };
  switch (node.op) {
    case 'parameter':
    case 'literal':
      return node;
    case 'bound':
      return { ...node, region: region(node.region) };
    case 'list':
      return { ...node, items: node.items.map(of) };
    case 'record':
      return { ...node, fields: node.fields.map((field) => ({ ...field, node: of(field.node) })) };
    case 'some':
      return { ...node, value: of(node.value) };
    case 'apply':
      return { ...node, operands: node.operands.map(of) };
    case 'field':
      return { ...node, record: of(node.record) };
    case 'select':
      return { ...node, condition: of(node.condition), whenTrue: region(node.whenTrue), whenFalse: region(node.whenFalse) };
    case 'shortCircuit':
      return { ...node, left: of(node.left), right: region(node.right) };
    case 'unwrapOr':
      return { ...node, option: of(node.option), otherwise: region(node.otherwise) };
    case 'match':
      return { ...node, subject: of(node.subject), arms: node.arms.map((arm) => ({ ...arm, region: region(arm.region) })) };
    case 'loop':
      return { ...node, source: source(node.source), body: region(node.body) };
    case 'fold':
      return { ...node, source: source(node.source), initial: of(node.initial), body: region(node.body) };
    case 'narrow':
    case 'state':
      return { ...node, operand: of(node.operand) };
    case 'call':
      throw new Error('a call is copied with its component');
  }
}
