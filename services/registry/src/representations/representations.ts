import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import type { AskerOptions } from '@kirchhoff/engine-host';
import { type Metrics, matchesNone, NO_METRICS, type Problem, problem, type RateSubject, type Share } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { RenderLimiter } from './render-limiter.js';
import type { ProvenVersion, VersionSourceRepository, VersionState } from './version-repository.js';

/** A representation of a circuit version (RFC 9110, 3.2), as exact bytes. */
export interface Representation {
  readonly kind: 'representation';
  /** A strong entity tag, derived from everything that the bytes depend on. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  /** File name for downloads; `undefined` for inline representations. */
  readonly fileName: string;
}

/** The client already has the representation of this tag: 304. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly tag: string;
}

export type RenderedFile = { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly fileName: string } | Problem;

export interface RepresentationCacheOptions {
  /** Maximum of all entries in bytes. Default: 64 MiB. */
  readonly maxBytes: number;
  /** Maximum of one entry in bytes; a longer one is not cached. Default: 32 MiB. */
  readonly maxEntryBytes: number;
}

const MEBIBYTE = 1_048_576;
const DEFAULTS: RepresentationCacheOptions = { maxBytes: 64 * MEBIBYTE, maxEntryBytes: 32 * MEBIBYTE };

type Render = () => Promise<Representation | Problem>;

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
export class RepresentationCache {
  readonly #representations: LRUCache<string, Representation, Render>;

  constructor({ maxBytes, maxEntryBytes }: RepresentationCacheOptions = DEFAULTS) {
    this.#representations = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxEntryBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
      ignoreFetchAbort: true,
      fetchMethod: async (_tag, _stale, { context: render }) => {
        const rendered = await render();
        if (rendered.kind === 'problem') throw new NotRendered(rendered);
        return rendered;
      },
    });
  }

  /** Returns the representation of a tag; `undefined` if it is not cached. */
  find(tag: string): Representation | undefined {
    return this.#representations.get(tag);
  }

  /**
   * Returns the representation of a tag, and renders it if it is not cached. A problem goes to all who share the rendering, and
   * is not cached.
   */
  async get(tag: string, render: Render): Promise<Representation | Problem> {
    try {
      return await this.#representations.forceFetch(tag, { context: render });
    } catch (error) {
      if (error instanceof NotRendered) return error.reason;
      throw error;
    }
  }
}

/** A format of versions: its preconditions and its engine task. */
export interface Rendering {
  /** Identifies the format and its parameters in the entity tag. */
  readonly name: string;
  /** Returns the problem of a version in this state; `undefined` if it can be rendered. */
  refuse(state: VersionState): Problem | undefined;
  render(version: ProvenVersion, asker: AskerOptions): Promise<RenderedFile>;
}

/** The reader and the version of a request. */
export interface RepresentationRequest extends RateSubject {
  readonly share: Share;
  readonly pid: string;
  /** The version, by its number or its hash. Default: the current one. */
  readonly version?: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

export interface RepresentationsDeps {
  readonly circuits: CircuitLookup;
  readonly versions: VersionSourceRepository;
  readonly cache: RepresentationCache;
  /** Limits the engine time of each reader. */
  readonly turns: RenderLimiter;
  /** The version of this service, since its renderer may change. */
  readonly build: string;
  /** Default: none. */
  readonly metrics?: Metrics;
}

/**
 * Renders versions for readers. A version is immutable, so that the bytes depend only on its state, the engine and this
 * build. The entity tag names them all, and a reader with the current tag costs one look-up. Each reader has one rendering at a
 * time.
 */
export class Representations {
  readonly #deps: RepresentationsDeps;
  readonly #requests;

  constructor(deps: RepresentationsDeps) {
    this.#deps = deps;
    this.#requests = (deps.metrics ?? NO_METRICS).counter('cache_requests_total');
  }

  /** Returns a format of a version, if the account may see its circuit. */
  async find(asked: RepresentationRequest, rendering: Rendering): Promise<Representation | Unchanged | Problem> {
    const { circuits, cache, turns } = this.#deps;
    const found = await circuits.find(asked.pid, asked.accountId);
    if (found.kind === 'problem') return found;
    const state = await this.#stateOf(found.circuit, asked.version);
    if (state === undefined) return problem('not-found', 'This circuit has no such version.');
    const refusal = rendering.refuse(state);
    if (refusal !== undefined) return refusal;
    const tag = this.#tagOf(state, rendering);
    if (matchesNone(asked.ifNoneMatch, tag)) return { kind: 'unchanged', tag };
    const cached = cache.find(tag);
    this.#requests.add({ cache: 'representations', result: cached === undefined ? 'miss' : 'hit' });
    return (
      cached ??
      turns.take(
        asked,
        () => cache.find(tag),
        async (meter) => this.#render(state, rendering, { share: asked.share, meter }),
      )
    );
  }

  /** Returns the state of a version; `undefined` if the circuit has none of this name. */
  async #stateOf(current: VersionState, version: string | undefined): Promise<VersionState | undefined> {
    if (version === undefined || version === String(current.version) || version === current.hash) return current;
    return this.#deps.versions.state(current.pid, version);
  }

  /** The state that is read with the source decides, since a certification may have ended after the first look-up. */
  async #render({ pid, version }: VersionState, rendering: Rendering, asker: AskerOptions): Promise<Representation | Problem> {
    const { cache, versions } = this.#deps;
    const state = await versions.find(pid, version);
    const refusal = rendering.refuse(state);
    if (refusal !== undefined) return refusal;
    const tag = this.#tagOf(state, rendering);
    return cache.get(tag, async () => {
      const rendered = await rendering.render(state, asker);
      return rendered.kind === 'problem' ? rendered : { ...rendered, kind: 'representation', tag };
    });
  }

  #tagOf({ pid, version, hash, certified, phiC, certifiedAt }: VersionState, { name }: Rendering): string {
    const state = certified ? `certified ${certifiedAt?.getTime() ?? ''}` : `open ${phiC ?? ''}`;
    const all = [name, pid, version, hash, state, ENGINE_VERSION, this.#deps.build];
    return `"${createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 27)}"`;
  }
}
