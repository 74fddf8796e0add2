import { CLOSURE_REASON_TITLES } from '@kirchhoff/prover/report/certification';

/** A place in the source or in a file beside it. */
export const PLACE_PROPERTIES = {
  file: { type: 'string', description: 'The path of the file beside the source; absent in the source itself.' },
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1 },
} as const;

/** The JSON Schema of a `Diagnostic`. */
export const DIAGNOSTIC_SCHEMA = {
  title: 'Diagnostic',
  type: 'object',
  additionalProperties: false,
  required: ['severity', 'code', 'message', 'line', 'column', 'text'],
  properties: {
    severity: { type: 'string', enum: ['error', 'warning'] },
    code: { type: 'string' },
    message: { type: 'string' },
    ...PLACE_PROPERTIES,
    text: { type: 'string', description: 'What it is about, shortened to 60 characters.' },
    hint: { type: 'string' },
    action: {
      type: 'object',
      additionalProperties: false,
      required: ['category', 'params'],
      description: 'An action that shows the warning; only of warnings on policies.',
      properties: {
        category: { type: 'string', description: 'The category of the action.' },
        params: { type: 'object', description: 'The params of the action, in the JSON form of values.' },
      },
    },
  },
} as const;

/** The JSON Schema of a `ClosureError`. */
export const CLOSURE_ERROR_SCHEMA = {
  title: 'ClosureError',
  type: 'object',
  additionalProperties: false,
  required: ['type', 'domain', 'message', 'line', 'column'],
  properties: {
    type: {
      type: 'string',
      enum: ['unclosed_domain', 'unconsumed_input', 'unproduced_output', 'entropy_source', 'uncovered_match', 'empty_requires'],
    },
    reason: {
      type: 'string',
      enum: Object.keys(CLOSURE_REASON_TITLES),
      description: 'More closely what is missing. Absent from results that were stored before there were reasons.',
    },
    domain: { type: 'string', description: 'The name that the author gave.' },
    message: { type: 'string' },
    ...PLACE_PROPERTIES,
    counterexample: { type: 'object', description: 'Inputs that fail there, in the JSON form of values.' },
    component: { type: 'string', description: 'The component whose arguments the counterexample has.' },
    action: { type: 'string', description: 'The action of a policy whose params the counterexample has.' },
  },
} as const;
