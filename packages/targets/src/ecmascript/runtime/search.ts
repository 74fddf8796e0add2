import type { PieceSource } from './piece.js';

/** Search for a part of a text. The built-in searches are quadratic for long periodic parts. */
export const SEARCH = {
  finderOf: {
    code: `
/**
 * Returns a function that finds the least offset at or after another at which the part begins, or -1. Takes linear time (Knuth,
 * Morris, Pratt 1977).
 */
function finderOf(part«: string»)«: (text: string, from: number) => number» {
  if (part.length <= 64) return (text, from) => text.indexOf(part, from);
  const borders = new Int32Array(part.length);
  const extend = (matched«: number», unit«: number») => {
    let length = matched;
    while (length > 0 && part.charCodeAt(length) !== unit) length = borders[length - 1];
    return part.charCodeAt(length) === unit ? length + 1 : length;
  };
  for (let i = 1, matched = 0; i < part.length; i += 1) {
    matched = extend(matched, part.charCodeAt(i));
    borders[i] = matched;
  }
  return (text, from) => {
    for (let i = from, matched = 0; i < text.length; i += 1) {
      matched = extend(matched, text.charCodeAt(i));
      if (matched === part.length) return i - matched + 1;
    }
    return -1;
  };
}`,
  },
  partsOf: {
    uses: ['finderOf'],
    code: `
/** The parts between the occurrences of a separator, which is not empty; only the first ones, up to a number. */
function partsOf(text«: string», separator«: string», most«: number»)«: readonly string[]» {
  const find = finderOf(separator);
  const parts«: string[]» = [];
  let start = 0;
  for (let at = find(text, 0); at >= 0 && parts.length < most; at = find(text, start)) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  parts.push(text.slice(start));
  return parts;
}`,
  },
  offsetOrNone: {
    uses: ['codePointLength'],
    code: `
/** Converts an offset in UTF-16 units to code points; -1 stays -1. */
function offsetOrNone(text«: string», offset«: number»)«: number | null» {
  return offset < 0 ? null : codePointLength(text.slice(0, offset));
}`,
  },
  replacedLength: {
    uses: ['codePointLength', 'partsOf'],
    code: `
/** The number of code points of a text after every occurrence of a part, which is not empty, is replaced. */
function replacedLength(text«: string», from«: string», to«: string»)«: number» {
  return codePointLength(text) + (partsOf(text, from, Infinity).length - 1) * (codePointLength(to) - codePointLength(from));
}`,
  },
  joinedLength: {
    uses: ['codePointLength'],
    code: `
/** The number of code points of the texts joined by a separator. */
function joinedLength(texts«: readonly string[]», separator«: string»)«: number» {
  let length = Math.max(0, texts.length - 1) * codePointLength(separator);
  for (const text of texts) length += codePointLength(text);
  return length;
}`,
  },
} as const satisfies Record<string, PieceSource>;
