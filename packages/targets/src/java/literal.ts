import { OptionValue, RecordValue, type Type, type Value } from '@kirchhoff/coherence';
import type { Constants } from './constants.js';
import { asLong, boolean, call, integer, type JavaExpression, primary } from './expression.js';
import { constantName } from './reserved.js';
import { isEnum, type JavaTypes } from './types.js';

/** The class that literals need: types, and the constants of the class. */
export interface LiteralScope {
  readonly types: Pick<JavaTypes, 'recordOf' | 'enumOf' | 'boxedTextOf'>;
  readonly constants: Pick<Constants, 'value' | 'list' | 'text'>;
}

/** Texts of more characters are constants, which are written once. */
const MAX_TEXT = 80;

/** Returns a literal of a type as an expression. The recursion follows the type, whose nesting is limited to 128. */
export function literalOf(value: Value, type: Type, scope: LiteralScope): JavaExpression {
  if (typeof value === 'boolean') return boolean(value);
  if (typeof value === 'string') return type.kind === 'enumeration' ? tag(value, type, scope.types) : text(value, scope);
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value);
  if (value instanceof Uint8Array) return bytes(value, scope);
  if (value instanceof OptionValue) {
    scope.types.boxedTextOf(type);
    if (value.content === undefined) return primary('Optional.empty()');
    return scope.constants.value(
      type,
      [asLong(literalOf(value.content, contentType(type), scope))],
      (parts) => `Optional.of(${parts.join('')})`,
    );
  }
  if (value instanceof RecordValue) return recordLiteral(value, type, scope);
  if (value.length === 0) {
    scope.types.boxedTextOf(type);
    return primary('List.of()');
  }
  const element = contentType(type);
  return scope.constants.list(
    type,
    value.map((each) => asLong(literalOf(each, element, scope))),
  );
}

/** Returns the constant of an enum, or the text of a tag. */
export function tag(value: string, type: Type, types: Pick<JavaTypes, 'enumOf'>): JavaExpression {
  if (type.kind !== 'enumeration' || !isEnum(type)) return primary(string(value));
  return primary(`${types.enumOf(type)}.${constantName(value)}`);
}

function recordLiteral(value: RecordValue, type: Type, scope: LiteralScope): JavaExpression {
  const { name, fields, isWide } = scope.types.recordOf(type);
  const parts = [...fields.keys()].map((field) => {
    const content = value.fields.get(field);
    if (content === undefined) throw new Error(`a record without its field ${field}`);
    const written = literalOf(content, fieldType(type, field), scope);
    return isWide ? asLong(written) : written;
  });
  return scope.constants.value(type, parts, (texts) => `new ${name}(${texts.join(', ')})`);
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

function text(value: string, { constants }: LiteralScope): JavaExpression {
  return value.length <= MAX_TEXT ? primary(string(value)) : constants.text(longString(value));
}

function bytes(value: Uint8Array, { constants, types }: LiteralScope): JavaExpression {
  const type: Type = { kind: 'bytes' };
  const name = types.boxedTextOf(type);
  return constants.value(type, [primary(longString(Buffer.from(value).toString('hex')))], (parts) => `${name}.ofHex(${parts.join('')})`);
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a string literal of printable ASCII only. */
export function string(value: string): string {
  let escaped = '';
  for (let i = 0; i < value.length; i += 1) {
    const unit = value.charAt(i);
    const short = SHORT_ESCAPES[unit];
    if (short !== undefined) escaped += short;
    else if (unit >= ' ' && unit <= '~') escaped += unit;
    // The compiler replaces an escape of a code point before it reads strings, so that those of ASCII would have a meaning.
    else if (unit < '\u0080') escaped += `\\${value.charCodeAt(i).toString(8).padStart(3, '0')}`;
    else escaped += `\\u${value.charCodeAt(i).toString(16).padStart(4, '0')}`;
  }
  return `"${escaped}"`;
}

/** A class file limits a text to 65,535 bytes of UTF-8, of which a unit takes at most three. */
const MAX_PIECE = 20_000;

/** Returns an expression of any text. */
export function longString(value: string): string {
  if (value.length <= MAX_PIECE) return string(value);
  const pieces: string[] = [];
  for (let i = 0; i < value.length; i += MAX_PIECE) pieces.push(string(value.slice(i, i + MAX_PIECE)));
  return call('String.join', [primary('""'), ...pieces.map((piece) => primary(piece))]).text;
}
