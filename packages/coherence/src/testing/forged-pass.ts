import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import type { PassProof } from '@kirchhoff/kernel/certificate/format';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { prove } from '@kirchhoff/prover/prove';
import { GraphSearch } from '@kirchhoff/prover/prove-graph';

/** The claim of a forger for a node, made from the one that a pass finds. */
export type ForgedClaim = (graph: Graph, node: NodeId, view: AbstractValue) => AbstractValue;

/** Returns a pass over a graph that was made from that of a program, with the forger's claims. */
export function passOver(core: Core, graph: Graph, claim: ForgedClaim): PassProof {
  const given = { parameters: parameterViews(graph), facts: [], meter: new CheckMeter(Number.POSITIVE_INFINITY) };
  const summaries = graph.nodes.some(({ op }) => op === 'call') ? prove(core).summaries : [];
  const search = new GraphSearch(core, graph, 'whole', given, summaries);
  search.run(() => undefined);
  const proof = search.proof();
  const nodes = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  return { ...proof, claims: proof.claims.map((view, index) => claim(graph, nodes[index] ?? -1, view)) };
}
