import type { CircuitProgram, Graph, GraphMap, NodeDomains, ProgramDomains } from '@kirchhoff/coherence';
import { DomainWriter } from './domain-words.js';
import { edgesOf } from './edges.js';
import type { GraphView } from './graph-view.js';
import { componentId } from './identifiers.js';
import { nodesOf } from './nodes.js';
import { regionsOf } from './regions.js';

/** A circuit and its components as nodes and edges. */
export interface ProgramView {
  readonly circuit: GraphView;
  /** Each after those that it calls. */
  readonly components: readonly GraphView[];
  /** False where domains were left out, since all of them together are too long. */
  readonly domainsComplete: boolean;
}

/** The core graph of a circuit with what is known of every node. */
export function programView({ core, sourceMap }: CircuitProgram, domains: ProgramDomains, certified: boolean): ProgramView {
  const writer = new DomainWriter();
  const view = (id: string, graph: Graph | undefined, map: GraphMap | undefined, known: NodeDomains | undefined): GraphView => {
    if (graph === undefined || map === undefined || known === undefined) throw new Error(`${id} is not there`);
    return {
      id,
      name: map.name,
      pin: graph.pin ?? null,
      nodes: nodesOf({ core, sourceMap, graph, map, domains: known, writer, certified }),
      edges: edgesOf(graph, { core, sourceMap }),
      regions: regionsOf(graph, map),
    };
  };
  const circuit = view('circuit', core.graphs[0], sourceMap.graphs[0], domains.graphs[0]);
  const components = core.components.map((graph, index) =>
    view(componentId(index), graph, sourceMap.components[index], domains.components[index]),
  );
  return { circuit, components, domainsComplete: writer.complete };
}
