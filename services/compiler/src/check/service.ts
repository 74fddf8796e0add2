import type { Decision } from '@kirchhoff/coherence';
import {
  type Caller,
  type Metrics,
  makeIdentifier,
  NO_METRICS,
  type Problem,
  parseIdentifier,
  type Randomness,
  type Share,
  type TurnKind,
} from '@kirchhoff/platform';
import type { DecisionLog } from '../decisions/decision-log.js';
import { isSampled } from '../decisions/log-rule.js';
import { loggedDecision } from '../decisions/logged-decision.js';
import type { CompilerEngine } from '../engine/engine.js';
import type { RequestedAction } from '../engine/work.js';
import { noSuchPolicy, withdrawnPolicy } from '../policies/service.js';
import type { CompiledPolicies, LoadedPolicy } from './compiled-policies.js';
import { type Asking, type DecideDeps, decideAll } from './decide.js';
import type { PolicyHeads } from './policy-heads.js';
import { writeList } from './written.js';

export interface ChecksDeps extends DecideDeps {
  readonly heads: PolicyHeads;
  readonly loaded: CompiledPolicies;
  readonly randomness: Randomness;
  readonly engine: Pick<CompilerEngine, 'decide' | 'decideRefusal'>;
  /** Receives the decisions of policies with a log. */
  readonly log: Pick<DecisionLog, 'add'>;
  /** Default: none. */
  readonly metrics?: Metrics;
}

/** The asked policy, and its caller. */
export interface PolicyRequest {
  readonly policyId: string;
  readonly caller: Caller;
  readonly share: Share;
}

/** A question: may these actions happen? */
export interface CheckRequest extends PolicyRequest {
  readonly kind: TurnKind;
  readonly actions: readonly RequestedAction[];
  /** Aborted when the client has closed the connection. */
  readonly signal: AbortSignal;
}

/** One version of a policy, during one request. */
export interface OpenPolicy {
  readonly kind: 'open';
  readonly policy: LoadedPolicy;
  /** Adds an id and the deciding version to a decision, counts it, and logs it if the policy has a log. Called once for each decision. */
  readonly view: (decision: Decision, action: RequestedAction | undefined) => DecisionView;
}

/** A decision in the form of the API. */
export interface DecisionView extends Decision {
  readonly policy_id: string;
  readonly policy_version: number;
  readonly policy_hash: string;
  readonly decision_id: string;
  /** Present if key or policy are used within the grace. */
  readonly stale?: true;
  /** Seconds, rounded up, since the older one of key and policy was read. */
  readonly age_seconds?: number;
}

/**
 * Answers "may this action happen?". It never fails open. Every answer comes from a version that was read. It is
 * decided without guards only if its certificate was checked. An action is allowed only if that version allows it. A failure gives no
 * answer.
 */
export class PolicyChecks {
  readonly #deps: ChecksDeps;
  readonly #decisions;

  constructor(deps: ChecksDeps) {
    this.#deps = deps;
    this.#decisions = (deps.metrics ?? NO_METRICS).counter('policy_decisions_total');
  }

  /**
   * Returns the problem of a batch whose account has too many batches waiting for a thread; `undefined` for any other. Takes no
   * place.
   */
  refusal(share: Share): Problem | undefined {
    return this.#deps.engine.decideRefusal(share);
  }

  async check(request: CheckRequest & { readonly kind: 'single' }): Promise<DecisionView | Problem> {
    const opened = await this.open(request);
    if (opened.kind === 'problem') return opened;
    const decisions = await this.decide(opened, request.actions, request);
    if ('kind' in decisions) return decisions;
    const [decision] = decisions;
    if (decision === undefined) throw new Error('a check without a decision');
    return opened.view(decision, request.actions[0]);
  }

  /** Returns the bytes of an answer with all decisions, in the order of the actions, written in turn with other work. */
  async checkAll(request: CheckRequest & { readonly kind: 'batch' }): Promise<Uint8Array | Problem> {
    const opened = await this.open(request);
    if (opened.kind === 'problem') return opened;
    const decisions = await this.decide(opened, request.actions, request);
    if ('kind' in decisions) return decisions;
    const decided = decisions.map((decision, place) => ({ decision, action: request.actions[place] }));
    return writeList('decisions', decided, ({ decision, action }) => opened.view(decision, action), this.#deps, request);
  }

  /** Finds the current version of a policy. Returns a problem if the policy is unknown, foreign or withdrawn, or cannot be loaded. */
  async open({ policyId: text, caller, share }: PolicyRequest): Promise<OpenPolicy | Problem> {
    const { heads, loaded, randomness, log, clock } = this.#deps;
    const policyId = parseIdentifier('policy', text);
    const head = policyId === undefined ? undefined : await heads.find(policyId);
    if (policyId === undefined || head === undefined || head.accountId !== caller.accountId) return noSuchPolicy();
    if (head.withdrawn) return withdrawnPolicy();
    const policy = await loaded.find(policyId, head.version, share);
    if (policy.kind === 'problem') return policy;
    const staleness = stalenessOf(caller.staleMilliseconds, head.staleMilliseconds);
    const about = { policyId, version: policy.version, accountId: caller.accountId };
    const view = (decision: Decision, action: RequestedAction | undefined): DecisionView => {
      this.#decisions.add({ verdict: decision.verdict });
      const decisionId = makeIdentifier('decision', randomness);
      if (head.log !== undefined && action !== undefined && isSampled(decisionId, head.log.rate)) {
        const declared = policy.params.get(action.category)?.map(({ name }) => name);
        log.add(loggedDecision({ ...about, decision, decisionId, decidedAt: clock.now(), action, declared }, head.log));
      }
      return {
        ...decision,
        ...staleness,
        policy_id: policyId,
        policy_version: policy.version,
        policy_hash: policy.hash,
        decision_id: decisionId,
      };
    };
    return { kind: 'open', policy, view };
  }

  /** Decides actions in order, all by one version. */
  async decide({ policy }: OpenPolicy, actions: readonly RequestedAction[], asking: Asking): Promise<readonly Decision[] | Problem> {
    return decideAll(policy.decider, actions, this.#deps, asking);
  }
}

const SECOND = 1_000;

/** @param ages milliseconds since key or head were read, if they serve on within the grace; else `undefined` */
function stalenessOf(...ages: readonly (number | undefined)[]): Pick<DecisionView, 'stale' | 'age_seconds'> {
  const stale = ages.filter((age) => age !== undefined);
  return stale.length === 0 ? {} : { stale: true, age_seconds: Math.ceil(Math.max(...stale) / SECOND) };
}
