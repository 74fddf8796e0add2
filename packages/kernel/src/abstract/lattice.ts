import type { TextForm } from '../types/text-forms.js';
import { codePointLength } from '../values/text.js';
import { hasOnly, isOfForm } from '../values/text-forms.js';
import * as ranges from './ranges.js';
import {
  type AbstractOption,
  type AbstractRecord,
  type AbstractSequence,
  type AbstractText,
  type AbstractValue,
  boolean,
  type ExactTexts,
  exactTexts,
  items,
  meetCharacters,
  NEVER,
  ofRanges,
  option,
  record,
  sequence,
  tags,
  texts,
  uniteCharacters,
} from './views.js';

/** The least abstract value that contains both (an upper bound of them). */
export function join(a: AbstractValue, b: AbstractValue): AbstractValue {
  if (a === b || b.kind === 'never') return a;
  if (a.kind === 'never') return b;
  if (a.kind === 'integer' && b.kind === 'integer') return ofRanges(ranges.unite(a.ranges, b.ranges));
  if (a.kind === 'boolean' && b.kind === 'boolean') return boolean(a.canBeFalse || b.canBeFalse, a.canBeTrue || b.canBeTrue);
  if (a.kind === 'enumeration' && b.kind === 'enumeration') return joinTags(a.tags, b.tags);
  if (a.kind === 'text' && b.kind === 'text') {
    if (a.values !== null && b.values !== null) return exactTexts([...a.values, ...b.values]);
    return joinTexts(a, b);
  }
  if (isSequence(a) && isSequence(b) && a.kind === b.kind) return joinSequences(a, b);
  if (a.kind === 'record' && b.kind === 'record') return byField(a, b, join);
  if (a.kind === 'option' && b.kind === 'option') return option(a.none || b.none, join(a.some, b.some));
  throw mismatch(a, b);
}

function joinTexts(a: AbstractText, b: AbstractText): AbstractValue {
  const form = a.values === null ? a.form : b.values === null ? b.form : null;
  const shared = form !== null && areOfForm(a, form) && areOfForm(b, form) ? form : null;
  return texts(Math.min(a.lo, b.lo), Math.max(a.hi, b.hi), uniteCharacters(a.characters, b.characters), shared);
}

/** Returns true if every text of a set is of the form. */
function areOfForm(view: AbstractText, form: TextForm): boolean {
  return view.values === null ? view.form === form : view.values.every((text) => isOfForm(text, form));
}

/** Returns true if the two can be joined or met: their values may be of one type. */
export function haveOneType(a: AbstractValue, b: AbstractValue): boolean {
  if (a.kind === 'never' || b.kind === 'never') return true;
  if (isSequence(a) && isSequence(b)) return a.kind === b.kind && haveOneType(a.element, b.element);
  if (a.kind === 'record' && b.kind === 'record') {
    const { fields } = b;
    return (
      a.fields.length === fields.length &&
      a.fields.every(({ name, view }, index) => {
        const other = fields[index];
        return other !== undefined && other.name === name && haveOneType(view, other.view);
      })
    );
  }
  if (a.kind === 'option' && b.kind === 'option') return haveOneType(a.some, b.some);
  return a.kind === b.kind;
}

/**
 * Returns the union of many sets. Tags are united in one step, since each union of two sets takes as many steps as both have
 * tags.
 */
export function joinAll(views: readonly AbstractValue[]): AbstractValue {
  // Ranges take less time to join again than to be looked up.
  if (views.find(({ kind }) => kind !== 'never')?.kind === 'integer') return joinInOrder(views);
  const different = [...new Set(views)];
  const present = different.flatMap((view) => (view.kind === 'enumeration' ? [view.tags] : []));
  if (present.length < 3) return different.reduce(join, NEVER);
  const others = different.filter(({ kind }) => kind !== 'enumeration');
  const longest = present.reduce((long, each) => (each.length > long.length ? each : long));
  const all = new Set(longest);
  for (const each of new Set(present)) for (const tag of each) all.add(tag);
  return [...others, tags(all.size === longest.length ? longest : [...all].toSorted())].reduce(join, NEVER);
}

function joinInOrder(views: readonly AbstractValue[]): AbstractValue {
  let all: AbstractValue = NEVER;
  for (const view of views) all = join(all, view);
  return all;
}

/** A sequence with exactly one element per view, each within its own view. */
export function itemsOf(kind: 'bytes' | 'list', views: readonly AbstractValue[]): AbstractValue {
  return items(kind, views, joinAll);
}

export function isSequence(a: AbstractValue): a is AbstractSequence {
  return a.kind === 'bytes' || a.kind === 'list';
}

/** The union of two sets of tags; the longer set itself if it contains the shorter. */
function joinTags(a: readonly string[], b: readonly string[]): AbstractValue {
  if (a === b || (a.length === b.length && a.every((tag, index) => tag === b[index]))) return tags(a);
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  const known = new Set(long);
  const more = short.filter((tag) => !known.has(tag));
  return more.length === 0 ? tags(long) : tags([...long, ...more].toSorted());
}

function joinSequences(a: AbstractSequence, b: AbstractSequence): AbstractValue {
  if (a.items !== null && b.items !== null && a.lo === b.lo) return itemsOf(a.kind, zip(a.items, b.items, join));
  return sequence(a.kind, Math.min(a.lo, b.lo), Math.max(a.hi, b.hi), join(a.element, b.element));
}

function zip(
  a: readonly AbstractValue[],
  b: readonly AbstractValue[],
  of: (a: AbstractValue, b: AbstractValue) => AbstractValue,
): readonly AbstractValue[] {
  return a.map((view, index) => of(view, b[index] ?? NEVER));
}

/** Combines two records field by field: records of one type have the same fields in the same order. */
function byField(a: AbstractRecord, b: AbstractRecord, of: (a: AbstractValue, b: AbstractValue) => AbstractValue): AbstractValue {
  return record(a.fields.map(({ name, view }, index) => ({ name, view: of(view, fieldOf(b, name, index)) })));
}

function fieldOf({ fields }: AbstractRecord, name: string, index: number): AbstractValue {
  const field = fields[index];
  if (field?.name !== name) throw new Error(`records of different types: no field ${name}`);
  return field.view;
}

/**
 * A superset of the values in both sets, never wider than `a`. If the intersection has too many ranges, the ranges of `a` replace
 * it, so the result may be wider than `b`.
 */
export function meet(a: AbstractValue, b: AbstractValue): AbstractValue {
  if (a === b) return a;
  if (a.kind === 'never' || b.kind === 'never') return NEVER;
  if (a.kind === 'integer' && b.kind === 'integer') {
    const both = ranges.intersect(a.ranges, b.ranges);
    if (both === b.ranges) return b;
    return ranges.sameRanges(both, a.ranges) ? a : ofRanges(both);
  }
  if (a.kind === 'boolean' && b.kind === 'boolean') return boolean(a.canBeFalse && b.canBeFalse, a.canBeTrue && b.canBeTrue);
  if (a.kind === 'enumeration' && b.kind === 'enumeration') {
    const other = new Set(b.tags);
    return tags(a.tags.filter((tag) => other.has(tag)));
  }
  if (a.kind === 'text' && b.kind === 'text') return meetTexts(a, b);
  if (isSequence(a) && isSequence(b) && a.kind === b.kind) return meetSequences(a, b);
  if (a.kind === 'record' && b.kind === 'record') return byField(a, b, meet);
  if (a.kind === 'option' && b.kind === 'option') return option(a.none && b.none, meet(a.some, b.some));
  throw mismatch(a, b);
}

function meetTexts(a: AbstractText, b: AbstractText): AbstractValue {
  if (a.values === null && b.values === null) {
    // A text has at most one form.
    if (a.form !== null && b.form !== null && a.form !== b.form) return NEVER;
    return texts(Math.max(a.lo, b.lo), Math.min(a.hi, b.hi), meetCharacters(a.characters, b.characters), a.form ?? b.form);
  }
  if (a.values !== null && areTextsWithin(a, b)) return a;
  const values = a.values ?? b.values ?? [];
  return exactTexts(values.filter((value) => containsText(a, value) && containsText(b, value)));
}

function meetSequences(a: AbstractSequence, b: AbstractSequence): AbstractValue {
  const lo = Math.max(a.lo, b.lo);
  const hi = Math.min(a.hi, b.hi);
  if (lo > hi) return NEVER;
  if (a.items === null && b.items === null) return sequence(a.kind, lo, hi, meet(a.element, b.element));
  const left = a.items ?? (b.items ?? []).map(() => a.element);
  const right = b.items ?? (a.items ?? []).map(() => b.element);
  // Both are within the limits, so the result has at most as many places as they have together.
  return items(a.kind, zip(left, right, meet), joinAll, Number.POSITIVE_INFINITY);
}

/** Returns true if the set contains the text. */
export function containsText(a: AbstractText, value: string): boolean {
  if (a.values !== null) return a.values.includes(value);
  const length = codePointLength(value);
  return a.lo <= length && length <= a.hi && hasOnly(value, a.characters) && (a.form === null || isOfForm(value, a.form));
}

/** Returns true if every value of `a` is in `b`. */
export function isWithin(a: AbstractValue, b: AbstractValue): boolean {
  if (a === b || a.kind === 'never') return true;
  if (b.kind === 'never') return false;
  if (a.kind === 'integer' && b.kind === 'integer') return ranges.isSubset(a.ranges, b.ranges);
  if (a.kind === 'boolean' && b.kind === 'boolean') return (b.canBeFalse || !a.canBeFalse) && (b.canBeTrue || !a.canBeTrue);
  if (a.kind === 'enumeration' && b.kind === 'enumeration') {
    if (a.tags.length > b.tags.length) return false;
    const other = new Set(b.tags);
    return a.tags.every((tag) => other.has(tag));
  }
  if (a.kind === 'text' && b.kind === 'text') {
    if (a.values !== null) return areTextsWithin(a, b);
    if (b.values !== null || a.lo < b.lo || a.hi > b.hi || (b.form !== null && a.form !== b.form)) return false;
    // A claim may list characters beyond the code points that exist, even when it is compared with all of them.
    return a.characters === b.characters || ranges.isSubset(a.characters, b.characters);
  }
  if (isSequence(a) && isSequence(b) && a.kind === b.kind) return isSequenceWithin(a, b);
  if (a.kind === 'record' && b.kind === 'record') return a.fields.every(({ name, view }, index) => isWithin(view, fieldOf(b, name, index)));
  if (a.kind === 'option' && b.kind === 'option') return isOptionWithin(a, b);
  throw mismatch(a, b);
}

/** Examines the texts themselves only if their lengths and characters do not decide. */
function areTextsWithin(a: ExactTexts, b: AbstractText): boolean {
  const isTold = b.values === null && b.form === null && b.lo <= a.lo && a.hi <= b.hi && ranges.isSubset(a.characters, b.characters);
  return isTold || a.values.every((value) => containsText(b, value));
}

function isSequenceWithin(a: AbstractSequence, b: AbstractSequence): boolean {
  if (a.lo < b.lo || a.hi > b.hi) return false;
  const { items: wanted } = b;
  if (wanted === null) return isWithin(a.element, b.element);
  return wanted.every((view, index) => isWithin(a.items?.[index] ?? a.element, view));
}

function isOptionWithin(a: AbstractOption, b: AbstractOption): boolean {
  return (b.none || !a.none) && isWithin(a.some, b.some);
}

export function sameAbstract(a: AbstractValue, b: AbstractValue): boolean {
  return isWithin(a, b) && isWithin(b, a);
}

function mismatch(a: AbstractValue, b: AbstractValue): Error {
  return new Error(`abstract values of different types: ${a.kind} and ${b.kind}`);
}
