/**
 * Counts elementary steps against a budget (docs/language/cost-and-limits.md, "Static cost"). Who works on a value of any size counts
 * before each part of the work and leaves off, with any answer, once {@link take} is false: whoever gave the meter
 * looks at {@link isSpent} before the answer.
 */
export class Meter {
  private count = 0;

  constructor(private readonly budget: number) {}

  /** The steps counted so far. */
  get taken(): number {
    return this.count;
  }

  /** True where more steps were counted than the budget allows. */
  get isSpent(): boolean {
    return this.count > this.budget;
  }

  /** Counts steps; false where the budget does not allow them. */
  take(steps: number): boolean {
    this.count += steps;
    return this.count <= this.budget;
  }
}

/**
 * The steps of looking at all of a text or a tag: half its UTF-16 units, which are never more than its code points,
 * and known without a look.
 */
export function textSteps(text: string): number {
  return Math.ceil(text.length / 2);
}
