import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import type { Evidence, InductionProof } from '@kirchhoff/kernel/certificate/format';
import type { Core } from '@kirchhoff/kernel/graph/graph';
import { type Induction, type InductionOf, inductionOf } from '@kirchhoff/kernel/graph/induction';
import { type ForgedClaim, passOver } from './forged-pass.js';
import { BY_ANALYSIS, type ProofDraft } from './forgery.js';

/** Returns a pass over the graph with an induction, with the forger's claims for some nodes; null if there is no such graph. */
export function passWithInduction(
  core: Core,
  draft: ProofDraft,
  of: InductionOf,
  closure: (made: Induction) => readonly Evidence[] = ({ domains }) => domains.map(() => BY_ANALYSIS),
  claim: ForgedClaim = (_graph, _node, view) => view,
): InductionProof | null {
  const made = inductionOf(draft.graph, of, claimsOf(draft.graph, draft.proof));
  return made === null ? null : { ...of, proof: { ...passOver(core, made.graph, claim), closure: closure(made) } };
}
