import { type AbstractValue, type Domain, type Int, maximum, minimum, type Type } from '@kirchhoff/coherence';
import type { ValueRepresentation } from './expression.js';

/** Returns the representation of the values in a range. */
export function representationOf(range: AbstractValue): ValueRepresentation {
  if (range.kind === 'never') return 'number';
  if (range.kind !== 'integer') return 'other';
  const { lo, hi } = boundsOf(range);
  return areSafe(lo, hi) ? 'number' : 'bigint';
}

/** Returns the representation of the values of a declared domain, for parameters and results of functions. */
export function representationOfDomain(domain: Domain): ValueRepresentation {
  if (domain.kind !== 'integer') return 'other';
  return areSafe(domain.lo, domain.hi) ? 'number' : 'bigint';
}

export function areSafe(lo: Int, hi: Int): boolean {
  return Number.isSafeInteger(lo) && Number.isSafeInteger(hi);
}

export interface IntegerBounds {
  readonly lo: Int;
  readonly hi: Int;
}

/** Returns the least and the greatest integer of a range; 0 and 0 for an empty range, which occurs only in unreachable code. */
export function boundsOf(range: AbstractValue): IntegerBounds {
  if (range.kind !== 'integer') return { lo: 0, hi: 0 };
  return { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) };
}

/** Returns true if `===` compares the values: integers are canonical, and options of such values are null or the value. */
export function isCompared(type: Type): boolean {
  switch (type.kind) {
    case 'integer':
    case 'boolean':
    case 'enumeration':
    case 'text':
      return true;
    case 'option':
      return type.value.kind !== 'option' && isCompared(type.value);
    case 'bytes':
    case 'list':
    case 'record':
      return false;
  }
}

/** Returns true for an option whose content is an option too: its `some` is an object of its own, since null is `none`. */
export function isNestedOption(type: Type): boolean {
  return type.kind === 'option' && type.value.kind === 'option';
}
