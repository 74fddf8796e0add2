import type { LoaderPieceName } from './pieces.js';

interface HostFunction {
  /** The method that a caller may replace. */
  readonly method: string;
  /** The function that the module imports: it checks what the method returns. */
  readonly imported: string;
  readonly uses: readonly LoaderPieceName[];
}

const HOST: Readonly<Record<string, HostFunction>> = {
  now: {
    method: `
  /** Returns the milliseconds since 1970. */
  now: () => Date.now(),`,
    imported: `
    now() {
      const now = host.now();
      if (Number.isSafeInteger(now) && now >= 0 && now <= 253402300799999) return BigInt(now);
      throw new DomainError(null, '', 'the clock is outside the years 1970 to 9999');
    },`,
    uses: ['DomainError'],
  },
  random: {
    method: `
  /** Returns a uniform random integer of lo to hi, all of them bigints. Numbers that would favour some values are drawn again. */
  random(lo, hi) {
    const count = hi - lo + 1n;
    const fair = (2n ** 64n / count) * count;
    for (;;) {
      const [bits] = crypto.getRandomValues(new BigUint64Array(1));
      if (bits < fair) return lo + (bits % count);
    }
  },`,
    imported: `
    random(lo, hi) {
      const value = host.random(lo, hi);
      if (typeof value === 'bigint' && lo <= value && value <= hi) return value;
      throw new DomainError(null, '', \`the random integer is not in \${lo} to \${hi}\`);
    },`,
    uses: ['DomainError'],
  },
  uuid: {
    method: `
  /** Returns a random UUID of version 4. */
  uuid: () => crypto.randomUUID(),`,
    imported: `
    uuid() {
      const value = host.uuid();
      const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      if (typeof value === 'string' && form.test(value)) return writeText(value, 36);
      throw new DomainError(null, '', 'the UUID is not one of version 4');
    },`,
    uses: ['DomainError', 'writeText'],
  },
  env: {
    method: `
  /** Returns a variable of the environment, or null if it is not set. */
  env: (name) => globalThis.process?.env[name] ?? null,`,
    imported: `
    env(name) {
      const value = host.env(readText(name >>> 0));
      if (value === null) return 0;
      const count = typeof value === 'string' ? codePoints(value) : -1;
      if (count >= 0 && count <= 4096) return writeText(value, count);
      throw new DomainError(null, '', 'a variable of the environment is no text of at most 4096 code points');
    },`,
    uses: ['DomainError', 'codePoints', 'readText', 'writeText'],
  },
};

/** Returns the object with the entropy sources, and the functions for the module; null if it needs none. */
export function hostOf(
  names: readonly string[],
  use: (piece: LoaderPieceName) => void,
): { readonly host: string; readonly functions: string } | null {
  if (names.length === 0) return null;
  const functions = names.map((name) => {
    const found = HOST[name];
    if (found === undefined) throw new Error(`the host has no ${name}`);
    return found;
  });
  for (const piece of functions.flatMap(({ uses }) => uses)) use(piece);
  return {
    host: `/** The entropy sources of the circuit, which a caller may replace. */\nexport const host = {${functions.map(({ method }) => method).join('')}\n};`,
    functions: `\n  host: {${functions.map(({ imported }) => imported).join('')}\n  },\n`,
  };
}
