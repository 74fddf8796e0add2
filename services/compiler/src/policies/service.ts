import type { Files } from '@kirchhoff/coherence';
import type { ResolvePins } from '@kirchhoff/engine-host';
import { type Identifier, type Origin, type Page, type PageRequest, type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Asker, CompilerEngine } from '../engine/engine.js';
import type { PolicyCaseRepository } from './case-repository.js';
import { casesToPass, writePassing } from './cases.js';
import { closeSource } from './close.js';
import type { PolicyWrite } from './locked-policy.js';
import type { Policy, PolicyDetail, ReportedPolicy } from './policy.js';
import type { PolicyRepository } from './repository.js';
import type { PolicyWrites } from './writes.js';

export interface PoliciesDeps {
  readonly policies: PolicyRepository;
  readonly cases: PolicyCaseRepository;
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
  readonly writes: PolicyWrites;
}

export interface PolicyCreation {
  readonly policyId: Identifier<'policy'>;
  readonly origin: Origin;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly files: Files;
}

export interface PolicyUpdate {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly source: string | undefined;
  /** The files beside the source. */
  readonly files: Files;
  /** True if a new version may fail the cases of the policy. */
  readonly ignoreCases: boolean;
}

/** A policy of the account, or the problem that it does not exist. */
export type FoundPolicy<Shown extends ReportedPolicy = PolicyDetail> = { readonly kind: 'policy'; readonly policy: Shown } | Problem;

export class Policies {
  readonly #deps: PoliciesDeps;

  constructor(deps: PoliciesDeps) {
    this.#deps = deps;
  }

  /** Returns the problem of a source that would be refused now; `undefined` if its proof would run or wait. */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.refusal(share);
  }

  /** Proves the source in the pool, then writes: an open policy is never stored. */
  async create({ source, files, ...policy }: PolicyCreation, asker: Asker): Promise<FoundPolicy<ReportedPolicy>> {
    const closed = await closeSource(this.#deps, { source, files, cases: [] }, policy.origin.accountId, asker);
    if (closed.kind === 'problem') return closed;
    const write = async () => this.#deps.policies.create({ ...policy, version: closed.version });
    return foundOrProblem(await this.#deps.writes.quietly(asker, write));
  }

  /** The account's own policy. */
  async find(policyId: Identifier<'policy'> | undefined, accountId: string): Promise<FoundPolicy> {
    const policy = policyId === undefined ? undefined : await this.#deps.policies.find(policyId, accountId);
    if (policy === undefined) return noSuchPolicy();
    return policy.withdrawn ? withdrawnPolicy() : found(policy);
  }

  async list(accountId: string, asOf: Date | undefined, request: PageRequest): Promise<Page<Policy>> {
    return this.#deps.policies.page(accountId, asOf, request);
  }

  /** Returns the policy that is to be changed; a problem if it is not as the write expects it. */
  async toChange({ policyId, origin, precondition }: PolicyWrite): Promise<FoundPolicy> {
    const current = await this.find(policyId, origin.accountId);
    if (current.kind === 'problem') return current;
    return precondition(current.policy) ?? current;
  }

  /** A different source becomes the next version; an equal one changes no row. */
  async update(write: PolicyWrite, update: PolicyUpdate, asker: Asker): Promise<FoundPolicy<ReportedPolicy>> {
    const current = await this.toChange(write);
    if (current.kind === 'problem') return current;
    const { policyId, origin } = write;
    const { name, description, source, files, ignoreCases } = update;
    const isSame = source === undefined || (source === current.policy.source && files.size === 0);
    const of = { policyId, accountId: origin.accountId, ignored: isSame || ignoreCases };
    const passed = await casesToPass(this.#deps, of);
    const closed = isSame ? undefined : await closeSource(this.#deps, { source, files, cases: passed.cases }, origin.accountId, asker);
    if (closed?.kind === 'problem') return closed;
    // The stored source has its files written into it: only in this form can the two be compared.
    const version = closed?.version.source === current.policy.source ? undefined : closed?.version;
    const given = { name, description, version };
    if (Object.values(given).every((each) => each === undefined)) return current;
    const repeated = source !== undefined && version === undefined ? current.policy.version : undefined;
    const changed = await writePassing(this.#deps, { of, version, passed }, asker, async (tested) =>
      this.#deps.writes.announced(policyId, asker, async () => this.#deps.policies.change(write, { ...given, repeated }, tested)),
    );
    return changed === undefined ? withdrawnPolicy() : foundOrProblem(changed);
  }

  /** Withdraws; again is no error. */
  async withdraw(write: PolicyWrite): Promise<Problem | undefined> {
    const policy = await this.#deps.policies.find(write.policyId, write.origin.accountId);
    if (policy === undefined) return noSuchPolicy();
    return this.#deps.writes.announcing(write.policyId, async () => this.#deps.policies.withdraw(write));
  }
}

export function foundOrProblem(written: ReportedPolicy | Problem): FoundPolicy<ReportedPolicy> {
  return 'code' in written ? written : found(written);
}

function found<Shown extends ReportedPolicy>(policy: Shown): FoundPolicy<Shown> {
  return { kind: 'policy', policy };
}

/** An unknown policy and one of another account get the same answer. */
export function noSuchPolicy(): Problem {
  return problem('not-found', 'This account has no such policy.');
}

export function withdrawnPolicy(): Problem {
  return problem('withdrawn', 'This policy has been withdrawn.');
}
