import { TEXT_FORMS } from '@kirchhoff/kernel/types/text-forms';

/** The JSON Schema of `DomainJson`. It refers to itself by its name in OpenAPI, since domains nest. */
const NESTED = { $ref: '#/components/schemas/Domain' } as const;

const LENGTHS = { lo: { type: 'integer', minimum: 0 }, hi: { type: 'integer', minimum: 0 } } as const;
const BOUND = { type: ['integer', 'string'], pattern: '^-?[0-9]+$' } as const;
const NAME = { type: 'string', minLength: 1 } as const;

export const DOMAIN_SCHEMA = {
  title: 'Domain',
  description: 'The values that a port takes or gives. Bounds of integers beyond ±(2^53−1) are text.',
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'lo', 'hi'],
      properties: { kind: { const: 'integer' }, lo: BOUND, hi: BOUND },
    },
    { type: 'object', additionalProperties: false, required: ['kind'], properties: { kind: { const: 'boolean' } } },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'tags'],
      properties: { kind: { const: 'enumeration' }, tags: { type: 'array', items: NAME } },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'lo', 'hi'],
      properties: {
        kind: { const: 'text', description: 'Lengths are in code points.' },
        ...LENGTHS,
        of: { type: 'string', minLength: 1, description: 'The characters, as a source names them: `a-z0-9.-`. Absent where they are any.' },
        form: { type: 'string', enum: TEXT_FORMS, description: 'The closed domain. Absent of other texts.' },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'lo', 'hi'],
      properties: { kind: { const: 'bytes', description: 'Lengths are in octets.' }, ...LENGTHS },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'element', 'lo', 'hi'],
      properties: { kind: { const: 'list' }, element: NESTED, ...LENGTHS },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'fields'],
      properties: {
        kind: { const: 'record' },
        fields: {
          type: 'array',
          items: { type: 'object', additionalProperties: false, required: ['name', 'domain'], properties: { name: NAME, domain: NESTED } },
        },
      },
    },
    {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'value'],
      properties: { kind: { const: 'option' }, value: NESTED },
    },
  ],
} as const;

/** A name with its domain: a port of a circuit, a parameter of an action. */
export const PORT_SCHEMA = {
  title: 'Port',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'domain'],
  properties: { name: NAME, domain: DOMAIN_SCHEMA },
} as const;
