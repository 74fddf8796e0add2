import type { AbstractValue } from '@kirchhoff/kernel/abstract/abstract';
import { outputNodes } from '@kirchhoff/kernel/graph/consumption';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import { bitsOf, bitsOfCount, MAX_BITS } from '@kirchhoff/language/elaborate/entropy';
import type { DomainFinding } from './pass.js';
import type { SearchedGraph } from './proof.js';

/** Returns the share of verified domains, cut to four decimals: 1 exactly if all are verified or there are no domains. */
export function phiOf(verified: number, total: number): number {
  return total === 0 ? 1 : Math.floor((verified * 10_000) / total) / 10_000;
}

/**
 * Returns the undetermined bits of a graph (docs/coherence.md, "Closure domains and the score"): an integer, 0 if every closure
 * domain is verified.
 */
export function entropyOf(proven: SearchedGraph): number {
  const reaching = outputNodes(proven.graph);
  const bits = proven.findings.map((finding) => (finding.evidence === null ? bitsOfOpen(proven.graph, finding, reaching) : 0));
  return bits.reduce((sum, more) => sum + more, 0);
}

function bitsOfOpen(graph: Graph, { domain, view }: DomainFinding, reaching: Uint8Array): number {
  switch (domain.kind) {
    case 'input':
      return 0;
    case 'output': {
      const output = graph.outputs[domain.output];
      return output !== undefined && output.node === null ? bitsOf(output.domain) : 1;
    }
    case 'operation':
    case 'contract':
      return 1;
    case 'source':
      return reaching[domain.node] === 1 ? bitsOfView(view) : 0;
  }
}

function bitsOfView(view: AbstractValue | null): number {
  if (view === null || view.kind !== 'integer') return MAX_BITS;
  let count = 0n;
  for (let i = 0; i < view.ranges.length; i += 2) count += BigInt(view.ranges[i + 1] ?? 0) - BigInt(view.ranges[i] ?? 0) + 1n;
  return bitsOfCount(count);
}
