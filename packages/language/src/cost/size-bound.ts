import { BYTES_LENGTH, LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/kernel/limits';
import type { Domain, Type } from '@kirchhoff/kernel/types/domain';
import { INT64_MAX, INT64_MIN, type Int, maximum, minimum } from '@kirchhoff/kernel/types/integer';
import { textSteps } from '@kirchhoff/kernel/values/meter';

/** The maximal size of a node's values, the basis of the static cost. Upper bounds from declared domains only. */
export type SizeBound =
  | { readonly kind: 'integer'; readonly lo: Int; readonly hi: Int }
  | { readonly kind: 'text' | 'bytes'; readonly length: number }
  /** `content` is the maximal weight of all elements together. */
  | { readonly kind: 'list'; readonly length: number; readonly element: SizeBound; readonly content: number }
  /** The fields have the order of the type. */
  | { readonly kind: 'record'; readonly fields: readonly SizeBound[] }
  | { readonly kind: 'option'; readonly value: SizeBound }
  /** `steps` is the cost of reading the longest of the tags. */
  | { readonly kind: 'tag'; readonly steps: number }
  /** A boolean; also the size bound of an empty set of values, such as the elements of an empty list. */
  | { readonly kind: 'small' };

export const SMALL: SizeBound = { kind: 'small' };
export const ANY_INTEGER: SizeBound = { kind: 'integer', lo: INT64_MIN, hi: INT64_MAX };

/** Domains, types and size bounds share parts, so each is computed once. */
const known = new WeakMap<Domain | Type, SizeBound>();
const weights = new WeakMap<SizeBound, number>();

/** The size bound of a domain; for a type, the greatest size bound of its values. */
export function sizeBoundOf(domain: Domain | Type): SizeBound {
  if (domain.kind === 'integer') return 'lo' in domain ? domain : ANY_INTEGER;
  if (domain.kind === 'boolean') return SMALL;
  const computed = known.get(domain);
  if (computed !== undefined) return computed;
  const sizeBound = makeSizeBound(domain);
  known.set(domain, sizeBound);
  return sizeBound;
}

function makeSizeBound(domain: Exclude<Domain | Type, { readonly kind: 'integer' | 'boolean' }>): SizeBound {
  switch (domain.kind) {
    case 'enumeration':
      return { kind: 'tag', steps: domain.tags.reduce((most, tag) => Math.max(most, textSteps(tag)), 0) };
    case 'text':
      return { kind: 'text', length: 'hi' in domain ? domain.hi : TEXT_LENGTH };
    case 'bytes':
      return { kind: 'bytes', length: 'hi' in domain ? domain.hi : BYTES_LENGTH };
    case 'list':
      return listSizeBound('hi' in domain ? domain.hi : LIST_LENGTH, sizeBoundOf(domain.element));
    case 'record':
      return { kind: 'record', fields: domain.fields.map((field) => sizeBoundOf('domain' in field ? field.domain : field.type)) };
    case 'option':
      return { kind: 'option', value: sizeBoundOf(domain.value) };
  }
}

/** Far above every allowed weight, and so far below 2^53 that sums and products with a size stay exact. */
const MAX_WEIGHT = 2 ** 36;

/** Lists up to a length; `content` if more is known than the weight of an element. */
export function listSizeBound(length: number, element: SizeBound, content = MAX_WEIGHT): SizeBound {
  return { kind: 'list', length, element, content: Math.min(content, length * weightOf(element), MAX_WEIGHT) };
}

/**
 * Returns the maximal number of parts of a value: elements, bytes, code points, fields and contents of options, and recursively
 * their own parts. An integer or a boolean has no parts, a tag has half as many as its characters.
 */
export function weightOf(sizeBound: SizeBound): number {
  if (sizeBound.kind === 'integer' || sizeBound.kind === 'small') return 0;
  const computed = weights.get(sizeBound);
  if (computed !== undefined) return computed;
  const weight = Math.min(makeWeight(sizeBound), MAX_WEIGHT);
  weights.set(sizeBound, weight);
  return weight;
}

function makeWeight(sizeBound: Exclude<SizeBound, { kind: 'integer' | 'small' }>): number {
  switch (sizeBound.kind) {
    case 'text':
    case 'bytes':
      return sizeBound.length;
    case 'tag':
      return sizeBound.steps;
    case 'list':
      return sizeBound.length + sizeBound.content;
    case 'record':
      return sizeBound.fields.reduce((total, field) => total + 1 + weightOf(field), 0);
    case 'option':
      return 1 + weightOf(sizeBound.value);
  }
}

/** The number of elements, bytes or code points of a value, without their own parts. */
export function lengthOf(sizeBound: SizeBound): number {
  return sizeBound.kind === 'text' || sizeBound.kind === 'bytes' || sizeBound.kind === 'list' ? sizeBound.length : 0;
}

/** The maximal weight of all elements together. */
export function contentOf(sizeBound: SizeBound): number {
  return sizeBound.kind === 'list' ? sizeBound.content : 0;
}

/** Returns the size bound of an element. */
export function elementOf(sizeBound: SizeBound): SizeBound {
  if (sizeBound.kind === 'list') return sizeBound.element;
  return sizeBound.kind === 'bytes' ? BYTE : SMALL;
}

const BYTE: SizeBound = { kind: 'integer', lo: 0, hi: 255 };

/** Returns the union of two size bounds. */
export function widest(a: SizeBound, b: SizeBound): SizeBound {
  return combine(a, b, Math.max, union);
}

/** Returns the intersection of two size bounds. */
export function narrowest(a: SizeBound, b: SizeBound): SizeBound {
  return combine(a, b, Math.min, intersection);
}

type Interval = Extract<SizeBound, { kind: 'integer' }>;

function union(a: Interval, b: Interval): Interval {
  const lo = minimum(a.lo, b.lo);
  const hi = maximum(a.hi, b.hi);
  return lo === a.lo && hi === a.hi ? a : { kind: 'integer', lo, hi };
}

/** `b` if they have no integer in common. */
function intersection(a: Interval, b: Interval): Interval {
  const lo = maximum(a.lo, b.lo);
  const hi = minimum(a.hi, b.hi);
  return lo <= hi ? { kind: 'integer', lo, hi } : b;
}

function combine(
  a: SizeBound,
  b: SizeBound,
  length: (x: number, y: number) => number,
  integer: (x: Interval, y: Interval) => SizeBound,
): SizeBound {
  if (a === b || b.kind === 'small') return a;
  switch (a.kind) {
    case 'small':
      return b;
    case 'integer':
      return b.kind === 'integer' ? integer(a, b) : a;
    case 'tag':
      return b.kind === 'tag' ? { kind: 'tag', steps: length(a.steps, b.steps) } : a;
    case 'text':
    case 'bytes':
      return b.kind === a.kind ? { kind: a.kind, length: length(a.length, b.length) } : a;
    case 'list':
      if (b.kind !== 'list') return a;
      return listSizeBound(length(a.length, b.length), combine(a.element, b.element, length, integer), length(a.content, b.content));
    case 'record':
      if (b.kind !== 'record') return a;
      return { kind: 'record', fields: a.fields.map((field, i) => combine(field, b.fields[i] ?? SMALL, length, integer)) };
    case 'option':
      return b.kind === 'option' ? { kind: 'option', value: combine(a.value, b.value, length, integer) } : a;
  }
}
