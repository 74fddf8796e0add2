import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../environment/clock.js';
import type { Identifier } from '../identifiers/identifiers.js';
import type { Messages } from '../queue/messages.js';
import type { KeyHash } from './api-key.js';
import { KEY_CACHE_MILLISECONDS, type KeyCache } from './key-cache.js';

const REVOKED = 'keys:revoked';

/** Milliseconds from the look-up of a key until the request is read, for which that look-up is enough; a later one needs another. */
export const QUICK_REQUEST_MILLISECONDS = 25;

/**
 * Milliseconds after its commit until a revocation holds everywhere: the maximal age of the look-up by which a request is accepted, when
 * it is complete, and 25 more for clocks that run at different rates.
 */
export const REVOCATION_MILLISECONDS: number = KEY_CACHE_MILLISECONDS + QUICK_REQUEST_MILLISECONDS + 25;

/**
 * Makes a revocation hold in every process before it is answered: no process uses a key for longer than 250 ms without looking it
 * up (docs/decisions/0017-revocation.md). The message is only for the grace: a process that it reached has forgotten the key, if it
 * loses the database later.
 */
export class Revocations {
  readonly #messages: Messages;
  readonly #clock: Pick<Clock, 'monotonic'>;

  constructor(messages: Messages, clock: Pick<Clock, 'monotonic'>) {
    this.#messages = messages;
    this.#clock = clock;
  }

  /** Subscribes to the revocations of other processes, to forget those keys. */
  async follow(cache: KeyCache): Promise<void> {
    await this.#messages.subscribe(REVOKED, (ended) => cache.revoke(ended));
  }

  /**
   * Resolves when no process accepts the key any more.
   *
   * @param ended the hash of the key, or the account that was suspended or resumed
   * @param committedAt monotonic time after the commit
   */
  async announce(ended: KeyHash | Identifier<'account'>, committedAt: number): Promise<void> {
    // Redis may be out: waiting is enough.
    this.#messages.publish(REVOKED, ended).catch(() => undefined);
    const end = committedAt + REVOCATION_MILLISECONDS;
    // A timer may fire early, since it counts from the time that the event loop last read.
    for (let left = end - this.#clock.monotonic(); left > 0; left = end - this.#clock.monotonic()) await wait(left);
  }
}
