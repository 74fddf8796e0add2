import type { Domain, Kind } from '../domain.js';
import { INT64_MAX, INT64_MIN, type Int } from '../integer.js';
import { codePointLength } from '../values/text.js';
import type { Value } from '../values/value.js';
import * as ranges from './ranges.js';

/**
 * An abstract value: a set of values of one kind that contains every value that a node can have. `never` is
 * the empty set (the node is not reached), and the only representation of it.
 */
export type Abstract =
  | { readonly kind: 'never' }
  | { readonly kind: 'integer'; readonly ranges: ranges.Ranges }
  | { readonly kind: 'boolean'; readonly canBeFalse: boolean; readonly canBeTrue: boolean }
  /** The tags that it can be, each once. */
  | { readonly kind: 'enumeration'; readonly tags: readonly string[] }
  /** `values`: exactly these, ascending by UTF-16 units, at most {@link MAX_TEXTS} of at most {@link MAX_TEXT_UNITS}; null: any text of such a length in code points. */
  | { readonly kind: 'text'; readonly lo: number; readonly hi: number; readonly values: readonly string[] | null };

export type AbstractInteger = Extract<Abstract, { kind: 'integer' }>;
export type AbstractText = Extract<Abstract, { kind: 'text' }>;

export const MAX_TEXTS = 8;

/** Texts with more UTF-16 units are known by their lengths only: what is done with a set must not cost what its texts are long. */
export const MAX_TEXT_UNITS = 1024;

export const NEVER: Abstract = { kind: 'never' };
export const FALSE: Abstract = { kind: 'boolean', canBeFalse: true, canBeTrue: false };
export const TRUE: Abstract = { kind: 'boolean', canBeFalse: false, canBeTrue: true };
export const EITHER: Abstract = { kind: 'boolean', canBeFalse: true, canBeTrue: true };

/** The integers lo..hi; `never` where hi < lo. */
export function integers(lo: Int, hi: Int): Abstract {
  return ofRanges(ranges.range(lo, hi));
}

export function ofRanges(set: ranges.Ranges): Abstract {
  return set.length === 0 ? NEVER : { kind: 'integer', ranges: set };
}

export const INT64: Abstract = integers(INT64_MIN, INT64_MAX);

export function boolean(canBeFalse: boolean, canBeTrue: boolean): Abstract {
  if (canBeFalse) return canBeTrue ? EITHER : FALSE;
  return canBeTrue ? TRUE : NEVER;
}

export function tags(present: readonly string[]): Abstract {
  return present.length === 0 ? NEVER : { kind: 'enumeration', tags: present };
}

/** Any text of lo..hi code points. */
export function texts(lo: number, hi: number): Abstract {
  return lo <= hi ? { kind: 'text', lo, hi, values: null } : NEVER;
}

/** Exactly these texts (any texts of their lengths where there are too many, or one is too long). */
export function exactTexts(values: readonly string[]): Abstract {
  if (values.length === 0) return NEVER;
  const sorted = [...new Set(values)].toSorted();
  const lengths = sorted.map(codePointLength);
  const lo = Math.min(...lengths);
  const hi = Math.max(...lengths);
  const isExact = sorted.length <= MAX_TEXTS && sorted.every((text) => text.length <= MAX_TEXT_UNITS);
  return { kind: 'text', lo, hi, values: isExact ? sorted : null };
}

/** All values of a domain. */
export function ofDomain(domain: Domain): Abstract {
  switch (domain.kind) {
    case 'integer':
      return integers(domain.lo, domain.hi);
    case 'boolean':
      return EITHER;
    case 'enumeration':
      return tags(domain.tags);
    case 'text':
      return texts(domain.lo, domain.hi);
    case 'bytes':
    case 'list':
    case 'record':
    case 'option':
      throw new Error(`the engine has no abstract values for ${domain.kind}`);
  }
}

/** Exactly one value (of a long text, its length). */
export function ofValue(value: Value, kind: Kind): Abstract {
  if (kind.kind === 'integer' && (typeof value === 'number' || typeof value === 'bigint')) return integers(value, value);
  if (kind.kind === 'boolean' && typeof value === 'boolean') return value ? TRUE : FALSE;
  if (kind.kind === 'enumeration' && typeof value === 'string') return tags([value]);
  if (kind.kind === 'text' && typeof value === 'string') return exactTexts([value]);
  throw new Error(`the engine has no abstract values for ${kind.kind}`);
}

/** The least abstract value that contains both (an upper bound of them). */
export function join(a: Abstract, b: Abstract): Abstract {
  if (a === b || b.kind === 'never') return a;
  if (a.kind === 'never') return b;
  if (a.kind === 'integer' && b.kind === 'integer') return ofRanges(ranges.unite(a.ranges, b.ranges));
  if (a.kind === 'boolean' && b.kind === 'boolean') return boolean(a.canBeFalse || b.canBeFalse, a.canBeTrue || b.canBeTrue);
  if (a.kind === 'enumeration' && b.kind === 'enumeration') return joinTags(a.tags, b.tags);
  if (a.kind === 'text' && b.kind === 'text') {
    if (a.values !== null && b.values !== null) return exactTexts([...a.values, ...b.values]);
    return texts(Math.min(a.lo, b.lo), Math.max(a.hi, b.hi));
  }
  throw mismatch(a, b);
}

/** The union of two sets of tags; the longer itself where it has them all. */
function joinTags(a: readonly string[], b: readonly string[]): Abstract {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const known = new Set(long);
  const more = short.filter((tag) => !known.has(tag));
  return more.length === 0 ? tags(long) : tags([...long, ...more].toSorted());
}

/** A superset of the values that are in both, never wider than either. */
export function meet(a: Abstract, b: Abstract): Abstract {
  if (a === b) return a;
  if (a.kind === 'never' || b.kind === 'never') return NEVER;
  if (a.kind === 'integer' && b.kind === 'integer') {
    const both = ranges.intersect(a.ranges, b.ranges);
    return ranges.sameRanges(both, a.ranges) ? a : ofRanges(both);
  }
  if (a.kind === 'boolean' && b.kind === 'boolean') return boolean(a.canBeFalse && b.canBeFalse, a.canBeTrue && b.canBeTrue);
  if (a.kind === 'enumeration' && b.kind === 'enumeration') {
    const other = new Set(b.tags);
    return tags(a.tags.filter((tag) => other.has(tag)));
  }
  if (a.kind === 'text' && b.kind === 'text') return meetTexts(a, b);
  throw mismatch(a, b);
}

function meetTexts(a: AbstractText, b: AbstractText): Abstract {
  const values = a.values ?? b.values;
  if (values === null) return texts(Math.max(a.lo, b.lo), Math.min(a.hi, b.hi));
  return exactTexts(values.filter((value) => containsText(a, value) && containsText(b, value)));
}

function containsText(a: AbstractText, value: string): boolean {
  if (a.values !== null) return a.values.includes(value);
  const length = codePointLength(value);
  return a.lo <= length && length <= a.hi;
}

/** True where every value of `a` is in `b`. */
export function isWithin(a: Abstract, b: Abstract): boolean {
  if (a === b || a.kind === 'never') return true;
  if (b.kind === 'never') return false;
  if (a.kind === 'integer' && b.kind === 'integer') return ranges.isSubset(a.ranges, b.ranges);
  if (a.kind === 'boolean' && b.kind === 'boolean') return (b.canBeFalse || !a.canBeFalse) && (b.canBeTrue || !a.canBeTrue);
  if (a.kind === 'enumeration' && b.kind === 'enumeration') {
    if (a.tags.length > b.tags.length) return false;
    const other = new Set(b.tags);
    return a.tags.every((tag) => other.has(tag));
  }
  if (a.kind === 'text' && b.kind === 'text') {
    if (a.values !== null) return a.values.every((value) => containsText(b, value));
    return b.values === null && b.lo <= a.lo && a.hi <= b.hi;
  }
  throw mismatch(a, b);
}

/** True where the value is one of the set. */
export function containsValue(a: Abstract, value: Value): boolean {
  switch (a.kind) {
    case 'never':
      return false;
    case 'integer':
      return (typeof value === 'number' || typeof value === 'bigint') && ranges.contains(a.ranges, value);
    case 'boolean':
      return value === true ? a.canBeTrue : value === false && a.canBeFalse;
    case 'enumeration':
      return typeof value === 'string' && a.tags.includes(value);
    case 'text':
      return typeof value === 'string' && containsText(a, value);
  }
}

/** The one value of the set, or undefined where it holds none or several. */
export function onlyValue(a: Abstract): Value | undefined {
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
  }
}

export function sameAbstract(a: Abstract, b: Abstract): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

function mismatch(a: Abstract, b: Abstract): Error {
  return new Error(`abstract values of different kinds: ${a.kind} and ${b.kind}`);
}

/** True where the set holds values of this kind only. */
export function isOfKind(a: Abstract, kind: Kind): boolean {
  if (a.kind === 'never') return true;
  if (a.kind !== 'enumeration' || kind.kind !== 'enumeration') return a.kind === kind.kind;
  const known = new Set(kind.tags);
  return a.tags.every((tag) => known.has(tag));
}
