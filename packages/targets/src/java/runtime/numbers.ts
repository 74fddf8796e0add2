import type { PieceSource } from './piece.js';

/** Integer operations that Java does not have, and the conditions that their results fit 64 bits. */
export const NUMBERS = {
  sumFits: {
    code: `
private static boolean sumFits(long a, long b) {
  long sum = a + b;
  return ((a ^ sum) & (b ^ sum)) >= 0;
}
`,
  },
  differenceFits: {
    code: `
private static boolean differenceFits(long a, long b) {
  return ((a ^ b) & (a ^ (a - b))) >= 0;
}
`,
  },
  productFits: {
    code: `
private static boolean productFits(long a, long b) {
  return Math.multiplyHigh(a, b) == (a * b) >> 63;
}
`,
  },
  power: {
    code: `
private static long power(long base, int exponent) {
  long result = 1;
  for (int i = 0; i < exponent; i++) {
    result *= base;
  }
  return result;
}
`,
  },
  powerFits: {
    uses: ['productFits'],
    code: `
private static boolean powerFits(long base, long exponent) {
  long result = 1;
  for (long i = 0; i < exponent; i++) {
    if (!productFits(result, base)) {
      return false;
    }
    result *= base;
  }
  return true;
}
`,
  },
  squareRoot: {
    code: `
/**
 * Returns the root rounded down. The root of a double may be one off.
 */
private static long squareRoot(long value) {
  long root = Math.min((long) Math.sqrt(value), 3_037_000_499L);
  if (root * root > value) {
    return root - 1;
  }
  return root < 3_037_000_499L && (root + 1) * (root + 1) <= value ? root + 1 : root;
}
`,
  },
  exactProportion: {
    imports: ['java.math.BigInteger'],
    code: `
/**
 * Returns a * b / c rounded toward zero, of any size.
 */
private static BigInteger exactProportion(long a, long b, long c) {
  return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).divide(BigInteger.valueOf(c));
}
`,
  },
  proportion: {
    uses: ['productFits', 'exactProportion'],
    code: `
/**
 * Returns a * b / c rounded toward zero, for a product of any size.
 */
private static long proportion(long a, long b, long c) {
  return productFits(a, b) ? a * b / c : exactProportion(a, b, c).longValue();
}
`,
  },
  proportionFits: {
    uses: ['exactProportion'],
    code: `
private static boolean proportionFits(long a, long b, long c) {
  return exactProportion(a, b, c).bitLength() < Long.SIZE;
}
`,
  },
  evenQuotient: {
    code: `
/**
 * Returns the quotient rounded to the nearest integer, halves to even.
 */
private static long evenQuotient(long a, long b) {
  long quotient = a / b;
  long rest = Math.abs(a % b);
  // The magnitude of the least integer is right without its sign.
  int order = Long.compareUnsigned(rest, Math.abs(b) - rest);
  if (order < 0 || (order == 0 && (quotient & 1) == 0)) {
    return quotient;
  }
  return (a < 0) == (b < 0) ? quotient + 1 : quotient - 1;
}
`,
  },
  exactEvenProportion: {
    imports: ['java.math.BigInteger'],
    code: `
/**
 * Returns a * b / c rounded to the nearest integer, halves to even, of any size.
 */
private static BigInteger exactEvenProportion(long a, long b, long c) {
  BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
  BigInteger[] parts = product.divideAndRemainder(BigInteger.valueOf(c));
  int order = parts[1].abs().shiftLeft(1).compareTo(BigInteger.valueOf(c).abs());
  if (order < 0 || (order == 0 && !parts[0].testBit(0))) {
    return parts[0];
  }
  return parts[0].add(BigInteger.valueOf(product.signum() * Long.signum(c)));
}
`,
  },
  evenProportion: {
    uses: ['productFits', 'evenQuotient', 'exactEvenProportion'],
    code: `
/**
 * Returns a * b / c rounded to the nearest integer, halves to even, for a product of any size.
 */
private static long evenProportion(long a, long b, long c) {
  return productFits(a, b) ? evenQuotient(a * b, c) : exactEvenProportion(a, b, c).longValue();
}
`,
  },
  evenProportionFits: {
    uses: ['exactEvenProportion'],
    code: `
private static boolean evenProportionFits(long a, long b, long c) {
  return exactEvenProportion(a, b, c).bitLength() < Long.SIZE;
}
`,
  },
  quotient: {
    code: `
private static long quotient(long a, long b) {
  return a / b;
}
`,
  },
  remainder: {
    code: `
private static long remainder(long a, long b) {
  return a % b;
}
`,
  },
} as const satisfies Record<string, PieceSource>;
