import type { Core, Graph, Node, NodeId, Output, PortDomain, Region, RegionId } from '../../graph/graph.js';
import { type Domain, INTEGER, type Type, typeOf } from '../../types/domain.js';

interface OpenRegion {
  readonly parent: RegionId | null;
  owner: NodeId | null;
  readonly nodes: NodeId[];
  result: NodeId | null;
}

/** Builds a graph node by node, for tests of graphs without a source. */
export class TestGraphBuilder {
  private readonly nodes: Node[] = [];
  private readonly types: Type[] = [];
  private readonly regions: OpenRegion[] = [
    { parent: null, owner: null, nodes: [], result: null },
    { parent: 0, owner: null, nodes: [], result: null },
  ];
  private readonly open: RegionId[] = [1];
  private readonly parameters: PortDomain[] = [];

  parameter(name: string, domain: Domain): NodeId {
    const index = this.parameters.length;
    this.parameters.push({ name, domain });
    return this.place(0, { op: 'parameter', index }, typeOf(domain));
  }

  add(node: Node, type: Type = INTEGER): NodeId {
    return this.place(this.current, node, type);
  }

  /** Adds a region within the current one; `fill` fills it and returns its result. */
  region(fill: (region: RegionId) => NodeId): RegionId {
    const id = this.enter();
    return this.leave(fill(id));
  }

  /** Opens a region like {@link region}, in two steps, for regions nested too deep for recursive calls. */
  enter(): RegionId {
    const id = this.regions.length;
    this.regions.push({ parent: this.current, owner: null, nodes: [], result: null });
    this.open.push(id);
    return id;
  }

  leave(result: NodeId): RegionId {
    const id = this.current;
    this.open.pop();
    this.at(id).result = result;
    return id;
  }

  graph(outputs: readonly Output[], role: Graph['role'] = 'circuit'): Graph {
    const regions: readonly Region[] = this.regions;
    return {
      role,
      parameters: this.parameters,
      nodes: this.nodes,
      types: this.types,
      regions,
      requires: [],
      entry: 0,
      body: 1,
      outputs,
      ensures: [],
    };
  }

  private get current(): RegionId {
    return this.open[this.open.length - 1] ?? 1;
  }

  private at(region: RegionId): OpenRegion {
    const found = this.regions[region];
    if (found === undefined) throw new RangeError(`no region ${region}`);
    return found;
  }

  private place(region: RegionId, node: Node, type: Type): NodeId {
    const id = this.nodes.length;
    this.nodes.push(node);
    this.types.push(type);
    this.at(region).nodes.push(id);
    return id;
  }
}

/** A core of one graph. */
export function coreOf(graph: Graph): Core {
  return { graphs: [graph], components: [], calledComponents: 0 };
}
