import { type EngineBudget, type Meter, type Problem, problem, type RateSubject, readerOf, type WaitingLine } from '@kirchhoff/platform';

/**
 * Makes renditions for readers: one at a time for each reader, paid for before the next. So no reader, with a key or without,
 * holds more than one thread or one place in the queue of a process, or exceeds the budget by more than one run.
 */
export class ReaderTurns implements WaitingLine {
  readonly #budget: EngineBudget;
  /** Ends when whatever a reader has asked for is made. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #stopping = new AbortController();
  /** Resolves when the process stops. */
  readonly #stopped: Promise<'stopped'>;

  constructor(budget: EngineBudget) {
    this.#budget = budget;
    this.#stopped = new Promise((resolve) => this.#stopping.signal.addEventListener('abort', () => resolve('stopped')));
  }

  /** Turns away who waits for an earlier request of the same reader, and from now on who would have to. */
  stopWaiting(): void {
    this.#stopping.abort();
  }

  /**
   * Returns the rendition that was made while the reader waited, or the result of `make` at the reader's turn; 429 if the budget
   * is used up, 503 if the process stops.
   */
  async take<Value>(
    reader: RateSubject,
    made: () => Value | undefined,
    make: (meter: Meter) => Promise<Value | Problem>,
  ): Promise<Value | Problem> {
    const whose = readerOf(reader);
    const turn = this.#afterLast(whose, async () => {
      return made() ?? this.#budget.metered({ subject: reader, octets: 0 }, make);
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
    return first === 'turn' ? run() : problem('busy', 'This process stops before your last request has ended.');
  }
}
