import type { HttpRequest, HttpResponse } from './request.js';
import type { RequestLog } from './request-log.js';
import { type Answer, type Stream, setFields } from './response.js';
import { unexpectedProblem } from './unexpected.js';

/** Limits for the speed at which a client reads its answer. */
export interface ReadingLimits {
  /** Maximal time in which it takes no byte. */
  readonly stallMilliseconds: number;
  /** Maximal time until it has taken the whole answer. */
  readonly longestMilliseconds: number;
}

/** Disconnects a client that takes its answer too slowly. */
export function cutSlowReader(
  { socket }: HttpRequest,
  response: HttpResponse,
  { stallMilliseconds, longestMilliseconds }: ReadingLimits,
): void {
  socket.setTimeout(stallMilliseconds);
  const cut = setTimeout(() => socket.destroy(), longestMilliseconds);
  cut.unref();
  response.on('close', () => clearTimeout(cut));
}

/**
 * Sends an answer part by part, each after the client has taken the earlier ones. An answer that cannot be finished is broken off
 * without the last chunk (RFC 9112, 7.1), so that the client does not take it for a complete one.
 * @throws an exception that occurs before the first part; the answer has not begun then
 */
export async function sendStream(
  request: HttpRequest,
  response: HttpResponse,
  { status, headers }: Answer,
  { mediaType, parts }: Stream,
  { reading, log }: { readonly reading: ReadingLimits; readonly log: RequestLog },
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const first = request.method === 'HEAD' ? undefined : await iterator.next();
  setFields(response, { ...headers, 'Content-Type': mediaType });
  response.statusCode = status;
  if (first === undefined) return void response.end();
  cutSlowReader(request, response, reading);
  let held = 0;
  try {
    for (let part = first; part.done !== true && !response.closed; part = await iterator.next()) {
      // It holds at most one part: the next one is made when the client has taken this one.
      response.locals.held?.answer(Math.max(0, part.value.length - held));
      held = Math.max(held, part.value.length);
      if (!response.write(part.value)) await taken(response);
    }
    response.end();
  } catch (error) {
    unexpectedProblem(error, response.locals.requestId, log);
    response.destroy();
  } finally {
    await iterator.return?.();
  }
}

/** Resolves when the client has taken the written part, or has left. */
async function taken(response: HttpResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end);
      response.off('close', end);
      resolve();
    };
    response.on('drain', end);
    response.on('close', end);
  });
}
