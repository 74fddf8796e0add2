import type { Caller, Clock, PlainKey, Randomness } from '@kirchhoff/platform';
import type { SessionRepository } from './repository.js';
import { openKey, sealKey } from './sealed-key.js';
import { makeSessionToken, readSessionToken, type SessionToken, sessionCookie, sessionHash } from './token.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** Milliseconds after its last use at which a session ends. */
export const IDLE_MILLISECONDS = 12 * HOUR;
/** Milliseconds after its beginning at which a session ends. */
export const SESSION_MILLISECONDS = 7 * 24 * HOUR;
/** Maximum of sessions of one key: a further one ends the least recently used. */
export const MAX_SESSIONS = 20;
/** Milliseconds between two records of its use. */
const NOTED_MILLISECONDS = 60 * SECOND;

/** A person who has signed in, with the rights of the key. */
export interface Session {
  readonly token: SessionToken;
  readonly caller: Caller;
  readonly accountName: string;
  readonly keyName: string;
  /** Opens the key of the session, only to call the other service with it; `undefined` if an earlier build began the session. */
  readonly key: () => PlainKey | undefined;
}

/** A new session, and the field that gives it to the browser. */
export interface BegunSession {
  readonly token: SessionToken;
  /** The value of Set-Cookie. */
  readonly cookie: string;
}

export interface SessionsDeps {
  readonly sessions: SessionRepository;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Randomness;
}

/** Sessions of browsers. Only pages use them: the API takes keys, and never reads a cookie. */
export class Sessions {
  readonly #deps: SessionsDeps;

  constructor(deps: SessionsDeps) {
    this.#deps = deps;
  }

  /** Begins a session for a verified key; `undefined` if the key was revoked meanwhile. It always has a new identifier. */
  async begin(keyId: string, key: PlainKey): Promise<BegunSession | undefined> {
    const { sessions, clock, randomness } = this.#deps;
    const token = makeSessionToken(randomness);
    const now = clock.now();
    const [expiresAt, endsAt] = [after(now, IDLE_MILLISECONDS), after(now, SESSION_MILLISECONDS)];
    const sealedKey = sealKey(key, token, randomness);
    const begun = await sessions.begin({ hash: sessionHash(token), keyId, sealedKey, now, expiresAt, endsAt }, MAX_SESSIONS);
    return begun ? { token, cookie: sessionCookie(token, SESSION_MILLISECONDS / SECOND) } : undefined;
  }

  /**
   * Returns the session of a Cookie field. Each call reads the key's state from Postgres, so that a revocation holds at once.
   *
   * @throws if Postgres is out
   */
  async find(cookies: string | undefined): Promise<Session | undefined> {
    const token = readSessionToken(cookies);
    return token === undefined ? undefined : this.of(token);
  }

  /** Returns the session of an identifier, as `find`. */
  async of(token: SessionToken): Promise<Session | undefined> {
    const { sessions, clock } = this.#deps;
    const now = clock.now();
    const hash = sessionHash(token);
    const found = await sessions.find(hash, now);
    if (found === undefined) return undefined;
    const { caller, accountName, keyName, lastUsedAt, sealedKey } = found;
    if (now.getTime() - lastUsedAt.getTime() >= NOTED_MILLISECONDS) await sessions.touch(hash, now, after(now, IDLE_MILLISECONDS));
    return { token, caller, accountName, keyName, key: () => (sealedKey === null ? undefined : openKey(sealedKey, token)) };
  }

  /** Ends the session of a Cookie field, if it has one. */
  async end(cookies: string | undefined): Promise<void> {
    const token = readSessionToken(cookies);
    if (token !== undefined) await this.#deps.sessions.end(sessionHash(token));
  }
}

function after(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}
