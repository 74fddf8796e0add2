import {
  type AbstractOption,
  type AbstractSequence,
  type AbstractValue,
  boolean,
  charactersIn,
  exactTexts,
  integers,
  itemsOf,
  NEVER,
  ofRanges,
  option,
  record,
  sequence,
  tags,
  texts,
} from '../../abstract/abstract.js';
import { highest, lowest } from '../../abstract/ranges.js';
import { TEXT_LENGTH } from '../../limits.js';
import { add, compare, type Int, subtract } from '../../types/integer.js';
import { OptionValue, RecordValue, type Value } from '../../values/value.js';

/** Returns the sets of results for the refinement: the whole set, halves by type, single results, and a set with a gap. */
export function resultSets(transferred: AbstractValue, results: readonly Value[]): readonly AbstractValue[] {
  switch (transferred.kind) {
    case 'never':
      return [];
    case 'integer':
      return [transferred, ...integerResultSets(lowest(transferred.ranges), highest(transferred.ranges), results.filter(isInteger))];
    case 'boolean':
      return [boolean(true, false), boolean(false, true), boolean(true, true)];
    case 'text': {
      const some = results.filter((value) => typeof value === 'string').slice(0, 2);
      return [transferred, texts(0, 1), texts(2, TEXT_LENGTH), exactTexts(some), texts(0, TEXT_LENGTH, charactersIn(some))];
    }
    case 'bytes':
    case 'list':
      return [transferred, ...halvesOf(transferred), ...middlePoint(transferred, results)];
    case 'option':
      return [transferred, ...sidesOf(transferred), ...middlePoint(transferred, results)];
    case 'enumeration':
    case 'record':
      return [transferred, ...middlePoint(transferred, results)];
  }
}

function isInteger(value: Value): value is Int {
  return typeof value === 'number' || typeof value === 'bigint';
}

function integerResultSets(lo: Int, hi: Int, results: readonly Int[]): readonly AbstractValue[] {
  const ordered = results.toSorted(compare);
  const [least, middle, greatest] = [ordered[0], ordered[ordered.length >> 1], ordered.at(-1)];
  if (least === undefined || middle === undefined || greatest === undefined) return [];
  return [
    integers(lo, middle),
    integers(middle, hi),
    integers(greatest, greatest),
    ofRanges([subtract(least, 3), subtract(least, 3), least, add(least, 1)]),
  ];
}

/** Returns the shorter sequences and the longer ones. */
function halvesOf({ kind, lo, hi, element }: AbstractSequence): readonly AbstractValue[] {
  const middle = Math.floor((lo + hi) / 2);
  return lo === hi ? [] : [sequence(kind, lo, middle, element), sequence(kind, middle + 1, hi, element)];
}

function sidesOf({ none, some }: AbstractOption): readonly AbstractValue[] {
  return none && some.kind !== 'never' ? [option(true, NEVER), option(false, some)] : [];
}

/** Returns a single one of the results. */
function middlePoint(view: AbstractValue, results: readonly Value[]): readonly AbstractValue[] {
  return results
    .slice(results.length >> 1)
    .slice(0, 1)
    .map((result) => exactly(view, result));
}

/** Returns the set of one value, of the type of `view`; the view itself if it cannot contain the value. */
function exactly(view: AbstractValue, value: Value | undefined): AbstractValue {
  if (value === undefined) return view;
  switch (view.kind) {
    case 'never':
    case 'boolean':
      return typeof value === 'boolean' ? boolean(!value, value) : view;
    case 'integer':
      return isInteger(value) ? integers(value, value) : view;
    case 'enumeration':
      return typeof value === 'string' ? tags([value]) : view;
    case 'text':
      return typeof value === 'string' ? exactTexts([value]) : view;
    case 'bytes':
      return value instanceof Uint8Array
        ? itemsOf(
            'bytes',
            Array.from(value, (byte) => integers(byte, byte)),
          )
        : view;
    case 'list':
      return isList(value)
        ? itemsOf(
            'list',
            value.map((item) => exactly(view.element, item)),
          )
        : view;
    case 'record':
      return value instanceof RecordValue
        ? record(view.fields.map((field) => ({ name: field.name, view: exactly(field.view, value.fields.get(field.name)) })))
        : view;
    case 'option':
      if (!(value instanceof OptionValue)) return view;
      return value.content === undefined ? option(true, NEVER) : option(false, exactly(view.some, value.content));
  }
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
