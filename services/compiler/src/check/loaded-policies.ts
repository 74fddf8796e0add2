import { type Attempt, compileBudgetedPolicy } from '@kirchhoff/coherence';
import type { StoredSource } from '@kirchhoff/engine-host';
import { type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import type { CheckRepository, StoredVersion } from './repository.js';

/** A version of a policy, ready to be asked. */
export interface LoadedPolicy {
  readonly kind: 'loaded';
  readonly version: number;
  readonly hash: string;
  readonly decider: Decider;
}

/**
 * `here`: a closure over plain values, for the event loop, under a budget of steps; what goes beyond it is for a
 * thread. `in-thread`: too dear for the event loop, so that the engine decides.
 */
export type Decider =
  | {
      readonly kind: 'here';
      readonly attempt: (category: string, params: unknown, budget: number) => Attempt;
      readonly stored: StoredSource;
    }
  | { readonly kind: 'in-thread'; readonly stored: StoredSource };

/** What loaded policies may weigh together, in nodes of their graphs: some 200 MB. */
const MAX_WEIGHT = 1_000_000;
/** What even the smallest weighs. */
const MIN_WEIGHT = 100;
/** Characters of a source that weigh as much as a node. */
const CHARACTERS_A_NODE = 100;

interface Weighed {
  readonly policy: LoadedPolicy;
  readonly weight: number;
}

export interface LoadedPoliciesParts {
  readonly repository: Pick<CheckRepository, 'version'>;
  readonly engine: Pick<Engine, 'loadPolicy'>;
  readonly mostWeight?: number;
}

/** Policies by id and version, loaded once. A version never changes, so that nothing here grows old. */
export class LoadedPolicies {
  readonly #parts: LoadedPoliciesParts;
  readonly #mostWeight: number;
  /** The one used longest ago first. */
  readonly #loaded = new Map<string, Weighed>();
  readonly #loading = new Map<string, Promise<Weighed | Problem>>();
  #weight = 0;

  constructor(parts: LoadedPoliciesParts) {
    this.#parts = parts;
    this.#mostWeight = parts.mostWeight ?? MAX_WEIGHT;
  }

  /**
   * The policy, loaded where it is not yet: read from Postgres, parsed in a thread.
   * @param share whose turn a load takes
   * @throws where it has to be read and Postgres is out
   */
  async find(policyId: string, version: number, share: Share): Promise<LoadedPolicy | Problem> {
    const key = `${policyId}@${version}`;
    const loaded = this.#loaded.get(key);
    if (loaded !== undefined) {
      this.#loaded.delete(key);
      this.#loaded.set(key, loaded);
      return loaded.policy;
    }
    const found = await this.#loadOnce(key, policyId, version, share);
    return 'policy' in found ? found.policy : found;
  }

  /** Those who ask at once share one load. */
  async #loadOnce(key: string, policyId: string, version: number, share: Share): Promise<Weighed | Problem> {
    const running = this.#loading.get(key);
    if (running !== undefined) return running;
    const loading = this.#load(policyId, version, share);
    this.#loading.set(key, loading);
    try {
      const found = await loading;
      if ('policy' in found) this.#keep(key, found);
      return found;
    } finally {
      this.#loading.delete(key);
    }
  }

  async #load(policyId: string, version: number, share: Share): Promise<Weighed | Problem> {
    const { repository, engine } = this.#parts;
    const read: { found?: StoredVersion } = {};
    const load = await engine.loadPolicy(async () => {
      read.found = await repository.version(policyId, version);
      return read.found;
    }, share);
    if (load.kind === 'problem') return load;
    if (load.kind === 'unreadable' || read.found === undefined)
      return problem('internal', 'This engine does not read a policy that was accepted before.');
    // Another hash means that this engine reads another policy out of the source than the one that was proven.
    const { hash, ...stored } = read.found;
    if (load.hash !== hash) return problem('internal', 'This engine reads a stored policy differently.');
    const weight = MIN_WEIGHT + Math.ceil(charactersOf(stored) / CHARACTERS_A_NODE);
    if (load.kind === 'in-thread') return weighed(version, load.hash, { kind: 'in-thread', stored }, weight);
    const attempt = compileBudgetedPolicy(load.program);
    return weighed(version, load.hash, { kind: 'here', attempt, stored }, weight + load.nodes);
  }

  #keep(key: string, weighedPolicy: Weighed): void {
    this.#loaded.set(key, weighedPolicy);
    this.#weight += weighedPolicy.weight;
    for (const [oldest, { weight }] of this.#loaded) {
      if (this.#weight <= this.#mostWeight || oldest === key) return;
      this.#loaded.delete(oldest);
      this.#weight -= weight;
    }
  }
}

function charactersOf({ source, pinned }: StoredSource): number {
  return pinned.reduce((sum, each) => sum + each.source.length, source.length);
}

function weighed(version: number, hash: string, decider: Decider, weight: number): Weighed {
  return { policy: { kind: 'loaded', version, hash, decider }, weight };
}
