/** Tracks a walk in the order of identifiers, several steps of which run at once. */
export class Progress {
  /** The running steps, in the order of identifiers. */
  readonly #going: Step[] = [];
  #last: string;
  #beforeLast: string;

  /** @param start all identifiers up to this one, included, are done */
  constructor(start: string) {
    this.#last = start;
    this.#beforeLast = start;
  }

  /** All identifiers up to this one, included, are done: a walk can resume after it. */
  get through(): string {
    return this.#going[0]?.before ?? this.#beforeLast;
  }

  /** @param pid not before the one of the previous call */
  begin(pid: string): { end(): void } {
    if (pid !== this.#last) {
      this.#beforeLast = this.#last;
      this.#last = pid;
    }
    const step = { before: this.#beforeLast };
    this.#going.push(step);
    return { end: () => void this.#going.splice(this.#going.indexOf(step), 1) };
  }
}

interface Step {
  readonly before: string;
}
