import type { Schema } from '../http/responses.js';
import type { ProblemCode } from './codes.js';

/** What a problem has besides the members that every problem has. */
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

// The forms of diagnostics and of closure errors are the engine's; the services that answer with them describe them.
const DIAGNOSTICS: Schema = { type: 'array', items: { $ref: '#/components/schemas/Diagnostic' } };
const CLOSURE_ERRORS: Schema = { type: 'array', items: { $ref: '#/components/schemas/ClosureError' } };
const OPEN: ProblemMembers = {
  required: { errors: CLOSURE_ERRORS },
  optional: { errors_total: { type: 'integer', description: 'How many there are, where more than are listed.' } },
};

const MEMBERS: Readonly<Partial<Record<ProblemCode, ProblemMembers>>> = {
  'invalid-request': { required: { errors: { type: 'array', items: FIELD_ERROR } }, optional: {} },
  'invalid-program': { required: { diagnostics: DIAGNOSTICS }, optional: {} },
  'circuit-open': OPEN,
  'policy-open': OPEN,
  'domain-error': {
    required: {
      port: { type: ['string', 'null'], description: 'Null where the inputs as a whole are refused.' },
      path: { type: 'string', description: 'Where in the value of the port.' },
    },
    optional: {},
  },
  'open-operation': PLACE,
  'entropy-source': PLACE,
  conflict: { required: {}, optional: { pid: { type: 'string', description: 'The circuit that is in the way.' } } },
  'secret-already-issued': { required: { key_id: { type: 'string', description: 'What the secret belongs to.' } }, optional: {} },
  'certification-failed': { required: {}, optional: { certification_id: { type: 'string' } } },
  'verification-failed': { required: {}, optional: { verification_id: { type: 'string' } } },
};

/** What problems of this code have besides the standard members. */
export function membersOf(code: ProblemCode): ProblemMembers {
  return MEMBERS[code] ?? NONE;
}
