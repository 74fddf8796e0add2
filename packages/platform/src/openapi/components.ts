import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../http/response.js';
import { PROBLEMS, type ProblemCode } from '../problems/codes.js';
import { membersOf } from '../problems/problem.js';
import { fieldWords } from './vocabulary.js';

const STANDARD = {
  detail: { type: 'string', description: 'One sentence about this occurrence.' },
  instance: { type: 'string', description: 'The path of the request.' },
  request_id: { type: 'string', description: 'The `X-Request-Id` of this answer. Quote it when you report a problem.' },
} as const;

/** The schema of every problem (RFC 9457), for clients that treat all problems in the same way. */
export const PROBLEM_SCHEMA: Schema = {
  title: 'Problem',
  description: 'A problem (RFC 9457). Some codes have further members.',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'],
  properties: {
    type: { type: 'string', description: 'The page that explains the code.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(PROBLEMS) },
    ...STANDARD,
  },
};

/** The problems of one status, distinguished by `code`. */
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

/**
 * The schema of a page, the answer of every list.
 * @param title of the component, such as `CircuitPage`
 * @param member the name of the items, such as `circuits`
 */
export function pagedSchema(title: string, member: string, items: Schema): Schema {
  return {
    title,
    type: 'object',
    additionalProperties: false,
    required: [member, 'page', 'limit', 'total', 'pages'],
    properties: {
      [member]: { type: 'array', items },
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1 },
      total: { type: 'integer', minimum: 0, description: 'Exact to 10,000.' },
      pages: { type: 'integer', minimum: 0 },
      total_capped: { const: true, description: 'Present if there are more than `total` states.' },
    },
  };
}

const PREFIX = '#/components/schemas/';

/** Collects the schemas with a title: each is one component, and every other place refers to it. */
export class Components {
  readonly #schemas = new Map<string, Schema>();
  readonly #references = new Set<string>();
  /** The component of each schema: most schemas occur in many operations, problems in all. */
  readonly #hoisted = new Map<Schema, Schema>();

  /** Returns the schema in which every titled schema, itself included, is replaced by a reference to its component. */
  hoist(schema: Schema): Schema {
    const hoisted = this.#hoisted.get(schema) ?? this.#putAside(schema);
    this.#hoisted.set(schema, hoisted);
    return hoisted;
  }

  #putAside(schema: Schema): Schema {
    const { title, $ref } = schema;
    if ($ref !== undefined) this.#references.add($ref.slice(PREFIX.length));
    const own = explained(rebuilt(schema, (member) => this.hoist(member)));
    if (title === undefined) return own;
    const known = this.#schemas.get(title);
    if (known !== undefined && !isDeepStrictEqual(known, own)) throw new Error(`two different schemas have the title ${title}`);
    this.#schemas.set(title, own);
    return { $ref: `${PREFIX}${title}` };
  }

  /** Returns all components by name. @throws if a referenced component was never described */
  all(): Readonly<Record<string, Schema>> {
    for (const name of this.#references)
      if (!this.#schemas.has(name)) throw new Error(`the schema ${name} is referenced but not described`);
    return Object.fromEntries([...this.#schemas].toSorted(([first], [second]) => (first < second ? -1 : 1)));
  }
}

/** Returns the schema with descriptions from the vocabulary for fields without one. A constant needs none. */
function explained(schema: Schema): Schema {
  const { title, properties } = schema;
  if (properties === undefined) return schema;
  const members = Object.entries(properties).map(([name, member]) => {
    if (!isSchema(member) || member.description !== undefined || member.const !== undefined) return [name, member];
    const description = fieldWords(title, name);
    return [name, description === undefined ? member : { ...member, description }];
  });
  return { ...schema, properties: Object.fromEntries(members) };
}

type Change = (schema: Schema) => Schema;

/** Returns the schema with each of its inner schemas mapped. Recursion follows our own schemas, never input of clients. */
function rebuilt(schema: Schema, change: Change): Schema {
  return Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, changed(keyword, value, change)]));
}

function changed(keyword: string, value: unknown, change: Change): unknown {
  switch (keyword) {
    case 'properties':
    case 'patternProperties':
    case '$defs':
      return isSchema(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, one(member, change)])) : value;
    case 'oneOf':
    case 'anyOf':
    case 'allOf':
    case 'prefixItems':
      return Array.isArray(value) ? value.map((member) => one(member, change)) : value;
    case 'items':
    case 'additionalProperties':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
    case 'propertyNames':
    case 'contains':
      return one(value, change);
    default:
      return value;
  }
}

function one(value: unknown, change: Change): unknown {
  return isSchema(value) ? change(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
