import type { CircuitProgram, Domain, Int, PortDomain } from '@kirchhoff/coherence';

/** The ports of a circuit as the API shows them. */
export interface Signature {
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
}

export interface Port {
  readonly name: string;
  readonly domain: PortDomainView;
}

/** A domain in JSON. Integers follow the JSON form of values: text where the domain reaches beyond ±(2^53−1). */
export type PortDomainView =
  | { readonly kind: 'integer'; readonly lo: number | string; readonly hi: number | string }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  | { readonly kind: 'text' | 'bytes'; readonly lo: number; readonly hi: number }
  | { readonly kind: 'list'; readonly element: PortDomainView; readonly lo: number; readonly hi: number }
  | { readonly kind: 'record'; readonly fields: readonly Port[] }
  | { readonly kind: 'option'; readonly value: PortDomainView };

/** The declared ports of a circuit, in source order. */
export function signatureOf(program: CircuitProgram): Signature {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a circuit without a graph');
  return { inputs: graph.parameters.map(port), outputs: graph.outputs.map(port) };
}

function port({ name, domain }: PortDomain): Port {
  return { name, domain: domainView(domain) };
}

/** Recursion goes by the domain, which nests to 64. */
function domainView(domain: Domain): PortDomainView {
  switch (domain.kind) {
    case 'integer':
      return { kind: 'integer', ...bounds(domain.lo, domain.hi) };
    case 'boolean':
      return { kind: 'boolean' };
    case 'enumeration':
      return { kind: 'enumeration', tags: domain.tags };
    case 'text':
    case 'bytes':
      return { kind: domain.kind, lo: domain.lo, hi: domain.hi };
    case 'list':
      return { kind: 'list', element: domainView(domain.element), lo: domain.lo, hi: domain.hi };
    case 'record':
      return { kind: 'record', fields: domain.fields.map(port) };
    case 'option':
      return { kind: 'option', value: domainView(domain.value) };
  }
}

function bounds(lo: Int, hi: Int): { readonly lo: number | string; readonly hi: number | string } {
  if (typeof lo === 'number' && typeof hi === 'number') return { lo, hi };
  return { lo: lo.toString(), hi: hi.toString() };
}
