import { invalidRequest, isScope, type Problem, problem, type Scope } from '@kirchhoff/platform';

/** The scopes of a key, and its expiry. */
export interface KeyRights {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** The rights that a request asks for. */
export interface KeyWish {
  readonly name?: string;
  readonly scopes?: readonly Scope[];
  /** RFC 3339. */
  readonly expires_at?: string;
}

/** The last moment that RFC 3339 can write. With an offset a text can denote a later one, which could be stored and not shown. */
const LATEST = new Date('9999-12-31T23:59:59.999Z');
const UNNAMED = 'unnamed key';

/**
 * Returns the rights of a new key: those requested, by default those of the requesting key. A key never creates a stronger one:
 * neither with more scopes nor with a later expiry.
 */
export function grantedRights(wish: KeyWish, maker: KeyRights, now: Date): KeyRights | Problem {
  const lacking = (wish.scopes ?? []).filter((scope) => !maker.scopes.includes(scope));
  if (lacking.length > 0)
    return problem('missing-scope', `This key lacks ${lacking.join(', ')}, and makes no key that has more than itself.`);
  const expiresAt = wish.expires_at === undefined ? maker.expiresAt : new Date(wish.expires_at);
  if (expiresAt !== null && !(expiresAt > now && expiresAt <= LATEST))
    return invalidRequest([{ pointer: '/expires_at', message: 'must be a time to come, before the year 10000' }]);
  if (maker.expiresAt !== null && (expiresAt === null || expiresAt > maker.expiresAt)) {
    return problem('missing-scope', `This key expires at ${maker.expiresAt.toISOString()}, and makes no key that outlasts it.`);
  }
  return { name: wish.name ?? UNNAMED, scopes: wish.scopes ?? maker.scopes.filter(isScope), expiresAt };
}
