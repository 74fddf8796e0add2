import { type Int, normalize } from '@kirchhoff/kernel/types/integer';
import { BYTES, CHARACTER, ESCAPE, FRACTION, NUMBER, TEXT_RUN } from './grammar.js';

/** A scanned literal: its end, its value, and its faults at offsets from its start. */
export interface Scanned<T> {
  readonly length: number;
  readonly value: T;
  readonly faults: readonly LiteralFault[];
}

export interface LiteralFault {
  readonly at: number;
  readonly length: number;
  readonly message: string;
  readonly hint?: string;
}

const NO_FAULTS: readonly LiteralFault[] = [];

/** Integers of this many decimal digits are exact as numbers. */
const EXACT_DIGITS = 15;
const BEYOND = 2n ** 64n;
const DIGITS_THAT_MAY_FIT = 20;
const INTEGERS_ONLY = 'there are only integers: count in cents, or in thousandths';

/** Scans the number at `start`, which is a digit. Magnitudes beyond 2^64 become 2^64. */
export function scanNumber(source: string, start: number): Scanned<Int> {
  return scanDigits(source, start) ?? scanAnyNumber(source, start);
}

/** Scans the usual form of a number: a few decimal digits that no other character of a number follows; `null` for another form. */
function scanDigits(source: string, start: number): Scanned<Int> | null {
  let value = 0;
  let end = start;
  let unit = source.charCodeAt(end);
  for (; isDigit(unit); unit = source.charCodeAt(end)) {
    value = 10 * value + unit - ZERO;
    end += 1;
  }
  const length = end - start;
  const goesOn = isPartOfWord(unit) || (unit === POINT && isDigit(source.charCodeAt(end + 1)));
  return goesOn || length > EXACT_DIGITS ? null : { length, value, faults: NO_FAULTS };
}

const POINT = 0x2e;
const ZERO = 0x30;

export function isDigit(unit: number): boolean {
  return unit >= ZERO && unit <= ZERO + 9;
}

/** Returns true for letters, digits and the underscore. */
export function isPartOfWord(unit: number): boolean {
  return isLetter(unit) || isDigit(unit) || unit === UNDERSCORE;
}

/** Returns true for the letters and the underscore. */
export function beginsWord(unit: number): boolean {
  return isLetter(unit) || unit === UNDERSCORE;
}

const UNDERSCORE = 0x5f;

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || isCapital(unit);
}

export function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

function scanAnyNumber(source: string, start: number): Scanned<Int> {
  const written = matchAt(NUMBER, source, start);
  const fraction = matchAt(FRACTION, source, start + written.length);
  const length = written.length + fraction.length;
  if (fraction !== '') {
    return { length, value: 0, faults: [{ at: 0, length, message: 'a number has no fraction', hint: INTEGERS_ONLY }] };
  }
  const hexadecimal = written.startsWith('0x');
  const digits = hexadecimal ? written.slice(2) : written;
  const wellFormed = (hexadecimal ? /^[0-9a-fA-F_]+$/ : /^[0-9_]+$/).test(digits) && !/^_|__|_$/.test(digits);
  if (!wellFormed) {
    const hint = /^[0-9]+[eE][0-9]+$/.test(written)
      ? INTEGERS_ONLY
      : 'write decimal digits, or `0x` and hexadecimal ones, `_` only between digits';
    return { length, value: 0, faults: [{ at: 0, length, message: 'this is no integer', hint }] };
  }
  return { length, value: magnitude(digits.replaceAll('_', ''), hexadecimal), faults: [] };
}

function magnitude(digits: string, hexadecimal: boolean): Int {
  const significant = digits.replace(/^0+/, '');
  if (significant.length > DIGITS_THAT_MAY_FIT) return BEYOND;
  const value = BigInt(`${hexadecimal ? '0x' : ''}${significant === '' ? '0' : significant}`);
  return normalize(value > BEYOND ? BEYOND : value);
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\\\', '\\'],
  ['\\"', '"'],
]);

/** Scans the text at `start`, which is a `"`; an unclosed one reaches to the end of its line. */
export function scanText(source: string, start: number): Scanned<string> {
  const parts: string[] = [];
  const faults: LiteralFault[] = [];
  let at = start + 1;
  for (;;) {
    const run = matchAt(TEXT_RUN, source, at);
    parts.push(run);
    at += run.length;
    if (source[at] !== '\\') break;
    const escape = matchAt(ESCAPE, source, at);
    const meant = unescape(escape);
    if (meant === null) faults.push(badEscape(escape, at - start));
    else parts.push(meant);
    at += escape.length;
  }
  const closed = source[at] === '"';
  const length = at - start + (closed ? 1 : 0);
  if (!closed)
    faults.push({ at: 0, length, message: 'this text is not closed on its line', hint: 'close it with `"`; a line end is `\\n`' });
  return { length, value: parts.join(''), faults };
}

function unescape(escape: string): string | null {
  const simple = SIMPLE_ESCAPES.get(escape);
  if (simple !== undefined) return simple;
  const digits = /^\\u\{([0-9a-fA-F]{1,6})\}$/.exec(escape)?.[1];
  if (digits === undefined) return null;
  const code = Number.parseInt(digits, 16);
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? null : String.fromCodePoint(code);
}

function badEscape(escape: string, at: number): LiteralFault {
  const unicode = escape.startsWith('\\u');
  return {
    at,
    length: escape.length,
    message: unicode ? 'this is no Unicode code point' : 'there is no such escape',
    hint: unicode
      ? 'write `\\u{…}` with one to six hexadecimal digits, up to 10FFFF and no surrogate'
      : 'the escapes are \\n \\t \\\\ \\" \\u{…}',
  };
}

/** Scans the character literal at `start`, which is a `'`, as its code point; `null` if it does not contain exactly one. */
export function scanCharacter(source: string, start: number): Scanned<Int> | null {
  const written = matchAt(CHARACTER, source, start);
  if (written === '') return null;
  const inner = written.slice(1, -1);
  const meant = inner === "\\'" ? "'" : inner.startsWith('\\') ? unescape(inner) : inner;
  const { length } = written;
  if (meant === null) return { length, value: 0, faults: [badEscape(inner, 1)] };
  return { length, value: meant.codePointAt(0) ?? 0, faults: [] };
}

/** Scans the bytes at `start`, which is `x"`; unclosed ones reach to the end of their line. */
export function scanBytes(source: string, start: number): Scanned<Uint8Array> {
  const written = matchAt(BYTES, source, start);
  const { length } = written;
  const closed = length > 2 && written.endsWith('"');
  const digits = written.slice(2, closed ? -1 : length);
  const fault = (message: string, hint: string) => ({ length, value: new Uint8Array(), faults: [{ at: 0, length, message, hint }] });
  if (!closed) return fault('these bytes are not closed on their line', 'close them with `"`');
  if (!/^[0-9a-fA-F]*$/.test(digits)) return fault('these bytes are not hexadecimal', 'write two hexadecimal digits a byte: `x"0aff"`');
  if (digits.length % 2 !== 0)
    return fault('a digit is missing: a byte is two hexadecimal digits', 'write two hexadecimal digits a byte: `x"0aff"`');
  const value = new Uint8Array(digits.length / 2);
  for (let i = 0; i < value.length; i += 1) value[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return { length, value, faults: [] };
}

/** Returns the match of the sticky `pattern` at `start`; '' if it does not match. */
export function matchAt(pattern: RegExp, source: string, start: number): string {
  pattern.lastIndex = start;
  return pattern.test(source) ? source.slice(start, pattern.lastIndex) : '';
}
