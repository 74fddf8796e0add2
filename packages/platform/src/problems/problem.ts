import { PROBLEMS, type ProblemCode, type ProblemStatus } from './codes.js';

/** One bad field: a JSON Pointer into the body, or `query/<name>`, `header/<name>`, `path/<name>`. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** A refusal that is part of the contract. A value: handlers return it. */
export interface Problem {
  readonly kind: 'problem';
  readonly code: ProblemCode;
  readonly status: ProblemStatus;
  /** One sentence about this very case. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Members beside the standard ones, such as `errors`, `diagnostics`, `port`, `line`. */
  readonly members: Readonly<Record<string, unknown>>;
}

export interface ProblemExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
}

/** How long a client is told to wait, in seconds, where nothing better is known. */
const RETRY_SECONDS = 2;

/**
 * Makes a problem. A 503 without `Retry-After` is given one; a 401 its `WWW-Authenticate`.
 * @param detail one sentence about this case: never a stack, SQL, or a path on our machines
 */
export function problem(code: ProblemCode, detail: string, extras: ProblemExtras = {}): Problem {
  const { status } = PROBLEMS[code];
  return { kind: 'problem', code, status, detail, headers: { ...statusHeaders(status), ...extras.headers }, members: extras.members ?? {} };
}

/** A 400 that lists the bad fields. */
export function invalidRequest(errors: readonly FieldError[]): Problem {
  const detail = errors.length === 1 ? 'One field is not as described.' : `${errors.length} fields are not as described.`;
  return problem('invalid-request', detail, { members: { errors } });
}

function statusHeaders(status: ProblemStatus): Record<string, string> {
  if (status === 401) return { 'WWW-Authenticate': 'Bearer' };
  if (status === 503) return { 'Retry-After': String(RETRY_SECONDS) };
  return {};
}

/**
 * The body of a problem (RFC 9457).
 * @param instance path of the request, without its query
 */
export function problemBody(value: Problem, instance: string, requestId: string): Readonly<Record<string, unknown>> {
  return {
    type: `/problems/${value.code}`,
    title: PROBLEMS[value.code].title,
    status: value.status,
    detail: value.detail,
    instance,
    code: value.code,
    request_id: requestId,
    ...value.members,
  };
}
