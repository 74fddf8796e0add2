import { ofDomain } from '../abstract/abstract.js';
import { ALL_UP_TO, type AllOfEach, allOfEach } from '../abstract/all-values.js';
import { cardinality } from '../graph/cardinality.js';
import type { Domain } from '../types/domain.js';
import { encodeValue } from '../values/json.js';
import type { Value } from '../values/value.js';
import { isInDomain } from '../values/within.js';

/**
 * Every value of a domain, each once; `null` if there are more than {@link allOfEach} enumerates, or the enumeration is not
 * complete.
 */
export function everyValue(domain: Domain): readonly Value[] | null {
  return everyValueOfEach([domain])?.values[0] ?? null;
}

/** Every value of each of several domains, if there are few combinations of them. */
export function everyValueOfEach(domains: readonly Domain[]): AllOfEach | null {
  const all = allOfEach(domains.map(ofDomain));
  return all !== null && domains.every((domain, index) => isEveryValue(domain, all.values[index] ?? [])) ? all : null;
}

/**
 * Returns true if the values are all those of the domain, each once. It does not rely on the enumeration. It checks that each
 * value lies in the domain, that no two are equal, and that a separate count of the domain gives the same number.
 */
export function isEveryValue(domain: Domain, values: readonly Value[]): boolean {
  if (values.length !== cardinality(domain, ALL_UP_TO)) return false;
  if (!values.every((value) => isInDomain(domain, value))) return false;
  return new Set(values.map((value) => JSON.stringify(encodeValue(domain, value)))).size === values.length;
}
