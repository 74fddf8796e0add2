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
import type { Engine } from '../engine/engine.js';
import type { Action } from '../engine/work.js';
import { noSuchPolicy, withdrawnPolicy } from '../policies/service.js';
import type { CompiledPolicies } from './compiled-policies.js';
import { type DecideDeps, decideAll, stopping } from './decide.js';
import type { PolicyHeads } from './policy-heads.js';

export interface ChecksDeps extends DecideDeps {
  readonly heads: PolicyHeads;
  readonly loaded: CompiledPolicies;
  readonly randomness: Randomness;
  readonly engine: Pick<Engine, 'decide' | 'decideRefusal'>;
}

/** A question: may these actions happen? */
export interface CheckRequest {
  readonly policyId: string;
  readonly caller: Caller;
  readonly share: Share;
  readonly kind: TurnKind;
  readonly actions: readonly Action[];
  /** Aborted when the client has closed the connection. */
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
  readonly #deps: ChecksDeps;

  constructor(deps: ChecksDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the problem of a batch whose account has too many batches waiting for a thread; `undefined` for any other. Takes no
   * place.
   */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.decideRefusal(share);
  }

  async check(request: CheckRequest & { readonly kind: 'single' }): Promise<DecisionView | Problem> {
    const decided = await this.#decide(request);
    if (decided.kind === 'problem') return decided;
    const [decision] = decided.decisions;
    if (decision === undefined) throw new Error('a check without a decision');
    return decided.view(decision);
  }

  /** The octets of an answer with all decisions, in the order of the actions, written in turn with the work of others. */
  async checkAll(request: CheckRequest & { readonly kind: 'batch' }): Promise<Uint8Array | Problem> {
    const decided = await this.#decide(request);
    if (decided.kind === 'problem') return decided;
    const { decisions, view } = decided;
    const { turns, clock } = this.#deps;
    const written: string[] = [];
    const write = (ends: number): boolean => {
      for (const decision of decisions.slice(written.length)) {
        written.push(JSON.stringify(view(decision)));
        if (clock.monotonic() >= ends) break;
      }
      return written.length === decisions.length;
    };
    await turns.run(request.share, 'batch', write, request.signal);
    if (request.signal.aborted) return stopping();
    return Buffer.from(`{"decisions":[${written.join()}]}`, 'utf8');
  }

  /** Decides, all by one version. */
  async #decide({ policyId: text, caller, actions, ...asking }: CheckRequest): Promise<Decided | Problem> {
    const { heads, loaded } = this.#deps;
    const { accountId } = caller;
    const policyId = parseIdentifier('policy', text);
    const head = policyId === undefined ? undefined : await heads.find(policyId);
    if (policyId === undefined || head === undefined || head.accountId !== accountId) return noSuchPolicy();
    if (head.withdrawn) return withdrawnPolicy();
    const policy = await loaded.find(policyId, head.version, asking.share);
    if (policy.kind === 'problem') return policy;
    const decisions = await decideAll(policy.decider, actions, this.#deps, asking);
    if ('kind' in decisions) return decisions;
    const staleness = stalenessOf(caller.staleMilliseconds, head.staleMilliseconds);
    const view = (decision: Decision): DecisionView => ({
      ...decision,
      ...staleness,
      policy_id: policyId,
      policy_version: policy.version,
      policy_hash: policy.hash,
      decision_id: makeIdentifier('decision', this.#deps.randomness),
    });
    return { kind: 'decided', decisions, view };
  }
}

/** Decisions, and how each is shown. */
interface Decided {
  readonly kind: 'decided';
  readonly decisions: readonly Decision[];
  readonly view: (decision: Decision) => DecisionView;
}

const SECOND = 1_000;

/** @param ages milliseconds since key or head were read, if they serve on within the grace; else `undefined` */
function stalenessOf(...ages: readonly (number | undefined)[]): Pick<DecisionView, 'stale' | 'age_seconds'> {
  const stale = ages.filter((age) => age !== undefined);
  return stale.length === 0 ? {} : { stale: true, age_seconds: Math.ceil(Math.max(...stale) / SECOND) };
}
