import type { Evidence, InlinedProof } from '@kirchhoff/kernel/certificate/format';
import type { Core, Graph } from '@kirchhoff/kernel/graph/graph';
import { inlined, type Loops } from '@kirchhoff/kernel/graph/inline';
import { type ForgedClaim, passOver } from './forged-pass.js';

/** Returns a pass over the graph without calls, with the forger's claims for some nodes; null if there is no such graph. */
export function passWithoutCalls(
  core: Core,
  graph: Graph,
  closure: readonly Evidence[],
  claim: ForgedClaim = (_graph, _node, view) => view,
  loops: Loops = 'kept',
): InlinedProof | null {
  const made = inlined(core, graph, loops);
  return made === null ? null : { loops, proof: { ...passOver(core, made.graph, claim), closure } };
}
