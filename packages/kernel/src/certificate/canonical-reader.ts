import { pair, type Ranges } from '../abstract/ranges.js';
import { type Int, normalize } from '../types/integer.js';
import { JSON_NESTING } from '../values/json.js';

/** Ends reading at a text that is no certificate. It never leaves this folder. */
export class Malformed extends Error {}

/** Ends reading at a text that spells something in another way than `encode.ts` does. It never leaves this folder. */
export class OtherSpelling extends Error {}

/**
 * Reads JSON from the first byte to the last, in the one spelling of `encode.ts`: without spaces, members in a fixed order, numbers
 * as short as possible, strings escaped as by `JSON.stringify`. Each method takes what comes next, or throws {@link Malformed} or
 * {@link OtherSpelling}. So what was read has no second spelling.
 */
export class CanonicalReader {
  /** The number of bytes that were taken. */
  at = 0;

  private readonly words: DataView;

  constructor(private readonly bytes: Uint8Array) {
    this.words = viewOf(bytes);
  }

  /** Ends reading here, or at another byte. A space there is another spelling of what may follow it. */
  refuse(message: string, at = this.at): never {
    if (isSpace(this.bytes[at])) return this.misspelled('a space', at);
    throw new Malformed(`at byte ${at}: ${message}`);
  }

  /** Ends reading here, or at another byte, where something is spelled in another way. */
  misspelled(message: string, at = this.at): never {
    throw new OtherSpelling(`at byte ${at}: ${message}`);
  }

  /** The bytes taken from byte number `start` on, as a view. */
  since(start: number): Uint8Array {
    return this.bytes.subarray(start, this.at);
  }

  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }

  /** The next byte; -1 at the end. */
  private next(): number {
    return this.bytes[this.at] ?? -1;
  }

  /** True if this text of ASCII comes next. */
  isNext(text: string): boolean {
    const { bytes, at } = this;
    for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** Takes this text of ASCII. */
  expect(text: string): void {
    const { bytes, at } = this;
    for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) this.refuse(`${text} is missing`, at + i);
    this.at = at + text.length;
  }

  /** Takes this text of ASCII, and returns the reader for what follows. */
  after(text: string): this {
    this.expect(text);
    return this;
  }

  /** Takes this text of ASCII if it comes next. */
  takes(text: string): boolean {
    if (!this.isNext(text)) return false;
    this.at += text.length;
    return true;
  }

  /** Takes these bytes if they come next, four at a time: faster than a text, for one that comes often. */
  takesBytes(expected: DataView): boolean {
    const { words, at } = this;
    const { byteLength } = expected;
    if (at + byteLength > words.byteLength) return false;
    let i = 0;
    for (; i + 4 <= byteLength; i += 4) if (words.getInt32(at + i) !== expected.getInt32(i)) return false;
    for (; i < byteLength; i += 1) if (words.getInt8(at + i) !== expected.getInt8(i)) return false;
    this.at = at + byteLength;
    return true;
  }

  isAtList(): boolean {
    return this.bytes[this.at] === LIST;
  }

  isAtObject(): boolean {
    return this.bytes[this.at] === OBJECT;
  }

  isAtText(): boolean {
    return this.bytes[this.at] === QUOTE;
  }

  /** Takes this byte if it comes next. */
  private takesByte(byte: number): boolean {
    if (this.bytes[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  /** Takes this character of ASCII. */
  private expectByte(byte: number): void {
    if (!this.takesByte(byte)) this.refuse(`${String.fromCharCode(byte)} is missing`);
  }

  /** Takes a list, each item by `read`. */
  list<T>(read: (from: this) => T): readonly T[] {
    this.expectByte(LIST);
    if (this.takesByte(LIST_END)) return [];
    const items: T[] = [];
    do items.push(read(this));
    while (this.takesByte(COMMA));
    this.expectByte(LIST_END);
    return items;
  }

  /** Takes an integer of at least 0 and at most 2^53 - 1. */
  count(): number {
    const { bytes, at: start } = this;
    let value = (bytes[start] ?? 0) - ZERO;
    if (value < 0 || value > 9) return this.refuse('a count is missing');
    let at = start + 1;
    // A number that begins with 0 ends there. Sums beyond 2^53 are rounded, but never to a safe integer.
    for (let digit = digitAt(bytes, at); value > 0 && digit >= 0; digit = digitAt(bytes, at)) {
      value = value * 10 + digit;
      at += 1;
    }
    if (!Number.isSafeInteger(value)) return this.refuse('a count is too large');
    this.at = at;
    return value;
  }

  /** Takes an integer from -(2^53 - 1) to 2^53 - 1. */
  safeInteger(): number {
    if (!this.takesByte(MINUS)) return this.count();
    const value = this.count();
    return value === 0 ? this.refuse('-0 is no integer', this.at - 1) : -value;
  }

  /** Takes an integer: a number if it is safe, otherwise a string of at most 61 digits. */
  integer(): Int {
    if (!this.isAtText()) return this.safeInteger();
    const { at } = this;
    const digits = this.text();
    if (!/^-?[1-9][0-9]{0,60}$/.test(digits)) return this.refuse('an integer is missing', at);
    const value = normalize(BigInt(digits));
    return typeof value === 'number' ? this.misspelled('a safe integer is written as a string', at) : value;
  }

  /** Takes the bounds of ranges, at least two. */
  bounds(): Ranges {
    this.expectByte(LIST);
    const lo = this.integer();
    this.expectByte(COMMA);
    const hi = this.integer();
    if (this.takesByte(LIST_END)) return pair(lo, hi);
    const bounds: Int[] = [lo, hi];
    while (this.takesByte(COMMA)) bounds.push(this.integer());
    this.expectByte(LIST_END);
    return bounds;
  }

  truth(): boolean {
    if (this.takes('true')) return true;
    return this.takes('false') ? false : this.refuse('true or false is missing');
  }

  /** Takes `null`, or a value by `read`. */
  nullable<T>(read: (from: this) => T): T | null {
    return this.takes('null') ? null : read(this);
  }

  /** Takes a string that is one of these words, which have no characters to escape. */
  word<T extends string>(words: readonly T[]): T {
    for (const word of words) if (this.takesWord(word)) return word;
    return this.refuse(`one of ${words.join(', ')} is missing`);
  }

  /** Takes a string. */
  text(): string {
    const { at } = this;
    if (!this.isAtText()) return this.refuse('a text is missing');
    if (this.skipText()) return this.decoded(at + 1, this.at - 1);
    const value = this.parsed(at);
    return typeof value === 'string' ? value : this.refuse('a text is missing', at);
  }

  /** Takes any JSON value that nests no deeper than a value of the language; a value in the innermost list counts as well. */
  json(): unknown {
    const { at } = this;
    let depth = 0;
    do {
      const byte = this.next();
      const isEnd = byte === LIST_END || byte === OBJECT_END;
      if (byte === -1 || (isEnd && depth === 0)) return this.refuse('a value is missing', at);
      if (!isEnd && depth === JSON_NESTING) return this.refuse('a value nests too deep', at);
      if (byte === LIST || byte === OBJECT) depth += 1;
      if (isEnd) depth -= 1;
      if (byte === QUOTE) this.skipText();
      else this.at += 1;
    } while (depth > 0 || !isEndOfItem(this.next()));
    return this.parsed(at);
  }

  private takesWord(word: string): boolean {
    const { bytes, at } = this;
    const end = at + 1 + word.length;
    if (bytes[at] !== QUOTE || bytes[end] !== QUOTE) return false;
    for (let i = 0; i < word.length; i += 1) if (bytes[at + 1 + i] !== word.charCodeAt(i)) return false;
    this.at = end + 1;
    return true;
  }

  /** Moves over a string. Returns true if it has no escapes and ASCII only, so that its characters are its bytes. */
  private skipText(): boolean {
    const { bytes, at: start } = this;
    let isPlain = true;
    let at = start + 1;
    for (let byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
      if (byte === undefined) return this.refuse('a text does not end');
      if (byte < FIRST_PRINTABLE || byte > LAST_ASCII || byte === BACKSLASH) isPlain = false;
      at += byte === BACKSLASH ? 2 : 1;
    }
    this.at = at + 1;
    return isPlain;
  }

  /** The value of the JSON text from `start` to here. */
  private parsed(start: number): unknown {
    const source = this.decoded(start, this.at);
    const value = parsedJson(source);
    if (value === undefined) return this.refuse('JSON is missing', start);
    return JSON.stringify(value) === source ? value : this.misspelled('JSON.stringify spells it in another way', start);
  }

  /** The text of some bytes. */
  private decoded(start: number, end: number): string {
    try {
      return UTF8.decode(this.bytes.subarray(start, end));
    } catch {
      return this.refuse('ill-formed UTF-8', start);
    }
  }
}

/** A decoder of the Encoding Standard, available in every host: it throws at ill-formed bytes. */
declare const TextDecoder: new (encoding: 'utf-8', options: { fatal: true; ignoreBOM: true }) => { decode(bytes: Uint8Array): string };
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `undefined` for a text that is no JSON. */
function parsedJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** The same bytes, for reads of several at once. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The characters of JSON in ASCII. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const LIST = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;
const FIRST_PRINTABLE = 0x20;
const LAST_ASCII = 0x7f;

/** The digit at a byte; a negative number if there is none. */
function digitAt(bytes: Uint8Array, at: number): number {
  const digit = (bytes[at] ?? 0) - ZERO;
  return digit > 9 ? -1 : digit;
}

/** True for the space, tabulator and line ends of JSON. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

/** True for the byte after an item, and at the end of the text. */
function isEndOfItem(byte: number): boolean {
  return byte === COMMA || byte === LIST_END || byte === OBJECT_END || byte === -1;
}
