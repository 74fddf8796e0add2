import type { Clock, KeyStore } from '@kirchhoff/platform';
import { TimeoutError, withTimeout } from '../database/deadline.js';

/** Usually, looking a key up takes a millisecond. */
const PATIENCE_MILLISECONDS = 2_000;
/** Pause after a late look-up, in which work that can do without Postgres does not wait for it. */
const PAUSE_MILLISECONDS = 500;

/** A store of keys with a short timeout, so that a policy check with a key verified before is not delayed. */
export function keyStoreWithTimeout(store: KeyStore, clock: Clock): KeyStore {
  let late: { readonly seenAt: number; readonly answer: TimeoutError } | undefined;
  return {
    findByHash: async (hash, now) => {
      if (late !== undefined && clock.monotonic() - late.seenAt < PAUSE_MILLISECONDS) throw late.answer;
      try {
        return await withTimeout(PATIENCE_MILLISECONDS, async () => store.findByHash(hash, now));
      } catch (error) {
        if (error instanceof TimeoutError) late = { seenAt: clock.monotonic(), answer: error };
        throw error;
      }
    },
  };
}
