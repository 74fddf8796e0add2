import { type Identifier, type Origin, type Problem, problem, type Share } from '@kirchhoff/platform';
import { noSuchPolicy, withdrawnPolicy } from '../policies/service.js';
import type { DecisionRepository, DecisionRow, Dropped, LogStretch } from './decision-repository.js';
import type { ReadLimiter } from './read-limiter.js';
import type { LogChange, LogPrecondition, LogSettings } from './settings.js';
import type { FoundLog, LogSettingsRepository } from './settings-repository.js';

type PolicyId = Identifier<'policy'> | undefined;

export interface DecisionsDeps {
  readonly settings: LogSettingsRepository;
  readonly decisions: DecisionRepository;
  readonly reads: ReadLimiter;
  /** Announces the change of a policy: this process sees it at once, and the others soon. */
  readonly announce: (policyId: string) => Promise<void>;
}

/** Reads the log of a policy's decisions, and reads and changes its settings. The log of a withdrawn policy stays readable. */
export class Decisions {
  readonly #deps: DecisionsDeps;

  constructor(deps: DecisionsDeps) {
    this.#deps = deps;
  }

  async settings(policyId: PolicyId, accountId: string): Promise<FoundLog | Problem> {
    const log = policyId === undefined ? undefined : await this.#deps.settings.find(policyId, accountId);
    return log ?? noSuchPolicy();
  }

  /** Checks in this process follow the new settings when this is answered, and those in other processes a moment later. */
  async change(policyId: PolicyId, origin: Origin, change: LogChange, precondition: LogPrecondition): Promise<LogSettings | Problem> {
    const log = await this.settings(policyId, origin.accountId);
    if (log.kind === 'problem' || policyId === undefined) return log.kind === 'problem' ? log : noSuchPolicy();
    if (log.withdrawn) return withdrawnPolicy();
    try {
      const changed = await this.#deps.settings.change(policyId, origin, change, precondition);
      if (changed === undefined) return withdrawnPolicy();
      return changed.kind === 'problem' ? changed : changed.settings;
    } finally {
      await this.#deps.announce(policyId);
    }
  }

  async find(policyId: PolicyId, decisionId: Identifier<'decision'> | undefined, accountId: string): Promise<DecisionRow | Problem> {
    const log = await this.settings(policyId, accountId);
    if (log.kind === 'problem') return log;
    const found = policyId === undefined || decisionId === undefined ? undefined : await this.#deps.decisions.find(policyId, decisionId);
    return found ?? problem('not-found', 'The log of this policy has no such decision.');
  }

  /** Returns a part of the log, with the number of decisions that are missing in it. */
  async read(
    policyId: PolicyId,
    accountId: string,
    stretch: LogStretch & { readonly share: Share; readonly signal: AbortSignal },
  ): Promise<{ readonly kind: 'read'; readonly found: readonly DecisionRow[]; readonly dropped: Dropped } | Problem> {
    const log = await this.settings(policyId, accountId);
    if (log.kind === 'problem' || policyId === undefined) return log.kind === 'problem' ? log : noSuchPolicy();
    const { decisions, reads } = this.#deps;
    return reads.run(stretch.share, stretch.signal, async () => {
      const [found, dropped] = await Promise.all([decisions.read(policyId, stretch), decisions.dropped(policyId, stretch)]);
      return { kind: 'read', found, dropped };
    });
  }
}
