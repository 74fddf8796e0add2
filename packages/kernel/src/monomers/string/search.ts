/**
 * Search for a part of a text in time linear in both, for any contents. String.prototype.indexOf is quadratic on long periodic
 * parts (half a minute for a megabyte), so that a hostile pair of texts could delay a decision.
 */

/** Up to this length of the part, the worst case of indexOf (the product of both lengths) is harmless. */
const SHORT = 64;

/** Returns the least offset at or after `from` at which the part begins, in UTF-16 units, or -1. */
export type Finder = (text: string, from: number) => number;

/**
 * Returns the finder of a part. Units and code points agree here, since no well-formed part begins or ends within a surrogate
 * pair. Long parts: Knuth, Morris, Pratt, "Fast Pattern Matching in Strings" (1977).
 */
export function finderOf(part: string): Finder {
  if (part.length <= SHORT) return (text, from) => text.indexOf(part, from);
  const borders = bordersOf(part);
  return (text, from) => {
    let matched = 0;
    for (let i = from; i < text.length; i += 1) {
      matched = extend(part, borders, matched, text.charCodeAt(i));
      if (matched === part.length) return i - matched + 1;
    }
    return -1;
  };
}

/** Returns, for each prefix of the part, the length of the longest proper prefix that is also its suffix. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length);
  let matched = 0;
  for (let i = 1; i < part.length; i += 1) {
    matched = extend(part, borders, matched, part.charCodeAt(i));
    borders[i] = matched;
  }
  return borders;
}

/** Returns the length of the matched part after `unit`, if `matched` units were matched before it. */
function extend(part: string, borders: Int32Array, matched: number, unit: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
  return part.charCodeAt(length) === unit ? length + 1 : length;
}

/**
 * Returns the offsets of the occurrences that do not overlap, from left to right, at most `limit` of them. The part is not empty.
 */
export function occurrences(text: string, part: string, limit: number): readonly number[] {
  const find = finderOf(part);
  const found: number[] = [];
  for (let at = find(text, 0); at >= 0 && found.length < limit; at = find(text, at + part.length)) found.push(at);
  return found;
}
