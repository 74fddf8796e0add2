import type { PieceSource } from './piece.js';

/** The entropy sources. */
export const SOURCES = {
  currentTime: {
    uses: ['DomainError'],
    code: `
/** Milliseconds since 1970. */
function currentTime() {
  const now = Date.now();
  if (0 <= now && now <= 253402300799999) return now;
  throw new DomainError(null, '', 'the clock is outside the years 1970 to 9999');
}`,
  },
  randomInteger: {
    code: `
/** A uniform random integer of lo..hi, both bigints: 64 random bits, drawn again if they would make some values more likely. */
function randomInteger(lo, hi) {
  const count = hi - lo + 1n;
  const fair = (2n ** 64n / count) * count;
  for (;;) {
    const [bits] = crypto.getRandomValues(new BigUint64Array(1));
    if (bits < fair) return lo + (bits % count);
  }
}`,
  },
  environmentOf: {
    uses: ['DomainError', 'codePointLength'],
    code: `
/** A variable of the environment; null if it is not set. */
function environmentOf(name) {
  const value = process.env[name];
  if (value === undefined) return null;
  if (!/\\p{Surrogate}/u.test(value) && codePointLength(value) <= 4096) return value;
  throw new DomainError(null, '', 'the variable ' + name + ' of the environment is no text of at most 4096 code points');
}`,
  },
} as const satisfies Record<string, PieceSource>;
