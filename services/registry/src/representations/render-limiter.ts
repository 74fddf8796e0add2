import {
  type ClosableQueue,
  type EngineBudget,
  type Problem,
  problem,
  type RateSubject,
  readerOf,
  type TimeMeter,
} from '@kirchhoff/platform';

/**
 * Limits rendering to one run at a time per reader, each charged before the next starts. So no reader, with or without a key,
 * holds more than one thread or queue place of a process, or exceeds the budget by more than one run.
 */
export class RenderLimiter implements ClosableQueue {
  readonly #budget: EngineBudget;
  /** By reader, a promise that ends with the reader's last request. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();
  /** Resolves when the process stops. */
  readonly #stopped: Promise<'stopped'>;

  constructor(budget: EngineBudget) {
    this.#budget = budget;
    this.#stopped = new Promise((resolve) => this.#stopping.signal.addEventListener('abort', () => resolve('stopped')));
  }

  /** Rejects waiting and further requests that would have to wait. */
  stopWaiting(): void {
    this.#stopping.abort();
  }

  /**
   * Returns the cached value that `made` finds at the reader's turn, or runs `make`; 429 if the budget is used up, 503 if the
   * process stops.
   */
  async take<Value>(
    reader: RateSubject,
    made: () => Value | undefined,
    make: (meter: TimeMeter) => Promise<Value | Problem>,
  ): Promise<Value | Problem> {
    const whose = readerOf(reader);
    const turn = this.#afterLast(whose, async () => {
      return made() ?? this.#budget.metered({ subject: reader, bytes: 0 }, make);
    });
    return turn;
  }

  async #afterLast<Value>(whose: string, run: () => Promise<Value | Problem>): Promise<Value | Problem> {
    const before = this.#last.get(whose);
    const turn = before === undefined ? run() : this.#after(before, run);
    const ended = turn.catch(() => undefined);
    this.#last.set(whose, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(whose) === ended) this.#last.delete(whose);
    }
  }

  async #after<Value>(before: Promise<unknown>, run: () => Promise<Value>): Promise<Value | Problem> {
    const first = await Promise.race([before.then(() => 'turn'), this.#stopped]);
    return first === 'turn' ? run() : problem('busy', 'This process is stopping. Try again.');
  }
}
