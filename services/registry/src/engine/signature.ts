import { type CircuitProgram, type DomainJson, encodeDomain } from '@kirchhoff/coherence';

/** The ports of a circuit as the API shows them. */
export interface Signature {
  readonly inputs: readonly SignaturePort[];
  readonly outputs: readonly SignaturePort[];
}

export interface SignaturePort {
  readonly name: string;
  readonly domain: DomainJson;
}

/** Returns the declared ports of a circuit, in source order. */
export function signatureOf(program: CircuitProgram): Signature {
  const [graph] = program.core.graphs;
  const [map] = program.sourceMap.graphs;
  if (graph === undefined || map === undefined) throw new Error('a circuit without a graph');
  return {
    inputs: graph.parameters.map(({ name, domain }, i) => ({ name, domain: encodeDomain(domain, map.parameters[i]?.order) })),
    outputs: graph.outputs.map(({ name, domain }, i) => ({ name, domain: encodeDomain(domain, map.outputs[i]?.order) })),
  };
}
