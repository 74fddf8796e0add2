import type { PieceSource } from './piece.js';

/** Lists and bytes, which are never modified, and equality of compound values. */
export const SEQUENCES = {
  areSame: {
    code: `
/** Structural equality of two values of one type. */
function areSame(a«: any», b«: any»)«: boolean» {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || a instanceof Uint8Array) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i += 1) if (!areSame(a[i], b[i])) return false;
    return true;
  }
  return Object.keys(a).every((name) => areSame(a[name], b[name]));
}`,
  },
  contentOr: {
    code: `
function contentOr«<T>»(option«: T | null», otherwise«: T»)«: T» {
  return option ?? otherwise;
}`,
  },
  elementOr: {
    code: `
function elementOr«<T>»(sequence«: readonly T[]», index«: number», otherwise«: T»)«: T» {
  const element = sequence[index];
  return element === undefined ? otherwise : element;
}`,
  },
  withElement: {
    code: `
/** A copy with one element replaced. */
function withElement«<T extends { readonly length: number; slice(): T }>»(sequence«: T», index«: number», element«: unknown»)«: T» {
  const copy = sequence.slice();
  «(»copy« as any)»[index] = element;
  return copy;
}`,
  },
  joinBytes: {
    code: `
function joinBytes(a«: Uint8Array», b«: Uint8Array»)«: Uint8Array» {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}`,
  },
  placeOf: {
    uses: ['areSame'],
    code: `
/** The first index of an element, or -1. */
function placeOf(list«: readonly unknown[]», wanted«: unknown»)«: number» {
  return list.findIndex((element) => areSame(element, wanted));
}`,
  },
  placeOrNone: {
    code: `
function placeOrNone(place«: number»)«: number | null» {
  return place < 0 ? null : place;
}`,
  },
  byValue: {
    code: `
/** Order of integers, for sorting. */
function byValue(a«: ¤», b«: ¤»)«: number» {
  return a < b ? -1 : a > b ? 1 : 0;
}`,
  },
  sumOf: {
    code: `
/** The sum of numbers whose partial sums are safe. */
function sumOf(list«: readonly ¤[]»)«: number» {
  let sum = 0;
  for (const element of list) sum += element‹ as number›;
  return sum;
}`,
  },
  wideSumOf: {
    code: `
/** The exact sum as a bigint; partial sums are numbers as long as they are safe. */
function wideSumOf(list«: readonly ¤[]»)«: bigint» {
  let wide = 0n;
  let safe = 0;
  for (const element of list) {
    const next = typeof element === 'number' ? safe + element : NaN;
    if (Number.isSafeInteger(next)) safe = next;
    else [wide, safe] = [wide + BigInt(safe) + BigInt(element), 0];
  }
  return wide + BigInt(safe);
}`,
  },
  integersFrom: {
    code: `
/** The list of the integers from lo to hi, which are numbers. */
function integersFrom(lo«: number», hi«: number»)«: readonly number[]» {
  return Array.from({ length: Math.max(0, hi - lo + 1) }, (_, i) => lo + i);
}`,
  },
  wideIntegersFrom: {
    uses: ['canonicalOf'],
    code: `
/** The list of the integers from lo to hi, which are bigints. */
function wideIntegersFrom(lo«: bigint», hi«: bigint»)«: readonly ¤[]» {
  return Array.from({ length: hi < lo ? 0 : Number(hi - lo) + 1 }, (_, i) => canonicalOf(lo + BigInt(i)));
}`,
  },
  pairsOf: {
    code: `
/** Pairs of the elements of two lists at the same index, up to the length of the shorter one. */
function pairsOf«<A, B>»(left«: readonly A[]», right«: readonly B[]»)«: ReadonlyArray<{ readonly a: A; readonly b: B }>» {
  return Array.from({ length: Math.min(left.length, right.length) }, (_, i) => ({ a: left[i], b: right[i] }));
}`,
  },
} as const satisfies Record<string, PieceSource>;
