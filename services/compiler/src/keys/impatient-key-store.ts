import { type Clock, isDatabaseOutage, type KeyStore } from '@kirchhoff/platform';
import { answeredWithin } from '../database/deadline.js';

/** Looking a key up takes a millisecond. */
const PATIENCE_MILLISECONDS = 2_000;
/** After an outage was seen, so long nobody asks again: what may go on without Postgres goes on at once. */
const PAUSE_MILLISECONDS = 500;

/** A store of keys that says soon that it is out, so that a policy check by a key verified before is not held up. */
export function impatientKeyStore(store: KeyStore, clock: Clock): KeyStore {
  let outage: { readonly seenAt: number; readonly error: unknown } | undefined;
  return {
    findByHash: async (hash) => {
      if (outage !== undefined && clock.monotonic() - outage.seenAt < PAUSE_MILLISECONDS) throw outage.error;
      try {
        const found = await answeredWithin(PATIENCE_MILLISECONDS, async () => store.findByHash(hash));
        outage = undefined;
        return found;
      } catch (error) {
        if (isDatabaseOutage(error)) outage = { seenAt: clock.monotonic(), error };
        throw error;
      }
    },
  };
}
