import {
  type Clock,
  type Identifier,
  invalidRequest,
  isScope,
  type KeyScope,
  makeKey,
  type PlainKey,
  type Problem,
  problem,
  type Randomness,
  REFUSED_KEY,
  type Revocations,
  SCOPES,
  type Tier,
} from '@kirchhoff/platform';
import type { Outbox } from '../events/outbox.js';
import type { KeyRecord, KeyRepository, Maker, Revoked } from './repository.js';

/** The scopes of a key, and its expiry. */
export interface KeyRights {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
}

/** The rights that a request asks for. */
export interface KeyWish {
  readonly name?: string;
  readonly scopes?: readonly KeyScope[];
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
    return problem(
      'missing-scope',
      `This key lacks ${lacking.join(', ')}: a new key cannot have more scopes than the key that creates it.`,
    );
  const expiresAt = wish.expires_at === undefined ? maker.expiresAt : new Date(wish.expires_at);
  if (expiresAt !== null && !(expiresAt > now && expiresAt <= LATEST))
    return invalidRequest([{ pointer: '/expires_at', message: 'must be a future time before the year 10000' }]);
  if (maker.expiresAt !== null && (expiresAt === null || expiresAt > maker.expiresAt)) {
    return problem('missing-scope', `This key expires at ${maker.expiresAt.toISOString()}: a new key cannot expire later.`);
  }
  return { name: wish.name ?? UNNAMED, scopes: wish.scopes ?? maker.scopes.filter(isScope), expiresAt };
}

export interface KeysDeps {
  readonly keys: KeyRepository;
  readonly registration: Registration;
  readonly outbox: Outbox;
  readonly revocations: Revocations;
  readonly clock: Clock;
  readonly randomness: Randomness;
}

/** The settings of registration. */
export interface Registration {
  readonly isOpen: boolean;
  /** The tier of new accounts. */
  readonly tier: Tier;
}

/** A created key with its plain text, which is shown once. */
export interface IssuedKey {
  readonly kind: 'issued';
  readonly key: PlainKey;
}

export interface Registered extends IssuedKey {
  readonly tier: Tier;
}

export interface IssuedWithRecord extends IssuedKey {
  readonly record: KeyRecord;
}

/** Maximum of active keys of an account. */
export const MAX_ACTIVE_KEYS = 1_000;
/** Maximum of revoked and expired keys in the list. */
const MAX_ENDED = 100;
const FIRST_KEY = { name: 'first key', scopes: SCOPES, expiresAt: null } as const;

export class Keys {
  readonly #deps: KeysDeps;

  constructor(deps: KeysDeps) {
    this.#deps = deps;
  }

  /** Creates an account and its first key, which has all scopes. */
  async register(
    account: { readonly id: Identifier<'account'>; readonly email: string; readonly name: string },
    keyId: Identifier<'key'>,
    requestId: string,
  ): Promise<Registered | Problem> {
    const { keys, randomness, registration } = this.#deps;
    if (!registration.isOpen) return problem('registration-closed', 'Registration is closed: the operator creates accounts.');
    const key = makeKey(randomness);
    const { tier } = registration;
    const isNew = await keys.register({ ...account, tier }, { id: keyId, key }, FIRST_KEY, requestId);
    return isNew ? { kind: 'issued', key, tier } : alreadyIssued(keyId);
  }

  /** Returns the active keys of an account and the newest of the revoked or expired ones, newest first. */
  async list(accountId: string): Promise<readonly KeyRecord[]> {
    const { keys, clock } = this.#deps;
    const found = await keys.list(accountId, clock.now(), { standing: MAX_ACTIVE_KEYS, ended: MAX_ENDED });
    return found.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1));
  }

  /** Creates a key that is no stronger than the requesting key. */
  async make(keyId: Identifier<'key'>, maker: Maker, wish: KeyWish): Promise<IssuedWithRecord | Problem> {
    const { keys, clock, randomness } = this.#deps;
    const key = makeKey(randomness);
    const now = clock.now();
    const making = await keys.make({ id: keyId, key }, maker, now, MAX_ACTIVE_KEYS, (rights) => grantedRights(wish, rights, now));
    switch (making.kind) {
      case 'made':
        return { kind: 'issued', key, record: making.record };
      case 'made-before':
        return alreadyIssued(keyId);
      case 'dead':
        return problem('unauthenticated', REFUSED_KEY);
      case 'too-many':
        return problem('conflict', `This account has ${MAX_ACTIVE_KEYS} active keys: revoke one first.`);
      case 'problem':
        return making;
    }
  }

  /** Revokes a key. Resolves to true when no process accepts it any more; to false if the account has no such key. */
  async revoke(keyId: string, by: Maker, traceparent: string): Promise<boolean> {
    const revoked = await this.#deps.keys.revoke(keyId, by);
    if (revoked === undefined) return false;
    await this.#spread(revoked, traceparent);
    return true;
  }

  /** Replaces the requesting key by a new one. Resolves when no process accepts the old one any more. */
  async rotate(keyId: Identifier<'key'>, by: Maker, traceparent: string): Promise<IssuedKey | Problem> {
    const key = makeKey(this.#deps.randomness);
    const revoked = await this.#deps.keys.rotate({ id: keyId, key }, by);
    if (revoked === undefined) return problem('unauthenticated', REFUSED_KEY);
    await this.#spread(revoked, traceparent);
    return { kind: 'issued', key };
  }

  /** Announces a revocation to all processes and to the webhooks. It never fails, because the answer may carry a key. */
  async #spread({ hash, deliveries }: Revoked, traceparent: string): Promise<void> {
    const { revocations, outbox, clock } = this.#deps;
    // The sweeper finds deliveries that could not be enqueued.
    await Promise.all([revocations.announce(hash, clock.monotonic()), outbox.dispatch(deliveries, traceparent).catch(() => undefined)]);
  }
}

function alreadyIssued(keyId: string): Problem {
  return problem('secret-already-issued', 'This request has already created its key, and a key is shown only once.', {
    members: { key_id: keyId },
  });
}
