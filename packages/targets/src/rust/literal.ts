import { OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import { atom, call, FALSE, integer, type RsExpression, TRUE, vec } from './expression.js';
import type { RsTypes } from './types.js';

/** Returns a literal as an owned value. The recursion follows the type, whose nesting is limited to 128. */
export function ownedLiteral(value: Value, type: Type, types: RsTypes): RsExpression {
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value);
  if (typeof value === 'string') {
    if (type.kind === 'enumeration') return variantOf(value, type, types);
    return value === '' ? call('String::new') : call('String::from', string(value));
  }
  if (value instanceof Uint8Array)
    return value.length === 0 ? call('Vec::new') : { kind: 'method', receiver: bytes(value), name: 'to_vec', args: [] };
  if (value instanceof OptionValue) {
    return value.content === undefined ? atom('None') : call('Some', ownedLiteral(value.content, contentType(type), types));
  }
  if (value instanceof RecordValue) {
    const fields = [...value.fields].map(([name, field]) => ({ name, value: ownedLiteral(field, fieldType(type, name), types) }));
    return record(fields, type, types);
  }
  return vec(value.map((each) => ownedLiteral(each, contentType(type), types)));
}

export function variantOf(tag: string, type: Type, types: RsTypes): RsExpression {
  const { name, variants } = types.enumOf(type);
  const variant = variants.get(tag);
  if (variant === undefined) throw new Error(`no tag ${tag}`);
  return atom(`${name}::${variant}`);
}

export function record(
  fields: readonly { readonly name: string; readonly value: RsExpression }[],
  type: Type,
  types: RsTypes,
): RsExpression {
  const { name, fields: names } = types.recordOf(type);
  const sorted = fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'struct', name, fields: sorted.map((field) => [names.get(field.name) ?? field.name, field.value] as const) };
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

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t', '\0': '\\0' };

/** Returns a string literal of printable ASCII only. */
export function string(value: string): RsExpression {
  const escaped = Array.from(value, (each) => SHORT_ESCAPES[each] ?? printable(each));
  return atom(`"${escaped.join('')}"`);
}

function printable(written: string): string {
  return /^[ -~]$/.test(written) ? written : `\\u{${written.codePointAt(0)?.toString(16)}}`;
}

/** Returns a character literal. */
export function character(codePoint: number): string {
  const written = String.fromCodePoint(codePoint);
  if (written === "'") return "'\\''";
  return `'${written === '"' ? written : (SHORT_ESCAPES[written] ?? printable(written))}'`;
}

/** Returns a literal of bytes, which is a reference to an array. */
export function bytes(value: Uint8Array): RsExpression {
  const escaped = Array.from(value, (byte) => {
    const written = String.fromCodePoint(byte);
    return SHORT_ESCAPES[written] ?? (/^[ -~]$/.test(written) ? written : `\\x${byte.toString(16).padStart(2, '0')}`);
  });
  return atom(`b"${escaped.join('')}"`);
}
