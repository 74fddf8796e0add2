import type { Abstract } from '@kirchhoff/kernel/abstract/abstract';
import { encodeUtf8 } from '@kirchhoff/kernel/catalog/io/utf8';
import { closedMetrics } from '@kirchhoff/kernel/certificate/check';
import { encodeCertificate } from '@kirchhoff/kernel/certificate/encode';
import { type Evidence, type GraphProof, trustedBaseOf } from '@kirchhoff/kernel/certificate/format';
import { closureDomains } from '@kirchhoff/kernel/graph/closure-domains';
import type { Graph, Node, NodeId } from '@kirchhoff/kernel/graph/graph';
import { schedule } from '@kirchhoff/kernel/graph/schedule';
import { ENGINE_VERSION, LANGUAGE_VERSION } from '@kirchhoff/kernel/limits';
import type { Program } from '@kirchhoff/language/program/program';
import type { ProvenGraph } from '@kirchhoff/prover/proof';
import { prove } from '@kirchhoff/prover/prove';
import { programOf } from './outcome.js';

/** The proof of one graph, to be changed by hand. */
export interface Draft {
  readonly graph: Graph;
  /** In the order of the claims. */
  readonly nodes: readonly NodeId[];
  proof: GraphProof;
}

/** What a forger starts from: the proof that the prover left unfinished, `analysis` where it found no evidence. */
export interface Forgery {
  readonly program: Program;
  readonly components: readonly Draft[];
  readonly graphs: readonly Draft[];
}

export const BY_ANALYSIS: Evidence = { by: 'analysis', differences: [] };

export function forgeryOf(source: string): Forgery {
  const program = programOf(source);
  const { components, graphs } = prove(program.core);
  return { program, components: components.map(draftOf), graphs: graphs.map(draftOf) };
}

function draftOf({ graph, proof, findings }: ProvenGraph): Draft {
  const nodes = schedule(graph, 'whole').flatMap((event) => (event.event === 'node' ? [event.node] : []));
  return { graph, nodes, proof: { ...proof, closure: findings.map(({ evidence }) => evidence ?? BY_ANALYSIS) } };
}

/** The first graph of a circuit. */
export function circuitOf({ graphs: [first] }: Forgery): Draft {
  if (first === undefined) throw new Error('no graph');
  return first;
}

/** The certificate with everything that can be derived made anew: metrics, trusted base, digest. */
export function sealed({ program, components, graphs }: Forgery): Uint8Array {
  const { core, hash, proofKey, cost } = program;
  const drafts = [...components, ...graphs];
  const total = [...core.components, ...core.graphs].reduce((sum, graph) => sum + closureDomains(graph).length, 0);
  return encodeUtf8(
    encodeCertificate({
      language: LANGUAGE_VERSION,
      engine: ENGINE_VERSION,
      hash,
      proofKey,
      metrics: closedMetrics(core, total),
      worstCaseCost: cost,
      trustedBase: trustedBaseOf(drafts.map(({ proof }) => proof)),
      components: components.map(({ proof }) => proof),
      graphs: graphs.map(({ proof }) => proof),
    }),
  );
}

/** The nodes of a kind, in the order of their claims. */
export function nodesWith(draft: Draft, holds: (node: Node, id: NodeId) => boolean): readonly NodeId[] {
  return draft.nodes.filter((id) => {
    const node = draft.graph.nodes[id];
    return node !== undefined && holds(node, id);
  });
}

/** Claims something else of some nodes. */
export function claim(draft: Draft, nodes: readonly NodeId[], view: Abstract): void {
  const changed = new Set(nodes);
  const claims = draft.proof.claims.map((before, index) => (changed.has(draft.nodes[index] ?? -1) ? view : before));
  draft.proof = { ...draft.proof, claims };
}
