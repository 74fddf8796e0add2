const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = 62n;

/** Writes a number ≥ 0 with exactly `length` digits 0-9A-Za-z, most significant first; it must fit. */
export function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value, place = 0; place < length; place += 1, rest /= BASE) text = DIGITS.charAt(Number(rest % BASE)) + text;
  return text;
}

/** Reads bytes as one big-endian number. */
export function bigEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}
