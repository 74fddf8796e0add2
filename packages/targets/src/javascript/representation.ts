import { type Abstract, type Domain, type Int, maximum, minimum } from '@kirchhoff/coherence';
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
