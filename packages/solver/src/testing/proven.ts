import type { GraphReference } from '@kirchhoff/coherence';
import { type Abstract, type Program, read, type SmtRequest } from '@kirchhoff/coherence';
import { ofKind } from '@kirchhoff/kernel/abstract/abstract';
import type { ClosureDomain } from '@kirchhoff/kernel/graph/closure-domains';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { prove } from '@kirchhoff/prover/prove';

/** One closure domain of a program, with the requests that a prover would make for it. */
export interface Asked {
  readonly part: GraphReference;
  readonly domain: ClosureDomain;
  /** True where abstract interpretation alone has proven it. */
  readonly isClosed: boolean;
  /** With the claims that abstract interpretation has found. */
  readonly request: SmtRequest;
  /** With claims that say nothing: what is proven then is proven by the encoder alone. */
  readonly bare: SmtRequest;
}

export function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(`${reading.diagnostics.map((d) => `${d.line}:${d.column} ${d.message}`).join('\n')}\n${source}`);
  return reading.program;
}

/** All closure domains of a program. */
export function asked(program: Program): readonly Asked[] {
  const { core } = program;
  const proof = prove(core);
  const claims = (proven: (typeof proof.graphs)[number] | undefined): ReadonlyMap<number, Abstract> => {
    if (proven === undefined) throw new Error('a graph that was not proven');
    const order = schedule(proven.graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
    return new Map(order.map((node, index) => [node, proven.proof.claims[index] ?? { kind: 'never' }]));
  };
  const inside = proof.components.map(claims);
  const parts = [
    ...proof.components.map((proven, component) => ({ proven, part: { component } })),
    ...proof.graphs.map((proven, graph) => ({ proven, part: { graph } })),
  ];
  return parts.flatMap(({ proven, part }) => {
    const { graph } = proven;
    const own = claims(proven);
    return proven.findings.map(({ domain, evidence }) => ({
      part,
      domain,
      isClosed: evidence !== null,
      request: {
        core,
        graph,
        domain,
        claim: (node) => own.get(node) ?? { kind: 'never' },
        claimIn: (component, node) => inside[component]?.get(node) ?? { kind: 'never' },
      },
      bare: { core, graph, domain, claim: (node) => ofKind(graph.kinds[node] ?? { kind: 'boolean' }) },
    }));
  });
}
