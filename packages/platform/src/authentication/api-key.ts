import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Randomness } from '../environment/randomness.js';
import { toBase62 } from '../identifiers/base62.js';

/** A text with a key's prefix: a whole key, or a truncated one. */
const KEY_TEXT = /svc_live_[0-9A-Za-z]+/g;

/** Returns the text with every key in it masked: for logs, and for error messages about a request. */
export function withoutKeys(text: string): string {
  return text.replace(KEY_TEXT, '[key]');
}

/** Returns true if the text contains a key, or the beginning of one. */
export function holdsKey(text: string): boolean {
  return text.includes('svc_live_');
}

/** Returns the path of a request with every key in it masked, also percent-encoded ones. */
export function pathWithoutKeys(path: string): string {
  const decoded = decode(path);
  return holdsKey(decoded) ? encodeURI(withoutKeys(decoded)) : path;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

declare const plainKey: unique symbol;
declare const keyHash: unique symbol;
/** A key in plain text: secret, shown to its owner once, never stored or logged. */
export type PlainKey = string & { readonly [plainKey]: true };
/** The SHA-256 of a key in lower-case hexadecimal, for storage and look-up. */
export type KeyHash = string & { readonly [keyHash]: true };

const PREFIX = 'svc_live_';
const RANDOM_DIGITS = 34;
const CHECKSUM_DIGITS = 6;
const SHOWN_DIGITS = 4;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECKSUM_DIGITS}}$`);
/** The largest multiple of 62 in a byte. Bytes from it on are discarded, so that each digit is equally likely. */
const FAIR_BYTES = 248;

/** Makes a key: 34 random base-62 digits (over 200 bits) and the CRC-32 of the text before it in 6 more. */
export function makeKey(randomness: Randomness): PlainKey {
  let text = PREFIX;
  while (text.length < PREFIX.length + RANDOM_DIGITS) {
    for (const byte of randomness.bytes(RANDOM_DIGITS)) {
      if (byte < FAIR_BYTES && text.length < PREFIX.length + RANDOM_DIGITS) text += toBase62(BigInt(byte % 62), 1);
    }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made in the right form just now
  return (text + checksum(text)) as PlainKey;
}

/** Returns the key; `undefined` if the form or the checksum is wrong. So a mistyped key needs no look-up. */
export function parseKey(text: string): PlainKey | undefined {
  return isKey(text) ? text : undefined;
}

function isKey(text: string): text is PlainKey {
  return FORM.test(text) && checksum(text.slice(0, -CHECKSUM_DIGITS)) === text.slice(-CHECKSUM_DIGITS);
}

/** Hashes a key for storage. It needs no salt and no slow hash, since 200 random bits cannot be guessed. */
export function hashKey(key: PlainKey): KeyHash {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- this type stands for a digest in hex
  return createHash('sha256').update(key, 'ascii').digest('hex') as KeyHash;
}

/** The hash in the form of the database (bytea). */
export function keyHashBytes(hash: KeyHash): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hash, 'hex'));
}

/** The hash of a value from the database. */
export function storedKeyHash(bytes: Uint8Array): KeyHash {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table holds only SHA-256 digests
  return Buffer.from(bytes).toString('hex') as KeyHash;
}

/** The beginning of a key, by which its owner recognises it in a list. */
export function shownPrefix(key: PlainKey): string {
  return key.slice(0, PREFIX.length + SHOWN_DIGITS);
}

function checksum(text: string): string {
  return toBase62(BigInt(crc32(text)), CHECKSUM_DIGITS);
}
