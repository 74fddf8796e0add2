import { createHash } from 'node:crypto';

/** SHA-256 over owner, name and source; equal exactly if a second publication would change no row. */
export function publicationDigest(accountId: string, name: string, source: string): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify([accountId, name, source]);
  return new Uint8Array(createHash('sha256').update(text, 'utf8').digest());
}
