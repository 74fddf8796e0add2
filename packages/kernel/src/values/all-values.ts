import type { Abstract, AbstractRecord, AbstractSequence } from '../abstract/abstract.js';
import { add, type Int } from '../types/integer.js';
import { NONE, OptionValue, RecordValue, type Value } from './value.js';

/** Where there are no more values than these, all of them are tried. */
export const ALL_UP_TO = 4_096;

/** Every value of a small view; null of one that has more than {@link ALL_UP_TO}. */
export function allValues(view: Abstract): readonly Value[] | null {
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
      return view.values ?? (view.hi === 0 ? [''] : null);
    case 'bytes':
    case 'list':
      return allSequences(view);
    case 'record':
      return allRecords(view);
    case 'option': {
      const contents = allValues(view.some);
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

function allSequences(view: AbstractSequence): readonly Value[] | null {
  const found: Value[] = [];
  const of = view.items?.map(allValues);
  const element = of === undefined ? allValues(view.element) : [];
  // Elements with one value make few lists, but no longer ones are written out.
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
  const tuples = allTuples(view.fields.map((field) => allValues(field.view)));
  return tuples?.map((tuple) => new RecordValue(new Map(view.fields.map(({ name }, index) => [name, tuple[index] ?? false])))) ?? null;
}

function allTuples(choices: readonly (readonly Value[] | null)[]): readonly (readonly Value[])[] | null {
  const known = choices.filter((values) => values !== null);
  if (known.length < choices.length || countTuples(known) > ALL_UP_TO) return null;
  return [...combinations(known)];
}

/** In how many ways one of each can be chosen. */
export function countTuples(lists: readonly (readonly Value[])[]): number {
  return lists.reduce((product, values) => product * values.length, 1);
}

/** Every choice of one of each, the first varying fastest. */
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
