import { type ClosableQueue, FairSemaphore, type Problem, problem, type Share } from '@kirchhoff/platform';

/** Maximal number of parts of logs that are read at a time: each holds a connection of the pool, which look-ups of keys need too. */
const MAX_READS = 2;
const MAX_WAITING = 1_000;
const ESTIMATE_MILLISECONDS = 20;

/** Limits the concurrent reads of large parts of logs, in turn by group and account. */
export class ReadLimiter implements ClosableQueue {
  readonly #line = new FairSemaphore({
    places: MAX_READS,
    length: MAX_WAITING,
    lengthOfAccount: MAX_WAITING / 4,
    lengthOfGroup: MAX_WAITING / 2,
  });

  async run<Value>(share: Share, signal: AbortSignal, read: () => Promise<Value>): Promise<Value | Problem> {
    const place = await this.#line.enter({ share, estimate: ESTIMATE_MILLISECONDS, signal });
    if (place.kind === 'busy') return problem('busy', 'The queue of readers of logs is full. Try again later.');
    if (place.kind === 'gone') return problem('unavailable', 'This process is stopping.');
    try {
      return await read();
    } finally {
      place.release();
    }
  }

  stopWaiting(): void {
    this.#line.close();
  }
}
