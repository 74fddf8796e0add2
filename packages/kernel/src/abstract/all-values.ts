import { add, type Int } from '../types/integer.js';
import { type Characters, MAX_CHARACTER_RANGES } from '../types/text-forms.js';
import { NONE, OptionValue, RecordValue, type Value } from '../values/value.js';
import type { AbstractRecord, AbstractSequence, AbstractValue, TextsByClass } from './abstract.js';
import { without } from './ranges.js';

/** Sets with more values than this are not enumerated. */
export const ALL_UP_TO = 4_096;

/** Limit for the parts of all values together (elements, bytes, fields, contents), since even a few values may be large. */
export const ALL_PARTS = 524_288;

/**
 * Returns every value of a small abstract value; `null` if it has more than {@link ALL_UP_TO} values, or more than {@link
 * ALL_PARTS} parts in them.
 */
export function allValues(view: AbstractValue): readonly Value[] | null {
  return isSmall(measure(view)) ? enumerate(view) : null;
}

/** The values of each of several views, and the number of parts of all of them together. */
export interface AllOfEach {
  readonly values: readonly (readonly Value[])[];
  readonly parts: number;
}

/** Returns `null` if the values have more than {@link ALL_UP_TO} combinations, or more than {@link ALL_PARTS} parts together. */
export function allOfEach(views: readonly AbstractValue[]): AllOfEach | null {
  const measures = views.map(measure);
  const count = measures.reduce((product, each) => product * each.count, 1);
  const parts = measures.reduce((sum, each) => sum + each.parts, 0);
  if (!isSmall({ count, parts })) return null;
  const values = views.map(enumerate).filter((each) => each !== null);
  return values.length === views.length ? { values, parts } : null;
}

/** The number of values of an abstract value and the parts of all of them together, counted without making the values. */
interface Measure {
  readonly count: number;
  readonly parts: number;
}

const MANY: Measure = { count: Number.POSITIVE_INFINITY, parts: Number.POSITIVE_INFINITY };

function isSmall({ count, parts }: Measure): boolean {
  return count <= ALL_UP_TO && parts <= ALL_PARTS;
}

function measure(view: AbstractValue): Measure {
  switch (view.kind) {
    case 'never':
      return alike(0);
    case 'integer':
      return alike(countIntegers(view.ranges));
    case 'boolean':
      return alike(Number(view.canBeFalse) + Number(view.canBeTrue));
    case 'enumeration':
      return alike(view.tags.length);
    case 'text':
      return view.values === null ? measureTexts(view) : alike(view.values.length);
    case 'bytes':
    case 'list':
      return measureSequences(view);
    case 'record':
      return measureTuples(view.fields.map((field) => measure(field.view)));
    case 'option': {
      const content = measure(view.some);
      const count = content.count + Number(view.none);
      return { count, parts: content.parts + count };
    }
  }
}

/** The measure of `count` values with one part each. */
function alike(count: number): Measure {
  return { count, parts: count };
}

function countIntegers(ranges: readonly Int[]): number {
  return ranges.reduce<number>((sum, bound, i) => sum + (i % 2 === 1 ? Number(BigInt(bound) - BigInt(ranges[i - 1] ?? 0) + 1n) : 0), 0);
}

/** Counts code points as parts too: a set of few texts, each of one repeated character, may still hold long texts. */
function measureTexts({ lo, hi, characters, form }: TextsByClass): Measure {
  if (form !== null || hi > ALL_UP_TO) return MANY;
  const choices = countIntegers(scalarsOf(characters));
  let sum: Measure = alike(0);
  for (let length = lo; length <= hi && isSmall(sum); length += 1) {
    const count = choices ** length;
    sum = { count: sum.count + count, parts: sum.parts + count * Math.max(1, length) };
  }
  return sum;
}

/** The characters without the surrogates, which occur in no text. */
function scalarsOf(characters: Characters): Characters {
  return without(characters, 0xd800, 0xdfff, MAX_CHARACTER_RANGES + 1);
}

function measureSequences(view: AbstractSequence): Measure {
  if (view.items !== null) return measureTuples(view.items.map(measure));
  const element = measure(view.element);
  if (view.hi > ALL_UP_TO || element.count > ALL_UP_TO) return MANY;
  let sum: Measure = alike(0);
  for (let length = view.lo; length <= view.hi && isSmall(sum); length += 1) {
    const count = element.count ** length;
    sum = { count: sum.count + count, parts: sum.parts + count + (length * element.parts * count) / Math.max(1, element.count) };
  }
  return sum;
}

/** Measures each choice of one of each; a tuple is a part itself. */
function measureTuples(choices: readonly Measure[]): Measure {
  const count = choices.reduce((product, each) => product * each.count, 1);
  if (count === 0 || count > ALL_UP_TO) return count === 0 ? alike(0) : MANY;
  return { count, parts: choices.reduce((sum, each) => sum + (each.parts * count) / each.count, count) };
}

function enumerate(view: AbstractValue): readonly Value[] | null {
  switch (view.kind) {
    case 'never':
      return [];
    case 'integer':
      return allIntegers(view.ranges);
    case 'boolean':
      return [...(view.canBeFalse ? [false] : []), ...(view.canBeTrue ? [true] : [])];
    case 'enumeration':
      return view.tags.length <= ALL_UP_TO ? view.tags : null;
    case 'text':
      return view.values ?? allTexts(view);
    case 'bytes':
    case 'list':
      return allSequences(view);
    case 'record':
      return allRecords(view);
    case 'option': {
      const contents = enumerate(view.some);
      return contents === null ? null : [...(view.none ? [NONE] : []), ...contents.map((content) => new OptionValue(content))];
    }
  }
}

function allIntegers(ranges: readonly Int[]): readonly Int[] | null {
  const values: Int[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    const hi = ranges[i + 1] ?? 0;
    for (let value = ranges[i] ?? 0; value <= hi; value = add(value, 1)) {
      if (values.length >= ALL_UP_TO) return null;
      values.push(value);
    }
  }
  return values;
}

/** Orders by length, then by code point. */
function allTexts({ lo, hi, characters }: TextsByClass): readonly string[] | null {
  const scalars = hi === 0 ? [] : (allIntegers(scalarsOf(characters)) ?? []);
  const letters = scalars.map((codePoint) => String.fromCodePoint(Number(codePoint)));
  const found: string[] = [];
  let last: readonly string[] = [''];
  for (let length = 0; length <= hi; length += 1) {
    if (length > 0) last = last.flatMap((text) => letters.map((letter) => text + letter));
    if (length >= lo) found.push(...last);
    if (found.length > ALL_UP_TO) return null;
  }
  return found;
}

function allSequences(view: AbstractSequence): readonly Value[] | null {
  const found: Value[] = [];
  const of = view.items?.map(enumerate);
  const element = of === undefined ? enumerate(view.element) : [];
  // If elements have a single value, there are few lists. They are still not enumerated beyond the limit, since they are long.
  if (of === undefined && view.hi > ALL_UP_TO) return null;
  for (let length = view.lo; length <= view.hi; length += 1) {
    const choices = of ?? Array.from({ length }, () => element);
    const tuples = allTuples(choices);
    if (tuples === null || found.length + tuples.length > ALL_UP_TO) return null;
    for (const tuple of tuples) found.push(view.kind === 'bytes' ? Uint8Array.from(tuple, Number) : tuple);
  }
  return found;
}

function allRecords(view: AbstractRecord): readonly Value[] | null {
  const tuples = allTuples(view.fields.map((field) => enumerate(field.view)));
  return tuples?.map((tuple) => new RecordValue(new Map(view.fields.map(({ name }, index) => [name, tuple[index] ?? false])))) ?? null;
}

function allTuples(choices: readonly (readonly Value[] | null)[]): readonly (readonly Value[])[] | null {
  const known = choices.filter((values) => values !== null);
  if (known.length < choices.length || countTuples(known) > ALL_UP_TO) return null;
  return [...combinations(known)];
}

/** The number of ways to choose one value from each list. */
export function countTuples(lists: readonly (readonly Value[])[]): number {
  return lists.reduce((product, values) => product * values.length, 1);
}

/** Yields every choice of one value from each list; the first list varies fastest. */
export function* combinations(lists: readonly (readonly Value[])[]): Generator<readonly Value[]> {
  const total = countTuples(lists);
  for (let number = 0; number < total; number += 1) {
    let rest = number;
    yield lists.map((values) => {
      const value = values[rest % values.length];
      rest = Math.floor(rest / values.length);
      return value ?? false;
    });
  }
}
