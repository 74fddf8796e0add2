import * as fc from 'fast-check';
import type { Schema } from '../descriptions/document.js';

type Make = (schema: Keywords) => fc.Arbitrary<unknown>;
type Keywords = Readonly<Record<string, unknown>>;

/** Keywords that do not restrict values. */
const ANNOTATIONS: readonly string[] = ['title', 'description', 'default'];
/** The keywords that may occur with each type: any other keyword would restrict values without being respected. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'not'],
  integer: ['minimum', 'maximum'],
  boolean: [],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties', 'propertyNames'],
};
/** Enough to reach every branch; what lies at the limits of sizes is made apart. */
const MAX_TEXT_LENGTH = 300;
const MAX_ITEMS = 6;
const LARGEST = 1_000_000_000;

const made = new WeakMap<Schema, fc.Arbitrary<unknown>>();

/**
 * The values that a schema of a request takes.
 * @throws where the schema has a keyword that this does not know
 */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const known = made.get(schema);
  if (known !== undefined) return known;
  const arbitrary = arbitraryOf(schema);
  made.set(schema, arbitrary);
  return arbitrary;
}

function arbitraryOf(schema: Keywords): fc.Arbitrary<unknown> {
  const { type, enum: values } = schema;
  const allowed = typeof type === 'string' ? KNOWN[type] : undefined;
  if (typeof type !== 'string' || allowed === undefined) throw new Error(`no values are made of the type ${JSON.stringify(type)}`);
  for (const keyword of Object.keys(schema)) {
    if (![...ANNOTATIONS, ...allowed, 'type', 'enum'].includes(keyword)) throw new Error(`no values are made by the keyword ${keyword}`);
  }
  if (Array.isArray(values)) return fc.constantFrom(...values.map((value: unknown) => value));
  return (MAKERS[type] ?? fc.anything)(schema);
}

const MAKERS: Readonly<Record<string, Make>> = {
  string: textOf,
  integer: (schema) => fc.integer({ min: size(schema, 'minimum', -LARGEST), max: size(schema, 'maximum', LARGEST) }),
  boolean: () => fc.boolean(),
  array: (schema) => {
    const [minLength, maxLength] = [size(schema, 'minItems', 0), Math.min(size(schema, 'maxItems', MAX_ITEMS), MAX_ITEMS)];
    const items = valuesOf(asSchema(schema['items']));
    if (schema['uniqueItems'] !== true) return fc.array(items, { minLength, maxLength });
    return fc.uniqueArray(items, { minLength, maxLength, comparator: 'SameValue' });
  },
  object: (schema) => {
    const { properties, additionalProperties, propertyNames, required } = schema;
    if (properties === undefined) {
      const values = additionalProperties === undefined ? fc.jsonValue({ maxDepth: 3 }) : valuesOf(asSchema(additionalProperties));
      const names = propertyNames === undefined ? fc.string() : textOf(asSchema(propertyNames));
      return fc.dictionary(names, values, { maxKeys: MAX_ITEMS });
    }
    if (typeof additionalProperties !== 'boolean') throw new Error('no values are made of an object that is half open');
    const members = Object.entries(asSchema(properties)).map(([name, member]) => [name, valuesOf(asSchema(member))] as const);
    const described = fc.record(Object.fromEntries(members), { requiredKeys: Array.isArray(required) ? required.map(String) : [] });
    if (!additionalProperties) return described;
    const names = fc.string().filter((name) => !members.some(([known]) => known === name));
    const others = fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2, noNullPrototype: true });
    return fc.tuple(described, others).map(([own, more]) => ({ ...own, ...more }));
  },
};

function textOf(schema: Keywords): fc.Arbitrary<string> {
  const { pattern, format, not } = schema;
  const [minLength, maxLength] = [size(schema, 'minLength', 0), size(schema, 'maxLength', MAX_TEXT_LENGTH)];
  // Most of one limit, now and then: the description counts characters, not bytes.
  const full = fc.constantFrom('a', 'ß', '𝒳').map((character) => character.repeat(maxLength));
  const plain = fc
    .string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, MAX_TEXT_LENGTH) })
    .filter((text) => !text.includes('\0'));
  const text =
    written(pattern, format) ?? fc.oneof({ arbitrary: plain, weight: 9 }, { arbitrary: full, weight: maxLength > 4_000 ? 0 : 1 });
  const refused = not === undefined ? undefined : new RegExp(String(asSchema(not)['pattern']));
  return text.filter((value) => {
    const { length } = Array.from(value);
    return length <= maxLength && length >= minLength && refused?.test(value) !== true;
  });
}

/** Text with a pattern or a format; `undefined` if any text is valid. */
function written(pattern: unknown, format: unknown): fc.Arbitrary<string> | undefined {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  switch (format) {
    case undefined:
    case 'label':
      return undefined;
    case 'idn-email':
      return fc.oneof(fc.emailAddress(), fc.constantFrom('ü@exämple.de', '"a b"@example.org', '用户@例子.广告'));
    case 'name':
      return NAMES;
    case 'date-time':
      return TIMES;
    default:
      throw new Error(`no values are made of the format ${JSON.stringify(format)}`);
  }
}

/** Letters of every script; no description says more of the others. */
const NAMES = fc.stringMatching(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,60}$/u);

/** RFC 3339 with all that it allows: small letters, offsets, any number of digits, leap seconds, the year 0. */
const TIMES = fc
  .record({
    time: fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
    soon: fc.boolean(),
    digits: fc.constantFrom('', '.5', '.123456789', '.000'),
    zone: fc.constantFrom('Z', 'z', '+00:00', '-00:00', '+23:59', '-12:00'),
    between: fc.constantFrom('T', 't', ' '),
  })
  .map(({ time, soon, digits, zone, between }) => {
    const text = (soon ? new Date(Date.UTC(2030 + (time.getTime() % 5), 1, 2, 3, 4, 5)) : time).toISOString();
    return `${text.slice(0, 10)}${between}${text.slice(11, 19)}${digits}${zone}`;
  });

function size(schema: Keywords, keyword: string, otherwise: number): number {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
}

function asSchema(value: unknown): Schema {
  if (typeof value !== 'object' || value === null) throw new TypeError('a schema is an object');
  return value;
}
