import {
  type AbstractValue,
  boolean,
  EITHER,
  exactTexts,
  FALSE,
  integers,
  itemsOf,
  NEVER,
  ofRanges,
  option,
  record,
  sequence,
  TRUE,
  texts,
} from '../../abstract/abstract.js';

/** Sets of compound arguments for the soundness tests, small enough to run every value. */

/** Test sets for elements of one type: single values, a few values, and sets that overlap with these. */
interface Elements {
  readonly first: AbstractValue;
  readonly second: AbstractValue;
  readonly few: AbstractValue;
  readonly others: AbstractValue;
}

/** Returns sequences by length (0 to several), by position, and both with more elements than usual. */
function sequencesOf(kind: 'bytes' | 'list', { first, second, few, others }: Elements): readonly AbstractValue[] {
  return [
    sequence(kind, 0, 0, few),
    sequence(kind, 0, 1, others),
    sequence(kind, 0, 3, few),
    sequence(kind, 0, 2, first),
    sequence(kind, 1, 2, few),
    sequence(kind, 2, 2, others),
    itemsOf(kind, [first]),
    itemsOf(kind, [few]),
    itemsOf(kind, [first, second]),
    itemsOf(kind, [second, first]),
    itemsOf(kind, [few, others]),
    itemsOf(kind, [second, first, second]),
    itemsOf(kind, [others, first, few]),
    itemsOf(kind, [first, second, second, first, few]),
  ];
}

const INTEGERS: Elements = {
  first: integers(0, 0),
  second: integers(2, 2),
  few: integers(-1, 0),
  others: ofRanges([0, 0, 2, 2]),
};

const BYTE_ELEMENTS: Elements = {
  first: integers(0, 0),
  second: integers(255, 255),
  few: integers(0, 1),
  others: ofRanges([0, 0, 254, 255]),
};

const SOME_TEXTS: Elements = {
  first: exactTexts(['b']),
  second: exactTexts(['']),
  few: exactTexts(['\uffff', '\u{1f600}']),
  others: exactTexts(['', '\uffff', 'ba']),
};

function pair(a: AbstractValue, b: AbstractValue): AbstractValue {
  return record([
    { name: 'a', view: a },
    { name: 'b', view: b },
  ]);
}

const PAIRS: Elements = {
  first: pair(integers(0, 0), TRUE),
  second: pair(integers(1, 1), FALSE),
  few: pair(integers(0, 1), TRUE),
  others: pair(integers(1, 1), EITHER),
};

const TRUTHS: Elements = { first: TRUE, second: FALSE, few: EITHER, others: FALSE };

export const OPTIONS: readonly AbstractValue[] = [
  option(true, NEVER),
  option(false, integers(0, 0)),
  option(true, integers(0, 1)),
  option(false, integers(0, 2)),
  option(true, integers(2, 2)),
];

export const RECORDS: readonly AbstractValue[] = [
  PAIRS.first,
  PAIRS.second,
  PAIRS.few,
  PAIRS.others,
  pair(integers(0, 2), boolean(true, true)),
];

export const BYTES: readonly AbstractValue[] = sequencesOf('bytes', BYTE_ELEMENTS);

/** Sets of one type, and of lists of that type. */
export interface Pool {
  readonly elements: readonly AbstractValue[];
  readonly lists: readonly AbstractValue[];
}

function poolOf(elements: Elements): Pool {
  return { elements: Object.values<AbstractValue>({ ...elements }), lists: sequencesOf('list', elements) };
}

export const INTEGER_POOL = poolOf(INTEGERS);

/** One text is known only by its length. */
const BY_LENGTH = texts(1, 1);

export const TEXT_POOL: Pool = {
  elements: [...poolOf(SOME_TEXTS).elements, BY_LENGTH],
  lists: [...poolOf(SOME_TEXTS).lists, sequence('list', 0, 2, BY_LENGTH), itemsOf('list', [BY_LENGTH, SOME_TEXTS.first])],
};

export const RECORD_POOL = poolOf(PAIRS);
export const BOOLEAN_POOL = poolOf(TRUTHS);

/**
 * Values for parameters next to a list or bytes: positions within it and beyond, counts, bytes, and other
 * values.
 */
export const PLACES: readonly AbstractValue[] = [
  ...[-1, 0, 1, 2, 3, 255].map((place) => integers(place, place)),
  integers(-1, 0),
  integers(0, 1),
  integers(0, 3),
  integers(1, 2),
  integers(1, 6),
  integers(2, 3),
  ofRanges([0, 0, 2, 2]),
  integers(254, 256),
];
