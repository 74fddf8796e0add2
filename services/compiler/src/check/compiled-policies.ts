import { type Attempt, compileBudgetedPolicy } from '@kirchhoff/coherence';
import { type Metrics, NO_METRICS, type Problem, problem, type Share } from '@kirchhoff/platform';
import { LRUCache } from 'lru-cache';
import type { CompilerEngine } from '../engine/engine.js';
import type { CheckedSource, DeclaredParams } from '../engine/work.js';
import type { CheckRepository, StoredVersion } from './repository.js';

/** A version of a policy, ready to decide. */
export interface LoadedPolicy {
  readonly kind: 'loaded';
  readonly version: number;
  readonly hash: string;
  readonly params: DeclaredParams;
  readonly decider: Decider;
}

/**
 * `here`: a closure over plain values, for the event loop, under a budget of steps; a decision beyond the budget goes to a thread.
 * `in-thread`: too expensive for the event loop, so the engine decides.
 */
export type Decider =
  | {
      readonly kind: 'here';
      readonly attempt: (category: string, params: unknown, budget: number) => Attempt;
      readonly stored: CheckedSource;
    }
  | { readonly kind: 'in-thread'; readonly stored: CheckedSource };

/** Maximal weight of all compiled policies together, in nodes of their graphs: some 200 MB. */
const MAX_WEIGHT = 1_000_000;
/** Weight of the smallest policy. */
const MIN_WEIGHT = 100;
/** Besides its graph, a policy keeps the parts for looking up rules: up to twice as many nodes. */
const WITH_PARTS = 3;
/** Characters of a source with the weight of one node. */
const CHARACTERS_A_NODE = 100;

interface Weighed {
  readonly policy: LoadedPolicy;
  readonly weight: number;
}

/** A load, with the caller whose share it uses. */
interface Load {
  readonly policyId: string;
  readonly version: number;
  readonly share: Share;
}

/** The problem of a load. It is thrown, since the cache would store a returned value. */
class NotLoaded extends Error {
  constructor(readonly reason: Problem) {
    super('the policy is not loaded');
  }
}

export interface CompiledPoliciesDeps {
  readonly repository: Pick<CheckRepository, 'version'>;
  readonly engine: Pick<CompilerEngine, 'loadPolicy'>;
  /** Default: 1,000,000 nodes. */
  readonly maxWeight?: number;
  /** Default: none. */
  readonly metrics?: Metrics;
}

/**
 * Policies by id and version, loaded once, the least recently used evicted first. A version never changes, so entries never become
 * stale.
 */
export class CompiledPolicies {
  readonly #deps: CompiledPoliciesDeps;
  readonly #loaded: LRUCache<string, Weighed, Load>;
  readonly #requests;

  constructor(deps: CompiledPoliciesDeps) {
    this.#deps = deps;
    this.#requests = (deps.metrics ?? NO_METRICS).counter('cache_requests_total');
    this.#loaded = new LRUCache({
      maxSize: deps.maxWeight ?? MAX_WEIGHT,
      sizeCalculation: ({ weight }) => weight,
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { context }) => this.#load(context),
    });
  }

  /**
   * Returns a policy. If it is not cached, it is read from Postgres and parsed in a thread; concurrent requests share the load.
   *
   * @param share the share that the load uses
   * @throws if it has to be read and Postgres is out
   */
  async find(policyId: string, version: number, share: Share): Promise<LoadedPolicy | Problem> {
    const key = `${policyId}@${version}`;
    this.#requests.add({ cache: 'policies', result: this.#loaded.has(key) ? 'hit' : 'miss' });
    try {
      const loaded = await this.#loaded.forceFetch(key, { context: { policyId, version, share } });
      return loaded.policy;
    } catch (error) {
      if (error instanceof NotLoaded) return error.reason;
      throw error;
    }
  }

  async #load({ policyId, version, share }: Load): Promise<Weighed> {
    const { repository, engine } = this.#deps;
    const read: { found?: StoredVersion } = {};
    const load = await engine.loadPolicy(async () => {
      read.found = await repository.version(policyId, version);
      return read.found;
    }, share);
    if (load.kind === 'problem') throw new NotLoaded(load);
    if (load.kind === 'unreadable' || read.found === undefined)
      throw new NotLoaded(problem('internal', 'This engine cannot read a policy that an earlier engine accepted.'));
    // With another hash, this engine would read a different policy than the proven one.
    const { hash, source, pinned } = read.found;
    if (load.hash !== hash) throw new NotLoaded(problem('internal', 'This engine reads a stored policy differently.'));
    const { params, closed } = load;
    // The certificate was only for the check: it is not kept.
    const stored: CheckedSource = { source, pinned, closed };
    const weight = MIN_WEIGHT + Math.ceil(charactersOf(stored) / CHARACTERS_A_NODE);
    if (load.kind === 'in-thread') {
      return { policy: { kind: 'loaded', version, hash, params, decider: { kind: 'in-thread', stored } }, weight };
    }
    const decider: Decider = { kind: 'here', attempt: compileBudgetedPolicy(load.program, { closed }), stored };
    return { policy: { kind: 'loaded', version, hash, params, decider }, weight: weight + WITH_PARTS * load.nodes };
  }
}

function charactersOf({ source, pinned }: CheckedSource): number {
  return pinned.reduce((sum, each) => sum + each.source.length, source.length);
}
