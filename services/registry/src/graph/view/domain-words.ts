import {
  type Abstract,
  type Domain,
  type DomainJson,
  describeView,
  encodeDomain,
  hullOf,
  type Kind,
  measureDomain,
} from '@kirchhoff/coherence';
import { cut } from './words.js';

/**
 * Domains share parts, but are written out in full. A domain with too many parts, and every domain after this total, is given in
 * words only.
 */
const MAX_PARTS = 4_096;
const MAX_PARTS_TOGETHER = 200_000;

/** Writes the domains of nodes up to the size limit. */
export class DomainWriter {
  #left = MAX_PARTS_TOGETHER;
  #complete = true;

  /** False if a domain was left out. */
  get complete(): boolean {
    return this.#complete;
  }

  ofSet(view: Abstract, kind: Kind): { readonly domain: DomainJson | null; readonly values: string } {
    const hull = hullOf(view, kind);
    return { domain: hull === null ? null : this.#write(hull), values: cut(describeView(view)) };
  }

  declared(domain: Domain | null): DomainJson | null {
    return domain === null ? null : this.#write(domain);
  }

  #write(domain: Domain): DomainJson | null {
    const { parts } = measureDomain(domain);
    if (parts > MAX_PARTS || parts > this.#left) {
      this.#complete = false;
      return null;
    }
    this.#left -= parts;
    return encodeDomain(domain);
  }
}
