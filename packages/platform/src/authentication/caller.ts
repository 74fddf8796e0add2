import type { AccountLimits } from '../quotas/limits.js';
import type { RateDecision } from '../quotas/rate-decision.js';

/** The permissions of a key. The first key of an account has all. */
export const SCOPES = ['read', 'publish', 'certify', 'compile', 'policy:check', 'policy:write', 'keys'] as const;

export type KeyScope = (typeof SCOPES)[number];

/** Returns true if `text` names a scope. */
export function isScope(text: string): text is KeyScope {
  return SCOPES.some((scope) => scope === text);
}

/** The tiers of an account: each has daily limits of its own. */
export const TIERS = ['free', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/** The caller, as the verified key states it. */
export interface Caller {
  readonly accountId: string;
  readonly keyId: string;
  readonly tier: Tier;
  readonly scopes: ReadonlySet<KeyScope>;
  /** Milliseconds since the key was verified. `undefined`, unless the store is out and the key is accepted within the grace. */
  readonly staleMilliseconds?: number;
  /** Limits that an operator set for the account. Default: none; its tier and the settings apply. */
  readonly limits?: AccountLimits;
  /** The session of the browser that called in the place of a program with the key. Default: none. */
  readonly session?: { readonly accountName: string };
}

/** The result of reading the Authorization header. */
export type Authentication =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'caller'; readonly caller: Caller }
  | { readonly kind: 'refused'; readonly detail: string }
  /** A valid key of an account that an operator has suspended. */
  | { readonly kind: 'suspended'; readonly caller: Caller }
  /** Too many keys were refused to this address: this one was not looked up. */
  | { readonly kind: 'throttled'; readonly decision: RateDecision & { readonly kind: 'limited' } };

export interface Authenticator {
  /**
   * Reads an Authorization header.
   * @param header its value; `undefined` if it is missing
   * @param graceMilliseconds maximal age of an earlier verification that counts while the store is out; 0 for none
   * @param address address of the client, by which refused keys are counted
   * @throws the exception of the store, if it is out and no earlier verification counts
   */
  authenticate(header: string | undefined, graceMilliseconds: number, address: string): Promise<Authentication>;
}
