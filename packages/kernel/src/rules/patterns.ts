import {
  type AbstractValue,
  exactTexts,
  FALSE,
  integers,
  isWithin,
  meet,
  NEVER,
  ofRanges,
  ofValue,
  option,
  TRUE,
  tags,
} from '../abstract/abstract.js';
import { isSubset, type Pair, pair, type Ranges, uniteAll, without } from '../abstract/ranges.js';
import type { Arm, CorePattern } from '../graph/graph.js';
import { BYTES } from '../types/domain.js';

/** The split of a subject by the arms of a match: the subject in each arm, and the test that they cover it. */
export interface ArmViews {
  /** The possible subjects in each arm; never if the arm is not reached. */
  readonly subjects: readonly AbstractValue[];
  readonly covered: boolean;
  /** The arm that every value of the subject goes to; `null` if several arms or no arm may be taken. */
  readonly only: number | null;
}

/** Splits the subject over the arms of a match in their order (the first that fits wins). Linear in their number, but for sorting. */
export function armViews(subject: AbstractValue, arms: readonly Arm[]): ArmViews {
  const subjects: AbstractValue[] = [];
  const rest = new Rest(subject);
  for (const { pattern } of arms) {
    subjects.push(rest.take(pattern));
  }
  const covered = rest.isEmpty();
  return { subjects, covered, only: covered ? onlyArm(subject, subjects) : null };
}

function onlyArm(subject: AbstractValue, subjects: readonly AbstractValue[]): number | null {
  const first = subjects.findIndex(({ kind }) => kind !== 'never');
  const view = subjects[first];
  const isAlone = view !== undefined && subjects.findLastIndex(({ kind }) => kind !== 'never') === first;
  return isAlone && isWithin(subject, view) ? first : null;
}

/** The cost of a pattern in parts, in proportion to the work of splitting a subject by it. */
export function partsOfPattern(pattern: CorePattern): number {
  let parts = 1;
  let inner = pattern;
  for (; inner.pattern === 'some'; inner = inner.inner) parts += 1;
  if (inner.pattern !== 'value' || typeof inner.value === 'boolean') return parts;
  return parts + Math.ceil(inner.value.length / UNITS);
}

/** UTF-16 units and bytes that are read in one step. */
const UNITS = 16;

/** The values that no arm so far has matched. */
class Rest {
  private rest: AbstractValue;
  /** Tags and texts already matched, and the ranges, kept apart so that an arm costs only its own size. */
  private readonly matched = new Set<string>();
  private tags: ReadonlySet<string> | null = null;
  private contents: Rest | null = null;
  private readonly ranges: Pair[] = [];

  constructor(private readonly subject: AbstractValue) {
    this.rest = subject;
  }

  take(pattern: CorePattern): AbstractValue {
    switch (pattern.pattern) {
      case 'any': {
        const all = this.remaining();
        this.rest = NEVER;
        this.contents = null;
        return all;
      }
      case 'tag':
        return this.takeText(pattern.tag, tags([pattern.tag]));
      case 'range': {
        const { rest } = this;
        if (rest.kind !== 'integer') return NEVER;
        this.ranges.push(pair(pattern.lo, pattern.hi));
        this.rest = ofRanges(without(rest.ranges, pattern.lo, pattern.hi));
        return meet(rest, integers(pattern.lo, pattern.hi));
      }
      case 'value':
        if (typeof pattern.value === 'string') return this.takeText(pattern.value, exactTexts([pattern.value]));
        if (typeof pattern.value === 'boolean') return this.takeBoolean(pattern.value);
        return this.takeBytes(pattern.value);
      case 'none': {
        const { rest } = this;
        if (rest.kind === 'option') this.rest = option(false, rest.some);
        return rest.kind === 'option' ? option(rest.none, NEVER) : NEVER;
      }
      case 'some':
        return this.takeContent(pattern.inner);
    }
  }

  /** Matched bytes are not remembered one by one: an arm that names them leaves the rest unchanged. */
  private takeBytes(bytes: Uint8Array): AbstractValue {
    return meet(this.rest, ofValue(bytes, BYTES));
  }

  /** The content of `some` is split over the arms as a subject of its own. */
  private takeContent(inner: CorePattern): AbstractValue {
    const { rest } = this;
    if (rest.kind !== 'option' || rest.some.kind === 'never') return NEVER;
    this.contents ??= new Rest(rest.some);
    return option(false, this.contents.take(inner));
  }

  private takeText(text: string, exact: AbstractValue): AbstractValue {
    if (this.rest.kind === 'never' || this.matched.has(text)) return NEVER;
    this.matched.add(text);
    if (this.subject.kind !== 'enumeration') return meet(this.subject, exact);
    this.tags ??= new Set(this.subject.tags);
    return this.tags.has(text) ? exact : NEVER;
  }

  private takeBoolean(value: boolean): AbstractValue {
    const here = meet(this.rest, value ? TRUE : FALSE);
    this.rest = meet(this.rest, value ? FALSE : TRUE);
    return here;
  }

  private remaining(): AbstractValue {
    if (this.rest.kind === 'option' && this.contents !== null) return option(this.rest.none, this.contents.remaining());
    if (this.rest.kind === 'enumeration') return tags(this.rest.tags.filter((tag) => !this.matched.has(tag)));
    if (this.rest.kind === 'text' && this.rest.values !== null)
      return exactTexts(this.rest.values.filter((text) => !this.matched.has(text)));
    // The remaining ranges may be too many to represent, but an empty rest is detected.
    if (this.rest.kind === 'integer' && this.subject.kind === 'integer' && isCovered(this.subject.ranges, this.ranges)) return NEVER;
    return this.rest;
  }

  isEmpty(): boolean {
    return this.remaining().kind === 'never';
  }
}

/** The ranges of an abstract value are few, those of the patterns many: the latter are united without a limit. */
function isCovered(subject: Ranges, patterns: readonly Pair[]): boolean {
  return isSubset(subject, uniteAll(patterns, Number.POSITIVE_INFINITY));
}

/** The bound part of a subject: the content below the pattern's last `some`. */
export function boundBy(pattern: CorePattern, subject: AbstractValue): AbstractValue {
  let inner = pattern;
  let view = subject;
  while (inner.pattern === 'some') {
    view = view.kind === 'option' ? view.some : NEVER;
    inner = inner.inner;
  }
  return view;
}
