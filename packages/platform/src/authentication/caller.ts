import type { AccountLimits } from '../quotas/limits.js';
import type { RateDecision } from '../quotas/rate-decision.js';

/** What a key may be allowed to do. The first key of an account has all. */
export const SCOPES = ['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys'] as const;

export type Scope = (typeof SCOPES)[number];

/** Whether `text` names a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

/** The tiers of an account: each has daily limits of its own. */
export const TIERS = ['free', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/** Who calls: what a verified key says. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly tier: Tier;
  readonly scopes: ReadonlySet<Scope>;
  /** Milliseconds since the key was verified. `undefined` unless it serves on within the grace because the store is out. */
  readonly staleMilliseconds?: number;
  /** What an operator has set for the account. Default: none, so that its tier and the settings say all. */
  readonly limits?: AccountLimits;
}

/** What the Authorization header came to. */
export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly detail: string }
  /** A good key of an account that an operator has suspended. */
  | { readonly kind: 'suspended'; readonly caller: Caller }
  /** Too many keys were refused to this address: this one was not looked up. */
  | { readonly kind: 'throttled'; readonly decision: RateDecision & { readonly kind: 'limited' } };

export interface Authenticator {
  /**
   * Reads an Authorization header.
   * @param header its value; undefined where there is none
   * @param graceMilliseconds how long ago a key may have been verified if the store is out now; 0 for none
   * @param address the client's, by which refused keys are counted
   * @throws what the store threw, where the store is out and no grace helps
   */
  authenticate(header: string | undefined, graceMilliseconds: number, address: string): Promise<Authentication>;
}
