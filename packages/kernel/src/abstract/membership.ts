import { BYTES_LENGTH, LIST_LENGTH, TEXT_LENGTH } from '../limits.js';
import type { Domain, Type } from '../types/domain.js';
import type { Int } from '../types/integer.js';
import { NONE, OptionValue, RecordValue, type Value } from '../values/value.js';
import { fits } from './arithmetic.js';
import { containsText, isWithin, itemsOf } from './lattice.js';
import * as ranges from './ranges.js';
import {
  type AbstractRecord,
  type AbstractSequence,
  type AbstractValue,
  BYTE,
  EITHER,
  exactTexts,
  FALSE,
  INT64,
  integers,
  NEVER,
  option,
  record,
  sequence,
  TRUE,
  tags,
  texts,
} from './views.js';

const ANY_TEXT = texts(0, TEXT_LENGTH);

/** All values of a domain. */
export function ofDomain(domain: Domain): AbstractValue {
  switch (domain.kind) {
    case 'integer':
      return integers(domain.lo, domain.hi);
    case 'boolean':
      return EITHER;
    case 'enumeration':
      return tags(domain.tags);
    case 'text':
      return texts(domain.lo, domain.hi, domain.characters, domain.form);
    case 'bytes':
      return sequence('bytes', domain.lo, domain.hi, BYTE);
    case 'list':
      return sequence('list', domain.lo, domain.hi, ofDomain(domain.element));
    case 'record':
      return record(domain.fields.map((field) => ({ name: field.name, view: ofDomain(field.domain) })));
    case 'option':
      return option(true, ofDomain(domain.value));
  }
}

/** Every value that a node of this type can have. */
export function ofType(type: Type): AbstractValue {
  switch (type.kind) {
    case 'integer':
      return INT64;
    case 'boolean':
      return EITHER;
    case 'enumeration':
      return tags(type.tags);
    case 'text':
      return ANY_TEXT;
    case 'bytes':
      return sequence('bytes', 0, BYTES_LENGTH, BYTE);
    case 'list':
      return sequence('list', 0, LIST_LENGTH, ofType(type.element));
    case 'record':
      return record(type.fields.map((field) => ({ name: field.name, view: ofType(field.type) })));
    case 'option':
      return option(true, ofType(type.value));
  }
}

/** Exactly one value. A long list or long bytes keep only their length and the union of their elements. */
export function ofValue(value: Value, type: Type): AbstractValue {
  if (type.kind === 'integer' && isInteger(value)) return integers(value, value);
  if (type.kind === 'boolean' && typeof value === 'boolean') return value ? TRUE : FALSE;
  if (type.kind === 'enumeration' && typeof value === 'string') return tags([value]);
  if (type.kind === 'text' && typeof value === 'string') return exactTexts([value]);
  if (type.kind === 'bytes' && value instanceof Uint8Array) return ofBytes(value);
  if (type.kind === 'list' && Array.isArray(value)) {
    const list: readonly Value[] = value;
    return itemsOf(
      'list',
      list.map((item) => ofValue(item, type.element)),
    );
  }
  if (type.kind === 'record' && value instanceof RecordValue) {
    return record(type.fields.map((field) => ({ name: field.name, view: ofField(value, field.name, field.type) })));
  }
  if (type.kind === 'option' && value instanceof OptionValue) {
    return value.content === undefined ? option(true, NEVER) : option(false, ofValue(value.content, type.value));
  }
  throw new Error(`a value that is no ${type.kind}`);
}

/** A set of byte values has at most 256 members, however long the bytes are. */
function ofBytes(bytes: Uint8Array): AbstractValue {
  if (bytes.length <= 64) {
    return itemsOf(
      'bytes',
      Array.from(bytes, (byte) => integers(byte, byte)),
    );
  }
  const present = [...new Set(bytes)].map((byte): readonly [Int, Int] => [byte, byte]);
  return sequence('bytes', bytes.length, bytes.length, { kind: 'integer', ranges: ranges.uniteAll(present) });
}

function ofField(value: RecordValue, name: string, type: Type): AbstractValue {
  const field = value.fields.get(name);
  if (field === undefined) throw new Error(`a record without its field ${name}`);
  return ofValue(field, type);
}

function isInteger(value: Value): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Returns true if the set contains the value. */
export function containsValue(a: AbstractValue, value: Value): boolean {
  switch (a.kind) {
    case 'never':
      return false;
    case 'integer':
      return isInteger(value) && ranges.contains(a.ranges, value);
    case 'boolean':
      return value === true ? a.canBeTrue : value === false && a.canBeFalse;
    case 'enumeration':
      return typeof value === 'string' && a.tags.includes(value);
    case 'text':
      return typeof value === 'string' && containsText(a, value);
    case 'bytes':
      return value instanceof Uint8Array && containsElements(a, value);
    case 'list':
      return Array.isArray(value) && containsElements(a, value);
    case 'record':
      return value instanceof RecordValue && a.fields.every(({ name, view }) => containsField(view, value.fields.get(name)));
    case 'option':
      return value instanceof OptionValue && (value.content === undefined ? a.none : containsValue(a.some, value.content));
  }
}

function containsElements(a: AbstractSequence, elements: ArrayLike<Value>): boolean {
  if (elements.length < a.lo || elements.length > a.hi) return false;
  return Array.from(elements).every((element, index) => containsValue(a.items?.[index] ?? a.element, element));
}

function containsField(view: AbstractValue, value: Value | undefined): boolean {
  return value !== undefined && containsValue(view, value);
}

/** The single value of the set; `undefined` if the set is empty or has several values. */
export function onlyValue(a: AbstractValue): Value | undefined {
  switch (a.kind) {
    case 'never':
      return undefined;
    case 'integer':
      return a.ranges.length === 2 && a.ranges[0] === a.ranges[1] ? a.ranges[0] : undefined;
    case 'boolean':
      return a.canBeFalse === a.canBeTrue ? undefined : a.canBeTrue;
    case 'enumeration':
      return a.tags.length === 1 ? a.tags[0] : undefined;
    case 'text':
      return a.values !== null && a.values.length === 1 ? a.values[0] : undefined;
    case 'bytes': {
      const bytes = onlyElements(a);
      return bytes === undefined ? undefined : Uint8Array.from(bytes, Number);
    }
    case 'list':
      return onlyElements(a);
    case 'record': {
      const fields = a.fields.map(({ name, view }) => [name, onlyValue(view)] as const);
      return fields.every(isKnown) ? new RecordValue(new Map(fields)) : undefined;
    }
    case 'option':
      return onlyOption(a.none, a.some);
  }
}

function isKnown(field: readonly [string, Value | undefined]): field is readonly [string, Value] {
  return field[1] !== undefined;
}

function onlyElements(a: AbstractSequence): readonly Value[] | undefined {
  const values = a.items?.map(onlyValue);
  return values?.every((value) => value !== undefined) ? values : undefined;
}

function onlyOption(none: boolean, some: AbstractValue): Value | undefined {
  if (none) return some.kind === 'never' ? NONE : undefined;
  const content = onlyValue(some);
  return content === undefined ? undefined : new OptionValue(content);
}

/**
 * Returns true if the set holds values of this type only: 64-bit integers, bytes, code points, and at most the maximum number of
 * elements. Transfer functions rely on it: beyond these bounds they may not terminate.
 */
export function isOfType(a: AbstractValue, type: Type): boolean {
  if (a.kind === 'never') return true;
  switch (type.kind) {
    case 'integer':
      return a.kind === 'integer' && fits(a.ranges);
    case 'boolean':
      return a.kind === 'boolean';
    case 'text':
      return a.kind === 'text' && a.hi <= TEXT_LENGTH && (a.values !== null || isWithin(a, ANY_TEXT));
    case 'enumeration': {
      const known = new Set(type.tags);
      return a.kind === 'enumeration' && a.tags.every((tag) => known.has(tag));
    }
    case 'bytes':
      return a.kind === 'bytes' && a.hi <= BYTES_LENGTH && (a.element.kind === 'never' || isByte(a.element));
    case 'list':
      return a.kind === 'list' && a.hi <= LIST_LENGTH && isOfType(a.element, type.element);
    case 'record':
      return a.kind === 'record' && areFieldsOf(a.fields, type.fields);
    case 'option':
      return a.kind === 'option' && isOfType(a.some, type.value);
  }
}

function isByte(element: AbstractValue): boolean {
  return element.kind === 'integer' && isWithin(element, BYTE);
}

function areFieldsOf(fields: AbstractRecord['fields'], wanted: Extract<Type, { kind: 'record' }>['fields']): boolean {
  if (fields.length !== wanted.length) return false;
  for (let i = 0; i < wanted.length; i += 1) {
    const [field, expected] = [fields[i], wanted[i]];
    if (field === undefined || expected === undefined) return false;
    if (field.name !== expected.name || !isOfType(field.view, expected.type)) return false;
  }
  return true;
}
