import { type EngineBudget, type Meter, type Problem, type RateSubject, readerOf } from '@kirchhoff/platform';

/**
 * What readers may have the engine make: one thing at a time each, paid for before the next. So nobody who reads, with
 * a key or without, holds more than one thread or one place in the line of a process, or goes beyond the budget by
 * more than one run.
 */
export class ReaderTurns {
  readonly #budget: EngineBudget;
  /** Ends when whatever a reader has asked for is made. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(budget: EngineBudget) {
    this.#budget = budget;
  }

  /**
   * What was made while the reader waited, or what `make` makes when it is the reader's turn, or the 429 of a budget
   * that is used up.
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

  async #afterLast<Value>(whose: string, run: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(whose) ?? Promise.resolve();
    const turn = before.then(run);
    const ended = turn.catch(() => undefined);
    this.#last.set(whose, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(whose) === ended) this.#last.delete(whose);
    }
  }
}
