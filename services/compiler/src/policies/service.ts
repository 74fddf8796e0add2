import type { Files } from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import {
  type ClosableQueue,
  type Identifier,
  type Messages,
  type Origin,
  type Page,
  type PageRequest,
  type Problem,
  problem,
  type Share,
} from '@kirchhoff/platform';
import type { Asker, Engine } from '../engine/engine.js';
import { policyOpen } from '../engine/refusals.js';
import { announceChange } from './changes.js';
import type { NewVersion, Policy, PolicyDetail, ReportedPolicy } from './policy.js';
import type { PolicyRepository } from './repository.js';
import type { Precondition } from './view.js';
import { WriteLimiter } from './write-limiter.js';

export interface PoliciesDeps {
  readonly policies: PolicyRepository;
  readonly engine: Engine;
  readonly resolve: ResolvePins;
  readonly messages: Messages;
  /** Lets this process's own checks see a change at once, Redis or not. */
  readonly changed: (policyId: string) => void;
  /** Takes the line in which writes wait. */
  readonly addLine: (line: ClosableQueue) => void;
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
  readonly precondition: Precondition;
}

type Found<Shown extends ReportedPolicy = PolicyDetail> = { readonly kind: 'policy'; readonly policy: Shown } | Problem;

export class Policies {
  readonly #deps: PoliciesDeps;
  readonly #writes = new WriteLimiter();

  constructor(deps: PoliciesDeps) {
    this.#deps = deps;
    deps.addLine(this.#writes);
  }

  /** Returns the problem of a source that would be refused now; `undefined` if it would be proven or wait. */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.refusal(share);
  }

  /** Proves the source in the pool, then writes: no policy that does not close is ever stored. */
  async create({ source, files, ...policy }: PolicyCreation, asker: Asker): Promise<Found<ReportedPolicy>> {
    const closed = await this.#close({ source, files }, policy.origin.accountId, asker);
    if (closed.kind === 'problem') return closed;
    const write = async () => this.#deps.policies.create({ ...policy, version: closed.version });
    return foundOrProblem(await this.#writes.run(asker.share, asker.signal, write));
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
    const { name, description, source, files, precondition } = update;
    const refusal = precondition(current.policy);
    if (refusal !== undefined) return refusal;
    const isSame = source === undefined || (source === current.policy.source && files.size === 0);
    const closed = isSame ? undefined : await this.#close({ source, files }, accountId, asker);
    if (closed?.kind === 'problem') return closed;
    // The stored source has its files written out: only then the two can be compared.
    const version = closed?.version.source === current.policy.source ? undefined : closed?.version;
    const change = { name, description, version };
    if (Object.values(change).every((given) => given === undefined)) return current;
    const write = async () => this.#deps.policies.change(current.policy.policyId, origin, change, precondition);
    const changed = await this.#announcing(current.policy.policyId, async () => this.#writes.run(asker.share, asker.signal, write));
    return changed === undefined ? withdrawnPolicy() : foundOrProblem(changed);
  }

  /** Withdraws; again is no error. */
  async withdraw(policyId: Identifier<'policy'> | undefined, origin: Origin, precondition: Precondition): Promise<Problem | undefined> {
    const policy = policyId === undefined ? undefined : await this.#deps.policies.find(policyId, origin.accountId);
    if (policy === undefined) return noSuchPolicy();
    return this.#announcing(policy.policyId, async () => this.#deps.policies.withdraw(policy.policyId, origin, precondition));
  }

  async #close(
    given: { readonly source: string; readonly files: Files },
    accountId: string,
    asker: Asker,
  ): Promise<{ readonly kind: 'closed'; readonly version: NewVersion } | Problem> {
    const { outcome: closed, pinned } = await withPins(
      async (pins) => this.#deps.engine.closePolicy({ ...given, pins }, asker),
      async (pins) => this.#deps.resolve(pins, accountId),
    );
    switch (closed.kind) {
      case 'policy': {
        const { source, hash, languageVersion, engineVersion, assurance, report, certificate } = closed;
        return { kind: 'closed', version: { source, hash, languageVersion, engineVersion, assurance, report, certificate, pinned } };
      }
      case 'diagnostics':
        return invalidProgram(closed);
      case 'open':
        return policyOpen(closed);
      case 'problem':
        return closed;
    }
  }

  /** Announces after the commit, and after a failed one: if the connection breaks during the commit, its outcome is unknown. */
  async #announcing<Value>(policyId: string, write: () => Promise<Value>): Promise<Value> {
    try {
      return await write();
    } finally {
      this.#deps.changed(policyId);
      await announceChange(this.#deps.messages, policyId);
    }
  }
}

function foundOrProblem(written: ReportedPolicy | Problem): Found<ReportedPolicy> {
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
