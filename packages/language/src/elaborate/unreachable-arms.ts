import type { CorePattern } from '@kirchhoff/kernel/graph/graph';
import { add, compare, type Int } from '@kirchhoff/kernel/types/integer';
import { bytesToHex } from '@noble/hashes/utils';
import { prune, type TypeTerm } from './type-term.js';

/** Returns the positions of arms for which the earlier arms leave no value of the subject. Near linear in the number of arms. */
export function unreachableArms(patterns: readonly CorePattern[], subject: TypeTerm): readonly number[] {
  const cover = new Cover(patterns, subject);
  const unreachable: number[] = [];
  for (let position = 0; position < patterns.length; position += 1) if (!cover.take(position)) unreachable.push(position);
  return unreachable;
}

/** The values of a subject that the patterns so far do not match. Nested as options are. */
class Cover {
  private readonly ranges: RangeCover;
  private readonly values = new Set<string | boolean>();
  /** The number of values, if it is known. */
  private readonly total: number;
  private readonly contents: Cover | null;
  /** By position: that of the content's pattern among those of the contents. */
  private readonly inner = new Map<number, number>();
  private none = false;
  private covered = false;

  constructor(
    private readonly patterns: readonly CorePattern[],
    subject: TypeTerm,
  ) {
    const type = prune(subject);
    this.ranges = new RangeCover(patterns);
    this.total = type.kind === 'enumeration' ? type.tags.length : type.kind === 'boolean' ? 2 : Number.POSITIVE_INFINITY;
    this.contents = type.kind === 'option' ? new Cover(this.innerPatterns(), type.value) : null;
  }

  /** Removes the values of the pattern at a position; false if none of them was left. */
  take(position: number): boolean {
    const pattern = this.patterns[position];
    if (pattern === undefined || this.covered || !this.reachesNew(pattern, position)) return false;
    this.covered = pattern.pattern === 'any' || this.values.size >= this.total || (this.none && this.contents?.covered === true);
    return true;
  }

  private innerPatterns(): readonly CorePattern[] {
    const inner: CorePattern[] = [];
    for (const [position, pattern] of this.patterns.entries()) {
      if (pattern.pattern !== 'some') continue;
      this.inner.set(position, inner.length);
      inner.push(pattern.inner);
    }
    return inner;
  }

  private reachesNew(pattern: CorePattern, position: number): boolean {
    switch (pattern.pattern) {
      case 'range':
        return this.ranges.take(position);
      case 'tag':
        return this.isNew(`.${pattern.tag}`);
      case 'value':
        return this.isNew(pattern.value instanceof Uint8Array ? bytesToHex(pattern.value) : pattern.value);
      case 'none': {
        const isNew = !this.none;
        this.none = true;
        return isNew;
      }
      case 'some':
        return this.contents?.take(this.inner.get(position) ?? 0) ?? true;
      case 'any':
        return true;
    }
  }

  private isNew(value: string | boolean): boolean {
    const { size } = this.values;
    return this.values.add(value).size > size;
  }
}

/** The integers that the range patterns so far take. The segments are made at the first range that is not above all earlier ones. */
class RangeCover {
  private segments: Segments | null = null;
  private highest: Int | null = null;

  constructor(private readonly patterns: readonly CorePattern[]) {}

  /** Takes what a range pattern covers; false if all of it was taken before. */
  take(position: number): boolean {
    const pattern = this.patterns[position];
    if (pattern?.pattern !== 'range') return true;
    const { lo, hi } = pattern;
    if (this.segments === null && lo <= hi && (this.highest === null || this.highest < lo)) {
      this.highest = hi;
      return true;
    }
    this.segments ??= this.segmentsBefore(position);
    return this.segments.take(lo, hi);
  }

  private segmentsBefore(position: number): Segments {
    const segments = new Segments(this.patterns);
    for (const each of this.patterns.slice(0, position)) if (each.pattern === 'range') segments.take(each.lo, each.hi);
    return segments;
  }
}

/**
 * The taken parts of the integers, as segments between all occurring bounds: `next[i]` leads to the first free segment from i on
 * (union-find with path halving).
 */
class Segments {
  private readonly indexOf = new Map<Int, number>();
  private readonly next: Int32Array;

  constructor(patterns: readonly CorePattern[]) {
    const bounds: Int[] = [];
    for (const each of patterns) if (each.pattern === 'range') bounds.push(each.lo, add(each.hi, 1));
    const starts = bounds.toSorted(compare).filter((bound, i, sorted) => bound !== sorted[i - 1]);
    for (const [i, start] of starts.entries()) this.indexOf.set(start, i);
    this.next = new Int32Array(starts.length + 1);
    for (let i = 0; i < this.next.length; i += 1) this.next[i] = i;
  }

  /** Takes the range; false if all of it was taken before. */
  take(lo: Int, hi: Int): boolean {
    const from = this.indexOf.get(lo) ?? 0;
    const to = this.indexOf.get(add(hi, 1)) ?? 0;
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
