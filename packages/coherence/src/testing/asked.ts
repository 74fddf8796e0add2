import { inspect } from 'node:util';
import { ofType } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Fault, GraphReference } from '@kirchhoff/kernel/evaluate/evaluation';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import type { SmtRequest } from '@kirchhoff/kernel/smt/context';
import type { Program } from '@kirchhoff/language/program/program';
import { prove } from '@kirchhoff/prover/prove';

/** One closure domain of a program, with the solver requests that a prover would make for it. */
export interface AskedDomain {
  readonly part: GraphReference;
  readonly domain: ClosureDomain;
  /** True if abstract interpretation alone proves it. */
  readonly isClosed: boolean;
  /** The request with the claims of abstract interpretation. */
  readonly request: SmtRequest;
  /** The request with empty claims, so that only the encoder can prove the domain. */
  readonly bare: SmtRequest;
}

/** Returns all closure domains of a program. */
export function asked(program: Program): readonly AskedDomain[] {
  const { core } = program;
  const { components, graphs } = prove(core);
  const inside = components.map(({ graph, proof }) => claimsOf(graph, proof));
  const parts = [
    ...components.map((proven, component) => ({ ...proven, part: { component } })),
    ...graphs.map((proven, graph) => ({ ...proven, part: { graph } })),
  ];
  return parts.flatMap(({ graph, proof, findings, part }) => {
    const claim = claimsOf(graph, proof);
    return findings.map(({ domain, evidence }) => ({
      part,
      domain,
      isClosed: evidence !== null,
      request: { core, graph, domain, claim, claimIn: (component, node) => inside[component]?.(node) ?? { kind: 'never' } },
      bare: { core, graph, domain, claim: (node) => ofType(graph.types[node] ?? { kind: 'boolean' }) },
    }));
  });
}

/** Returns true if a run failed at this closure domain. */
export function isAt(fault: Fault, { part, domain }: AskedDomain): boolean {
  if (inspect(fault.graph) !== inspect(part)) return false;
  if ('node' in domain) return fault.node === domain.node;
  if (domain.kind === 'output') return fault.reason === 'output' && fault.index === domain.output;
  if (domain.kind === 'contract' && domain.of === 'result') return fault.reason === 'output';
  return domain.kind === 'contract' && domain.of === 'ensure' && fault.reason === 'ensure' && fault.index === domain.ensure;
}
