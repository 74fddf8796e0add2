import { type Domain, OptionValue, RecordValue, type Type, typeOf, type Value } from '@kirchhoff/coherence';
import { typeInside, widthOfPort } from '../plan/widths.js';
import { type CExpression, integer, primary, stored } from './expression.js';
import type { Runtime } from './runtime/runtime.js';
import type { CTypes } from './types.js';

/** The helpers and the types of the file. */
export interface Shared {
  readonly runtime: Runtime;
  readonly types: CTypes;
}

/** Returns a literal of a type as an expression. The recursion follows the type, whose nesting is limited to 128. */
export function literalOf(shared: Shared, value: Value, type: Type): CExpression {
  const initializer = initializerOf(shared, value, type);
  if (typeof initializer !== 'string') return initializer;
  return primary(`(${shared.types.nameOf(type)})${initializer}`);
}

/** Returns a value as it initializes the member of a port. It is constant. */
export function initializingPort(shared: Shared, value: Value, domain: Domain): string {
  const initializer = initializerOf(shared, value, typeOf(domain));
  if (typeof initializer === 'string') return initializer;
  return (widthOfPort(domain) === 32 ? stored(initializer) : initializer).text;
}

/** Returns a value as it initializes a part of a list, an option, or a record, of which `field` is the name of the field. */
function initializingPart(shared: Shared, value: Value, whole: Type, field: string | null = null): string {
  const initializer = initializerOf(shared, value, typeInside(whole, field));
  return typeof initializer === 'string' ? initializer : shared.types.storedIn(whole, field, initializer).text;
}

/** Returns the initializer of a compound value, or the expression of another one. */
function initializerOf(shared: Shared, value: Value, type: Type): string | CExpression {
  const { types } = shared;
  if (typeof value === 'boolean') return primary(String(value));
  if (typeof value === 'number' || typeof value === 'bigint') return integer(value);
  if (typeof value === 'string') return type.kind === 'enumeration' ? primary(types.tagOf(type, value)) : text(shared, value);
  if (value instanceof Uint8Array) return bytes(shared, value);
  if (value instanceof OptionValue) {
    if (value.content === undefined) return '{.is_some = false}';
    return `{.is_some = true, .value = ${initializingPart(shared, value.content, type)}}`;
  }
  if (value instanceof RecordValue) {
    const { fields } = types.recordOf(type);
    const members = [...fields].map(([name, member]) => {
      const content = value.fields.get(name);
      if (content === undefined) throw new Error(`a record without its field ${name}`);
      return `.${member} = ${initializingPart(shared, content, type, name)}`;
    });
    return `{${members.join(', ')}}`;
  }
  if (value.length === 0) return '{.items = NULL, .count = 0}';
  const items = value.map((each) => initializingPart(shared, each, type));
  const table = shared.runtime.table(types.nameOfPart(type), rows(items));
  return `{.items = ${table}, .count = ${items.length}}`;
}

/** Returns the content of a table, with short elements side by side. */
export function rows(items: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const each of items) {
    if (line !== '' && line.length + each.length > 72) {
      lines.push(line);
      line = '';
    }
    line += `${line === '' ? '' : ' '}${each},`;
  }
  if (lines.length === 0 && line.length < 60) return `{${line.slice(0, -1)}}`;
  // The formatter joins compound elements in one line, unless a comma ends the list.
  if (items.some((each) => each.startsWith('{'))) return `{\n${items.map((each) => `    ${each},\n`).join('')}}`;
  return `{\n${[...lines, line.slice(0, -1)].map((each) => `    ${each}`).join('\n')}}`;
}

/** C11 compilers need not take longer string literals (5.2.4.1). */
const MAX_STRING = 4_095;
/** The length of the parts of a longer text. */
const PART = 2_048;

function text(shared: Shared, value: string): string {
  const data = new TextEncoder().encode(value);
  if (data.length <= MAX_STRING) return `{.data = ${quoted(data)}, .size = ${data.length}}`;
  // Adjacent arrays of characters have no room between them.
  const parts = Array.from({ length: Math.ceil(data.length / PART) }, (_, index) => data.subarray(index * PART, (index + 1) * PART));
  const name = shared.runtime.constant((own) => {
    const members = parts.map((part, index) => `  char part_${index + 1}[${part.length}];\n`);
    return `static const struct {\n${members.join('')}} ${own} = {\n${parts.map((part) => `    ${quoted(part)},\n`).join('')}};`;
  });
  return `{.data = (const char *)&${name}, .size = ${data.length}}`;
}

/** Returns a string literal of printable ASCII only. Octal escapes end after three digits, and no trigraph remains. */
export function quoted(data: Uint8Array): string {
  const escaped: string[] = [];
  for (const [index, byte] of data.entries()) {
    if (byte === 0x22 || byte === 0x5c) escaped.push(`\\${String.fromCharCode(byte)}`);
    else if (byte === 0x3f && data[index - 1] === 0x3f) escaped.push('\\?');
    else if (byte === 0x0a) escaped.push('\\n');
    else if (byte >= 0x20 && byte <= 0x7e) escaped.push(String.fromCharCode(byte));
    else escaped.push(`\\${byte.toString(8).padStart(3, '0')}`);
  }
  return `"${escaped.join('')}"`;
}

/** Returns a string literal for a message or a name. */
export function string(value: string): string {
  return quoted(new TextEncoder().encode(value).subarray(0, MAX_STRING));
}

function bytes({ runtime }: Shared, value: Uint8Array): string {
  if (value.length === 0) return '{.data = NULL, .size = 0}';
  const table = runtime.table('uint8_t', rows(Array.from(value, (byte) => `0x${byte.toString(16).padStart(2, '0')}`)));
  return `{.data = ${table}, .size = ${value.length}}`;
}
