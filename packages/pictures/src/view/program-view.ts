import type { CircuitProgram, Graph, GraphMap, NodeDomains, ProgramDomains } from '@kirchhoff/coherence';
import { componentId, edgesOf, nodesOf, regionsOf } from './nodes.js';
import { DomainWriter } from './text.js';
import type { CertificationState, GraphView, ProgramView } from './view.js';

/** Returns the core graph of a circuit with the analysis results of every node. */
export function programView({ core, sourceMap }: CircuitProgram, domains: ProgramDomains, standing: CertificationState): ProgramView {
  const writer = new DomainWriter();
  const view = (id: string, graph: Graph | undefined, map: GraphMap | undefined, known: NodeDomains | undefined): GraphView => {
    if (graph === undefined || map === undefined || known === undefined) throw new Error(`${id} is not there`);
    return {
      id,
      name: map.name,
      pin: graph.pin ?? null,
      nodes: nodesOf({ id, core, sourceMap, graph, map, domains: known, writer, standing }),
      edges: edgesOf(graph, { core, sourceMap }),
      regions: regionsOf(graph, map),
    };
  };
  const circuit = view('circuit', core.graphs[0], sourceMap.graphs[0], domains.graphs[0]);
  const components = core.components.map((graph, index) =>
    view(componentId(index), graph, sourceMap.components[index], domains.components[index]),
  );
  return { circuit, components, standing, domainsComplete: writer.complete };
}
