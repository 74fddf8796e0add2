import { NetworkError } from './errors.js';

/** Limits of repeating a request. */
export interface RetryOptions {
  /** Repeats after the first attempt. Default: 5. */
  readonly attempts?: number;
  /** No attempt begins later than this after the first one, in milliseconds. Default: 120,000. */
  readonly longestWait?: number;
  /** Milliseconds for one attempt, from the request to the end of the answer. Default: 300,000. */
  readonly answerWithin?: number;
}

const ATTEMPTS = 5;
const MAX_WAIT = 120_000;
const ANSWER_WITHIN = 300_000;
/** Bytes of an answer: far more than the services send. */
const MAX_ANSWER = 128 * 1_048_576;
/** The first wait in milliseconds if there is no `Retry-After`; each further wait is twice as long. */
const FIRST_WAIT = 500;

type Send = (request: Request) => Promise<Response>;

/**
 * Returns a `fetch` that repeats a request. It repeats after 429 and 503, when the seconds of `Retry-After` are over, and when a
 * connection breaks before the answer is complete. A request that may have had an effect is repeated only if it is idempotent: GET,
 * PUT, DELETE, or with an `Idempotency-Key`. A wait ends when the signal of the request is aborted. Answers are read to their end.
 *
 * @throws NetworkError if no attempt got a whole answer
 */
export function retrying(
  send: Send,
  { attempts = ATTEMPTS, longestWait = MAX_WAIT, answerWithin = ANSWER_WITHIN }: RetryOptions = {},
): Send {
  return async (request) => {
    const started = performance.now();
    for (let attempt = 0; ; attempt += 1) {
      // A stream as body can be sent only once.
      const answer = await attemptOf(send, request.clone(), answerWithin);
      const pause = answer.kind === 'broken' ? FIRST_WAIT * 2 ** attempt : pauseOf(answer.response, attempt);
      const isLast = attempt >= attempts || performance.now() - started + pause > longestWait;
      if (answer.kind === 'broken') {
        if (isLast || !isRepeatable(request))
          throw new NetworkError(`${new URL(request.url).origin} ${answer.trouble}.`, { cause: answer.error });
      } else if (isLast || !(await mayRepeat(request, answer.response))) return answer.response;
      await sleep(pause, request.signal);
    }
  };
}

type Attempt =
  | { readonly kind: 'answered'; readonly response: Response }
  /** `trouble` continues a sentence that begins with the address. */
  | { readonly kind: 'broken'; readonly trouble: string; readonly error: unknown };

async function attemptOf(send: Send, request: Request, answerWithin: number): Promise<Attempt> {
  const stop = new AbortController();
  const end = (): void => stop.abort(request.signal.reason);
  request.signal.throwIfAborted();
  request.signal.addEventListener('abort', end, { once: true });
  const timer = setTimeout(end, answerWithin);
  let trouble = 'does not answer';
  try {
    const response = await send(new Request(request, { signal: stop.signal }));
    trouble = 'does not end its answer';
    return { kind: 'answered', response: await readWhole(response, stop) };
  } catch (error) {
    request.signal.throwIfAborted();
    return { kind: 'broken', trouble, error };
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', end);
  }
}

/** Reads the body of an answer, so that a connection that breaks during it fails the attempt. */
async function readWhole(response: Response, stop: AbortController): Promise<Response> {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
    parts.push(read.value);
    if (length <= MAX_ANSWER) continue;
    stop.abort();
    throw new RangeError(`The answer has more than ${MAX_ANSWER} bytes.`);
  }
  return new Response(new Blob(parts), { status, statusText, headers });
}

async function mayRepeat(request: Request, response: Response): Promise<boolean> {
  if (response.status === 429) return !(await hasCode(response, 'quota-exceeded'));
  return response.status === 503 && (isRepeatable(request) || (await hasCode(response, 'busy')));
}

/** No wait brings back a daily quota; a request that got `busy` has had no effect. */
async function hasCode(response: Response, code: string): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return typeof body === 'object' && body !== null && 'code' in body && body.code === code;
}

function isRepeatable({ method, headers }: Request): boolean {
  return method !== 'POST' || headers.has('Idempotency-Key');
}

/** `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function pauseOf(response: Response, attempt: number): number {
  const after = response.headers.get('Retry-After') ?? '';
  const seconds = Number(after);
  const pause = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(after) - Date.now();
  return pause > 0 ? pause : FIRST_WAIT * 2 ** attempt;
}

/** Waits, and rejects as soon as the signal is aborted. */
export async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason instanceof Error ? signal.reason : new Error('the request was aborted'));
    };
    signal.addEventListener('abort', stop, { once: true });
  });
}
