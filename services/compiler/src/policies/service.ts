import type { Files } from '@kirchhoff/coherence';
import type { ResolvePins } from '@kirchhoff/engine-host';
import { type Identifier, type Origin, type Page, type PageRequest, type Problem, problem, type Share } from '@kirchhoff/platform';
import type { Asker, Engine } from '../engine/engine.js';
import { casesToPass } from './cases.js';
import { closeSource } from './close.js';
import type { Policy, PolicyDetail, ReportedPolicy } from './policy.js';
import type { PolicyRepository } from './repository.js';
import type { Precondition } from './view.js';
import type { PolicyWrites } from './writes.js';

export interface PoliciesDeps {
  readonly policies: PolicyRepository;
  readonly engine: Engine;
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
  /** Those beside the source. */
  readonly files: Files;
  /** True if a new version may fail the cases beside the policy. */
  readonly ignoreCases: boolean;
  readonly precondition: Precondition;
}

/** A policy of the account, or the problem of having none. */
export type Found<Shown extends ReportedPolicy = PolicyDetail> = { readonly kind: 'policy'; readonly policy: Shown } | Problem;

export class Policies {
  readonly #deps: PoliciesDeps;

  constructor(deps: PoliciesDeps) {
    this.#deps = deps;
  }

  /** Returns the problem of a source that would be refused now; `undefined` if it would be proven or wait. */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.refusal(share);
  }

  /** Proves the source in the pool, then writes: no policy that does not close is ever stored. */
  async create({ source, files, ...policy }: PolicyCreation, asker: Asker): Promise<Found<ReportedPolicy>> {
    const closed = await closeSource(this.#deps, { source, files, cases: [] }, policy.origin.accountId, asker);
    if (closed.kind === 'problem') return closed;
    const write = async () => this.#deps.policies.create({ ...policy, version: closed.version });
    return foundOrProblem(await this.#deps.writes.quietly(asker, write));
  }

  /** The account's own policy. */
  async find(policyId: Identifier<'policy'> | undefined, accountId: string): Promise<Found> {
    const policy = policyId === undefined ? undefined : await this.#deps.policies.find(policyId, accountId);
    if (policy === undefined) return noSuchPolicy();
    return policy.withdrawn ? withdrawnPolicy() : found(policy);
  }

  async list(accountId: string, asOf: Date | undefined, request: PageRequest): Promise<Page<Policy>> {
    return this.#deps.policies.page(accountId, asOf, request);
  }

  /** A different source becomes the next version; an equal one changes no row. */
  async update(
    policyId: Identifier<'policy'> | undefined,
    origin: Origin,
    update: PolicyUpdate,
    asker: Asker,
  ): Promise<Found<ReportedPolicy>> {
    const { accountId } = origin;
    const current = await this.find(policyId, accountId);
    if (current.kind === 'problem') return current;
    const { name, description, source, files, ignoreCases, precondition } = update;
    const refusal = precondition(current.policy);
    if (refusal !== undefined) return refusal;
    const isSame = source === undefined || (source === current.policy.source && files.size === 0);
    const { cases, tested } = await casesToPass(this.#deps.policies, current.policy, accountId, isSame || ignoreCases);
    const closed = isSame ? undefined : await closeSource(this.#deps, { source, files, cases }, accountId, asker);
    if (closed?.kind === 'problem') return closed;
    // The stored source has its files written out: only then the two can be compared.
    const version = closed?.version.source === current.policy.source ? undefined : closed?.version;
    const change = { name, description, version };
    if (Object.values(change).every((given) => given === undefined)) return current;
    const repeated = source !== undefined && version === undefined ? current.policy.version : undefined;
    const write = async () => this.#deps.policies.change(current.policy.policyId, origin, { ...change, tested, repeated }, precondition);
    const changed = await this.#deps.writes.announced(current.policy.policyId, asker, write);
    return changed === undefined ? withdrawnPolicy() : foundOrProblem(changed);
  }

  /** Withdraws; again is no error. */
  async withdraw(policyId: Identifier<'policy'> | undefined, origin: Origin, precondition: Precondition): Promise<Problem | undefined> {
    const policy = policyId === undefined ? undefined : await this.#deps.policies.find(policyId, origin.accountId);
    if (policy === undefined) return noSuchPolicy();
    return this.#deps.writes.announcing(policy.policyId, async () => this.#deps.policies.withdraw(policy.policyId, origin, precondition));
  }
}

export function foundOrProblem(written: ReportedPolicy | Problem): Found<ReportedPolicy> {
  return 'code' in written ? written : found(written);
}

function found<Shown extends ReportedPolicy>(policy: Shown): Found<Shown> {
  return { kind: 'policy', policy };
}

/** An unknown policy and one of another account get the same answer. */
export function noSuchPolicy(): Problem {
  return problem('not-found', 'This account has no such policy.');
}

export function withdrawnPolicy(): Problem {
  return problem('withdrawn', 'This policy has been withdrawn.');
}
