/** More comparisons of kinds than any source that is meant to be read needs; hostile ones could ask for exponentially many. */
const MAX_STEPS = 3_000_000;

/**
 * The inference of the kinds of one source: how much of it was done, and what waits to be done. What a variable
 * wakes waits here until the one who bound it is through, so that no chain of them can exhaust the stack.
 */
export class KindWork {
  /** True where a kind was met that is nested deeper than kinds may be. */
  tooDeep = false;
  private steps = 0;
  private readonly agenda: (() => void)[] = [];
  private draining = false;

  /** Counts one step; false beyond the limit, and the inference must stop. */
  step(): boolean {
    this.steps += 1;
    return this.steps <= MAX_STEPS;
  }

  get exhausted(): boolean {
    return this.steps > MAX_STEPS;
  }

  later(tasks: readonly (() => void)[]): void {
    for (const task of tasks) this.agenda.push(task);
  }

  /** Does what waits, and what comes of it, unless that is being done already. */
  drain(): void {
    if (this.draining) return;
    this.draining = true;
    for (let task = this.agenda.pop(); task !== undefined; task = this.agenda.pop()) task();
    this.draining = false;
  }
}
