import { type Abstract, type Domain, type Int, type Kind, maximum, minimum } from '@kirchhoff/coherence';
import type { Representation } from './expression.js';

/** Returns the representation of the values in a range. */
export function representationOf(range: Abstract): Representation {
  if (range.kind === 'never') return 'number';
  if (range.kind !== 'integer') return 'other';
  const { lo, hi } = boundsOf(range);
  return areSafe(lo, hi) ? 'number' : 'bigint';
}

/** Returns the representation of the values of a declared domain, for parameters and results of functions. */
export function representationOfDomain(domain: Domain): Representation {
  if (domain.kind !== 'integer') return 'other';
  return areSafe(domain.lo, domain.hi) ? 'number' : 'bigint';
}

export function areSafe(lo: Int, hi: Int): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

export interface Bounds {
  readonly lo: Int;
  readonly hi: Int;
}

/** Returns the least and the greatest integer of a range; 0 and 0 for an empty range, which occurs only in unreachable code. */
export function boundsOf(range: Abstract): Bounds {
  if (range.kind !== 'integer') return { lo: 0, hi: 0 };
  return { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) };
}

/** Returns true if `===` compares the values: integers are canonical, and options of such values are null or the value. */
export function isCompared(kind: Kind): boolean {
  switch (kind.kind) {
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'text':
      return true;
    case 'option':
      return kind.value.kind !== 'option' && isCompared(kind.value);
    case 'bytes':
    case 'list':
    case 'record':
      return false;
  }
}

/** Returns true for an option whose content is an option too: its `some` is an object of its own, since null is `none`. */
export function isNestedOption(kind: Kind): boolean {
  return kind.kind === 'option' && kind.value.kind === 'option';
}
