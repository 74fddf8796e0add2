import type { Core, CorePolicy, Graph, Node } from '@kirchhoff/kernel/graph/graph';
import type { CanonicalGraph } from '../canonical/canonical-order.js';
import type { SourceMap } from '../program/source-map.js';

/** A component in canonical order, with its hash. */
export interface HashedComponent {
  readonly canonical: CanonicalGraph;
  readonly hash: string;
  /** True for components that come with a pinned circuit: without a call they are left out. */
  readonly imported?: true;
}

export interface Linked {
  readonly core: Core;
  readonly sourceMap: SourceMap;
  /** The hashes of the components, by index as in `core.components`. */
  readonly componentHashes: readonly string[];
}

/**
 * Links graphs and components. Components with the same hash become one. Called ones are in the order in which the graphs reach
 * them, the others are ordered by hash. Calls get the new positions.
 */
export function link(graphs: readonly CanonicalGraph[], components: readonly HashedComponent[], policy?: CorePolicy): Linked {
  const order = new ComponentOrder(components);
  for (const { graph } of graphs) order.addCallees(graph);
  const calledComponents = order.length;
  order.addRest();
  const listed = order.listed();
  const relink = ({ graph }: CanonicalGraph): Graph =>
    hasCall(graph) ? { ...graph, nodes: graph.nodes.map((node) => order.relink(node)) } : graph;
  return {
    core: {
      graphs: graphs.map(relink),
      components: listed.map((each) => relink(each.canonical)),
      calledComponents,
      ...(policy === undefined ? {} : { policy }),
    },
    sourceMap: { graphs: graphs.map((each) => each.map), components: listed.map((each) => each.canonical.map) },
    componentHashes: listed.map((each) => each.hash),
  };
}

function hasCall(graph: Graph): boolean {
  return graph.nodes.some((node) => node.op === 'call');
}

class ComponentOrder {
  private readonly positions = new Map<string, number>();
  private readonly order: HashedComponent[] = [];

  /** `components`: those of the source, into which `call.component` is an index. */
  constructor(private readonly components: readonly HashedComponent[]) {}

  get length(): number {
    return this.order.length;
  }

  listed(): readonly HashedComponent[] {
    return this.order;
  }

  /** Adds the callees of a graph in the order of its nodes, each after its own callees. */
  addCallees(graph: Graph): void {
    for (const callee of calleesOf(graph)) this.add(callee);
  }

  /** Adds the source's own uncalled components: by hash, and each after its callees. */
  addRest(): void {
    const own = [...this.components.keys()].filter((component) => this.components[component]?.imported !== true);
    const rest = own.toSorted((a, b) => (this.hashOf(a) < this.hashOf(b) ? -1 : 1));
    for (const component of rest) this.add(component);
  }

  relink(node: Node): Node {
    return node.op === 'call' ? { ...node, component: this.positions.get(this.hashOf(node.component)) ?? -1 } : node;
  }

  private add(start: number): void {
    if (this.positions.has(this.hashOf(start))) return;
    const path = [{ component: start, callees: this.calleesOf(start), next: 0 }];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const callee = frame.callees[frame.next];
      frame.next += 1;
      if (callee === undefined) {
        this.append(frame.component);
        path.pop();
      } else if (!this.positions.has(this.hashOf(callee))) {
        path.push({ component: callee, callees: this.calleesOf(callee), next: 0 });
      }
    }
  }

  private append(component: number): void {
    const hashed = this.components[component];
    if (hashed === undefined || this.positions.has(hashed.hash)) return;
    this.positions.set(hashed.hash, this.order.length);
    this.order.push(hashed);
  }

  private hashOf(component: number): string {
    return this.components[component]?.hash ?? '';
  }

  private calleesOf(component: number): readonly number[] {
    const canonical = this.components[component]?.canonical;
    return canonical === undefined ? [] : calleesOf(canonical.graph);
  }
}

function calleesOf(graph: Graph): readonly number[] {
  const callees = new Set<number>();
  for (const node of graph.nodes) if (node.op === 'call') callees.add(node.component);
  return [...callees];
}
