import type { Problem } from '@kirchhoff/platform';
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
  readonly #options: ShelfOptions;
  /** The least recently asked for first. */
  readonly #kept = new Map<string, Rendition>();
  readonly #going = new Map<string, Promise<Rendition | Problem>>();
  #octets = 0;

  constructor(options: ShelfOptions = DEFAULTS) {
    this.#options = options;
  }

  /** What is kept under a tag. */
  find(tag: string): Rendition | undefined {
    const found = this.#kept.get(tag);
    if (found === undefined) return undefined;
    this.#kept.delete(tag);
    this.#kept.set(tag, found);
    return found;
  }

  /** What is kept under a tag, or what `render` makes. A problem is told to all who wait, and not kept. */
  async get(tag: string, render: () => Promise<Rendition | Problem>): Promise<Rendition | Problem> {
    const found = this.find(tag) ?? this.#going.get(tag);
    if (found !== undefined) return found;
    const going = render();
    this.#going.set(tag, going);
    try {
      const rendered = await going;
      if (rendered.kind === 'rendition') this.#keep(tag, rendered);
      return rendered;
    } finally {
      this.#going.delete(tag);
    }
  }

  #keep(tag: string, rendition: Rendition): void {
    if (rendition.octets.length > this.#options.mostOfOne) return;
    this.#kept.set(tag, rendition);
    this.#octets += rendition.octets.length;
    for (const [oldest, { octets }] of this.#kept) {
      if (this.#octets <= this.#options.most) return;
      this.#kept.delete(oldest);
      this.#octets -= octets.length;
    }
  }
}
