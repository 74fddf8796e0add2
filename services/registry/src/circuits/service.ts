import type { Problem } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import { type CircuitLookup, standing } from './lookup.js';
import type { CircuitRepository } from './repository.js';
import { type CircuitRepresentation, representationOf } from './view.js';

export interface CircuitsDeps {
  readonly circuits: CircuitRepository;
  readonly lookup: CircuitLookup;
  /** The origin of badge URLs. */
  readonly publicUrl: string;
}

interface Kept {
  readonly revision: number;
  readonly representation: CircuitRepresentation;
}

export type FoundRepresentation = { readonly kind: 'found'; readonly representation: CircuitRepresentation } | Problem;

const MEBIBYTE = 1_048_576;
const MAX_BYTES = 32 * MEBIBYTE;

/** Reads one circuit with all fields of its own page. */
export class Circuits {
  readonly #deps: CircuitsDeps;
  /** The last representation of each pid. It is valid as long as the circuit has the same revision, which each request checks. */
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ representation }) => representation.bytes.length,
  });

  constructor(deps: CircuitsDeps) {
    this.#deps = deps;
  }

  /** Returns the representation of a path's circuit, if the account may see it. */
  async find(pid: string, accountId: string | undefined): Promise<FoundRepresentation> {
    const found = await this.#deps.lookup.find(pid, accountId);
    if (found.kind === 'problem') return found;
    const kept = this.#kept.get(pid);
    if (kept?.revision === found.circuit.revision) return { kind: 'found', representation: kept.representation };
    return this.#render(pid, accountId);
  }

  /**
   * Between the two reads the circuit may have become private: the second read decides visibility, and the cache entry has its
   * revision.
   */
  async #render(pid: string, accountId: string | undefined): Promise<FoundRepresentation> {
    const detail = await this.#deps.circuits.detail(pid);
    const representation = representationOf(detail, this.#deps.publicUrl);
    this.#kept.set(pid, { revision: detail.circuit.revision, representation });
    const found = standing(detail.circuit, accountId);
    return found.kind === 'problem' ? found : { kind: 'found', representation };
  }
}
