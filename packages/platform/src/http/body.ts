import type { IncomingMessage } from 'node:http';
import { type Problem, problem } from '../problems/problem.js';
import type { ExhaustedLimit, HeldBytes } from './bytes-in-flight.js';

export type BodyRead = { readonly kind: 'body'; readonly bytes: Uint8Array; readonly mediaType: BodyType } | Problem;

/** The media types of bodies: JSON on every route of the API, on some also the plain source of a program, and forms on pages. */
export const JSON_BODY = 'application/json';
export const SOURCE_BODY = 'text/x-kirchhoff';
export const FORM_BODY = 'application/x-www-form-urlencoded';
export type BodyType = typeof JSON_BODY | typeof SOURCE_BODY | typeof FORM_BODY;

/**
 * Reads the bytes of a body: first it checks the size (413, before reading if the length is announced), then the media type (415;
 * an empty body needs no type).
 * @param limit bytes
 * @param accepted the media types that the route takes
 * @param held counts the received bytes: 429 or 503 if the account, or all accounts together, hold the maximum
 */
export async function readBody(request: IncomingMessage, limit: number, accepted: readonly BodyType[], held: HeldBytes): Promise<BodyRead> {
  const announced = announcedBytes(request);
  const isTooLarge = announced !== undefined && announced > limit;
  const before = held.body(isTooLarge ? 0 : announced);
  if (before !== undefined) return tooMuchInFlight(before, announced);
  if (isTooLarge) return tooLarge(limit);
  const media = mediaTypeOf(request, accepted);
  if (announced !== undefined && announced > 0 && typeof media !== 'string') return media;
  const bytes = await collect(request, limit, announced === undefined ? held : undefined);
  if (bytes === 'too-large') return tooLarge(limit);
  if (typeof bytes === 'string') return tooMuchInFlight(bytes, announced);
  if (typeof media === 'string') return { kind: 'body', bytes, mediaType: media };
  return bytes.length > 0 ? media : { kind: 'body', bytes, mediaType: accepted[0] ?? JSON_BODY };
}

/** Returns the announced length of the body in bytes; `undefined` if it is not known before its end (RFC 9112, 6.3). */
function announcedBytes({ headers }: IncomingMessage): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;
}

/**
 * Reads all bytes, or returns the reason why reading stopped.
 * @param held `undefined` for a body that is held from its start
 */
async function collect(
  request: IncomingMessage,
  limit: number,
  held: HeldBytes | undefined,
): Promise<Uint8Array | 'too-large' | ExhaustedLimit> {
  return new Promise((resolve, reject) => {
    let parts: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    const refuse = (reason: 'too-large' | ExhaustedLimit): void => {
      isRefused = true;
      parts = [];
      resolve(reason);
    };
    request.on('data', (part: Buffer) => {
      if (isRefused) return;
      size += part.length;
      if (size > limit) return refuse('too-large');
      const refused = held?.take(part.length);
      if (refused === undefined) parts.push(part);
      else refuse(refused);
    });
    request.on('end', () => resolve(Buffer.concat(parts)));
    // Node reports a client that left, and bytes that are no valid body, by an error before the end.
    request.on('error', (error) => reject(request.complete ? error : new ClientGone()));
    request.on('close', () => {
      if (!request.complete) reject(new ClientGone());
    });
  });
}

/** The client has left, or has not sent a complete body, so it cannot be answered. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Returns the media type of a body, or the 415 of one that the route does not take. */
function mediaTypeOf(request: IncomingMessage, accepted: readonly BodyType[]): BodyType | Problem {
  const unsupported = (detail: string): Problem => problem('unsupported-media-type', detail, { headers: { Accept: accepted.join(', ') } });
  const coding = request.headers['content-encoding']?.toLowerCase();
  if (coding !== undefined && coding !== 'identity') return unsupported(`The content encoding ${coding.slice(0, 60)} is not supported.`);
  const media = request.headers['content-type'];
  if (media === undefined) return unsupported(`A body needs Content-Type: ${accepted.join(' or ')}.`);
  const [type = '', ...parameters] = media.split(';').map((part) => part.trim().toLowerCase());
  const found = accepted.find((each) => each === type);
  if (found === undefined) return unsupported(`Only ${accepted.join(' and ')} ${accepted.length === 1 ? 'is' : 'are'} supported.`);
  const charsets = parameters.filter((parameter) => parameter.startsWith('charset='));
  if (charsets.length > 1) return unsupported('Content-Type must name at most one charset.');
  if (charsets.some((charset) => !/^charset="?utf-?8"?$/.test(charset))) return unsupported('A body must be in UTF-8.');
  return found;
}

function tooLarge(limit: number): Problem {
  return problem('payload-too-large', `The body is larger than ${limit} bytes.`);
}

const RETRY_SECONDS = 1;

/** Maximal bytes of a refused body that are read and discarded, so that the connection can be used again; a larger body ends it. */
const MAX_READ_OVER = 65_536;

/** The problem of a request whose body is not read. A large body ends the connection, since it would have to be read to the end first. */
export function refusedUnread(refusal: Problem, request: IncomingMessage): Problem {
  return { ...refusal, headers: { ...refusal.headers, ...endingConnection(announcedBytes(request)) } };
}

function endingConnection(announced = Number.POSITIVE_INFINITY): Readonly<Record<string, string>> {
  return announced > MAX_READ_OVER ? { Connection: 'close' } : {};
}

function tooMuchInFlight(whose: ExhaustedLimit, announced: number | undefined): Problem {
  const headers = { 'Retry-After': String(RETRY_SECONDS), ...endingConnection(announced) };
  switch (whose) {
    case 'bodies':
      return problem('rate-limited', 'This account has the maximal number of open requests with a large body: wait for their answers.', {
        headers,
      });
    case 'account':
      return problem('rate-limited', 'The open requests of this account hold the maximal number of bytes: wait for their answers.', {
        headers,
      });
    case 'process':
      return problem('busy', 'The open requests of all accounts hold the maximal number of bytes. Try again later.', { headers });
  }
}
