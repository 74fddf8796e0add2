import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../http/responses.js';
import { fieldWords } from './vocabulary.js';

const PREFIX = '#/components/schemas/';

/** Collects the schemas that have a title: each stands once among the components, and is referred to from everywhere else. */
export class Components {
  readonly #schemas = new Map<string, Schema>();
  readonly #references = new Set<string>();
  /** What became of a schema: most stand in many operations, problems in all. */
  readonly #hoisted = new Map<Schema, Schema>();

  /** The schema with every titled one in it, itself included, put aside and referred to. */
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
    if (known !== undefined && !isDeepStrictEqual(known, own)) throw new Error(`two schemas are titled ${title}, and they differ`);
    this.#schemas.set(title, own);
    return { $ref: `${PREFIX}${title}` };
  }

  /** All that was put aside, by name. @throws where something is referred to that nobody described */
  all(): Readonly<Record<string, Schema>> {
    for (const name of this.#references)
      if (!this.#schemas.has(name)) throw new Error(`the schema ${name} is referred to, and nobody described it`);
    return Object.fromEntries([...this.#schemas].toSorted(([first], [second]) => (first < second ? -1 : 1)));
  }
}

/** The schema with every field explained by the vocabulary that does not explain itself. A constant explains itself. */
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

/** The schema with each schema that it is made of changed. Recursion goes by our own schemas, never by what clients send. */
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
