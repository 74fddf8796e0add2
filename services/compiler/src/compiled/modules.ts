import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from '@kirchhoff/coherence';
import { programTooLong } from '@kirchhoff/engine-host';
import { type Caller, type Problem, parseIdentifier, problem } from '@kirchhoff/platform';
import { EMITTER_VERSION, type Target } from '@kirchhoff/targets';
import { LRUCache } from 'lru-cache';
import type { PolicyHeads } from '../check/policy-heads.js';
import type { CheckRepository } from '../check/repository.js';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import { noSuchPolicy, withdrawnPolicy } from '../policies/service.js';

/** The module of a version, as exact bytes. */
export interface CompiledModule {
  readonly kind: 'module';
  /** A strong entity tag, derived from everything that the bytes depend on. */
  readonly tag: string;
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/** The current version of a policy, with the tag of its module. */
export interface CurrentVersion {
  readonly kind: 'current';
  readonly policyId: string;
  readonly version: number;
  readonly tag: string;
}

export interface PolicyModulesDeps {
  readonly heads: PolicyHeads;
  readonly versions: Pick<CheckRepository, 'version'>;
  readonly engine: Pick<CompilerEngine, 'emitPolicy'>;
  /** The version of this service. */
  readonly build: string;
}

interface Rendering {
  readonly current: CurrentVersion;
  readonly target: Target;
  readonly asker: Asker;
}

/** The problem of a compilation. It is thrown, since the cache would store a returned value. */
class NotCompiled extends Error {
  constructor(readonly reason: Problem) {
    super('not compiled');
  }
}

/** Bytes of all cached modules together. A module of {@link MAX_ENTRY} bytes and more is not cached. */
const MAX_BYTES = 33_554_432;
const MAX_ENTRY = 8_388_608;

/** Compiles current versions of policies, once each. A tag names one content forever, so entries never become stale. */
export class PolicyModules {
  readonly #deps: PolicyModulesDeps;
  readonly #modules: LRUCache<string, CompiledModule, Rendering>;

  constructor(deps: PolicyModulesDeps) {
    this.#deps = deps;
    this.#modules = new LRUCache({
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ENTRY,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
      ignoreFetchAbort: true,
      fetchMethod: async (_tag, _stale, { context }) => this.#compile(context),
    });
  }

  /**
   * Finds the current version in the same way as a check, usually without a query. While Postgres is out it returns a problem: an
   * answer would confirm a version that may have been withdrawn.
   */
  async current(text: string, target: Target, { accountId }: Caller): Promise<CurrentVersion | Problem> {
    const policyId = parseIdentifier('policy', text);
    const head = policyId === undefined ? undefined : await this.#deps.heads.find(policyId);
    if (policyId === undefined || head === undefined || head.accountId !== accountId) return noSuchPolicy();
    if (head.withdrawn) return withdrawnPolicy();
    if (head.staleMilliseconds !== undefined) return problem('unavailable', 'The current version of this policy cannot be read now.');
    const { version } = head;
    // The key is the version, not the hash: a version never changes, and the hash does not cover the reasons of rules.
    const all = [target.id, policyId, version, ENGINE_VERSION, EMITTER_VERSION, this.#deps.build];
    const tag = `"${createHash('sha256').update(JSON.stringify(all)).digest('base64url').slice(0, 27)}"`;
    return { kind: 'current', policyId, version, tag };
  }

  /** The module of a version, if it is cached. */
  cached({ tag }: CurrentVersion): CompiledModule | undefined {
    return this.#modules.get(tag);
  }

  /**
   * Returns the module of a version. Concurrent requests share its compilation. A problem is returned to all of them, and is not
   * cached.
   */
  async compiled(current: CurrentVersion, target: Target, asker: Asker): Promise<CompiledModule | Problem> {
    try {
      return await this.#modules.forceFetch(current.tag, { context: { current, target, asker } });
    } catch (error) {
      if (error instanceof NotCompiled) return error.reason;
      throw error;
    }
  }

  async #compile({ current: { policyId, version, tag }, target, asker }: Rendering): Promise<CompiledModule> {
    const stored = await this.#deps.versions.version(policyId, version);
    const emitted = await this.#deps.engine.emitPolicy({ ...stored, policyId, version, target: target.id }, asker);
    if (emitted.kind === 'problem') throw new NotCompiled(emitted);
    if (emitted.kind === 'too-long') throw new NotCompiled(programTooLong(emitted));
    const { bytes, fileName } = emitted;
    return { kind: 'module', tag, bytes, fileName };
  }
}
