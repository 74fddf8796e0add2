import type { Domain } from '@kirchhoff/kernel/types/domain';

/** The maximal number of bits that one wire counts. */
export const MAX_BITS = 64;
const ENOUGH = 1n << 64n;
const CODE_POINTS = 0x110000n - 0x800n;

/** ⌈log2⌉ of the number of values of a domain, at most {@link MAX_BITS}. */
export function bitsOf(domain: Domain): number {
  return bitsOfCount(sizeOf(domain));
}

/** ⌈log2⌉ of a count of at least one, at most {@link MAX_BITS}. */
export function bitsOfCount(count: bigint): number {
  return count >= ENOUGH ? MAX_BITS : (count - 1n).toString(2).replace(/^0$/, '').length;
}

/** Returns the number of values of a domain; some number of at least 2^64 if there are more. */
function sizeOf(domain: Domain): bigint {
  switch (domain.kind) {
    case 'integer':
      return BigInt(domain.hi) - BigInt(domain.lo) + 1n;
    case 'boolean':
      return 2n;
    case 'enumeration':
      return BigInt(domain.tags.length);
    case 'text':
      return sequences(CODE_POINTS, domain.lo, domain.hi);
    case 'bytes':
      return sequences(256n, domain.lo, domain.hi);
    case 'list':
      return sequences(sizeOf(domain.element), domain.lo, domain.hi);
    case 'record':
      return domain.fields.reduce((product, field) => limited(product * sizeOf(field.domain)), 1n);
    case 'option':
      return sizeOf(domain.value) + 1n;
  }
}

/** The number of sequences of lo..hi elements, each one of `values`. */
function sequences(values: bigint, lo: number, hi: number): bigint {
  if (values === 1n) return BigInt(hi - lo + 1);
  let count = 0n;
  let ofLength = 1n;
  for (let length = 0; length <= hi && count < ENOUGH; length += 1) {
    if (length >= lo) count += ofLength;
    ofLength = limited(ofLength * values);
    if (ofLength >= ENOUGH && length < lo) return ENOUGH;
  }
  return limited(count);
}

function limited(count: bigint): bigint {
  return count > ENOUGH ? ENOUGH : count;
}
