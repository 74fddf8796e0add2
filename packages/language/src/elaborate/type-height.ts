import { TYPE_NESTING } from '@kirchhoff/kernel/limits';
import type { ConstraintAgenda } from './constraint-agenda.js';
import { type Compound, partsOf, prune, type TypeTerm, type Variable } from './type-term.js';

/** The heights of compound types without variables, which never change. */
const closedHeights = new WeakMap<Compound, number>();

/**
 * Returns the nesting depth of lists, records and options in a type, as far as it is known; null if `variable` occurs within it.
 * Above `TYPE_NESTING`, which is recorded in `work`, the true depth may be larger.
 */
export function heightOf(term: TypeTerm, variable: Variable | null, work: ConstraintAgenda): number | null {
  const { kind } = prune(term);
  if (kind === 'integer' || kind === 'boolean' || kind === 'text' || kind === 'bytes' || kind === 'enumeration') return 0;
  const measured = new Measure(variable, work);
  const height = measured.height(term, 0);
  if (height > TYPE_NESTING) work.tooDeep = true;
  return measured.occurs ? null : height;
}

class Measure {
  occurs = false;
  private readonly seen = new Map<Compound, number>();
  /** Number of variables met so far. */
  private open = 0;

  constructor(
    private readonly variable: Variable | null,
    private readonly work: ConstraintAgenda,
  ) {}

  /** Stops at the limit for types: every height above it is reported as one more than the limit. */
  height(term: TypeTerm, depth: number): number {
    const at = prune(term);
    if (at.kind === 'variable') {
      if (at === this.variable) this.occurs = true;
      this.open += 1;
      return 0;
    }
    if (at.kind !== 'list' && at.kind !== 'record' && at.kind !== 'option') return 0;
    const known = closedHeights.get(at);
    if (known !== undefined) return known;
    const before = this.seen.get(at);
    if (before !== undefined) {
      this.open += 1;
      return before;
    }
    if (depth <= TYPE_NESTING && this.work.step()) return this.compound(at, depth);
    this.open += 1;
    return depth > TYPE_NESTING ? 1 : 0;
  }

  private compound(term: Compound, depth: number): number {
    const { open } = this;
    let greatest = 0;
    for (const part of partsOf(term)) greatest = Math.max(greatest, this.height(part, depth + 1));
    const height = greatest + 1;
    if (this.open === open && height <= TYPE_NESTING) closedHeights.set(term, height);
    else this.seen.set(term, height);
    return height;
  }
}
