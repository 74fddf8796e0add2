import { OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import { call, type GoExpression, integer, isUntyped, name, typed } from './expression.js';
import type { RuntimePiece } from './runtime/pieces.js';
import type { GoTypes } from './types.js';

/** The types of the package, and the pieces of its runtime. */
export interface Vocabulary {
  readonly types: GoTypes;
  readonly use: (piece: RuntimePiece) => string;
}

/** Returns a literal of a type as an expression. The recursion follows the type, whose nesting is limited to 128. */
export function literalOf(value: Value, type: Type, words: Vocabulary): GoExpression {
  if (typeof value === 'boolean') return name(value ? 'true' : 'false');
  if (typeof value === 'string') {
    if (type.kind !== 'enumeration') return name(string(value));
    return name(words.types.enumerationOf(type).constants.get(value) ?? string(value));
  }
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value);
  if (value instanceof Uint8Array) return bytes(value);
  if (value instanceof OptionValue) {
    if (value.content === undefined) return words.types.zero(type);
    return some(literalOf(value.content, contentType(type), words), type, words);
  }
  if (value instanceof RecordValue) {
    const fields = [...value.fields].map(([field, content]) => ({ name: field, value: literalOf(content, fieldType(type, field), words) }));
    return record(fields, type, words);
  }
  return list(
    value.map((each) => literalOf(each, contentType(type), words)),
    type,
    words,
  );
}

export function list(items: readonly GoExpression[], type: Type, { types }: Vocabulary): GoExpression {
  return { kind: 'composite', type: types.text(type), elements: items.map((value) => ({ key: null, value })) };
}

/** Returns `some value` of that type. */
export function some(value: GoExpression, type: Type, { types, use }: Vocabulary): GoExpression {
  // The argument infers the type, unless it has none.
  const piece = use('Some');
  return isUntyped(value)
    ? call(piece, typed(value, types.widthInside(type)))
    : call(needsType(value) ? `${piece}[${types.text(contentType(type))}]` : piece, value);
}

/** Returns true for a value whose type Go would not infer as that of the circuit. */
function needsType(value: GoExpression): boolean {
  return value.kind === 'atom' && value.text === 'nil';
}

export function record(
  fields: readonly { readonly name: string; readonly value: GoExpression }[],
  type: Type,
  { types }: Vocabulary,
): GoExpression {
  const { name: struct, fields: names } = types.recordOf(type);
  const sorted = fields.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { kind: 'composite', type: struct, elements: sorted.map(({ name: field, value }) => ({ key: names.get(field) ?? field, value })) };
}

function contentType(type: Type): Type {
  if (type.kind === 'option') return type.value;
  if (type.kind === 'list') return type.element;
  throw new Error(`a ${type.kind} has no content`);
}

function fieldType(type: Type, field: string): Type {
  const found = type.kind === 'record' ? type.fields.find((candidate) => candidate.name === field) : undefined;
  if (found === undefined) throw new Error(`no field ${field}`);
  return found.type;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string literal of printable ASCII only. */
export function string(value: string): string {
  if (/^[ !#-[\]-~]*$/.test(value)) return `"${value}"`;
  const escaped = Array.from(
    value,
    (character) => SHORT_ESCAPES[character] ?? (/^[ -~]$/.test(character) ? character : escapeOf(character.codePointAt(0) ?? 0)),
  );
  return `"${escaped.join('')}"`;
}

/** In a string, `\x` denotes a byte, and `\u` a code point. */
function escapeOf(codePoint: number): string {
  const hex = codePoint.toString(16);
  if (codePoint < 0x80) return `\\x${hex.padStart(2, '0')}`;
  return codePoint <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

function bytes(value: Uint8Array): GoExpression {
  if (value.length === 0) return name('[]byte{}');
  const escaped = Array.from(value, (byte) => `0x${byte.toString(16).padStart(2, '0')}`);
  return name(`[]byte{${escaped.join(', ')}}`);
}
