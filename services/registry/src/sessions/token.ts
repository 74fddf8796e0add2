import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Randomness } from '@kirchhoff/platform';

declare const sessionToken: unique symbol;
/** The identifier of a session, as the browser's cookie holds it: secret, never stored or logged. */
export type SessionToken = string & { readonly [sessionToken]: true };

/** A browser accepts a cookie of this prefix only with `Secure` and `Path=/`, and from this host alone. */
export const SESSION_COOKIE = '__Host-session';

const TOKEN_BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Makes the identifier of a new session: 256 random bits. */
export function makeSessionToken(randomness: Randomness): SessionToken {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made in the right form just now
  return Buffer.from(randomness.bytes(TOKEN_BYTES)).toString('base64url') as SessionToken;
}

/**
 * Returns the session of a Cookie field; `undefined` without one. A browser holds one cookie of our name, so two of them are a
 * fixation by another host or a fault, and neither counts.
 *
 * @param field the value of the field; the server bounds its length
 */
export function readSessionToken(field: string | undefined): SessionToken | undefined {
  if (field === undefined) return undefined;
  const prefix = `${SESSION_COOKIE}=`;
  const values = field.split(';').flatMap((pair) => {
    const text = pair.trim();
    return text.startsWith(prefix) ? [text.slice(prefix.length)] : [];
  });
  const [value = ''] = values;
  return values.length === 1 && isToken(value) ? value : undefined;
}

function isToken(text: string): text is SessionToken {
  return FORM.test(text);
}

/** Returns the digest by which the database knows a session. It needs no salt, since 256 random bits cannot be guessed. */
export function sessionHash(token: SessionToken): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(token, 'ascii').digest());
}

/** Returns the Set-Cookie field of a new session. */
export function sessionCookie(token: SessionToken, maxAgeSeconds: number): string {
  return `${SESSION_COOKIE}=${token}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}`;
}

/** The Set-Cookie field that removes the cookie. */
export const ENDED_COOKIE = `${SESSION_COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/**
 * Returns the token that each form of a session's pages has. It is made from the session's secret, which another site does not know,
 * and does not reveal it.
 */
export function formToken(token: SessionToken): string {
  return createHmac('sha256', token).update('form').digest('base64url');
}

/** Compares a form's token with that of the session, in a time that does not depend on where they differ. */
export function isFormToken(given: string, token: SessionToken): boolean {
  const [one, other] = [Buffer.from(given, 'utf8'), Buffer.from(formToken(token), 'utf8')];
  return one.length === other.length && timingSafeEqual(one, other);
}
