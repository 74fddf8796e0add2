import { OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import { boolean, integer, item, list, type PyExpression, primary, single } from './expression.js';
import type { PyTypes } from './types.js';

/** Returns a literal of a type as an expression. The recursion follows the type, whose nesting is limited to 128. */
export function literalOf(value: Value, type: Type, types: Pick<PyTypes, 'recordOf'>): PyExpression {
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return string(value);
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value);
  if (value instanceof Uint8Array) return bytes(value);
  if (value instanceof OptionValue) {
    if (value.content === undefined) return primary('None');
    return some(literalOf(value.content, contentType(type), types), type);
  }
  if (value instanceof RecordValue) {
    const fields = [...value.fields].map(([name, field]) => ({ name, value: literalOf(field, fieldType(type, name), types) }));
    return record(fields, type, types);
  }
  return list(value.map((each) => literalOf(each, contentType(type), types)));
}

/** Returns `some value` of that type: an option of options holds its content in a tuple, since `None` is `none`. */
export function some(value: PyExpression, type: Type): PyExpression {
  return isNestedOption(type) ? single(value) : value;
}

export function isNestedOption(type: Type): boolean {
  return type.kind === 'option' && type.value.kind === 'option';
}

export function record(
  fields: readonly { readonly name: string; readonly value: PyExpression }[],
  type: Type,
  types: Pick<PyTypes, 'recordOf'>,
): PyExpression {
  const { name, fields: names } = types.recordOf(type);
  const sorted = fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const written = sorted.map((field) => `${names.get(field.name)}=${item(field.value)}`);
  return primary(`${name}(${written.join(', ')})`);
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

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string literal of printable ASCII only, in the quotes that need fewer escapes. */
export function string(value: string): PyExpression {
  const quote = quoteFor(value.split('"').length, value.split("'").length);
  const escaped = Array.from(value, (character) => {
    if (character === quote) return `\\${quote}`;
    return SHORT_ESCAPES[character] ?? (/^[ -~]$/.test(character) ? character : escapeOf(character.codePointAt(0) ?? 0));
  });
  return primary(`${quote}${escaped.join('')}${quote}`);
}

function quoteFor(doubles: number, singles: number): '"' | "'" {
  return doubles <= singles ? '"' : "'";
}

function escapeOf(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

function bytes(value: Uint8Array): PyExpression {
  const text = Array.from(value, (byte) => String.fromCodePoint(byte)).join('');
  return primary(`b${string(text).text}`);
}
