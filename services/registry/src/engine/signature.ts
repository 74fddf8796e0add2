import { type CircuitProgram, type DomainJson, encodeDomain } from '@kirchhoff/coherence';
import type { RefusedSource } from '@kirchhoff/engine-host';

/**
 * Limit for the characters of a signature as JSON. A source names a domain once, and its signature writes it out for each port: without
 * the limit, 28 kB of source made answers of 15 MB.
 */
export const MAX_SIGNATURE = 1_048_576;

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

/** The refusal of a circuit with such ports. */
export function signatureTooLong(name: string): RefusedSource {
  const diagnostic = {
    severity: 'error',
    code: 'domain-too-large',
    message: `The domains of the ports, written out for each port, have more than ${MAX_SIGNATURE.toLocaleString('en')} characters.`,
    line: 1,
    column: 1,
    text: name,
    hint: 'Let fewer ports have a domain with many tags or fields.',
  } as const;
  return { kind: 'diagnostics', diagnostics: [diagnostic] };
}
