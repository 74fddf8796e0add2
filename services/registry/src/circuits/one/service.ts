import type { Problem } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import { type CircuitLookup, standing } from '../lookup.js';
import type { CircuitRepository } from '../repository.js';
import { type Representation, representationOf } from '../representation.js';

export interface CircuitsParts {
  readonly circuits: CircuitRepository;
  readonly lookup: CircuitLookup;
  /** The origin of a badge's address. */
  readonly publicUrl: string;
}

interface Kept {
  readonly revision: number;
  readonly representation: Representation;
}

export type FoundRepresentation = { readonly kind: 'found'; readonly representation: Representation } | Problem;

const MEBIBYTE = 1_048_576;
const MAX_OCTETS = 32 * MEBIBYTE;

/** Reads one circuit with all that its own page shows. */
export class Circuits {
  readonly #parts: CircuitsParts;
  /**
   * By pid, the representation that was rendered last: right while the circuit has the same revision, which each request looks
   * at.
   */
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: MAX_OCTETS,
    sizeCalculation: ({ representation }) => representation.octets.length,
  });

  constructor(parts: CircuitsParts) {
    this.#parts = parts;
  }

  /** The circuit of a path as it is now, where the account may see it. */
  async find(pid: string, accountId: string | undefined): Promise<FoundRepresentation> {
    const found = await this.#parts.lookup.find(pid, accountId);
    if (found.kind === 'problem') return found;
    const kept = this.#kept.get(pid);
    if (kept?.revision === found.circuit.revision) return { kind: 'found', representation: kept.representation };
    return this.#render(pid, accountId);
  }

  /**
   * Between the two reads the circuit may have become another account's private one: the second read decides visibility, and the
   * cache entry has its revision.
   */
  async #render(pid: string, accountId: string | undefined): Promise<FoundRepresentation> {
    const detail = await this.#parts.circuits.detail(pid);
    const representation = representationOf(detail, this.#parts.publicUrl);
    this.#kept.set(pid, { revision: detail.circuit.revision, representation });
    const found = standing(detail.circuit, accountId);
    return found.kind === 'problem' ? found : { kind: 'found', representation };
  }
}
