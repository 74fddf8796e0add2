import { utf8ToBytes } from '@noble/hashes/utils';

export { sha256Hex, startSha256 } from '#sha256';

/** The UTF-8 form of a text. */
export function utf8Of(text: string): Uint8Array {
  return utf8ToBytes(text);
}
