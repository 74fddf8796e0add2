interface Slot<Value> {
  readonly running: Promise<Value>;
  /** Begins when the one that runs has ended; whoever asks meanwhile gets this one's result. */
  next: Promise<Value> | undefined;
}

/**
 * Lets concurrent callers with the same key share one run that begins after all of them have called. For each key one run is
 * active, and one more waits for its end and serves every caller that arrives meanwhile. It caches no result.
 */
export class SingleFlight<Value> {
  readonly #slots = new Map<string, Slot<Value>>();

  /**
   * @param start is called for the first caller, or not at all if a run already waits
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
