import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import type { Asker } from '@kirchhoff/engine-host';
import { matchesNone, type Problem, type RateSubject, type Share } from '@kirchhoff/platform';
import type { CircuitLookup } from '../circuits/lookup.js';
import type { ReaderTurns } from './reader-turns.js';
import type { Rendered, Rendition, Unchanged } from './rendition.js';
import type { RenditionCache } from './rendition-cache.js';
import type { ProvenVersion, VersionRepository, VersionState } from './version-repository.js';

/** A format of versions: its preconditions and its engine task. */
export interface Rendering {
  /** Identifies the format and its parameters in the entity tag. */
  readonly name: string;
  /** Returns the problem of a version in this state; `undefined` if it can be rendered. */
  refuse(state: VersionState): Problem | undefined;
  render(version: ProvenVersion, asker: Asker): Promise<Rendered>;
}

/** The reader and the version of a request. */
export interface Asked extends RateSubject {
  readonly share: Share;
  readonly pid: string;
  readonly ifNoneMatch: string | undefined;
}

export interface RenditionsParts {
  readonly circuits: CircuitLookup;
  readonly versions: VersionRepository;
  readonly cache: RenditionCache;
  /** Limits the engine time of each reader. */
  readonly turns: ReaderTurns;
  /** The version of this service, since its renderer may change. */
  readonly build: string;
}

/**
 * Renders current versions for readers. A version is immutable, so that the bytes depend only on its state, the engine and this
 * build. The entity tag names them all, and a reader with the current tag costs one look-up. Each reader has one rendering at a
 * time.
 */
export class Renditions {
  readonly #parts: RenditionsParts;

  constructor(parts: RenditionsParts) {
    this.#parts = parts;
  }

  /** Returns a format of a circuit's current version, if the account may see the circuit. */
  async find(asked: Asked, rendering: Rendering): Promise<Rendition | Unchanged | Problem> {
    const { circuits, cache, turns } = this.#parts;
    const found = await circuits.find(asked.pid, asked.accountId);
    if (found.kind === 'problem') return found;
    const refusal = rendering.refuse(found.circuit);
    if (refusal !== undefined) return refusal;
    const tag = this.#tagOf(found.circuit, rendering);
    if (matchesNone(asked.ifNoneMatch, tag)) return { kind: 'unchanged', tag };
    return (
      cache.find(tag) ??
      turns.take(
        asked,
        () => cache.find(tag),
        async (meter) => this.#render(found.circuit, rendering, { share: asked.share, meter }),
      )
    );
  }

  /** The state that is read with the source decides, since a certification may have ended after the first look-up. */
  async #render({ pid, version }: VersionState, rendering: Rendering, asker: Asker): Promise<Rendition | Problem> {
    const { cache, versions } = this.#parts;
    const state = await versions.find(pid, version);
    const refusal = rendering.refuse(state);
    if (refusal !== undefined) return refusal;
    const tag = this.#tagOf(state, rendering);
    return cache.get(tag, async () => {
      const rendered = await rendering.render(state, asker);
      return rendered.kind === 'problem' ? rendered : { ...rendered, kind: 'rendition', tag };
    });
  }

  #tagOf({ pid, version, hash, certified, phiC, certifiedAt }: VersionState, { name }: Rendering): string {
    const state = certified ? `certified ${certifiedAt?.getTime() ?? ''}` : `open ${phiC ?? ''}`;
    const all = [name, pid, version, hash, state, ENGINE_VERSION, this.#parts.build];
    return `"${createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 27)}"`;
  }
}
