import { type CircuitProgram, ENGINE_VERSION, LANGUAGE_VERSION, nodeDomains } from '@kirchhoff/coherence';
import { type ProgramView, programView } from './view/program-view.js';

/** Of which version the graph is shown. */
export interface GraphSubject {
  readonly pid: string;
  readonly version: number;
  readonly certified: boolean;
  readonly certificate: Uint8Array | undefined;
}

/** The graph of a circuit with the domains that its certificate claims, or what the analysis finds where there is none. */
export function graphOf(program: CircuitProgram, { certificate, certified }: GraphSubject): ProgramView {
  return programView(program, nodeDomains(program, certificate), certified);
}

/** The graph as the API shows it. */
export function graphJson(program: CircuitProgram, subject: GraphSubject): string {
  const { circuit, components, domainsComplete } = graphOf(program, subject);
  const { name, nodes, edges, regions } = circuit;
  return JSON.stringify({
    pid: subject.pid,
    version: subject.version,
    hash: program.hash,
    name,
    certified: subject.certified,
    language_version: LANGUAGE_VERSION,
    engine_version: ENGINE_VERSION,
    domains_complete: domainsComplete,
    nodes,
    edges,
    regions,
    components,
  });
}
