import { type CircuitProgram, type ClosureError, ENGINE_VERSION, LANGUAGE_VERSION, nodeDomains } from '@kirchhoff/coherence';
import { type CertificationState, openPlaces, type ProgramView, programView } from '@kirchhoff/pictures';

/** The version of the requested graph. */
export interface GraphSubject {
  readonly pid: string;
  readonly version: number;
  /** Its certificate; `undefined` if it is not certified. */
  readonly certificate: Uint8Array | undefined;
  /** The result of the certification that found it open; `undefined` if it is certified, or was never certified. */
  readonly openResult: Uint8Array | undefined;
}

/** Returns the graph with the domains that the certificate claims; without a certificate, with those of the analysis. */
export function graphOf(program: CircuitProgram, subject: GraphSubject): ProgramView {
  return programView(program, nodeDomains(program, subject.certificate), standingOf(program, subject));
}

function standingOf(program: CircuitProgram, { certificate, openResult }: GraphSubject): CertificationState {
  if (certificate !== undefined) return { kind: 'certified' };
  return openResult === undefined ? { kind: 'not yet certified' } : { kind: 'open', places: openPlaces(program, errorsIn(openResult)) };
}

/** Decodes the errors of a stored result (`resultBytes`). */
function errorsIn(result: Uint8Array): readonly ClosureError[] {
  const { errors }: { readonly errors: readonly ClosureError[] } = JSON.parse(new TextDecoder().decode(result));
  return errors;
}

/** A circuit with its graph, and the results of its analysis. */
export interface ShownCircuit {
  readonly program: CircuitProgram;
  readonly view: ProgramView;
}

/** The graph as the API shows it. */
export function graphJson({ program, view }: ShownCircuit, subject: GraphSubject): string {
  const { circuit, components, standing, domainsComplete } = view;
  const { name, nodes, edges, regions } = circuit;
  return JSON.stringify({
    pid: subject.pid,
    version: subject.version,
    hash: program.hash,
    name,
    certified: standing.kind === 'certified',
    language_version: LANGUAGE_VERSION,
    engine_version: ENGINE_VERSION,
    domains_complete: domainsComplete,
    counterexample: standing.kind === 'open' ? (standing.places.run?.inputs ?? null) : null,
    nodes,
    edges,
    regions,
    components,
  });
}
