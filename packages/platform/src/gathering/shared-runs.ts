interface Slot<Value> {
  readonly running: Promise<Value>;
  /** Begins when the one that runs has ended; whoever asks meanwhile gets this one's result. */
  next: Promise<Value> | undefined;
}

/**
 * Lets all who ask the same at the same time share a run, which always begins after they have asked: of one key there
 * is one run under way, and one that waits for it to end and takes everybody who comes meanwhile. Nothing is kept.
 */
export class SharedRuns<Value> {
  readonly #slots = new Map<string, Slot<Value>>();

  /**
   * @param start is called for the first who asks, or for nobody where a run already waits
   * @returns what the run came to; rejects with what it threw, for all who share it
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
