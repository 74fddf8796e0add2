/** Limit for comparisons of types: more than honest sources need. Hostile ones could cause exponentially many. */
const MAX_STEPS = 3_000_000;

/**
 * The agenda of type inference for one source: the steps so far, and the constraints to process. A bound variable puts its
 * constraints here; they run after the current one, so that no chain of them can exhaust the stack.
 */
export class ConstraintAgenda {
  /** True if a type was nested deeper than the limit. */
  tooDeep = false;
  private steps = 0;
  private readonly agenda: (() => void)[] = [];
  private draining = false;

  /** Counts one step. Returns false beyond the limit: then inference has to stop. */
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

  /** Drains the agenda. Re-entrant calls return at once. */
  drain(): void {
    if (this.draining) return;
    this.draining = true;
    for (let task = this.agenda.pop(); task !== undefined; task = this.agenda.pop()) task();
    this.draining = false;
  }
}
