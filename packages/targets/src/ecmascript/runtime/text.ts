import type { PieceSource } from './piece.js';

/** Texts, counted and ordered by code point. */
export const TEXT = {
  codePointLength: {
    code: `
function codePointLength(text«: string»)«: number» {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) if ((text.charCodeAt(i) & 0xfc00) === 0xd800) length -= 1;
  return length;
}`,
  },
  compareText: {
    code: `
/** Order by code point: negative, 0 or positive. */
function compareText(a«: string», b«: string»)«: number» {
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i += 1;
  if (i === shorter) return a.length - b.length;
  // Surrogates stand for code points above all other units.
  const rank = (unit«: number») => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800);
  return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
}`,
  },
  upperOf: {
    code: `
/** Only ASCII letters change, so that the result does not depend on a version of Unicode. */
function upperOf(text«: string»)«: string» {
  return text.replaceAll(/[a-z]+/g, (run) => run.toUpperCase());
}`,
  },
  lowerOf: {
    code: `
/** Only ASCII letters change, so that the result does not depend on a version of Unicode. */
function lowerOf(text«: string»)«: string» {
  return text.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase());
}`,
  },
  matchesGlob: {
    code: `
/** \`*\` any run, \`?\` one code point, \`\\\` quotes the next. It goes back only to the last \`*\`. */
function matchesGlob(text«: string», pattern«: string»)«: boolean» {
  const units = [...text];
  const tokens«: Array<'run' | 'one' | { readonly is: string | undefined }>» = [];
  const source = [...pattern];
  for (let i = 0; i < source.length; i += 1) {
    if (source[i] === '\\\\') tokens.push({ is: source[(i += 1)] });
    else tokens.push(source[i] === '*' ? 'run' : source[i] === '?' ? 'one' : { is: source[i] });
  }
  let [at, token, runToken, runAt] = [0, 0, -1, 0];
  while (at < units.length) {
    const next = tokens[token];
    if (next === 'run') [runToken, runAt, token] = [token, at, token + 1];
    else if (next !== undefined && (next === 'one' || next.is === units[at])) [at, token] = [at + 1, token + 1];
    else if (runToken >= 0) [runAt, at, token] = [runAt + 1, runAt + 1, runToken + 1];
    else return false;
  }
  while (tokens[token] === 'run') token += 1;
  return token === tokens.length;
}`,
  },
  unitsBefore: {
    code: `
/** The number of UTF-16 units of the first code points of a text. */
function unitsBefore(text«: string», codePoints«: number»)«: number» {
  let units = 0;
  for (let i = 0; i < codePoints; i += 1) units += «(»text.codePointAt(units)« as number)» > 0xffff ? 2 : 1;
  return units;
}`,
  },
  substringOf: {
    uses: ['unitsBefore'],
    code: `
/** The code points from one position up to, not including, another. */
function substringOf(text«: string», from«: number», to«: number»)«: string» {
  const start = unitsBefore(text, from);
  const rest = text.slice(start);
  return rest.slice(0, unitsBefore(rest, to - from));
}`,
  },
  codeAt: {
    uses: ['unitsBefore'],
    code: `
function codeAt(text«: string», index«: number»)«: number» {
  return text.codePointAt(unitsBefore(text, index))« as number»;
}`,
  },
  paddedStart: {
    uses: ['codePointLength'],
    code: `
/** Pads a text to a minimal number of code points; the fill is one code point. */
function paddedStart(text«: string», length«: number», fill«: string»)«: string» {
  return fill.repeat(Math.max(0, length - codePointLength(text))) + text;
}`,
  },
  trimmedOf: {
    code: `
/** Removes U+0009 to U+000D and U+0020 at both ends. */
function trimmedOf(text«: string»)«: string» {
  const isSpace = (unit«: number») => unit === 0x20 || (0x09 <= unit && unit <= 0x0d);
  let [start, end] = [0, text.length];
  while (start < end && isSpace(text.charCodeAt(start))) start += 1;
  while (start < end && isSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}`,
  },
} as const satisfies Record<string, PieceSource>;
