/**
 * Counts elementary steps against a budget (docs/language/cost-and-limits.md, "Static cost"). Code that works on a value of any
 * size counts each part of the work before it does it. It stops, with any result, once {@link take} returns false; the owner of
 * the meter checks {@link isSpent} before it uses the result.
 */
export class Meter {
  private count = 0;

  constructor(private readonly budget: number) {}

  /** The steps counted so far. */
  get taken(): number {
    return this.count;
  }

  /** True if more steps were counted than the budget allows. */
  get isSpent(): boolean {
    return this.count > this.budget;
  }

  /** Counts steps; returns false if the budget does not allow them. */
  take(steps: number): boolean {
    this.count += steps;
    return this.count <= this.budget;
  }
}

/**
 * The steps of examining a whole text or tag: half its UTF-16 units. That is at most its number of code points, and known without
 * reading the text.
 */
export function textSteps(text: string): number {
  return Math.ceil(text.length / 2);
}
