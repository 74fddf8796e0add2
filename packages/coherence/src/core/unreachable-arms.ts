import { add, type Int } from '../integer.js';
import type { CorePattern } from './graph.js';

/**
 * The positions of the arms that the arms before them leave nothing to; `tags` are those of the subject where it
 * is an enumeration. Near linear in the number of arms.
 */
export function unreachableArms(patterns: readonly CorePattern[], tags: readonly string[] | null): readonly number[] {
  const ranges = new RangeCover(patterns);
  const values = new Set<string | boolean>();
  const total = tags?.length ?? (patterns.some((each) => each.pattern === 'value' && typeof each.value === 'boolean') ? 2 : Infinity);
  const unreachable: number[] = [];
  let covered = false;
  patterns.forEach((pattern, position) => {
    const reaches = !covered && reachesNew(pattern, position, values, ranges);
    if (!reaches) unreachable.push(position);
    covered ||= pattern.pattern === 'any' || values.size >= total;
  });
  return unreachable;
}

function reachesNew(pattern: CorePattern, position: number, values: Set<string | boolean>, ranges: RangeCover): boolean {
  switch (pattern.pattern) {
    case 'range':
      return ranges.take(position);
    case 'tag':
      return addNew(values, pattern.tag);
    case 'value':
      return pattern.value instanceof Uint8Array || addNew(values, pattern.value);
    case 'any':
    case 'none':
    case 'some':
      return true;
  }
}

function addNew(values: Set<string | boolean>, value: string | boolean): boolean {
  if (values.has(value)) return false;
  values.add(value);
  return true;
}

/**
 * Which parts of the integers are taken, over the segments between all bounds that occur: `next[i]` leads to the
 * first segment from i on that is free (union-find with path halving).
 */
class RangeCover {
  private readonly starts: readonly Int[];
  private readonly indexOf: ReadonlyMap<Int, number>;
  private readonly next: number[];

  constructor(private readonly patterns: readonly CorePattern[]) {
    const bounds = patterns.flatMap((each) => (each.pattern === 'range' ? [each.lo, add(each.hi, 1)] : []));
    this.starts = [...new Set(bounds)].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    this.indexOf = new Map(this.starts.map((start, i) => [start, i]));
    this.next = Array.from({ length: this.starts.length + 1 }, (_, i) => i);
  }

  /** Takes what a range pattern covers; false where all of it was taken. */
  take(position: number): boolean {
    const pattern = this.patterns[position];
    if (pattern?.pattern !== 'range') return true;
    const from = this.indexOf.get(pattern.lo) ?? 0;
    const to = this.indexOf.get(add(pattern.hi, 1)) ?? 0;
    let any = false;
    for (let at = this.free(from); at < to; at = this.free(at)) {
      this.next[at] = at + 1;
      any = true;
    }
    return any;
  }

  private free(from: number): number {
    let at = from;
    for (let to = this.next[at] ?? at; to !== at; to = this.next[at] ?? at) {
      this.next[at] = this.next[to] ?? to;
      at = to;
    }
    return at;
  }
}
