import type { Schema } from '../http/responses.js';
import { PROBLEMS, type ProblemCode } from '../problems/codes.js';
import { membersOf } from '../problems/members.js';

const STANDARD = {
  detail: { type: 'string', description: 'One sentence about this very case.' },
  instance: { type: 'string', description: 'The path of the request.' },
  request_id: { type: 'string', description: 'The `X-Request-Id` of this answer. Quote it when you report a problem.' },
} as const;

/** Every problem (RFC 9457), for clients that treat all alike. */
export const PROBLEM_SCHEMA: Schema = {
  title: 'Problem',
  description: 'RFC 9457. Some codes bring further members.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'Where the code is explained.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    ...STANDARD,
  },
};

/** The problems of one status: told apart by `code`. */
export function problemSchema(codes: readonly ProblemCode[]): Schema {
  const [only, ...others] = codes.map(codeSchema);
  if (only !== undefined && others.length === 0) return only;
  return {
    type: 'object',
    required: ['code'],
    properties: { code: { type: 'string', enum: [...codes], description: 'What happened, for programs.' } },
    oneOf: codes.map(codeSchema),
  };
}

function codeSchema(code: ProblemCode): Schema {
  const { title, status, remedy } = PROBLEMS[code];
  const { required, optional } = membersOf(code);
  return {
    title: `${pascalCase(code)}Problem`,
    description: `${title}. ${remedy}`,
    type: 'object',
    additionalProperties: false,
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', ...Object.keys(required)],
    properties: {
      type: { const: `/problems/${code}` },
      title: { const: title },
      status: { const: status },
      code: { const: code },
      ...STANDARD,
      ...required,
      ...optional,
    },
  };
}

function pascalCase(code: string): string {
  return code
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
