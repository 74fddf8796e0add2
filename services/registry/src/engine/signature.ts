import { type CircuitProgram, type DomainJson, encodeDomain, type PortDomain } from '@kirchhoff/coherence';

/** The ports of a circuit as the API shows them. */
export interface Signature {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

export interface Port {
  readonly name: string;
  readonly domain: DomainJson;
}

/** The declared ports of a circuit, in source order. */
export function signatureOf(program: CircuitProgram): Signature {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a circuit without a graph');
  return { inputs: graph.parameters.map(port), outputs: graph.outputs.map(port) };
}

function port({ name, domain }: PortDomain): Port {
  return { name, domain: encodeDomain(domain) };
}
