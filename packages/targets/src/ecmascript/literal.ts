import { abstract, encodeValue, OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import { asserted, boolean, call, inside, integer, type JsExpression, object, primary, string } from './expression.js';
import { isNestedOption, representationOf } from './representation.js';
import type { Runtime } from './runtime/runtime.js';

type Helpers = Pick<Runtime, 'use' | 'widen' | 'types'>;

/** Up to this number, bytes are listed; more are written in base64. */
const LISTED = 16;

/**
 * Returns a literal of a type as an expression, in the representation of its own value. The recursion follows the type, whose
 * nesting is limited to 128.
 */
export function literalOf(value: Value, type: Type, helpers: Helpers): JsExpression {
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const representation = representationOf(abstract.integers(value, value));
    return integer(value, representation === 'bigint' ? 'bigint' : 'number');
  }
  if (value instanceof Uint8Array) return bytes(value, helpers);
  if (value instanceof OptionValue) {
    if (value.content === undefined) return primary('null', 'other');
    return some(literalOf(value.content, contentType(type), helpers), type, helpers);
  }
  if (value instanceof RecordValue) {
    const fields = [...value.fields].map(([name, field]) => ({ name, value: literalOf(field, fieldType(type, name), helpers) }));
    return record(fields, helpers);
  }
  const items = value.map((item) => literalOf(item, contentType(type), helpers));
  return list(items, type, helpers);
}

function bytes(value: Uint8Array, helpers: Helpers): JsExpression {
  if (value.length <= LISTED) return primary(`Uint8Array.of(${value.join(', ')})`, 'other');
  const decoded = call(helpers.use('fromBase64'), [string(base64Of(value))], 'other');
  return asserted(decoded, 'Uint8Array');
}

/** Returns `some value` for an option of that type. */
export function some(value: JsExpression, type: Type, helpers: Helpers): JsExpression {
  const content = inside(value, helpers);
  if (isNestedOption(type)) return primary(`{ some: ${content.text} }`, 'other');
  return { ...content, representation: 'other' };
}

/** Returns a list. An empty one has no elements that tell their type. */
export function list(items: readonly JsExpression[], type: Type, helpers: Helpers): JsExpression {
  const text = primary(`[${items.map((item) => inside(item, helpers).text).join(', ')}]`, 'other');
  return items.length === 0 ? asserted(text, helpers.types.inner(type)) : text;
}

/** Returns a record with its fields in the order of their names, as in the JSON form. */
export function record(fields: readonly { readonly name: string; readonly value: JsExpression }[], helpers: Helpers): JsExpression {
  const sorted = fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return object(sorted.map(({ name, value }) => ({ name, value: inside(value, helpers) })));
}

function contentType(type: Type): Type {
  if (type.kind === 'option') return type.value;
  if (type.kind === 'list') return type.element;
  throw new Error(`a ${type.kind} has no content`);
}

function fieldType(type: Type, name: string): Type {
  const field = type.kind === 'record' ? type.fields.find((candidate) => candidate.name === name) : undefined;
  if (field === undefined) throw new Error(`no field ${name}`);
  return field.type;
}

function base64Of(value: Uint8Array): string {
  const encoded = encodeValue({ kind: 'bytes', lo: 0, hi: value.length }, value);
  if (typeof encoded !== 'string') throw new Error('the JSON form of bytes is not a text');
  return encoded;
}
