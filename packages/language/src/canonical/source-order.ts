import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import type { SettledDraft } from '../elaborate/draft.js';

/**
 * Numbers the entropy sources by their use: by a signature of their users, and of the users of these. Among equal signatures the
 * order in the source decides; such a program never closes, so no proof depends on this. `rankOf` ranks the nodes as if all sources
 * of one type were the same.
 */
export function numberSources(settled: SettledDraft, sources: readonly NodeId[], rankOf: ArrayLike<number>): ReadonlyMap<NodeId, number> {
  if (sources.length < 2) return new Map(sources.map((source) => [source, 0]));
  const signatures = userSignatures(settled, rankOf);
  const key = (node: NodeId) => [rankOf[node] ?? 0, signatures[node] ?? 0] as const;
  const sorted = sources.toSorted((a, b) => {
    const [rankA, signatureA] = key(a);
    const [rankB, signatureB] = key(b);
    return rankA - rankB || signatureA - signatureB || a - b;
  });
  return new Map(sorted.map((source, number) => [source, number]));
}

/** By node: a hash of its uses, which does not depend on the order of the users. */
function userSignatures(settled: SettledDraft, rankOf: ArrayLike<number>): readonly number[] {
  const { draft } = settled;
  const signatures = draft.nodes.map(() => 0);
  const note = (node: NodeId | null, use: number) => {
    if (node !== null) signatures[node] = ((signatures[node] ?? 0) + use) | 0;
  };
  settled.outputs.forEach((output, position) => note(output.node, mix(1, position, 0)));
  settled.requires.forEach((contract, position) => note(draft.regions[contract.region]?.result ?? null, mix(2, position, 0)));
  for (const contract of settled.ensures) note(draft.regions[contract.region]?.result ?? null, mix(3, 0, 0));
  for (let id = draft.nodes.length - 1; id >= 0; id -= 1) {
    const node = draft.nodes[id];
    if (node === undefined) continue;
    const rank = rankOf[id] ?? 0;
    const own = signatures[id] ?? 0;
    operandsOf(node).forEach((operand, position) => note(operand, mix(rank, position, own)));
    ownedRegions(node).forEach((region, position) => note(draft.regions[region]?.result ?? null, mix(rank, -1 - position, own)));
  }
  return signatures;
}

/** The finalizer of MurmurHash3, over three words. */
function mix(a: number, b: number, c: number): number {
  let h = Math.imul(a + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^ c;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
