/** Text is counted, indexed and ordered by code points; JavaScript's own string operations use UTF-16 units. */

/** Number of code points of a well-formed string. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}

/** Order by code point: -1, 0 or 1. UTF-16 order differs from it only if surrogates are compared with U+E000 to U+FFFF. */
export function compareText(a: string, b: string): -1 | 0 | 1 {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) < rank(y) ? -1 : 1;
  }
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}

/** Moves the surrogates above all other units: the code points that they encode lie above U+FFFF. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Returns true if every surrogate is part of a pair. */
export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** 2 if a surrogate pair begins at the offset, else 1. */
export function unitsAt(text: string, offset: number): 1 | 2 {
  const unit = text.charCodeAt(offset);
  return unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
}
