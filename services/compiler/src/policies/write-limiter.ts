import { type ClosableQueue, FairSemaphore, type Problem, problem, type Share } from '@kirchhoff/platform';

/**
 * Maximal number of concurrent writes of policies. The writes of one account wait for each other in Postgres, since the transaction
 * counts its storage, and each holds a connection of the pool. Without a limit, no connection would be left for look-ups of keys.
 */
const MAX_WRITES = 4;
/** Usually fewer arrive: a policy is proven before it is written, and the engine has a queue of its own. */
const MAX_WAITING = 1_000;
const ESTIMATE_MILLISECONDS = 10;

/** Limits the concurrent writes of policies, in turn by group and account. */
export class PolicyWriteLimiter implements ClosableQueue {
  readonly #line = new FairSemaphore({
    places: MAX_WRITES,
    length: MAX_WAITING,
    lengthOfAccount: MAX_WAITING / 4,
    lengthOfGroup: MAX_WAITING / 2,
  });

  async run<Value>(share: Share, signal: AbortSignal, write: () => Promise<Value>): Promise<Value | Problem> {
    const place = await this.#line.enter({ share, estimate: ESTIMATE_MILLISECONDS, signal });
    if (place.kind === 'busy') return problem('busy', 'The queue of policy writes is full. Try again later.');
    if (place.kind === 'gone') return problem('unavailable', 'This process is stopping.');
    try {
      return await write();
    } finally {
      place.release();
    }
  }

  stopWaiting(): void {
    this.#line.close();
  }
}
