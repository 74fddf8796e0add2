import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { claimsOf } from '@kirchhoff/kernel/certificate/claims';
import { decodeCertificate } from '@kirchhoff/kernel/certificate/decode';
import type { Certificate, PassProof } from '@kirchhoff/kernel/certificate/format';
import { isRefusal } from '@kirchhoff/kernel/certificate/refusal';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { ENGINE_VERSION } from '@kirchhoff/kernel/limits';
import type { Program } from '@kirchhoff/language/program/program';
import { prove } from './prove.js';

/** The possible values of each evaluated node of a graph; the empty set if it is never evaluated. */
export type NodeDomains = (node: NodeId) => AbstractValue;

/** By index as in `Core.graphs` and `Core.components`. */
export interface ProgramDomains {
  readonly graphs: readonly NodeDomains[];
  readonly components: readonly NodeDomains[];
}

/**
 * Returns the possible values of every node, for display.
 *
 * @param certificate a checked certificate of this program: its claims are the answer. Without one, or with one of another engine
 * or program, the claims are searched for anew, without a solver; for an open program they hold as long as every earlier
 * operation has succeeded.
 */
export function nodeDomains(program: Program, certificate?: Uint8Array): ProgramDomains {
  const proven = certificate === undefined ? undefined : ownCertificate(program, certificate);
  if (proven !== undefined) return domainsOf(program, proven.graphs, proven.components);
  const { graphs, components } = prove(program.core);
  return domainsOf(
    program,
    graphs.map(({ proof }) => proof),
    components.map(({ proof }) => proof),
  );
}

function ownCertificate({ hash, proofKey }: Program, bytes: Uint8Array): Certificate | undefined {
  const decoded = decodeCertificate(bytes);
  if (isRefusal(decoded)) return undefined;
  return decoded.engine === ENGINE_VERSION && decoded.hash === hash && decoded.proofKey === proofKey ? decoded : undefined;
}

function domainsOf({ core }: Program, graphs: readonly PassProof[], components: readonly PassProof[]): ProgramDomains {
  return { graphs: claimsOfAll(core.graphs, graphs), components: claimsOfAll(core.components, components) };
}

function claimsOfAll(graphs: readonly Graph[], proofs: readonly PassProof[]): readonly NodeDomains[] {
  return graphs.map((graph, index) => {
    const proof = proofs[index];
    if (proof === undefined) throw new Error('a graph has no proof');
    return claimsOf(graph, proof);
  });
}
