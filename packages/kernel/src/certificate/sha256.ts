import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

/**
 * SHA-256 (FIPS 180-4) of bytes, or of the UTF-8 form of a text: 64 lower-case hexadecimal digits. Modules import it as `#sha256`,
 * which is this one in browsers, and that of `sha256-of-node.ts` in Node.
 */
export function sha256Hex(data: string | Uint8Array): string {
  return bytesToHex(sha256(data));
}

/** SHA-256 of bytes, and of the UTF-8 forms of texts none of which ends within a surrogate pair, that come in pieces. */
export interface RunningSha256 {
  update(piece: string | Uint8Array): void;
  /** The hash of all pieces; called once, at the end. */
  hex(): string;
}

export function startSha256(): RunningSha256 {
  const hash = sha256.create();
  return {
    update: (piece) => {
      hash.update(piece);
    },
    hex: () => bytesToHex(hash.digest()),
  };
}
