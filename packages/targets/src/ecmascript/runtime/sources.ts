import type { PieceSource } from './piece.js';

/** The entropy sources. */
export const SOURCES = {
  hostCrypto: {
    code: `
«declare const crypto: { getRandomValues(array: BigUint64Array): BigUint64Array; randomUUID(): string };»`,
  },
  hostProcess: {
    code: `
«declare const process: { readonly env: { readonly [name: string]: string | undefined } };»`,
  },
  currentTime: {
    uses: ['DomainError'],
    code: `
/** Milliseconds since 1970. */
function currentTime()«: number» {
  const now = Date.now();
  if (Number.isInteger(now) && 0 <= now && now <= 253402300799999) return now;
  throw new DomainError(null, '', 'the clock is outside the years 1970 to 9999');
}`,
  },
  randomInteger: {
    uses: ['hostCrypto'],
    code: `
/** A uniform random integer of lo..hi, both bigints: 64 random bits, drawn again if they would make some values more likely. */
function randomInteger(lo«: bigint», hi«: bigint»)«: bigint» {
  const count = hi - lo + 1n;
  const fair = (2n ** 64n / count) * count;
  for (;;) {
    const [bits] = crypto.getRandomValues(new BigUint64Array(1))« as unknown as [bigint]»;
    if (bits < fair) return lo + (bits % count);
  }
}`,
  },
  randomUuid: {
    uses: ['DomainError', 'hostCrypto'],
    code: `
/** A random UUID of version 4. */
function randomUuid()«: string» {
  const uuid = crypto.randomUUID();
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  if (typeof uuid === 'string' && form.test(uuid)) return uuid;
  throw new DomainError(null, '', 'the UUID is none of version 4');
}`,
  },
  environmentOf: {
    uses: ['DomainError', 'codePointLength', 'hostProcess'],
    code: `
/** A variable of the environment; null if it is not set. */
function environmentOf(name«: string»)«: string | null» {
  const value = process.env[name];
  if (value === undefined) return null;
  if (!/\\p{Surrogate}/u.test(value) && codePointLength(value) <= 4096) return value;
  throw new DomainError(null, '', 'the variable ' + name + ' of the environment is no text of at most 4096 code points');
}`,
  },
} as const satisfies Record<string, PieceSource>;
