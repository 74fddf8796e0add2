import { DOMAIN_NESTING } from '../limits.js';
import type { Domain, DomainField, TextDomain } from '../types/domain.js';
import { type Int, normalize } from '../types/integer.js';
import { spellCharacters, type TextForm } from '../types/text-forms.js';
import { decodeBase64, encodeBase64 } from './base64.js';
import { isTag } from './tags.js';
import { codePointLength, isWellFormed } from './text.js';
import { firstOther, isOfForm } from './text-forms.js';
import { NONE, OptionValue, RecordValue, type Value } from './value.js';

/**
 * A JSON number that is not a plainly written safe integer: `1.0`, `1e3`, `-0`, `9007199254740993`. It keeps its spelling, since
 * the JSON form of values (docs/language.md) distinguishes these from `1`.
 */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** Deep enough for a value of the deepest domain inside any envelope of the API. */
export const JSON_NESTING = DOMAIN_NESTING + 8;

export type Decoded =
  | { readonly ok: true; readonly value: Value }
  /** `path` leads from the value to the part that is wrong: `''`, `.field`, `[3].field`. */
  | { readonly ok: false; readonly path: string; readonly message: string };

/**
 * Decodes the value of a JSON form, if it lies in the domain (docs/language/json-form.md). `json` comes from the strict parser of
 * the language, with a {@link JsonNumber} for every number that is not a plain safe integer. A result of `JSON.parse` is checked
 * too, but the spelling of numbers and repeated members are lost there. Recursion follows the domain, which nests to 64.
 */
export function decodeValue(domain: Domain, json: unknown): Decoded {
  switch (domain.kind) {
    case 'integer':
      return decodeInteger(domain.lo, domain.hi, json);
    case 'boolean':
      return typeof json === 'boolean' ? { ok: true, value: json } : refuse(`expected true or false, found ${describe(json)}`);
    case 'enumeration':
      return typeof json === 'string' && isTag(domain.tags, json)
        ? { ok: true, value: json }
        : refuse(`expected one of ${listTags(domain.tags)}, found ${describe(json)}`);
    case 'text':
      return decodeText(domain, json);
    case 'bytes':
      return decodeBytes(domain.lo, domain.hi, json);
    case 'list':
      return decodeList(domain, json);
    case 'record':
      return decodeRecord(domain.fields, json);
    case 'option':
      return decodeOption(domain.value, json);
  }
}

/** The JSON form of a value of the domain: numbers, strings, booleans, null, arrays and objects without prototype. */
export function encodeValue(domain: Domain, value: Value): unknown {
  switch (domain.kind) {
    case 'integer':
      if (typeof value === 'number' || typeof value === 'bigint') return isSafe(domain.lo, domain.hi) ? value : value.toString();
      break;
    case 'boolean':
    case 'enumeration':
    case 'text':
      return value;
    case 'bytes':
      if (value instanceof Uint8Array) return encodeBase64(value);
      break;
    case 'list':
      if (Array.isArray(value)) return value.map((item: Value) => encodeValue(domain.element, item));
      break;
    case 'record':
      if (value instanceof RecordValue) return encodeRecord(domain.fields, value);
      break;
    case 'option':
      if (value instanceof OptionValue) return encodeOption(domain.value, value);
      break;
  }
  throw new TypeError(`expected a value of type ${domain.kind}`);
}

/** Returns true if lo and hi are safe integers, so that each integer between them is always a JSON number. */
export function isSafe(lo: Int, hi: Int): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

const DECIMAL = /^(?:0|-?[1-9][0-9]*)$/;
/** The digits of a 64-bit integer and its sign; longer numbers are outside every domain and are not converted. */
const DECIMAL_LENGTH = 20;

function decodeInteger(lo: Int, hi: Int, json: unknown): Decoded {
  const safe = isSafe(lo, hi);
  const integer = safe ? plainInteger(json) : (plainInteger(json) ?? decimalString(json));
  if (integer !== undefined && lo <= integer && integer <= hi) return { ok: true, value: integer };
  const form = safe ? 'a JSON number without fraction or exponent' : 'a decimal string';
  return refuse(`expected an integer from ${lo} to ${hi} as ${form}, found ${describe(json)}`);
}

function plainInteger(json: unknown): number | undefined {
  return typeof json === 'number' && Number.isSafeInteger(json) && !Object.is(json, -0) ? json : undefined;
}

function decimalString(json: unknown): Int | undefined {
  return typeof json === 'string' && json.length <= DECIMAL_LENGTH && DECIMAL.test(json) ? normalize(BigInt(json)) : undefined;
}

function decodeText({ lo, hi, characters, form }: TextDomain, json: unknown): Decoded {
  if (typeof json !== 'string') return refuse(`expected text, found ${describe(json)}`);
  if (!isWellFormed(json)) return refuse('expected text, found a lone surrogate');
  if (form !== null)
    return isOfForm(json, form) ? { ok: true, value: json } : refuse(`expected ${FORM_NAMES[form]}, found ${describe(json)}`);
  const other = firstOther(json, characters);
  if (other !== undefined) return refuse(`expected text of ${describe(spellCharacters(characters))}, found ${describe(other)}`);
  return withLength(json, codePointLength(json), lo, hi, 'code points');
}

/** Names of the forms for messages. */
export const FORM_NAMES: Readonly<Record<TextForm, string>> = {
  hostname: 'a host name in lower case without a dot at its end',
  ipv4: 'an IPv4 address of four numbers',
  ipv6: 'an IPv6 address as RFC 5952 writes it',
  path: 'an absolute path without empty, `.` and `..` segments',
};

function decodeBytes(lo: number, hi: number, json: unknown): Decoded {
  const bytes = typeof json === 'string' ? decodeBase64(json) : undefined;
  if (bytes === undefined) return refuse(`expected bytes in padded, canonical base64, found ${describe(json)}`);
  return withLength(bytes, bytes.length, lo, hi, 'bytes');
}

function decodeList(domain: Extract<Domain, { kind: 'list' }>, json: unknown): Decoded {
  if (!Array.isArray(json)) return refuse(`expected a list, found ${describe(json)}`);
  const length = withLength([], json.length, domain.lo, domain.hi, 'elements');
  if (!length.ok) return length;
  const items: Value[] = [];
  for (const [index, item] of json.entries()) {
    const decoded = decodeValue(domain.element, item);
    if (!decoded.ok) return below(`[${index}]`, decoded);
    items.push(decoded.value);
  }
  return { ok: true, value: items };
}

/**
 * Decodes the fields in the order of the domain, then reports unknown members, so that every target names the same member first.
 */
function decodeRecord(fields: readonly DomainField[], json: unknown): Decoded {
  if (!isObject(json)) return refuse(`expected a record, found ${describe(json)}`);
  const values = new Map<string, Value>();
  for (const field of fields) {
    if (!Object.hasOwn(json, field.name)) return below(`.${field.name}`, refuse('the field is missing'));
    const decoded = decodeValue(field.domain, json[field.name]);
    if (!decoded.ok) return below(`.${field.name}`, decoded);
    values.set(field.name, decoded.value);
  }
  const unknown = Object.keys(json).find((name) => !values.has(name));
  if (unknown !== undefined) return refuse(`the record has no field ${describe(unknown)}`);
  return { ok: true, value: new RecordValue(values) };
}

function decodeOption(content: Domain, json: unknown): Decoded {
  if (json === null) return { ok: true, value: NONE };
  if (content.kind !== 'option') return some(decodeValue(content, json));
  const members = isObject(json) ? Object.keys(json) : [];
  if (!isObject(json) || members.length !== 1 || members[0] !== 'some') {
    return refuse(`expected null or {"some": …}, found ${describe(json)}`);
  }
  const decoded = decodeValue(content, json['some']);
  return decoded.ok ? some(decoded) : below('.some', decoded);
}

function some(decoded: Decoded): Decoded {
  return decoded.ok ? { ok: true, value: new OptionValue(decoded.value) } : decoded;
}

function encodeRecord(fields: readonly DomainField[], record: RecordValue): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null);
  for (const field of fields) {
    const value = record.fields.get(field.name);
    if (value === undefined) throw new TypeError(`a record without its field ${field.name}`);
    members[field.name] = encodeValue(field.domain, value);
  }
  return members;
}

function encodeOption(content: Domain, option: OptionValue): unknown {
  if (option.content === undefined) return null;
  const inside = encodeValue(content, option.content);
  return content.kind === 'option' ? { some: inside } : inside;
}

function withLength(value: Value, length: number, lo: number, hi: number, unit: string): Decoded {
  return lo <= length && length <= hi ? { ok: true, value } : refuse(`expected ${lo} to ${hi} ${unit}, found ${length}`);
}

type Refused = Extract<Decoded, { ok: false }>;

function refuse(message: string): Refused {
  return { ok: false, path: '', message };
}

function below(step: string, refused: Refused): Refused {
  return { ok: false, path: step + refused.path, message: refused.message };
}

export function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof JsonNumber);
}

const SHOWN = 40;

/** A JSON value in a few words, for messages. */
export function describe(json: unknown): string {
  if (typeof json === 'string') return JSON.stringify(json.length > SHOWN ? `${json.slice(0, SHOWN)}…` : json);
  if (json instanceof JsonNumber) return json.text.length > SHOWN ? `${json.text.slice(0, SHOWN)}…` : json.text;
  if (Array.isArray(json)) return 'an array';
  if (Object.is(json, -0)) return '-0';
  // The strict reader returns this mark for `7.0`, `1e0` and numbers that a double does not hold exactly.
  if (json === Number.POSITIVE_INFINITY) return 'a number of another form';
  if (json === null || typeof json === 'number' || typeof json === 'boolean' || typeof json === 'bigint') return String(json);
  return json === undefined ? 'nothing' : 'an object';
}

/** Long lists of tags are cut, so that a message stays readable. */
export function listTags(tags: readonly string[]): string {
  return tags.length > 12 ? `${tags.slice(0, 12).join(', ')}, … (${tags.length} tags)` : tags.join(', ');
}
