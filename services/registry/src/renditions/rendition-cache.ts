import type { Problem } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import type { Rendition } from './rendition.js';

export interface RenditionCacheOptions {
  /** Maximum of all entries in bytes. Default: 64 MiB. */
  readonly maxBytes: number;
  /** Maximum of one entry in bytes; a longer one is not cached. Default: 32 MiB. */
  readonly maxEntryBytes: number;
}

const MEBIBYTE = 1_048_576;
const DEFAULTS: RenditionCacheOptions = { maxBytes: 64 * MEBIBYTE, maxEntryBytes: 32 * MEBIBYTE };

type Render = () => Promise<Rendition | Problem>;

/** The problem of a rendering. It is thrown, since the cache keeps what its `fetchMethod` returns. */
class NotRendered extends Error {
  constructor(readonly reason: Problem) {
    super('not rendered');
  }
}

/**
 * Caches representations by their entity tag, and evicts the least recently used first. A tag names one content for ever, so that
 * entries never grow stale. Concurrent requests for one tag share a rendering.
 */
export class RenditionCache {
  readonly #renditions: LRUCache<string, Rendition, Render>;

  constructor({ maxBytes, maxEntryBytes }: RenditionCacheOptions = DEFAULTS) {
    this.#renditions = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: ({ octets }) => Math.max(1, octets.length),
      ignoreFetchAbort: true,
      fetchMethod: async (_tag, _stale, { context: render }) => {
        const rendered = await render();
        if (rendered.kind === 'problem') throw new NotRendered(rendered);
        return rendered;
      },
    });
  }

  /** Returns the representation of a tag; `undefined` if it is not cached. */
  find(tag: string): Rendition | undefined {
    return this.#renditions.get(tag);
  }

  /**
   * Returns the representation of a tag, and renders it if it is not cached. A problem goes to all who share the rendering, and
   * is not cached.
   */
  async get(tag: string, render: Render): Promise<Rendition | Problem> {
    try {
      return await this.#renditions.forceFetch(tag, { context: render });
    } catch (error) {
      if (error instanceof NotRendered) return error.reason;
      throw error;
    }
  }
}
