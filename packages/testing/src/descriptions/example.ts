import type { Schema } from './document.js';

/** Values by the format that a schema asks for. */
const BY_FORMAT: Readonly<Record<string, string>> = {
  'idn-email': 'someone@example.com',
  uri: 'https://example.com/',
  'date-time': '2030-01-01T00:00:00Z',
};

/**
 * A value that a schema of our own requests takes: the shortest that comes to mind.
 * @param variant another number makes another value, where the schema leaves a choice
 */
export function exampleOf(schema: Schema, variant = 0): unknown {
  const first: unknown = Array.isArray(schema.enum) ? schema.enum[0] : undefined;
  if (first !== undefined) return first;
  switch (schema.type) {
    case 'object':
      return exampleObject(schema, variant);
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => (isSchema(schema.items) ? exampleOf(schema.items, variant) : variant));
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) + variant;
    case 'boolean':
      return variant % 2 === 0;
    default:
      return exampleText(schema, variant);
  }
}

/** Returns the required members; another variant has the others too if none is required. */
function exampleObject({ properties = {}, required = [] }: Schema, variant: number): Readonly<Record<string, unknown>> {
  const wanted = required.length === 0 && variant > 0 ? Object.keys(properties) : required;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      wanted.includes(name) && isSchema(member) ? [[name, exampleOf(member, variant)]] : [],
    ),
  );
}

function exampleText({ format, minLength = 1 }: Schema, variant: number): string {
  const known = BY_FORMAT[format ?? ''];
  return known ?? String(variant).padStart(minLength, 'x');
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
