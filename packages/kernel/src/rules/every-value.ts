import { ofDomain } from '../abstract/abstract.js';
import { ALL_UP_TO, type AllOfEach, allOfEach } from '../abstract/all-values.js';
import { cardinality } from '../graph/cardinality.js';
import type { Domain } from '../types/domain.js';
import { encodeValue } from '../values/json.js';
import type { Value } from '../values/value.js';
import { isInDomain } from '../values/within.js';

/** Every value of a domain, each once; null where they are more than {@link allOfEach} gives, or the enumeration is not complete. */
export function everyValue(domain: Domain): readonly Value[] | null {
  return everyValueOfEach([domain])?.values[0] ?? null;
}

/** The same of several domains, whose values can be combined in few ways. */
export function everyValueOfEach(domains: readonly Domain[]): AllOfEach | null {
  const all = allOfEach(domains.map(ofDomain));
  return all !== null && domains.every((domain, index) => isEveryValue(domain, all.values[index] ?? [])) ? all : null;
}

/**
 * True where the values are all those of the domain, each once. It does not rest on how they were enumerated: each
 * lies in the domain, no two are equal, and there are as many as the domain has by a count of its own.
 */
export function isEveryValue(domain: Domain, values: readonly Value[]): boolean {
  if (values.length !== cardinality(domain, ALL_UP_TO)) return false;
  if (!values.every((value) => isInDomain(domain, value))) return false;
  return new Set(values.map((value) => JSON.stringify(encodeValue(domain, value)))).size === values.length;
}
