import { PROBLEMS, type Problem, type ProblemCode, type ProcessLog, problem } from '@kirchhoff/platform';
import type { SignedIn } from './access.js';

export interface CompilerCallsDeps {
  /** The address of the compiler (`COMPILER_URL`); `undefined` if the settings have none. */
  readonly address: string | undefined;
  readonly log: Pick<ProcessLog, 'warn'>;
}

/** The content of a call. */
export interface CompilerRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** The path with its query. */
  readonly path: `/v1/${string}`;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The random field of a form: the call has its effect once, however often the form is sent. */
  readonly once?: string;
  /** The entity tag of what the person has seen: a change of anything else is refused. */
  readonly ifMatch?: string;
}

/** An answer with its entity tag ('' if it has none), or the problem. */
export type Answered<Value> = { readonly kind: 'value'; readonly value: Value; readonly tag: string } | Problem;

const TIMEOUT_MILLISECONDS = 25_000;
const MAX_ANSWER_BYTES = 8 * 1_048_576;

/** Calls the compiler with the key of a session, so that it permits what it permits to the key. */
export class CompilerCalls {
  readonly #deps: CompilerCallsDeps;

  constructor(deps: CompilerCallsDeps) {
    this.#deps = deps;
  }

  /** Returns the value of the answer, or the problem: that of the compiler, or 503 if it does not answer. */
  async call<Value>({ session, request }: SignedIn, asked: CompilerRequest): Promise<Answered<Value>> {
    const { address, log } = this.#deps;
    if (address === undefined) return problem('unavailable', 'This registry does not know the compiler. Its operator sets COMPILER_URL.');
    const key = session.key();
    if (key === undefined) return problem('unauthenticated', 'This session began before an update: sign in again.');
    const { requestId, traceparent, subject, signal } = request;
    const { method = 'GET', path, body, once, ifMatch } = asked;
    try {
      const answer = await fetch(new URL(path, address), {
        method,
        // The key is sent to this address, and to no other.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MILLISECONDS)]),
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${key}`,
          traceparent,
          'X-Request-Id': requestId,
          'X-Forwarded-For': subject.address,
          ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
          ...(once === undefined ? {} : { 'Idempotency-Key': once }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await bounded(answer);
      if (text === undefined) return problem('unavailable', 'The answer of the compiler is too large for a page.');
      return answer.ok ? told(text, answer.headers.get('etag') ?? '') : refusal(text);
    } catch (error) {
      if (signal.aborted) throw error;
      log.warn({ err: error, request_id: requestId }, 'the compiler did not answer');
      return problem('unavailable', 'The compiler does not answer. Try again later.');
    }
  }
}

/** Reads an answer; `undefined` if it has too many bytes. */
async function bounded({ body }: Response): Promise<string | undefined> {
  if (body === null) return 'null';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function told<Value>(text: string, tag: string): Answered<Value> {
  const value: Value = JSON.parse(text);
  return { kind: 'value', value, tag };
}

/** Returns the problem of the compiler as ours: both services have one table of them. */
function refusal(text: string): Problem {
  const { code, detail, type: _type, title: _title, status: _status, instance: _instance, request_id: _id, ...members } = JSON.parse(text);
  if (!isCode(code)) throw new Error('the compiler refused without a problem that is known');
  return problem(code, String(detail), { members });
}

function isCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(PROBLEMS, code);
}
