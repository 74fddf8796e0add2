import type { Header, Reference } from './document.js';

const TEXT = { type: 'string' } as const;
const SECONDS = { type: 'integer', minimum: 1 } as const;

const RATE_LIMIT = header('What is left of each limit, and the seconds until it is whole again.');
const RATE_LIMIT_POLICY = header('The limits that apply here.');

/** The header fields of answers that clients may rely on. One that an answer lists is there. */
export const RESPONSE_HEADERS: Readonly<Record<string, Header>> = {
  'X-Request-Id': header("The request's own id: the client's, if it sent a sane one, or a new one."),
  ETag: header('A strong entity tag of the answer, for If-None-Match and If-Match.'),
  Link: header('The first, previous, next and last page (RFC 8288).'),
  Location: header('The address of what was made, or where the outcome will be found.'),
  'Preference-Applied': header('The preference that was followed (RFC 7240).'),
  RateLimit: RATE_LIMIT,
  'RateLimit-Policy': RATE_LIMIT_POLICY,
  'Retry-After': { description: 'Seconds to wait before trying again.', required: true, schema: SECONDS },
  'WWW-Authenticate': header('How to send a key.'),
  Accept: header('The media type that is taken.'),
  Vary: header('The header fields of the request that the answer depends on.'),
};

function header(description: string): Header {
  return { description, required: true, schema: TEXT };
}

/** Header fields that an answer always has: those of the table by reference, any other as text. */
export function responseHeaders(names: readonly string[]): Readonly<Record<string, Header | Reference>> {
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.hasOwn(RESPONSE_HEADERS, name) ? { $ref: `#/components/headers/${name}` } : { required: true, schema: TEXT },
    ]),
  );
}

/** What an answer that may be given again has, where it is. */
export const REPLAYED_HEADER: Readonly<Record<string, Header>> = {
  'Idempotency-Replayed': {
    ...header('`true` where this is the answer that was given before to the same Idempotency-Key.'),
    required: false,
  },
};

/** What is metered by account has no limit to tell to callers without one. */
export const OPTIONAL_RATE_HEADERS: Readonly<Record<string, Header>> = {
  RateLimit: { ...RATE_LIMIT, required: false },
  'RateLimit-Policy': { ...RATE_LIMIT_POLICY, required: false },
};

/** Of an answer that repeats the one to an earlier request with the same Idempotency-Key. */
export const REPLAY_HEADER: Readonly<Record<string, Header>> = {
  'Idempotency-Replayed': {
    description: '`true` where this repeats an earlier answer.',
    required: false,
    schema: { type: 'string', enum: ['true'] },
  },
};
