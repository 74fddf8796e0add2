import type { GraphProof } from '@kirchhoff/kernel/certificate/format';
import type { Graph } from '@kirchhoff/kernel/graph/graph';
import type { ProvingMeter } from './meter.js';
import type { Finding } from './pass.js';
import type { Stop } from './stop.js';

/** The result of the prover for one graph. */
export interface ProvenGraph {
  readonly graph: Graph;
  readonly findings: readonly Finding[];
  /** A proof of closure only where every finding has evidence. */
  readonly proof: Omit<GraphProof, 'closure'>;
}

/** The result of the prover for a program. */
export interface Proof {
  readonly components: readonly ProvenGraph[];
  readonly graphs: readonly ProvenGraph[];
  /** Null where all that is open was looked at as long as it ever is. */
  readonly stop: Stop | null;
  /** The work that the search has taken. */
  readonly meter: ProvingMeter;
}

/** Components and graphs in one list. */
export function partsOf(proof: Proof): readonly ProvenGraph[] {
  return [...proof.components, ...proof.graphs];
}
