import type { Decision } from '@kirchhoff/coherence';
import {
  type Caller,
  makeIdentifier,
  type Problem,
  parseIdentifier,
  type Randomness,
  type Share,
  type TurnKind,
} from '@kirchhoff/platform';
import type { Action } from '../engine/work.js';
import { noSuchPolicy, withdrawnPolicy } from '../policies/service.js';
import { type DecideParts, decideAll } from './decide.js';
import type { LoadedPolicies } from './loaded-policies.js';
import type { Standings } from './standings.js';

export interface ChecksParts extends DecideParts {
  readonly standings: Standings;
  readonly loaded: LoadedPolicies;
  readonly randomness: Randomness;
}

/** What is asked: may these actions happen? */
export interface CheckRequest {
  readonly policyId: string;
  readonly caller: Caller;
  readonly share: Share;
  readonly kind: TurnKind;
  readonly actions: readonly Action[];
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** A decision as the API shows it. */
export interface DecisionView extends Decision {
  readonly policy_id: string;
  readonly policy_version: number;
  readonly policy_hash: string;
  readonly decision_id: string;
  /** There where key or policy serve on within the grace. */
  readonly stale?: true;
  /** Seconds, rounded up, since the older of what serves on was read. */
  readonly age_seconds?: number;
}

/**
 * Answers "may this action happen?". It never fails open: there is an answer only by a version that was read and
 * proven, what that version does not say yes to is not allowed, and whatever goes wrong is no answer.
 */
export class Checks {
  readonly #parts: ChecksParts;

  constructor(parts: ChecksParts) {
    this.#parts = parts;
  }

  /** Decisions in the order of the actions, all by one version. */
  async check({ policyId: text, caller, actions, ...asking }: CheckRequest): Promise<readonly DecisionView[] | Problem> {
    const { standings, loaded } = this.#parts;
    const { accountId } = caller;
    const policyId = parseIdentifier('policy', text);
    const standing = policyId === undefined ? undefined : await standings.find(policyId);
    if (policyId === undefined || standing === undefined || standing.accountId !== accountId) return noSuchPolicy();
    if (standing.withdrawn) return withdrawnPolicy();
    const policy = await loaded.find(policyId, standing.version, asking.share);
    if (policy.kind === 'problem') return policy;
    const decisions = await decideAll(policy.decider, actions, this.#parts, asking);
    if ('kind' in decisions) return decisions;
    const staleness = stalenessOf(caller.staleMilliseconds, standing.staleMilliseconds);
    return decisions.map((decision) => ({
      ...decision,
      ...staleness,
      policy_id: policyId,
      policy_version: policy.version,
      policy_hash: policy.hash,
      decision_id: makeIdentifier('decision', this.#parts.randomness),
    }));
  }
}

const SECOND = 1_000;

/** @param ages milliseconds since what serves on was read; `undefined` for what is as fresh as ever */
function stalenessOf(...ages: readonly (number | undefined)[]): Pick<DecisionView, 'stale' | 'age_seconds'> {
  const stale = ages.filter((age) => age !== undefined);
  return stale.length === 0 ? {} : { stale: true, age_seconds: Math.ceil(Math.max(...stale) / SECOND) };
}
