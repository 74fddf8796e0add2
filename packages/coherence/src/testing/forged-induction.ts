import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Evidence, InductionProof } from '@kirchhoff/kernel/certificate/format';
import type { Core, Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { type Induction, type InductionOf, inductionOf } from '@kirchhoff/kernel/graph/induction';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { parameterViews } from '@kirchhoff/kernel/rules/parameters';
import { GraphSearch } from '@kirchhoff/prover/prove-graph';
import { BY_ANALYSIS, type ProofDraft } from './forgery.js';

/** Returns a pass over the graph with an induction, with the forger's claims for some nodes; null if there is no such graph. */
export function passWithInduction(
  core: Core,
  draft: ProofDraft,
  of: InductionOf,
  closure: (made: Induction) => readonly Evidence[] = ({ domains }) => domains.map(() => BY_ANALYSIS),
  claim: (graph: Graph, node: NodeId, view: AbstractValue) => AbstractValue = (_graph, _node, view) => view,
): InductionProof | null {
  const made = inductionOf(draft.graph, of, claimsOf(draft.graph, draft.proof));
  if (made === null) return null;
  const given = { parameters: parameterViews(made.graph), facts: [], meter: new CheckMeter(Number.POSITIVE_INFINITY) };
  const search = new GraphSearch(core, made.graph, 'whole', given, []);
  search.run(() => undefined);
  const proof = search.proof();
  const nodes = schedule(made.graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  const claims = proof.claims.map((view, index) => claim(made.graph, nodes[index] ?? -1, view));
  return { ...of, proof: { ...proof, claims, closure: closure(made) } };
}
