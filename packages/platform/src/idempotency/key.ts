import { createHash } from 'node:crypto';
import { invalidRequest, type Problem } from '../problems/problem.js';

/** The parsed Idempotency-Key field: the SHA-256 of the key in hexadecimal, since clients may paste secrets. */
export type KeyRead = { readonly kind: 'none' } | { readonly kind: 'key'; readonly digest: string } | Problem;

const MAX_LENGTH = 255;
const RULE = `must be 1 to ${MAX_LENGTH} characters of printable ASCII, in double quotes if it contains a comma, a quote or a backslash`;
/** A String of RFC 9651 (printable ASCII in quotes, `"` and `\` escaped), as in draft-ietf-httpapi-idempotency-key-header. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])+)"$/;
/** The key without quotes, as most clients send it. It contains no comma, since proxies join two fields with one. */
const BARE = /^[ !#-+\--[\]-~]+$/;

/** Either form, for descriptions. */
export const IDEMPOTENCY_KEY_PATTERN = `${QUOTED.source}|${BARE.source}`;

/**
 * Reads the field. `"abc"` and `abc` are one key.
 * @param values those of all Idempotency-Key fields of a request, in order
 */
export function readIdempotencyKey(values: readonly string[] | undefined): KeyRead {
  const [value, ...others] = values ?? [];
  if (value === undefined) return { kind: 'none' };
  if (others.length > 0) return refused('must be given once');
  const key = keyOf(value.trim());
  if (key === undefined || key.length > MAX_LENGTH) return refused(RULE);
  return { kind: 'key', digest: createHash('sha256').update(key, 'latin1').digest('hex') };
}

function keyOf(text: string): string | undefined {
  const quoted = QUOTED.exec(text)?.[1];
  if (quoted !== undefined) return quoted.replaceAll(/\\(["\\])/g, '$1');
  return BARE.test(text) ? text : undefined;
}

function refused(message: string): Problem {
  return invalidRequest([{ pointer: 'header/idempotency-key', message }]);
}

/** The content by which two requests to one route are equal, independent of its notation. */
export interface RequestContent {
  readonly params: Readonly<Record<string, string>>;
  /** The query's values, with defaults. */
  readonly query: unknown;
  /** The body's value, with defaults. */
  readonly body: unknown;
}

/** SHA-256 of the content in a canonical form, which does not depend on white space and the order of members. */
export function requestDigest({ params, query, body }: RequestContent): Uint8Array<ArrayBuffer> {
  const hash = createHash('sha256');
  for (const text of canonicalJson([params, query ?? null, body ?? null])) hash.update(text, 'utf8');
  return new Uint8Array(hash.digest());
}

/** A piece of the text, or a value that is still to be written. */
type Piece = string | { readonly value: unknown };

/**
 * Writes a JSON value as text, with members sorted by name and a comma after each. It is not recursive, since the value comes from
 * a client.
 */
function* canonicalJson(value: unknown): Generator<string> {
  const pending: Piece[] = [{ value }];
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    if (typeof piece === 'string') yield piece;
    else for (const part of pieces(piece.value).toReversed()) pending.push(part);
  }
}

function pieces(value: unknown): readonly Piece[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  if (Array.isArray(value)) return ['[', ...value.flatMap((element: unknown) => [{ value: element }, ',']), ']'];
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return ['{', ...members.flatMap(([name, member]) => [`${JSON.stringify(name)}:`, { value: member }, ',']), '}'];
}
