import {
  type Caller,
  type EngineBudget,
  originOf,
  type Preconditions,
  type Problem,
  type ProblemCode,
  parseIdentifier,
  parsePreconditions,
  type RequestContext,
} from '@kirchhoff/platform';
import type { Asker } from '../engine/engine.js';
import type { PolicyWrite } from './locked-policy.js';
import { noSuchPolicy } from './service.js';

type Request<Parts extends keyof RequestContext<unknown, unknown, unknown, unknown>> = Pick<
  RequestContext<{ readonly policy_id: string }, unknown, unknown, Caller>,
  Parts
>;

/**
 * Lets a request change the policy that its path names.
 *
 * @param preconditionOf holds its preconditions against the state that it changes
 */
export async function changing<State, Changed>(
  { params, caller, requestId, header }: Request<'params' | 'caller' | 'requestId' | 'header'>,
  preconditionOf: (asked: Preconditions, policyId: string) => PolicyWrite<State>['precondition'],
  change: (write: PolicyWrite<State>) => Promise<Changed>,
): Promise<Changed | Problem> {
  const asked = parsePreconditions(header);
  if (asked.kind === 'problem') return asked;
  const policyId = parseIdentifier('policy', params.policy_id);
  if (policyId === undefined) return noSuchPolicy();
  return change({ policyId, origin: originOf(caller, requestId), precondition: preconditionOf(asked, policyId) });
}

/** The problems of a request that proves a new version of a policy. */
export const VERSION_PROBLEMS = [
  'not-found',
  'withdrawn',
  'precondition-failed',
  'storage-exceeded',
  'invalid-program',
  'policy-open',
  'cases-failed',
  'busy',
  'guard-exceeded',
] as const satisfies readonly ProblemCode[];

/** Lets a request use the engine within the budget of its account. */
export async function metered<Value>(
  { subject, bytes, signal, share }: Request<'subject' | 'bytes' | 'signal' | 'share'>,
  budget: EngineBudget,
  go: (asker: Asker) => Promise<Value>,
): Promise<Value | Problem> {
  return budget.metered({ subject, bytes, signal }, async (meter) => go({ signal, meter, share }));
}
