import type { Authenticator, Clock } from '@kirchhoff/platform';

/** The table says to the minute when a key was last used: no need to ask more often than that. */
const MINUTE_MILLISECONDS = 60_000;
const MOST_KEYS = 10_000;

/**
 * Records the use of keys beside the request that uses them: nobody waits for it, and where it fails the next minute
 * brings another.
 */
export function recordingUse(authenticator: Authenticator, record: (keyId: string) => Promise<void>, clock: Clock): Authenticator {
  const recorded = new Map<string, number>();
  const isDue = (keyId: string): boolean => {
    const now = clock.monotonic();
    if (now - (recorded.get(keyId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MILLISECONDS) return false;
    if (recorded.size >= MOST_KEYS) recorded.clear();
    recorded.set(keyId, now);
    return true;
  };
  return {
    authenticate: async (header, graceMilliseconds) => {
      const authentication = await authenticator.authenticate(header, graceMilliseconds);
      if (authentication.kind === 'caller' && isDue(authentication.caller.keyId)) {
        record(authentication.caller.keyId).catch(() => undefined);
      }
      return authentication;
    },
  };
}
