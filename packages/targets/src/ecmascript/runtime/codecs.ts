import type { PieceSource } from './piece.js';

/** Conversions between numbers, bytes and texts. Parsers return null for invalid texts. */
export const CODECS = {
  parseInteger: {
    uses: ['canonicalOf'],
    code: `
/** Reads an optional minus and ASCII digits, within 64 bits. */
function parseInteger(text«: string»)«: ¤ | null» {
  if (!/^-?[0-9]+$/.test(text)) return null;
  const isNegative = text.startsWith('-');
  let first = isNegative ? 1 : 0;
  while (first < text.length - 1 && text[first] === '0') first += 1;
  if (text.length - first > 19) return null;
  const magnitude = BigInt(text.slice(first));
  const value = isNegative ? -magnitude : magnitude;
  return BigInt.asIntN(64, value) === value ? canonicalOf(value) : null;
}`,
  },
  toHex: {
    code: `
function toHex(bytes«: Uint8Array»)«: string» {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}`,
  },
  fromHex: {
    code: `
/** Digits of either case. */
function fromHex(text«: string»)«: Uint8Array | null» {
  if (text.length % 2 !== 0 || /[^0-9a-fA-F]/.test(text)) return null;
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}`,
  },
  base64Digits: {
    code: `
const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';`,
  },
  toBase64: {
    uses: ['base64Digits'],
    code: `
/** RFC 4648, section 4. */
function toBase64(bytes«: Uint8Array»)«: string» {
  const groups«: string[]» = [];
  for (let i = 0; i < bytes.length; i += 3) {
    const present = Math.min(3, bytes.length - i);
    const group = (bytes[i] << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digit = (place«: number»)«: string» => (place <= present ? base64Digits[(group >> (18 - 6 * place)) & 63] : '=');
    groups.push(digit(0) + digit(1) + digit(2) + digit(3));
  }
  return groups.join('');
}`,
  },
  fromBase64: {
    code: `
/** RFC 4648, section 4, padded; unused bits have to be zero. */
function fromBase64(text«: string»)«: Uint8Array | null» {
  if (text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text)) return null;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.length - padding;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let [bits, count, at] = [0, 0, 0];
  for (let i = 0; i < digits; i += 1) {
    const digit = digitOf(text.charCodeAt(i));
    if (digit < 0) return null;
    bits = ((bits << 6) | digit) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[at] = bits >> count;
    at += 1;
  }
  return (bits & ((1 << count) - 1)) === 0 ? bytes : null;

  function digitOf(unit«: number»)«: number» {
    if (unit >= 0x61) return unit - 0x61 + 26;
    if (unit >= 0x41) return unit - 0x41;
    if (unit === 0x3d) return -1;
    return unit >= 0x30 ? unit - 0x30 + 52 : unit === 0x2b ? 62 : 63;
  }
}`,
  },
  utf8Length: {
    code: `
/** The number of bytes of a text in UTF-8. */
function utf8Length(text«: string»)«: number» {
  let length = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    // Each half of a pair counts for two of its four bytes.
    length += unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return length;
}`,
  },
  toUtf8: {
    uses: ['utf8Length'],
    code: `
/** RFC 3629, section 3. */
function toUtf8(text«: string»)«: Uint8Array» {
  const bytes = new Uint8Array(utf8Length(text));
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0)« as number»;
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    bytes[at] = size === 1 ? code : ((0xf00 >> size) & 0xff) | (code >> (6 * (size - 1)));
    for (let next = 1; next < size; next += 1) bytes[at + next] = 0x80 | ((code >> (6 * (size - 1 - next))) & 0x3f);
    at += size;
  }
  return bytes;
}`,
  },
  fromUtf8: {
    code: `
/** The Unicode Standard, table 3-7. */
function fromUtf8(bytes«: Uint8Array»)«: string | null» {
  const parts«: string[]» = [];
  let codes«: number[]» = [];
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at];
    if ((0x80 <= lead && lead < 0xc2) || lead > 0xf4) return null;
    const size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let code = size === 1 ? lead : lead & (0x7f >> size);
    for (let next = 1; next < size; next += 1) {
      const byte = bytes[at + next];
      if (byte === undefined || (byte & 0xc0) !== 0x80) return null;
      code = (code << 6) | (byte & 0x3f);
    }
    const isOverlong = (size === 3 && code < 0x800) || (size === 4 && code < 0x10000);
    if (isOverlong || code > 0x10ffff || (0xd800 <= code && code <= 0xdfff)) return null;
    codes.push(code);
    if (codes.length === 4096) {
      parts.push(String.fromCodePoint(...codes));
      codes = [];
    }
    at += size;
  }
  return parts.join('') + String.fromCodePoint(...codes);
}`,
  },
  readBigEndian: {
    code: `
/** The unsigned integer in the bytes from an index on. */
function readBigEndian(bytes«: Uint8Array», index«: number», size«: number»)«: number» {
  let value = 0;
  for (let i = 0; i < size; i += 1) value = value * 256 + bytes[index + i];
  return value;
}`,
  },
  readLittleEndian: {
    code: `
/** The unsigned integer in the bytes from an index on, the least significant first. */
function readLittleEndian(bytes«: Uint8Array», index«: number», size«: number»)«: number» {
  let value = 0;
  for (let i = size - 1; i >= 0; i -= 1) value = value * 256 + bytes[index + i];
  return value;
}`,
  },
  writeLittleEndian: {
    code: `
/** The bytes of an unsigned integer, the least significant first. */
function writeLittleEndian(value«: number», size«: number»)«: Uint8Array» {
  return Uint8Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256);
}`,
  },
  writeBigEndian: {
    uses: ['writeLittleEndian'],
    code: `
function writeBigEndian(value«: number», size«: number»)«: Uint8Array» {
  return writeLittleEndian(value, size).reverse();
}`,
  },
} as const satisfies Record<string, PieceSource>;
