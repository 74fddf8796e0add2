import { abstract, encodeValue, OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import { boolean, call, inside, integer, type JsExpression, object, primary, string } from './expression.js';
import { isNestedOption, representationOf } from './representation.js';
import type { RuntimePiece } from './runtime/pieces.js';

type Use = (piece: RuntimePiece) => string;

/** Up to this number, bytes are listed; more are written in base64. */
const LISTED = 16;

/**
 * Returns a literal of a type as an expression, in the representation of its own value. The recursion follows the type, whose
 * nesting is limited to 128.
 */
export function literalOf(value: Value, type: Type, use: Use): JsExpression {
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const representation = representationOf(abstract.integers(value, value));
    return integer(value, representation === 'bigint' ? 'bigint' : 'number');
  }
  if (value instanceof Uint8Array) return bytes(value, use);
  if (value instanceof OptionValue) {
    return value.content === undefined ? primary('null', 'other') : some(literalOf(value.content, contentType(type), use), type, use);
  }
  if (value instanceof RecordValue) {
    return record(
      [...value.fields].map(([name, field]) => ({ name, value: literalOf(field, fieldType(type, name), use) })),
      use,
    );
  }
  return list(
    value.map((item) => literalOf(item, contentType(type), use)),
    use,
  );
}

export function bytes(value: Uint8Array, use: Use): JsExpression {
  if (value.length <= LISTED) return primary(`Uint8Array.of(${value.join(', ')})`, 'other');
  const base64 = btoaOf(value);
  return call(use('fromBase64'), [string(base64)], 'other');
}

/** Returns `some value` for an option of that type. */
export function some(value: JsExpression, type: Type, use: Use): JsExpression {
  const content = inside(value, use);
  if (isNestedOption(type)) return primary(`{ some: ${content.text} }`, 'other');
  return { text: content.text, binding: content.binding, representation: 'other' };
}

export function list(items: readonly JsExpression[], use: Use): JsExpression {
  return primary(`[${items.map((item) => inside(item, use).text).join(', ')}]`, 'other');
}

/** Returns a record with its fields in the order of their names, as in the JSON form. */
export function record(fields: readonly { readonly name: string; readonly value: JsExpression }[], use: Use): JsExpression {
  const sorted = fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return object(sorted.map(({ name, value }) => ({ name, value: inside(value, use) })));
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

function btoaOf(value: Uint8Array): string {
  const encoded = encodeValue({ kind: 'bytes', lo: 0, hi: value.length }, value);
  if (typeof encoded !== 'string') throw new Error('the JSON form of bytes is not a text');
  return encoded;
}
