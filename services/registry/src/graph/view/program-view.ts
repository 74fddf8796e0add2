import type { CircuitProgram, Graph, GraphMap, NodeDomains, ProgramDomains } from '@kirchhoff/coherence';
import { DomainWriter } from './domain-words.js';
import { edgesOf } from './edges.js';
import type { GraphView } from './graph-view.js';
import { componentId } from './identifiers.js';
import { nodesOf } from './nodes.js';
import type { OpenPlaces } from './open-places.js';
import { regionsOf } from './regions.js';

/** A circuit and its components as nodes and edges. */
export interface ProgramView {
  readonly circuit: GraphView;
  /** Callees come before their callers. */
  readonly components: readonly GraphView[];
  readonly standing: Standing;
  /** False if domains were left out because of the size limit. */
  readonly domainsComplete: boolean;
}

/** The state of a version's certification. */
export type Standing =
  | { readonly kind: 'certified' }
  /** The last certification left closure domains open. */
  | { readonly kind: 'open'; readonly places: OpenPlaces }
  | { readonly kind: 'not yet certified' };

/** Returns the core graph of a circuit with the analysis results of every node. */
export function programView({ core, sourceMap }: CircuitProgram, domains: ProgramDomains, standing: Standing): ProgramView {
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
