import { type AbstractValue, abstract, type Domain } from '@kirchhoff/coherence';

const known = new WeakMap<Domain, AbstractValue>();

/**
 * Returns the values of a domain, as the same object for the same domain: joining thousands of them then costs one comparison
 * each.
 */
export function rangeOfDomain(domain: Domain): AbstractValue {
  const found = known.get(domain) ?? abstract.ofDomain(domain);
  known.set(domain, found);
  return found;
}
