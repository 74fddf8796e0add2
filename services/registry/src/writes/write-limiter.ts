import { type ClosableQueue, FairSemaphore, type Problem, problem, type Share } from '@kirchhoff/platform';

/** Limits of the queue, per account, per group and in all, and the longest wait. */
const LINE = { length: 4_096, lengthOfAccount: 512, lengthOfGroup: 1_024, deadlineMilliseconds: 5_000 };

/**
 * Limits writes to half of the connections to Postgres, in turn by group and account. Writes of one account wait for one another,
 * because they lock its counts. Without the limit, waiting requests would hold all connections, and block every other statement.
 */
export class WriteLimiter implements ClosableQueue {
  readonly #line: FairSemaphore;

  constructor(connections: number) {
    this.#line = new FairSemaphore({ ...LINE, places: Math.max(1, Math.floor(connections / 2)) });
  }

  /** Writes at the share's turn; returns a 503 if the queue is full. */
  async write<Value>(share: Share, write: () => Promise<Value>): Promise<Value | Problem> {
    const place = await this.#line.enter({ share, estimate: 1 });
    if (place.kind !== 'place')
      return problem('busy', 'The queue of writes is full. Nothing was written; no quota was used. Try again later.');
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
