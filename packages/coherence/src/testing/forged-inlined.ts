import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import type { Evidence, InlinedProof } from '@kirchhoff/kernel/certificate/format';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { inlined, type Loops } from '@kirchhoff/kernel/graph/inline';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { GraphSearch } from '@kirchhoff/prover/prove-graph';

/** Returns a pass over the graph without calls, with the forger's claims for some nodes; null if there is no such graph. */
export function passWithoutCalls(
  core: Core,
  graph: Graph,
  closure: readonly Evidence[],
  claim: (graph: Graph, node: NodeId, view: AbstractValue) => AbstractValue = (_graph, _node, view) => view,
  loops: Loops = 'kept',
): InlinedProof | null {
  const made = inlined(core, graph, loops);
  if (made === null) return null;
  const given = { parameters: parameterViews(made.graph), facts: [], meter: new CheckMeter(Number.POSITIVE_INFINITY) };
  const search = new GraphSearch(core, made.graph, 'whole', given, []);
  search.run(() => undefined);
  const proof = search.proof();
  const nodes = schedule(made.graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  const claims = proof.claims.map((view, index) => claim(made.graph, nodes[index] ?? -1, view));
  return { loops, proof: { ...proof, claims, closure } };
}
