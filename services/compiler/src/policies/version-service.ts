import type { Files } from '@kirchhoff/coherence';
import type { ResolvePins } from '@kirchhoff/engine-host';
import { type Identifier, type Page, type PageRequest, type Problem, problem } from '@kirchhoff/platform';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import type { Answered, FailedCase } from '../engine/work.js';
import type { PolicyCaseRepository } from './case-repository.js';
import { casesToPass, failedCases, refusalOfCases, writePassing } from './cases.js';
import { closeSource } from './close.js';
import type { PolicyWrite } from './locked-policy.js';
import type { KeptCases, PolicyCase, PolicyVersion, PolicyVersionDetail, ReportedPolicy } from './policy.js';
import type { PolicyRepository } from './repository.js';
import { type FoundPolicy, foundOrProblem, noSuchPolicy, type Policies, withdrawnPolicy } from './service.js';
import type { PolicyVersionRepository } from './versions.js';
import type { PolicyWrites } from './writes.js';

export interface PolicyVersionsDeps {
  readonly current: Policies;
  readonly policies: PolicyRepository;
  readonly cases: PolicyCaseRepository;
  readonly versions: PolicyVersionRepository;
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
  readonly writes: PolicyWrites;
}

/** A version to store without activating it. */
export interface VersionCandidate {
  readonly source: string;
  readonly files: Files;
  readonly ignoreCases: boolean;
}

/** A version to activate. */
export interface Activation {
  readonly version: number;
  readonly ignoreCases: boolean;
}

/** The cases of a policy, and those that its current version fails. */
export interface TestedCases {
  readonly kind: 'cases';
  readonly kept: KeptCases;
  readonly failed: readonly FailedCase[];
}

/** The versions of policies, and the cases that new ones have to pass. */
export class PolicyVersions {
  readonly #deps: PolicyVersionsDeps;

  constructor(deps: PolicyVersionsDeps) {
    this.#deps = deps;
  }

  /** The versions of an account's own policy, withdrawn or not. */
  async list(
    policyId: Identifier<'policy'> | undefined,
    accountId: string,
    request: PageRequest,
  ): Promise<{ readonly kind: 'versions'; readonly page: Page<PolicyVersion> } | Problem> {
    const page = policyId === undefined ? undefined : await this.#deps.versions.page(policyId, accountId, request);
    return page === undefined || page.counted === 0 ? noSuchPolicy() : { kind: 'versions', page };
  }

  async find(
    policyId: Identifier<'policy'> | undefined,
    version: number | undefined,
    accountId: string,
  ): Promise<{ readonly kind: 'version'; readonly version: PolicyVersionDetail } | Problem> {
    const found =
      policyId === undefined || version === undefined ? undefined : await this.#deps.versions.find(policyId, version, accountId);
    return found === undefined ? noSuchVersion() : { kind: 'version', version: found };
  }

  /** The graph of a version, with the possible values of each node, as JSON. */
  async graph(
    policyId: Identifier<'policy'> | undefined,
    version: number | undefined,
    accountId: string,
    asker: Asker,
  ): Promise<Answered | Problem> {
    const stored =
      policyId === undefined || version === undefined ? undefined : await this.#deps.versions.stored(policyId, version, accountId);
    if (policyId === undefined || stored === undefined) return noSuchVersion();
    const { source, pinned, certificate } = stored;
    const graph = await this.#deps.engine.policyGraph({ source, pinned, certificate, policyId, version: stored.version }, asker);
    switch (graph.kind) {
      case 'too-long':
        return problem('program-too-long', graph.message);
      case 'unreadable':
        return problem('internal', 'This engine cannot read a version that an earlier engine accepted.');
      case 'answer':
      case 'problem':
        return graph;
    }
  }

  /** Proves a source, and stores it as a version that is not active yet. */
  async addCandidate(
    write: PolicyWrite,
    { source, files, ignoreCases }: VersionCandidate,
    asker: Asker,
  ): Promise<{ readonly kind: 'version'; readonly version: PolicyVersionDetail; readonly added: boolean } | Problem> {
    const current = await this.#deps.current.toChange(write);
    if (current.kind === 'problem') return current;
    const { policyId, origin } = write;
    const of = { policyId, accountId: origin.accountId, ignored: ignoreCases };
    const passed = await casesToPass(this.#deps, of);
    const closed = await closeSource(this.#deps, { source, files, cases: passed.cases }, origin.accountId, asker);
    if (closed.kind === 'problem') return closed;
    const written = await writePassing(this.#deps, { of, version: closed.version, passed }, asker, async (tested) =>
      this.#deps.writes.quietly(asker, async () => this.#deps.policies.addCandidate(write, closed.version, tested)),
    );
    if (written === undefined) return withdrawnPolicy();
    if ('code' in written) return written;
    const { version, added } = written;
    const found = await this.#deps.versions.find(policyId, version, origin.accountId);
    if (found === undefined) throw new Error('a version that was just written is missing');
    return { kind: 'version', version: found, added };
  }

  /** Lets checks be decided by a version. It is read and tested first: one that this engine reads differently is refused. */
  async activate(write: PolicyWrite, { version, ignoreCases }: Activation, asker: Asker): Promise<FoundPolicy<ReportedPolicy>> {
    const current = await this.#deps.current.toChange(write);
    if (current.kind === 'problem') return current;
    const { policyId, origin } = write;
    const stored = await this.#deps.versions.stored(policyId, version, origin.accountId);
    if (stored === undefined) return noSuchVersion();
    const of = { policyId, accountId: origin.accountId, ignored: ignoreCases };
    const passed = await casesToPass(this.#deps, of);
    const refusal = await refusalOfCases(this.#deps, stored, passed.cases, asker);
    if (refusal !== undefined) return refusal;
    const changed = await writePassing(this.#deps, { of, version: stored, passed }, asker, async (tested) =>
      this.#deps.writes.announced(policyId, asker, async () => this.#deps.policies.activate(write, version, tested)),
    );
    return changed === undefined ? withdrawnPolicy() : foundOrProblem(changed);
  }

  /** The cases of a policy. */
  async cases(
    policyId: Identifier<'policy'> | undefined,
    accountId: string,
  ): Promise<{ readonly kind: 'cases'; readonly kept: KeptCases } | Problem> {
    const current = await this.#deps.current.find(policyId, accountId);
    if (current.kind === 'problem') return current;
    return { kind: 'cases', kept: await this.#deps.cases.find(current.policy.policyId, accountId) };
  }

  /** Replaces the cases beside a policy. The current version may fail them: only later ones have to pass. */
  async setCases(write: PolicyWrite<KeptCases>, cases: readonly PolicyCase[], asker: Asker): Promise<TestedCases | Problem> {
    const stored = await this.#deps.versions.stored(write.policyId, undefined, write.origin.accountId);
    if (stored === undefined) return noSuchPolicy();
    if (stored.withdrawn) return withdrawnPolicy();
    const failed = await failedCases(this.#deps, stored, cases, asker);
    if ('code' in failed) return failed;
    const kept = await this.#deps.writes.quietly(asker, async () => this.#deps.cases.set(write, cases));
    if (kept === undefined) return withdrawnPolicy();
    return 'code' in kept ? kept : { kind: 'cases', kept, failed };
  }
}

/** The answer for a missing version of a policy, and for every version of an unknown policy. */
export function noSuchVersion(): Problem {
  return problem('not-found', 'This account has no policy with this version.');
}
