/** The progress of a walk in the order of identifiers, several steps of which run at once. */
export class Progress {
  /** The steps under way, in the order of identifiers. */
  readonly #going: Step[] = [];
  #last: string;
  #beforeLast: string;

  /** @param start everything up to and with this identifier is through already */
  constructor(start: string) {
    this.#last = start;
    this.#beforeLast = start;
  }

  /** Everything up to and with this identifier is through: a walk may begin again after it. */
  get through(): string {
    return this.#going[0]?.before ?? this.#beforeLast;
  }

  /** @param pid the same as of the step begun before, or one after it */
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
