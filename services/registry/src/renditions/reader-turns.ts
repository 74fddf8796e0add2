import { type EngineBudget, type Meter, type Problem, problem, type RateSubject, readerOf, type WaitingLine } from '@kirchhoff/platform';

/**
 * What readers may have the engine make: one thing at a time each, paid for before the next. So nobody who reads, with
 * a key or without, holds more than one thread or one place in the line of a process, or goes beyond the budget by
 * more than one run.
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
   * What was made while the reader waited, or what `make` makes when it is the reader's turn, or the 429 of a budget
   * that is used up, or the 503 of a process that stops.
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
