import type { Clock, KeyStore } from '@kirchhoff/platform';
import { TimeoutError, withTimeout } from '../database/deadline.js';

/** Looking a key up takes a millisecond. */
const PATIENCE_MILLISECONDS = 2_000;
/** Pause after a look-up that came too late: work that may go on without Postgres goes on at once. */
const PAUSE_MILLISECONDS = 500;

/** A store of keys that says soon that it hangs, so that a policy check by a key verified before is not held up. */
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
