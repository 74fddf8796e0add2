import type { Schema } from '../http/response.js';
import { PROBLEMS, type ProblemCode, type ProblemStatus } from './codes.js';

/** The members of a problem in addition to the standard ones. */
export interface ProblemMembers {
  readonly required: Readonly<Record<string, Schema>>;
  readonly optional: Readonly<Record<string, Schema>>;
}

const FIELD_ERROR: Schema = {
  title: 'FieldError',
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'message'],
  properties: {
    pointer: { type: 'string', description: 'A JSON Pointer into the body, or `query/<name>`, `header/<name>`.' },
    message: { type: 'string' },
  },
};
const POSITION: Schema = { type: 'integer', minimum: 1 };
const PLACE: ProblemMembers = {
  required: { line: POSITION, column: POSITION, domain: { type: 'string', description: 'The name that the author gave.' } },
  optional: { file: { type: 'string', description: 'The path of the file beside the source; absent in the source itself.' } },
};
const NONE: ProblemMembers = { required: {}, optional: {} };

// The engine defines the forms of diagnostics and closure errors; the services that answer with them describe them.
const DIAGNOSTICS: Schema = { type: 'array', items: { $ref: '#/components/schemas/Diagnostic' } };
const CLOSURE_ERRORS: Schema = { type: 'array', items: { $ref: '#/components/schemas/ClosureError' } };
const OPEN: ProblemMembers = {
  required: { errors: CLOSURE_ERRORS },
  optional: { errors_total: { type: 'integer', description: 'Their number, if more exist than are listed.' } },
};

const MEMBERS: Readonly<Partial<Record<ProblemCode, ProblemMembers>>> = {
  'invalid-request': { required: { errors: { type: 'array', items: FIELD_ERROR } }, optional: {} },
  'invalid-program': { required: { diagnostics: DIAGNOSTICS }, optional: {} },
  'circuit-open': { ...OPEN, optional: { ...OPEN.optional, certification_id: { type: 'string' } } },
  'policy-open': OPEN,
  'cases-failed': {
    required: { failures: { type: 'array', items: { $ref: '#/components/schemas/CaseFailure' }, description: 'The failed cases.' } },
    optional: {},
  },
  'domain-error': {
    required: {
      port: { type: ['string', 'null'], description: 'Null if the inputs are refused as a whole.' },
      path: { type: 'string', description: 'The place in the value of the port.' },
    },
    optional: {},
  },
  'open-operation': PLACE,
  'entropy-source': PLACE,
  conflict: { required: {}, optional: { pid: { type: 'string', description: 'The conflicting circuit.' } } },
  'secret-already-issued': { required: { key_id: { type: 'string', description: 'The key of the secret.' } }, optional: {} },
  'certification-failed': { required: {}, optional: { certification_id: { type: 'string' } } },
  'verification-failed': { required: {}, optional: { verification_id: { type: 'string' } } },
};

/** Returns the additional members of problems with this code. */
export function membersOf(code: ProblemCode): ProblemMembers {
  return MEMBERS[code] ?? NONE;
}

/** One bad field: a JSON Pointer into the body, or `query/<name>`, `header/<name>`, `path/<name>`. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** A refusal that is part of the contract. It is a value, which handlers return. */
export interface Problem {
  readonly kind: 'problem';
  readonly code: ProblemCode;
  readonly status: ProblemStatus;
  /** One sentence about this occurrence. */
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Members beside the standard ones, such as `errors`, `diagnostics`, `port`, `line`. */
  readonly members: Readonly<Record<string, unknown>>;
}

export interface ProblemExtras {
  readonly headers?: Readonly<Record<string, string>>;
  readonly members?: Readonly<Record<string, unknown>>;
}

/** Default time after which a client should retry, in seconds. */
const RETRY_SECONDS = 2;

/**
 * Makes a problem. It adds `Retry-After` to a 503 without one, and `WWW-Authenticate` to a 401.
 * @param detail one sentence about this case: never a stack, SQL, or a path on our machines
 */
export function problem(code: ProblemCode, detail: string, extras: ProblemExtras = {}): Problem {
  const { status } = PROBLEMS[code];
  return { kind: 'problem', code, status, detail, headers: { ...statusHeaders(status), ...extras.headers }, members: extras.members ?? {} };
}

/** A 400 that lists the bad fields. */
export function invalidRequest(errors: readonly FieldError[]): Problem {
  const detail = errors.length === 1 ? 'One field is invalid.' : `${errors.length} fields are invalid.`;
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
