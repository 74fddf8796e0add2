import type { Files } from '@kirchhoff/coherence';
import type { ResolvePins } from '@kirchhoff/engine-host';
import { type Identifier, type Origin, type Page, type PageRequest, type Problem, problem } from '@kirchhoff/platform';
import type { Asker, Engine } from '../engine/engine.js';
import type { Answered, FailedCase } from '../engine/work.js';
import { casesFailed, casesToPass } from './cases.js';
import { closeSource } from './close.js';
import type { KeptCases, PolicyCase, PolicyVersion, PolicyVersionDetail, ReportedPolicy } from './policy.js';
import type { PolicyRepository } from './repository.js';
import { type Found, foundOrProblem, noSuchPolicy, type Policies, withdrawnPolicy } from './service.js';
import type { PolicyVersionRepository, StoredPolicyVersion } from './versions.js';
import type { Precondition } from './view.js';
import type { PolicyWrites } from './writes.js';

export interface PolicyVersionsDeps {
  readonly current: Policies;
  readonly policies: PolicyRepository;
  readonly versions: PolicyVersionRepository;
  readonly engine: Engine;
  readonly resolve: ResolvePins;
  readonly writes: PolicyWrites;
}

/** A version that is to decide nothing yet. */
export interface Candidate {
  readonly source: string;
  readonly files: Files;
  readonly ignoreCases: boolean;
  readonly precondition: Precondition;
}

/** A version that is to decide checks. */
export interface Activation {
  readonly version: number;
  readonly ignoreCases: boolean;
  readonly precondition: Precondition;
}

export interface CaseChange {
  readonly cases: readonly PolicyCase[];
  readonly precondition: (current: KeptCases) => Problem | undefined;
}

/** The cases beside a policy, and those that its current version fails. */
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

  /** Proves a source and keeps it as a version that decides nothing yet. */
  async addCandidate(
    policyId: Identifier<'policy'> | undefined,
    origin: Origin,
    { source, files, ignoreCases, precondition }: Candidate,
    asker: Asker,
  ): Promise<{ readonly kind: 'version'; readonly version: PolicyVersionDetail; readonly added: boolean } | Problem> {
    const { accountId } = origin;
    const current = await this.#deps.current.find(policyId, accountId);
    if (current.kind === 'problem') return current;
    const { policyId: id } = current.policy;
    const refusal = precondition(current.policy);
    if (refusal !== undefined) return refusal;
    const { cases, tested } = await casesToPass(this.#deps.policies, current.policy, accountId, ignoreCases);
    const closed = await closeSource(this.#deps, { source, files, cases }, accountId, asker);
    if (closed.kind === 'problem') return closed;
    const write = async () => this.#deps.policies.addCandidate(id, origin, closed.version, tested, precondition);
    const written = await this.#deps.writes.quietly(asker, write);
    if (written === undefined) return withdrawnPolicy();
    if ('code' in written) return written;
    const { version, added } = written;
    const found = await this.#deps.versions.find(id, version, accountId);
    if (found === undefined) throw new Error('a version that was just written is missing');
    return { kind: 'version', version: found, added };
  }

  /** Lets checks be decided by a version. It is read and tested first: one that this engine reads differently is refused. */
  async activate(
    policyId: Identifier<'policy'> | undefined,
    origin: Origin,
    { version, ignoreCases, precondition }: Activation,
    asker: Asker,
  ): Promise<Found<ReportedPolicy>> {
    const { accountId } = origin;
    const current = await this.#deps.current.find(policyId, accountId);
    if (current.kind === 'problem') return current;
    const { policyId: id } = current.policy;
    const refusal = precondition(current.policy);
    if (refusal !== undefined) return refusal;
    const stored = await this.#deps.versions.stored(id, version, accountId);
    if (stored === undefined) return noSuchVersion();
    const { cases, tested } = await casesToPass(this.#deps.policies, current.policy, accountId, ignoreCases);
    const failed = await this.#test(stored, cases, asker);
    if ('code' in failed) return failed;
    if (failed.length > 0) return casesFailed(cases, failed);
    const write = async () => this.#deps.policies.activate(id, origin, version, tested, precondition);
    const changed = await this.#deps.writes.announced(id, asker, write);
    return changed === undefined ? withdrawnPolicy() : foundOrProblem(changed);
  }

  /** The cases beside a policy. */
  async cases(
    policyId: Identifier<'policy'> | undefined,
    accountId: string,
  ): Promise<{ readonly kind: 'cases'; readonly kept: KeptCases } | Problem> {
    const current = await this.#deps.current.find(policyId, accountId);
    if (current.kind === 'problem') return current;
    return { kind: 'cases', kept: await this.#deps.policies.cases(current.policy.policyId, accountId) };
  }

  /** Replaces the cases beside a policy. The current version may fail them: only later ones have to pass. */
  async setCases(
    policyId: Identifier<'policy'> | undefined,
    origin: Origin,
    { cases, precondition }: CaseChange,
    asker: Asker,
  ): Promise<TestedCases | Problem> {
    const { accountId } = origin;
    const stored = policyId === undefined ? undefined : await this.#deps.versions.stored(policyId, undefined, accountId);
    if (policyId === undefined || stored === undefined) return noSuchPolicy();
    if (stored.withdrawn) return withdrawnPolicy();
    const failed = await this.#test(stored, cases, asker);
    if ('code' in failed) return failed;
    const write = async () => this.#deps.policies.setCases(policyId, origin, cases, precondition);
    const kept = await this.#deps.writes.quietly(asker, write);
    if (kept === undefined) return withdrawnPolicy();
    return 'code' in kept ? kept : { kind: 'cases', kept, failed };
  }

  /** Returns the cases that a stored version fails. */
  async #test(
    { source, pinned, hash }: StoredPolicyVersion,
    cases: readonly PolicyCase[],
    asker: Asker,
  ): Promise<readonly FailedCase[] | Problem> {
    const tested = await this.#deps.engine.testPolicy({ source, pinned, cases }, asker);
    if (tested.kind === 'problem') return tested;
    // Another hash means that this engine reads another policy out of the source than the one that was proven.
    if (tested.kind === 'unreadable' || tested.hash !== hash) {
      return problem('internal', 'This engine cannot read a version that an earlier engine accepted.');
    }
    return tested.failed;
  }
}

/** The answer for a version that a policy does not have, and for every version of an unknown policy. */
export function noSuchVersion(): Problem {
  return problem('not-found', 'This account has no policy with this version.');
}
