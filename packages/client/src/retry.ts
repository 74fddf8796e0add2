import { NetworkError } from './errors.js';

/** Limits of repeating a request. */
export interface RetryOptions {
  /** Repeats after the first attempt. Default: 5. */
  readonly attempts?: number;
  /** Milliseconds of waiting in all. Default: 120,000. */
  readonly longestWait?: number;
}

const ATTEMPTS = 5;
const LONGEST_WAIT = 120_000;
/** The first wait without a `Retry-After`, in milliseconds; each further one is twice as long. */
const FIRST_WAIT = 500;

type Send = (request: Request) => Promise<Response>;

/**
 * Returns a `fetch` that repeats a request on 429 and 503, after as many seconds as `Retry-After` says, and on a broken connection.
 * A request that may have been carried out is repeated only if that changes nothing: GET, PUT, DELETE, or with an `Idempotency-Key`.
 * A wait ends when the signal of the request is aborted.
 *
 * @throws NetworkError if no attempt got an answer
 */
export function retrying(send: Send, { attempts = ATTEMPTS, longestWait = LONGEST_WAIT }: RetryOptions = {}): Send {
  return async (request) => {
    let waited = 0;
    for (let attempt = 0; ; attempt += 1) {
      // A body can be sent once only.
      const answer = await attemptOf(send, request.clone());
      const pause = answer.kind === 'broken' ? FIRST_WAIT * 2 ** attempt : pauseOf(answer.response, attempt);
      const isLast = attempt >= attempts || waited + pause > longestWait;
      if (answer.kind === 'broken') {
        if (isLast || !isRepeatable(request))
          throw new NetworkError(`${new URL(request.url).origin} does not answer.`, { cause: answer.error });
      } else if (isLast || !(await mayRepeat(request, answer.response))) return answer.response;
      await sleep(pause, request.signal);
      waited += pause;
    }
  };
}

type Attempt = { readonly kind: 'answered'; readonly response: Response } | { readonly kind: 'broken'; readonly error: unknown };

async function attemptOf(send: Send, request: Request): Promise<Attempt> {
  try {
    return { kind: 'answered', response: await send(request) };
  } catch (error) {
    request.signal.throwIfAborted();
    return { kind: 'broken', error };
  }
}

async function mayRepeat(request: Request, response: Response): Promise<boolean> {
  if (response.status === 429) return !(await hasCode(response, 'quota-exceeded'));
  return response.status === 503 && (isRepeatable(request) || (await hasCode(response, 'busy')));
}

/** A quota of the day is not back within any wait; `busy` was refused before anything was done. */
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

function pauseOf(response: Response, attempt: number): number {
  const seconds = Number(response.headers.get('Retry-After') ?? '');
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : FIRST_WAIT * 2 ** attempt;
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
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
