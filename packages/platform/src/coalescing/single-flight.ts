interface Slot<Value> {
  readonly running: Promise<Value>;
  /** The run that begins when the active one has ended; callers that arrive meanwhile get its result. */
  next: Promise<Value> | undefined;
}

/**
 * Single flight: concurrent callers with the same key share one run, which begins after all of them have called. For each key one
 * run is active. One more waits for its end, and serves every caller that arrives meanwhile. It caches no result.
 */
export class SingleFlight<Value> {
  readonly #slots = new Map<string, Slot<Value>>();

  /**
   * @param start called for the first caller, and not at all if a run is already waiting
   * @returns the result of the run; rejects with its exception, for all callers that share it
   */
  async run(key: string, start: () => Promise<Value>): Promise<Value> {
    const slot = this.#slots.get(key);
    if (slot === undefined) return this.#begin(key, start);
    slot.next ??= slot.running.then(
      async () => this.#begin(key, start),
      async () => this.#begin(key, start),
    );
    return slot.next;
  }

  async #begin(key: string, start: () => Promise<Value>): Promise<Value> {
    const slot: Slot<Value> = { running: start(), next: undefined };
    this.#slots.set(key, slot);
    try {
      return await slot.running;
    } finally {
      if (this.#slots.get(key) === slot && slot.next === undefined) this.#slots.delete(key);
    }
  }
}
