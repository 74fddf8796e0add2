import type { ActionError, Decision } from '@kirchhoff/coherence';
import { type Clock, type FairTurns, invalidRequest, type Problem, problem } from '@kirchhoff/platform';
import { stopping } from '../check/decide.js';
import type { DecisionView, OpenPolicy, PolicyChecks, PolicyRequest } from '../check/service.js';
import { writeList } from '../check/written.js';
import { isLast } from '../engine/answers.js';
import type { DeclaredParams, Ending, RequestedAction } from '../engine/work.js';
import { type EvaluationsBody, lengthWrittenOut, type Malformed, readEvaluation } from './evaluation.js';
import { ActionMapper, toEvaluationError } from './params.js';
import type { SEMANTICS } from './schema.js';

export interface AccessDeps {
  readonly checks: PolicyChecks;
  readonly clock: Clock;
  readonly turns: FairTurns;
}

export interface AccessRequest extends PolicyRequest {
  /** Aborted when the client has closed the connection. */
  readonly signal: AbortSignal;
}

/** The answer to an evaluation. Only ALLOW is true. */
export interface AccessDecision {
  readonly decision: boolean;
  readonly context: DecisionContext | MalformedContext;
}

/** The decision of the policy. */
export interface DecisionContext extends Decision, Pick<DecisionView, 'policy_version' | 'policy_hash' | 'stale' | 'age_seconds'> {
  readonly id: string;
}

/** The reason why the policy did not decide. */
interface MalformedContext {
  readonly error: { readonly status: 400; readonly message: string };
  readonly errors: readonly ActionError[];
}

type Places = ReadonlyMap<string, string>;

/** An evaluation after reading and mapping to an action. */
type Asked =
  | { readonly kind: 'action'; readonly action: RequestedAction; readonly places: Places }
  /** Decided without the policy. */
  | Decided
  | Malformed;

interface Decided {
  readonly kind: 'decided';
  readonly action: RequestedAction;
  readonly decision: Decision;
  readonly places: Places;
}

type Semantic = (typeof SEMANTICS)[number];

const MAX_ERRORS = 10;
/** Checks the limits of a body: defaults count as often as they are used. */
const MAX_LENGTH = 1_048_576;

/** Answers evaluations of AuthZEN: each is mapped to an action, which the policy decides like a check. */
export class AccessEvaluations {
  readonly #deps: AccessDeps;

  constructor(deps: AccessDeps) {
    this.#deps = deps;
  }

  /** @param body if it has no evaluations, it is the single evaluation itself */
  async evaluate(request: AccessRequest, body: Omit<EvaluationsBody, 'evaluations'>): Promise<AccessDecision | Problem> {
    const read = readEvaluation(body, {});
    if (read.kind === 'malformed') return invalidRequest(read.errors);
    const { checks } = this.#deps;
    const opened = await checks.open(request);
    if (opened.kind === 'problem') return opened;
    const asked = askedOf(read, new ActionMapper(opened.policy.params));
    if (asked.kind === 'malformed') return invalidRequest(asked.errors);
    if (asked.kind === 'decided') return accessDecision(asked, opened);
    const decisions = await checks.decide(opened, [asked.action], { ...request, kind: 'single' });
    if ('kind' in decisions) return decisions;
    const [decision] = decisions;
    if (decision === undefined) throw new Error('an evaluation without a decision');
    return accessDecision({ ...asked, kind: 'decided', decision }, opened);
  }

  /**
   * Returns the bytes of an answer with the decisions, in the order of the evaluations, up to the one that ends the answer.
   * @param bytes of the body
   */
  async evaluateAll(request: AccessRequest, body: EvaluationsBody, bytes: number): Promise<Uint8Array | Problem> {
    const { checks } = this.#deps;
    const ending = endingOf(body.options?.evaluations_semantic ?? 'execute_all');
    const opened = await checks.open(request);
    if (opened.kind === 'problem') return opened;
    const asked = await this.#askedOfAll(request, body, bytes, opened.policy.params);
    if ('code' in asked) return asked;
    const reached = reachedOf(asked, ending);
    const actions = reached.flatMap((each) => (each.kind === 'action' ? [each.action] : []));
    const decisions = await checks.decide(opened, actions, { ...request, kind: 'batch', ending });
    if ('kind' in decisions) return decisions;
    const answers = answersOf(reached, decisions, ending);
    return writeList(
      'evaluations',
      answers,
      (each) => (each.kind === 'decided' ? accessDecision(each, opened) : malformed(each)),
      this.#deps,
      request,
    );
  }

  /** Reads and maps all evaluations, in turn with other work. */
  async #askedOfAll(
    { share, signal }: AccessRequest,
    body: EvaluationsBody,
    bytes: number,
    declared: DeclaredParams,
  ): Promise<readonly Asked[] | Problem> {
    const { turns, clock } = this.#deps;
    const { evaluations = [] } = body;
    const mapper = new ActionMapper(declared);
    const asked: Asked[] = [];
    let isTooLong: boolean | undefined;
    const part = (ends: number): boolean => {
      isTooLong ??= lengthWrittenOut(body, evaluations, bytes) > MAX_LENGTH;
      if (isTooLong) return true;
      for (const own of evaluations.slice(asked.length)) {
        asked.push(askedOf(readEvaluation(own, body), mapper));
        if (clock.monotonic() >= ends) break;
      }
      return asked.length === evaluations.length;
    };
    await turns.run(share, 'batch', part, signal);
    if (signal.aborted) return stopping();
    return isTooLong === true ? tooLong() : asked;
  }
}

function askedOf(read: ReturnType<typeof readEvaluation>, mapper: ActionMapper): Asked {
  if (read.kind === 'malformed') return read;
  const { action, places, errors } = mapper.map(read.evaluation);
  return errors.length === 0 ? { kind: 'action', action, places } : { kind: 'decided', decision: ambiguous(errors), action, places };
}

function ambiguous(errors: readonly ActionError[]): Decision {
  const reason = 'two members of the evaluation give one param';
  const decision: Decision = { verdict: 'DENY', rule: null, determined_by: [], reason, errors: errors.slice(0, MAX_ERRORS) };
  return errors.length <= MAX_ERRORS ? decision : { ...decision, errors_omitted: errors.length - MAX_ERRORS };
}

function endingOf(semantic: Semantic): Ending | undefined {
  switch (semantic) {
    case 'execute_all':
      return undefined;
    case 'deny_on_first_deny':
      return 'first that is no ALLOW';
    case 'permit_on_first_permit':
      return 'first ALLOW';
  }
}

/** Returns the evaluations up to the first one that ends the answer without the policy: a malformed one counts as a denial. */
function reachedOf(asked: readonly Asked[], ending: Ending | undefined): readonly Asked[] {
  const end = ending === 'first that is no ALLOW' ? asked.findIndex(({ kind }) => kind !== 'action') : -1;
  return end === -1 ? asked : asked.slice(0, end + 1);
}

/** Returns the decision of each evaluation, up to the one that ends the answer. */
function answersOf(
  reached: readonly Asked[],
  decisions: readonly Decision[],
  ending: Ending | undefined,
): readonly (Decided | Malformed)[] {
  const answers: (Decided | Malformed)[] = [];
  const left = decisions.values();
  for (const asked of reached) {
    if (asked.kind !== 'action') {
      answers.push(asked);
      continue;
    }
    const { value: decision } = left.next();
    if (decision === undefined) throw new Error('an evaluation without a decision');
    answers.push({ ...asked, kind: 'decided', decision });
    if (isLast(decision, ending)) break;
  }
  return answers;
}

/** Converts a decision to AuthZEN's form. An ALLOW has a context too, with the id by which it can be found in the log of decisions. */
function accessDecision({ decision: decided, action, places }: Decided, { view }: OpenPolicy): AccessDecision {
  const { verdict, reason, rule, determined_by, errors, errors_omitted, ...made } = view(decided, action);
  const { policy_version, policy_hash, stale, age_seconds } = made;
  const context: DecisionContext = {
    id: made.decision_id,
    verdict,
    reason,
    rule,
    determined_by,
    policy_version,
    policy_hash,
    ...(errors === undefined ? {} : { errors: errors.map((error) => toEvaluationError(error, places)) }),
    ...(errors_omitted === undefined ? {} : { errors_omitted }),
    ...(stale === undefined ? {} : { stale }),
    ...(age_seconds === undefined ? {} : { age_seconds }),
  };
  return { decision: verdict === 'ALLOW', context };
}

function malformed({ errors }: Malformed): AccessDecision {
  const listed = errors.slice(0, MAX_ERRORS);
  return { decision: false, context: { error: { status: 400, message: 'The evaluation is malformed.' }, errors: listed } };
}

function tooLong(): Problem {
  return problem('payload-too-large', 'The evaluations with their defaults are too large together: send fewer at once.');
}
