/** An action to be decided. */
export interface Action {
  readonly category: string;
  /** By parameter of the action, in the JSON form of values, as parsed. */
  readonly params: unknown;
}

/** The answer to "may this action happen?". */
export interface Decision {
  readonly verdict: 'ALLOW' | 'REVIEW' | 'DENY';
  /** The first rule of the winning kind in source order; `null` if the default or an error decides. */
  readonly rule: string | null;
  /** All rules of the winning kind that apply, in source order. */
  readonly determined_by: readonly string[];
  /** One sentence for people; `policy-too-old` or `policy-withdrawn` if no policy decides. */
  readonly reason: string;
  /** The first 10 faults of the action; absent if it is an action of the policy. */
  readonly errors?: readonly ActionError[];
  /** The number of further faults; absent if all are listed. */
  readonly errors_omitted?: number;
}

export interface ActionError {
  /** A JSON Pointer (RFC 6901) into the action `{ category, params }`. */
  readonly pointer: string;
  readonly message: string;
}

/** A version of a policy as a function. */
export interface PolicyModule {
  readonly decide: (category: string, params: unknown) => Decision;
  readonly version: number;
  readonly hash: string;
}

/**
 * Imports the module of a policy.
 *
 * @throws if the text is no module, the module is not of this policy, or it does not deny an action that exists in no policy
 */
export async function importModule(text: string, policyId: string): Promise<PolicyModule> {
  const imported: Record<string, unknown> = await import(`data:text/javascript;charset=utf-8,${encodeURIComponent(text)}`);
  const { decide, policy } = imported;
  if (!isDecide(decide) || !isObject(policy)) throw new TypeError('the module has no function `decide` or no constant `policy`');
  const { policy_id: found, version, hash } = policy;
  if (found !== policyId) throw new TypeError('the module is of another policy');
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1 || typeof hash !== 'string') {
    throw new TypeError('the module does not say which version it is');
  }
  const decision: unknown = decide('', undefined);
  if (!isObject(decision) || decision['verdict'] !== 'DENY') throw new TypeError('the module does not deny an unknown action');
  return { decide, version, hash };
}

function isDecide(value: unknown): value is PolicyModule['decide'] {
  return typeof value === 'function';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
