import type { IncomingMessage } from 'node:http';
import { type Problem, problem } from '../problems/problem.js';

export type BodyRead = { readonly kind: 'body'; readonly octets: Uint8Array } | Problem;

/**
 * Reads a JSON body's octets: size first (413, before anything is read where the length is announced), then media
 * type (415; an empty body has none to be wrong).
 * @param limit octets
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<BodyRead> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return tooLarge(limit);
  const media = mediaProblem(request);
  if (announced > 0 && media !== undefined) return media;
  const octets = await collect(request, limit);
  if (octets === undefined) return tooLarge(limit);
  if (octets.length > 0 && media !== undefined) return media;
  return { kind: 'body', octets };
}

/** All octets, or undefined once there are more than `limit`. */
async function collect(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    request.on('data', (part: Buffer) => {
      size += part.length;
      if (size > limit) resolve(undefined);
      else parts.push(part);
    });
    request.on('end', () => resolve(Buffer.concat(parts)));
    // Node tells of a client that left, and of octets that are no body, by an error before the end.
    request.on('error', (error) => reject(request.complete ? error : new ClientGone()));
    request.on('close', () => {
      if (!request.complete) reject(new ClientGone());
    });
  });
}

/** The client left, or sent what is no body, before its request was whole: nobody is there to be answered by a route. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

function mediaProblem(request: IncomingMessage): Problem | undefined {
  const coding = request.headers['content-encoding']?.toLowerCase();
  if (coding !== undefined && coding !== 'identity') return unsupported(`The content encoding ${coding.slice(0, 60)} is not taken.`);
  const media = request.headers['content-type'];
  if (media === undefined) return unsupported('A body needs Content-Type: application/json.');
  const [type = '', ...parameters] = media.split(';').map((part) => part.trim().toLowerCase());
  if (type !== 'application/json') return unsupported('Only application/json is taken.');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return unsupported('JSON is in UTF-8.');
  return undefined;
}

function unsupported(detail: string): Problem {
  return problem('unsupported-media-type', detail, { headers: { Accept: 'application/json' } });
}

function tooLarge(limit: number): Problem {
  return problem('payload-too-large', `The body is larger than ${limit} octets.`);
}
