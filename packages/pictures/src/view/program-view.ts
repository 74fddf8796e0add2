import type { CircuitProgram, Graph, GraphMap, NodeDomains, PolicyProgram, Program, ProgramDomains } from '@kirchhoff/coherence';
import { componentId, edgesOf, nodesOf, regionsOf } from './nodes.js';
import { DomainWriter } from './text.js';
import type { CertificationState, GraphView, PolicyView, ProgramView } from './view.js';

/** Returns the core graph of a circuit with the analysis results of every node. */
export function programView(program: CircuitProgram, domains: ProgramDomains, standing: CertificationState): ProgramView {
  return { subject: 'circuit', ...oneGraph(program, 0, domains, standing) };
}

/** Like {@link programView}, for one action of a policy. */
export function actionView(program: PolicyProgram, index: number, domains: ProgramDomains, standing: CertificationState): ProgramView {
  return { subject: 'action', ...oneGraph(program, index, domains, standing) };
}

function oneGraph(program: Program, index: number, domains: ProgramDomains, standing: CertificationState): Omit<ProgramView, 'subject'> {
  const ids = new Map([[index, 'circuit']]);
  const { graphs, components, domainsComplete } = viewsOf(program, { domains, standing, ids });
  const [circuit] = graphs;
  if (circuit === undefined) throw new RangeError(`a program without graph ${index}`);
  return { circuit, components, standing, domainsComplete };
}

/** Returns the core graphs of a proven policy with the analysis results of every node. */
export function policyView(program: PolicyProgram, domains: ProgramDomains): PolicyView {
  const ids = new Map(program.core.graphs.map((_, index) => [index, actionId(index)]));
  const { graphs, components, domainsComplete } = viewsOf(program, { domains, standing: { kind: 'certified' }, ids });
  return { actions: graphs, components, domainsComplete };
}

function actionId(index: number): string {
  return `action${index}`;
}

interface Shown {
  readonly domains: ProgramDomains;
  readonly standing: CertificationState;
  /** The ids of the shown graphs of the core, by their index. */
  readonly ids: ReadonlyMap<number, string>;
}

function viewsOf({ core, sourceMap }: Program, { domains, standing, ids }: Shown) {
  const writer = new DomainWriter();
  const view = (id: string, graph: Graph, map: GraphMap | undefined, known: NodeDomains | undefined): GraphView => {
    if (map === undefined || known === undefined) throw new Error(`${id} is not there`);
    return {
      id,
      name: map.name,
      pin: graph.pin ?? null,
      nodes: nodesOf({ id, core, sourceMap, graph, map, domains: known, writer, standing }),
      edges: edgesOf(graph, { core, sourceMap }),
      regions: regionsOf(graph, map),
    };
  };
  const graphs = core.graphs.flatMap((graph, index) => {
    const id = ids.get(index);
    return id === undefined ? [] : [view(id, graph, sourceMap.graphs[index], domains.graphs[index])];
  });
  const components = core.components.map((graph, index) =>
    view(componentId(index), graph, sourceMap.components[index], domains.components[index]),
  );
  return { graphs, components, domainsComplete: writer.complete };
}
