import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils';

/** The UTF-8 form of a text. */
export function utf8Of(text: string): Uint8Array {
  return utf8ToBytes(text);
}

/** SHA-256 of the UTF-8 form of a text, in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return sha256OfBytes(utf8Of(text));
}

/** SHA-256 in lower-case hexadecimal. */
export function sha256OfBytes(bytes: Uint8Array): string {
  return bytesToHex(sha256(bytes));
}
