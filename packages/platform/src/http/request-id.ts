import { holdsKey } from '../authentication/key-text.js';
import type { Randomness } from '../environment/randomness.js';

/** Letters, digits and a few marks that no log, header or page has to escape. */
const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The client's own X-Request-Id if it is sane and no key, else a new one: it is sent back, logged and recorded. */
export function requestId(given: string | undefined, randomness: Randomness): string {
  if (given !== undefined && SANE.test(given) && !holdsKey(given)) return given;
  return Buffer.from(randomness.bytes(16)).toString('hex');
}
