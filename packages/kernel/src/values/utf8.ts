import { unitsAt } from './text.js';

/** Number of bytes of a well-formed text in UTF-8. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i += unitsAt(text, i)) length += sizeOf(text.codePointAt(i) ?? 0);
  return length;
}

function sizeOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x1_0000 ? 3 : 4;
}

/** The bytes of a well-formed text (RFC 3629 section 3). */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (let i = 0; i < text.length; i += unitsAt(text, i)) {
    const codePoint = text.codePointAt(i) ?? 0;
    const size = sizeOf(codePoint);
    bytes[at] = size === 1 ? codePoint : ((0xf00 >> size) & 0xff) | (codePoint >> (6 * (size - 1)));
    for (let next = 1; next < size; next += 1) bytes[at + next] = 0x80 | ((codePoint >> (6 * (size - 1 - next))) & 0x3f);
    at += size;
  }
  return bytes;
}

/** ASCII is decoded in chunks of this many bytes: String.fromCharCode takes them as arguments. */
const CHUNK = 4096;

/** The text that the bytes encode; `undefined` if they are ill-formed (The Unicode Standard, table 3-7). */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = endOfAscii(bytes, at);
    if (end > at) {
      parts.push(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, end)));
      at = end;
      continue;
    }
    const sequence = sequenceOf(bytes[at] ?? 0);
    const codePoint = sequence === undefined ? undefined : codePointAt(bytes, at, sequence);
    if (sequence === undefined || codePoint === undefined) return undefined;
    parts.push(String.fromCodePoint(codePoint));
    at += sequence.size;
  }
  return parts.join('');
}

/** The end of the ASCII bytes from `at` on, at most {@link CHUNK} of them: most texts are nearly all ASCII. */
function endOfAscii(bytes: Uint8Array, at: number): number {
  const most = Math.min(bytes.length, at + CHUNK);
  let end = at;
  while (end < most && (bytes[end] ?? 0) < 0x80) end += 1;
  return end;
}

/** A row of table 3-7: the constraints of the lead byte on the bytes after it. */
interface Sequence {
  readonly size: number;
  /** The code point's upper bits, from the lead. */
  readonly bits: number;
  /** Bounds of the second byte: they exclude overlong forms, surrogates and code points above U+10FFFF. */
  readonly lo: number;
  readonly hi: number;
}

/** The row of a lead byte beyond ASCII; `undefined` if the byte begins no sequence. */
function sequenceOf(lead: number): Sequence | undefined {
  if (lead < 0xc2 || lead > 0xf4) return undefined;
  if (lead < 0xe0) return { size: 2, bits: lead & 0x1f, lo: 0x80, hi: 0xbf };
  if (lead < 0xf0) return { size: 3, bits: lead & 0x0f, lo: lead === 0xe0 ? 0xa0 : 0x80, hi: lead === 0xed ? 0x9f : 0xbf };
  return { size: 4, bits: lead & 0x07, lo: lead === 0xf0 ? 0x90 : 0x80, hi: lead === 0xf4 ? 0x8f : 0xbf };
}

function codePointAt(bytes: Uint8Array, at: number, { size, bits, lo, hi }: Sequence): number | undefined {
  let codePoint = bits;
  for (let next = 1; next < size; next += 1) {
    const byte = bytes[at + next];
    const isNext = byte !== undefined && (next === 1 ? lo <= byte && byte <= hi : (byte & 0xc0) === 0x80);
    if (!isNext) return undefined;
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  return codePoint;
}
