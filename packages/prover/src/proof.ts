import type { GraphProof } from '@kirchhoff/kernel/certificate/format';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import type { ProvingMeter } from './meter.js';
import type { DomainFinding } from './pass.js';
import type { Stop } from './stop.js';

/** The result of the prover for one graph. */
export interface SearchedGraph {
  readonly graph: Graph;
  readonly findings: readonly DomainFinding[];
  /** A complete proof of closure only if every finding has evidence. */
  readonly proof: Omit<GraphProof, 'closure'>;
}

/** The result of the prover for a program. */
export interface Proof {
  readonly components: readonly SearchedGraph[];
  readonly graphs: readonly SearchedGraph[];
  /** By component: the facts that its callers may use. */
  readonly summaries: readonly Summary[];
  /** Null if no limit cut the search short. */
  readonly stop: Stop | null;
  /** The work spent by the search. */
  readonly meter: ProvingMeter;
}

/** Returns components and graphs in one list. */
export function partsOf(proof: Proof): readonly SearchedGraph[] {
  return [...proof.components, ...proof.graphs];
}
