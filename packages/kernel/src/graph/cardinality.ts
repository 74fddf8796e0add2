import type { Domain } from '../types/domain.js';

/** Unicode scalar values: code points without the surrogates. */
const CODE_POINTS = 0x11_0000 - 0x800;
const OCTETS = 256;

/** Counts the values of a domain; infinity where there are more than `most`. Counts without enumerating. */
export function cardinality(domain: Domain, most: number): number {
  const count = countOf(domain, most);
  return count <= most ? count : Number.POSITIVE_INFINITY;
}

function countOf(domain: Domain, most: number): number {
  switch (domain.kind) {
    case 'integer':
      return Number(BigInt(domain.hi) - BigInt(domain.lo) + 1n);
    case 'boolean':
      return 2;
    case 'enumeration':
      return domain.tags.length;
    case 'text':
      return countSequences(CODE_POINTS, domain, most);
    case 'bytes':
      return countSequences(OCTETS, domain, most);
    case 'list':
      return countSequences(cardinality(domain.element, most), domain, most);
    case 'option':
      return 1 + cardinality(domain.value, most);
    case 'record':
      return domain.fields.reduce((product, field) => product * cardinality(field.domain, most), 1);
  }
}

/** The sum of `elements` to the power of each length from lo to hi. */
function countSequences(elements: number, { lo, hi }: { readonly lo: number; readonly hi: number }, most: number): number {
  if (elements === 1) return hi - lo + 1;
  let total = 0;
  for (let length = lo; length <= hi && total <= most; length += 1) total += elements ** length;
  return total;
}
