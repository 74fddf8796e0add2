import { showUnseen } from '../diagnostics/unseen.js';
import type { CategorySyntax, PolicyItem } from '../syntax/ast.js';
import type { Reports } from './report.js';

/** Limit for the pairs of a rule and an action of it: without one, the work could grow with the square of the lines. */
const PAIRS = 500_000;

/** A rule or a promise. */
interface Ranged {
  readonly on: readonly CategorySyntax[];
}

/** By rule and promise: the positions of its actions, ascending. A category without an action is reported. */
export function actionsOf<Each extends Ranged>(
  item: PolicyItem,
  ranged: readonly Each[],
  reports: Reports,
): ReadonlyMap<Each, readonly number[]> {
  const index = new CategoryIndex(item.actions.map((action) => action.category));
  let left = PAIRS;
  const actions = ranged.map((rule) => {
    const positions = new Set<number>();
    for (const { category, span } of rule.on) {
      if (left <= 0) break;
      const found = index.positions(category);
      left -= found.length;
      if (left <= 0) reports.error('too-costly', span, `the rules and the actions that they are on come to more than ${PAIRS} pairs`);
      if (found.length === 0) {
        const hint = reports.nearName(
          category,
          item.actions.map((action) => action.category),
        );
        reports.error('unknown-category', span, `no action declares '${showUnseen(category)}'`, hint);
      }
      for (const position of found) positions.add(position);
    }
    return [rule, [...positions].toSorted((a, b) => a - b)] as const;
  });
  return new Map(actions);
}

/** The declared categories, sorted, so that those with a prefix stand together. */
class CategoryIndex {
  private readonly sorted: readonly { readonly category: string; readonly position: number }[];

  constructor(categories: readonly string[]) {
    const entries = categories.map((category, position) => ({ category, position }));
    this.sorted = entries.toSorted((a, b) => (a.category < b.category ? -1 : a.category > b.category ? 1 : 0));
  }

  /** The actions that `category` names: one, or for `prefix.*` all that begin with `prefix.`. */
  positions(category: string): readonly number[] {
    const all = category.endsWith('.*');
    const wanted = all ? category.slice(0, -1) : category;
    const found: number[] = [];
    for (let i = this.firstFrom(wanted); i < this.sorted.length; i += 1) {
      const entry = this.sorted[i];
      if (entry === undefined || !(all ? entry.category.startsWith(wanted) : entry.category === wanted)) break;
      found.push(entry.position);
    }
    return found;
  }

  /** The first place whose category is not less than `wanted`. */
  private firstFrom(wanted: string): number {
    let lo = 0;
    let hi = this.sorted.length;
    while (lo < hi) {
      const middle = (lo + hi) >>> 1;
      if ((this.sorted[middle]?.category ?? '') < wanted) lo = middle + 1;
      else hi = middle;
    }
    return lo;
  }
}
