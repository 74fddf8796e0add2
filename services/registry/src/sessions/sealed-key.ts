import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import { type PlainKey, parseKey, type Randomness } from '@kirchhoff/platform';
import type { SessionToken } from './token.js';

/*
 * The key of a session, as its row has it: nonce (12) ‖ ciphertext ‖ tag (16), by AES-256-GCM. The cipher's key is made from the
 * session's identifier, of which the database has only the digest. So neither the database nor the cookie alone opens it.
 */
const CIPHER = 'aes-256-gcm';
const CIPHER_KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const PURPOSE = 'kirchhoff: the key of a session';

/** Encrypts the key that a person signed in with, so that this session can call the compiler with it. */
export function sealKey(key: PlainKey, token: SessionToken, randomness: Randomness): Uint8Array<ArrayBuffer> {
  const nonce = randomness.bytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(token), nonce);
  const ciphertext = Buffer.concat([cipher.update(key, 'ascii'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]));
}

/** Decrypts the key of a session; `undefined` if it was sealed for another session, or a byte has changed. */
export function openKey(sealed: Uint8Array, token: SessionToken): PlainKey | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, cipherKey(token), sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(tagAt));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, tagAt)), decipher.final()]).toString('ascii');
    return parseKey(text);
  } catch {
    return undefined;
  }
}

function cipherKey(token: SessionToken): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', PURPOSE, CIPHER_KEY_BYTES));
}
