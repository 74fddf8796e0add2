import type { Domain, TextDomain } from '../types/domain.js';
import type { Characters } from '../types/text-forms.js';

const SURROGATES = { lo: 0xd800, hi: 0xdfff } as const;
const BYTE_VALUES = 256;

/** Counts the values of a domain without enumerating them; infinity if there are more than `most`. */
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
      return countTexts(domain, most);
    case 'bytes':
      return countSequences(BYTE_VALUES, domain, most);
    case 'list':
      return countSequences(cardinality(domain.element, most), domain, most);
    case 'option':
      return 1 + cardinality(domain.value, most);
    case 'record':
      return domain.fields.reduce((product, field) => product * cardinality(field.domain, most), 1);
  }
}

function countTexts({ lo, hi, characters, form }: TextDomain, most: number): number {
  switch (form) {
    case null:
      return countSequences(countCharacters(characters), { lo, hi }, most);
    case 'ipv4':
      return 2 ** 32;
    case 'ipv6':
      return 2 ** 128;
    case 'hostname':
    case 'path':
      return Number.POSITIVE_INFINITY;
  }
}

/** Unicode scalar values: code points without the surrogates. */
function countCharacters(characters: Characters): number {
  let count = 0;
  for (let i = 0; i < characters.length; i += 2) {
    const [lo, hi] = [Number(characters[i]), Number(characters[i + 1])];
    const surrogates = Math.min(hi, SURROGATES.hi) - Math.max(lo, SURROGATES.lo) + 1;
    count += hi - lo + 1 - Math.max(surrogates, 0);
  }
  return count;
}

/** The sum of `elements` to the power of each length from lo to hi. */
function countSequences(elements: number, { lo, hi }: { readonly lo: number; readonly hi: number }, most: number): number {
  if (elements === 1) return hi - lo + 1;
  let total = 0;
  for (let length = lo; length <= hi && total <= most; length += 1) total += elements ** length;
  return total;
}
