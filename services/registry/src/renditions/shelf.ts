import type { Problem } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import type { Rendition } from './rendition.js';

export interface ShelfOptions {
  /** Octets of all that is kept. */
  readonly most: number;
  /** Octets of one; a longer one is not kept. */
  readonly mostOfOne: number;
}

const MEBIBYTE = 1_048_576;
const DEFAULTS: ShelfOptions = { most: 64 * MEBIBYTE, mostOfOne: 32 * MEBIBYTE };

/**
 * Keeps what was rendered, under its tag, which nothing else can ever have: it is never stale. What was not asked for
 * the longest goes first. Several that ask for the same at once wait for one rendering.
 */
export class Shelf {
  readonly #kept: LRUCache<string, Rendition>;
  readonly #going = new Map<string, Promise<Rendition | Problem>>();

  constructor({ most, mostOfOne }: ShelfOptions = DEFAULTS) {
    this.#kept = new LRUCache({ maxSize: most, maxEntrySize: mostOfOne, sizeCalculation: ({ octets }) => Math.max(1, octets.length) });
  }

  /** What is kept under a tag. */
  find(tag: string): Rendition | undefined {
    return this.#kept.get(tag);
  }

  /** What is kept under a tag, or what `render` makes. A problem is told to all who wait, and not kept. */
  async get(tag: string, render: () => Promise<Rendition | Problem>): Promise<Rendition | Problem> {
    const found = this.find(tag) ?? this.#going.get(tag);
    if (found !== undefined) return found;
    const going = render();
    this.#going.set(tag, going);
    try {
      const rendered = await going;
      if (rendered.kind === 'rendition') this.#kept.set(tag, rendered);
      return rendered;
    } finally {
      this.#going.delete(tag);
    }
  }
}
