/** Text is counted, indexed and ordered by code points, which JavaScript's own string operations are not. */

/** Number of code points of a well-formed string. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit <= 0xdbff) length -= 1;
  }
  return length;
}

/** Order by code point: -1, 0 or 1. UTF-16 order differs from it only where surrogates meet U+E000 to U+FFFF. */
export function compareText(a: string, b: string): -1 | 0 | 1 {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) < rank(y) ? -1 : 1;
  }
  return a.length < b.length ? -1 : a.length > b.length ? 1 : 0;
}

/** Moves the surrogates above all other units, where the code points that they make stand. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** True where no surrogate stands alone. */
export function isWellFormed(text: string): boolean {
  return !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** 2 where a surrogate pair begins at the offset, else 1. */
export function unitsAt(text: string, offset: number): 1 | 2 {
  const unit = text.charCodeAt(offset);
  return unit >= 0xd800 && unit <= 0xdbff ? 2 : 1;
}
