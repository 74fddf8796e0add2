import { type Abstract, type Domain, type Int, type Kind, maximum, minimum } from '@kirchhoff/coherence';
import type { Representation } from './expression.js';

/** How the values of a range are held. */
export function representationOf(range: Abstract): Representation {
  if (range.kind === 'never') return 'number';
  if (range.kind !== 'integer') return 'other';
  const { lo, hi } = boundsOf(range);
  return areSafe(lo, hi) ? 'number' : 'bigint';
}

/** How the values of a declared domain are held: what functions take and give. */
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

/** The least and the greatest integer of a range; 0 and 0 of one that holds none, for code that is never reached. */
export function boundsOf(range: Abstract): Bounds {
  if (range.kind !== 'integer') return { lo: 0, hi: 0 };
  return { lo: range.ranges.reduce(minimum), hi: range.ranges.reduce(maximum) };
}

/** True where equal values are `===`: integers are canonical, and options of such are null or that. */
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

/** True of an option whose content is one as well: its `some` is an object of its own, since null is `none`. */
export function isNestedOption(kind: Kind): boolean {
  return kind.kind === 'option' && kind.value.kind === 'option';
}
