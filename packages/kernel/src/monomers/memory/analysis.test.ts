import {
  type AbstractValue,
  BYTE,
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
import { BYTES_LENGTH, LIST_LENGTH, TEXT_LENGTH } from '../../limits.js';
import { INT64_MAX, INT64_MIN, type Int } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import type { Analysis } from '../analysis.js';
import { monomerNamed } from '../catalog.js';
import { type DifferenceOperand, lengthOf, NO_RELATIONS, type Relations } from '../relation.js';

/** A transfer function that returns all values is sound too, so proofs over lists, bytes and text rest on these bounds. */

function analysisOf(name: string): Analysis {
  const analysis = monomerNamed(name)?.analysis;
  if (!analysis) throw new Error(`no analysis of ${name}`);
  return analysis;
}

const only = (value: Int) => integers(value, value);
const list = (lo: number, hi: number, element: AbstractValue) => sequence('list', lo, hi, element);
const listOf = (...views: AbstractValue[]) => itemsOf('list', views);
const bytes = (lo: number, hi: number) => sequence('bytes', lo, hi, BYTE);
const DIGIT = integers(0, 9);

const RESULTS: readonly (readonly [name: string, args: readonly AbstractValue[], result: AbstractValue])[] = [
  ['LENGTH', [list(2, 7, DIGIT)], integers(2, 7)],
  ['GET', [list(1, 7, DIGIT), only(3)], DIGIT],
  ['GET', [listOf(only(3), only(5), only(9)), integers(1, 2)], ofRanges([5, 5, 9, 9])],
  ['GET', [bytes(4, 4), integers(-5, 3)], BYTE],
  ['GET', [list(0, 0, DIGIT), only(0)], NEVER],
  ['GET_OR', [list(3, 7, DIGIT), integers(0, 2), only(-1)], DIGIT],
  ['GET_OR', [list(3, 7, DIGIT), integers(0, 3), only(-1)], integers(-1, 9)],
  ['GET_OR', [list(3, 7, DIGIT), only(7), only(-1)], only(-1)],
  ['SET', [listOf(only(1), only(2)), only(1), only(7)], listOf(only(1), only(7))],
  ['SET', [listOf(only(1), only(2), only(3)), integers(0, 1), only(7)], listOf(ofRanges([1, 1, 7, 7]), ofRanges([2, 2, 7, 7]), only(3))],
  ['SET', [list(0, 7, DIGIT), integers(2, 5), only(12)], list(3, 7, ofRanges([0, 9, 12, 12]))],
  ['APPEND', [listOf(only(1)), DIGIT], listOf(only(1), DIGIT)],
  ['APPEND', [bytes(0, 3), integers(-7, 300)], bytes(1, 4)],
  ['JOIN', [listOf(only(1)), listOf(only(2), DIGIT)], listOf(only(1), only(2), DIGIT)],
  ['JOIN', [list(1, 2, only(1)), list(3, 4, only(2))], list(4, 6, integers(1, 2))],
  ['JOIN', [bytes(0, BYTES_LENGTH), bytes(1, 1)], bytes(1, BYTES_LENGTH)],
  ['SLICE', [listOf(only(1), only(2), only(3)), only(1), only(3)], listOf(only(2), only(3))],
  ['SLICE', [list(0, 20, DIGIT), integers(2, 3), integers(5, 9)], list(2, 7, DIGIT)],
  ['TAKE', [listOf(only(1), only(2), only(3)), only(2)], listOf(only(1), only(2))],
  ['TAKE', [list(2, 9, DIGIT), integers(4, 5)], list(2, 5, DIGIT)],
  ['TAKE', [list(2, 9, DIGIT), only(INT64_MAX)], list(2, 9, DIGIT)],
  ['DROP', [listOf(only(1), only(2), only(3)), only(2)], listOf(only(3))],
  ['DROP', [list(2, 9, DIGIT), integers(1, 5)], list(0, 8, DIGIT)],
  ['DROP', [list(2, 9, DIGIT), only(INT64_MAX)], list(0, 0, DIGIT)],
  ['REVERSE', [listOf(only(1), DIGIT)], listOf(DIGIT, only(1))],
  ['FILL', [only(2), DIGIT], listOf(DIGIT, DIGIT)],
  ['FILL', [integers(1, 500), only(0)], list(1, 500, only(0))],
  ['FIND', [list(0, 7, DIGIT), only(3)], option(true, integers(0, 6))],
  ['FIND', [list(0, 7, DIGIT), only(10)], option(true, NEVER)],
  ['FIND', [listOf(only(1), DIGIT, only(3), only(4)), only(3)], option(false, integers(1, 2))],
  ['CONTAINS', [list(0, 7, DIGIT), only(10)], FALSE],
  ['CONTAINS', [listOf(DIGIT, only(3)), only(3)], TRUE],
  ['CONTAINS', [list(1, 7, exactTexts(['a'])), exactTexts(['a'])], TRUE],
  ['CONTAINS', [list(0, 7, exactTexts(['a'])), exactTexts(['a'])], EITHER],
  ['CONTAINS', [bytes(1, 7), only(256)], FALSE],
  ['SORT', [listOf(only(3), integers(5, 7), only(1))], listOf(only(1), only(3), integers(5, 7))],
  ['SORT', [listOf(integers(0, 9), integers(3, 4))], listOf(integers(0, 4), integers(3, 9))],
  ['SORT', [listOf(exactTexts(['b']), exactTexts(['a']))], listOf(exactTexts(['a']), exactTexts(['b']))],
  ['SORT', [list(0, 9, texts(1, 3))], list(0, 9, texts(1, 3))],
  ['SUM', [list(0, 10, DIGIT)], integers(0, 90)],
  ['SUM', [list(3, 10, integers(2, 5))], integers(6, 50)],
  ['SUM', [list(3, 10, integers(-5, -2))], integers(-50, -6)],
  ['SUM', [listOf(only(INT64_MAX), only(1), integers(-3, -1))], integers(9223372036854775805n, INT64_MAX)],
  ['ZIP', [listOf(only(1), only(2)), list(5, 9, TRUE)], list(2, 2, pair(integers(1, 2), TRUE))],
  ['ZIP', [listOf(only(1), only(2)), listOf(TRUE)], listOf(pair(only(1), TRUE))],
  ['RANGE', [only(3), only(5)], listOf(only(3), only(4), only(5))],
  ['RANGE', [integers(0, 2), integers(5, 7)], list(4, 8, integers(0, 7))],
  ['RANGE', [only(1), integers(0, 100)], list(0, 100, integers(1, 100))],
  ['SPLIT', [texts(0, 10), exactTexts([', '])], list(1, 6, texts(0, 10))],
  ['SPLIT', [texts(0, 1), exactTexts([', '])], listOf(texts(0, 1))],
  ['SPLIT', [exactTexts(['a,b']), exactTexts([','])], listOf(exactTexts(['a']), exactTexts(['b']))],
  ['JOIN_TEXT', [list(2, 3, texts(1, 4)), exactTexts([', '])], texts(4, 16)],
  ['JOIN_TEXT', [listOf(texts(1, 4), exactTexts(['ab'])), exactTexts([''])], texts(3, 6)],
  ['INDEX_OF', [texts(0, 10), exactTexts(['ab'])], option(true, integers(0, 8))],
  ['INDEX_OF', [exactTexts(['banana']), exactTexts(['an'])], option(false, only(1))],
];

function pair(a: AbstractValue, b: AbstractValue): AbstractValue {
  return record([
    { name: 'a', view: a },
    { name: 'b', view: b },
  ]);
}

test.each(RESULTS)('%s of %j is within %j', (name, args, result) => {
  expect(analysisOf(name).transfer(args)).toEqual(result);
});

const INT64 = integers(INT64_MIN, INT64_MAX);
const NATURAL = integers(0, INT64_MAX);
const LONG = list(0, LIST_LENGTH, DIGIT);

/** Relations with exactly these differences `minuend - subtrahend <= bound`. */
function differences(...known: readonly (readonly [minuend: number, subtrahend: number, bound: Int])[]): Relations {
  return { same: () => false, difference: (i, j) => known.find(([minuend, subtrahend]) => minuend === i && subtrahend === j)?.[2] };
}

const WITHIN_LENGTH = differences([1, lengthOf(0), -1]);
const IN_ORDER = differences([1, 2, 0], [2, lengthOf(0), 0]);

const NEEDS: readonly (readonly [name: string, args: readonly AbstractValue[], relations: Relations, holds: boolean])[] = [
  ['GET', [list(3, 9, DIGIT), integers(0, 2)], NO_RELATIONS, true],
  ['GET', [list(3, 9, DIGIT), integers(0, 3)], NO_RELATIONS, false],
  ['GET', [LONG, NATURAL], WITHIN_LENGTH, true],
  ['GET', [LONG, INT64], WITHIN_LENGTH, false],
  ['GET', [LONG, NATURAL], differences([1, lengthOf(0), 0]), false],
  ['SET', [LONG, NATURAL, only(300)], WITHIN_LENGTH, true],
  ['SET', [bytes(9, 9), only(3), integers(0, 255)], NO_RELATIONS, true],
  ['SET', [bytes(9, 9), only(3), integers(0, 256)], NO_RELATIONS, false],
  ['CODE_AT', [texts(0, 100), NATURAL], WITHIN_LENGTH, true],
  ['SLICE', [LONG, NATURAL, NATURAL], IN_ORDER, true],
  ['SLICE', [LONG, INT64, NATURAL], IN_ORDER, false],
  ['SLICE', [LONG, NATURAL, NATURAL], differences([1, 2, 0]), false],
  ['SLICE', [LONG, NATURAL, NATURAL], differences([2, lengthOf(0), 0]), false],
  ['SUBSTRING', [texts(0, 100), NATURAL, NATURAL], IN_ORDER, true],
  ['SUBSTRING', [texts(9, 100), integers(0, 4), integers(4, 9)], NO_RELATIONS, true],
  ['TAKE', [LONG, NATURAL], NO_RELATIONS, true],
  ['DROP', [LONG, integers(-1, 3)], NO_RELATIONS, false],
  ['APPEND', [list(0, LIST_LENGTH - 1, DIGIT), DIGIT], NO_RELATIONS, true],
  ['APPEND', [LONG, DIGIT], NO_RELATIONS, false],
  ['APPEND', [bytes(0, BYTES_LENGTH - 1), BYTE], NO_RELATIONS, true],
  ['APPEND', [bytes(0, BYTES_LENGTH), BYTE], NO_RELATIONS, false],
  ['JOIN', [LONG, list(0, 0, DIGIT)], NO_RELATIONS, true],
  ['JOIN', [LONG, list(0, 1, DIGIT)], NO_RELATIONS, false],
  ['FILL', [integers(0, LIST_LENGTH), DIGIT], NO_RELATIONS, true],
  ['FILL', [integers(0, LIST_LENGTH + 1), DIGIT], NO_RELATIONS, false],
  ['SUM', [list(0, LIST_LENGTH, integers(-1_000_000, 1_000_000))], NO_RELATIONS, true],
  ['SUM', [list(0, 2, NATURAL)], NO_RELATIONS, false],
  ['SUM', [listOf(only(INT64_MAX), DIGIT, integers(-20, -9))], NO_RELATIONS, true],
  ['RANGE', [only(1), integers(0, LIST_LENGTH)], NO_RELATIONS, true],
  ['RANGE', [only(0), integers(0, LIST_LENGTH)], NO_RELATIONS, false],
  ['RANGE', [INT64, INT64], differences([1, 0, LIST_LENGTH - 1]), true],
  ['RANGE', [INT64, INT64], differences([1, 0, LIST_LENGTH]), false],
  ['SPLIT', [texts(0, LIST_LENGTH - 1), texts(1, 3)], NO_RELATIONS, true],
  ['SPLIT', [texts(0, LIST_LENGTH), texts(1, 3)], NO_RELATIONS, false],
  ['SPLIT', [texts(0, 3), texts(0, 3)], NO_RELATIONS, false],
  ['JOIN_TEXT', [list(0, 1024, texts(0, 1023)), texts(0, 1)], NO_RELATIONS, true],
  ['JOIN_TEXT', [list(0, 1025, texts(0, 1023)), texts(0, 1)], NO_RELATIONS, false],
];

test.each(NEEDS)('the precondition of %s on %j', (name, args, relations, holds) => {
  expect(analysisOf(name).need?.(args, relations)).toBe(holds);
});

/** At the limits, the reference implementation and the precondition change at the same length. */
const MAX_LENGTH: readonly Value[] = Array.from({ length: LIST_LENGTH }, () => 7);
const AT_LIMITS: readonly (readonly [name: string, args: readonly Value[], views: readonly AbstractValue[], fits: boolean])[] = [
  ['APPEND', [MAX_LENGTH.slice(1), 7], [list(LIST_LENGTH - 1, LIST_LENGTH - 1, only(7)), only(7)], true],
  ['APPEND', [MAX_LENGTH, 7], [list(LIST_LENGTH, LIST_LENGTH, only(7)), only(7)], false],
  ['JOIN', [MAX_LENGTH.slice(1), [7]], [list(LIST_LENGTH - 1, LIST_LENGTH - 1, only(7)), listOf(only(7))], true],
  ['JOIN', [MAX_LENGTH, [7]], [list(LIST_LENGTH, LIST_LENGTH, only(7)), listOf(only(7))], false],
  ['FILL', [LIST_LENGTH, 7], [only(LIST_LENGTH), only(7)], true],
  ['FILL', [LIST_LENGTH + 1, 7], [only(LIST_LENGTH + 1), only(7)], false],
  ['RANGE', [1, LIST_LENGTH], [only(1), only(LIST_LENGTH)], true],
  ['RANGE', [0, LIST_LENGTH], [only(0), only(LIST_LENGTH)], false],
  ['SPLIT', [','.repeat(LIST_LENGTH - 1), ','], [texts(LIST_LENGTH - 1, LIST_LENGTH - 1), exactTexts([','])], true],
  ['SPLIT', [','.repeat(LIST_LENGTH), ','], [texts(LIST_LENGTH, LIST_LENGTH), exactTexts([','])], false],
  [
    'JOIN_TEXT',
    [['a'.repeat(TEXT_LENGTH - 1), ''], ','],
    [listOf(texts(TEXT_LENGTH - 1, TEXT_LENGTH - 1), texts(0, 0)), texts(1, 1)],
    true,
  ],
  ['JOIN_TEXT', [['a'.repeat(TEXT_LENGTH), ''], ','], [listOf(texts(TEXT_LENGTH, TEXT_LENGTH), texts(0, 0)), texts(1, 1)], false],
];

it.each(AT_LIMITS)('%s fits exactly up to its limit (%#)', (name, args, views, fits) => {
  expect(monomerNamed(name)?.reference?.(args) !== undefined).toBe(fits);
  expect(analysisOf(name).need?.(views, NO_RELATIONS)).toBe(fits);
});

const RELATED: readonly (readonly [name: string, args: readonly AbstractValue[], relations: Relations, result: AbstractValue])[] = [
  ['SUBSTRING', [texts(0, 100), NATURAL, NATURAL], differences([2, 1, 3], [1, 2, -3]), texts(3, 3)],
  ['SLICE', [LONG, NATURAL, NATURAL], differences([2, 1, 3], [1, 2, -3]), list(3, 3, DIGIT)],
  ['GET_OR', [LONG, NATURAL, only(-1)], WITHIN_LENGTH, DIGIT],
  ['RANGE', [DIGIT, DIGIT], differences([1, 0, 3], [0, 1, -2]), list(3, 4, DIGIT)],
];

test.each(RELATED)('%s on %j under relations', (name, args, relations, result) => {
  expect(analysisOf(name).related?.(args, relations)).toEqual(result);
});

const REFINED: readonly (readonly [
  name: string,
  result: AbstractValue,
  args: readonly AbstractValue[],
  refined: readonly AbstractValue[],
])[] = [
  ['LENGTH', integers(1, INT64_MAX), [list(0, 9, DIGIT)], [list(1, 9, DIGIT)]],
  ['LENGTH', only(0), [list(0, 9, DIGIT)], [list(0, 0, DIGIT)]],
  ['LENGTH', only(12), [list(0, 9, DIGIT)], [NEVER]],
  ['GET', only(5), [listOf(only(3), only(5), DIGIT), integers(0, 9)], [listOf(only(3), only(5), DIGIT), integers(1, 2)]],
  ['GET', only(5), [listOf(only(3), DIGIT), only(1)], [listOf(only(3), only(5)), only(1)]],
  ['CONTAINS', TRUE, [listOf(only(3), only(5)), DIGIT], [listOf(only(3), only(5)), ofRanges([3, 3, 5, 5])]],
  ['CONTAINS', FALSE, [listOf(only(3), only(9)), DIGIT], [listOf(only(3), only(9)), ofRanges([0, 2, 4, 8])]],
  ['CONTAINS', TRUE, [list(0, 5, DIGIT), only(3)], [list(1, 5, DIGIT), only(3)]],
  ['CONTAINS', FALSE, [list(0, 5, DIGIT), only(0)], [list(0, 5, integers(1, 9)), only(0)]],
  ['FIND', option(true, NEVER), [listOf(only(3)), DIGIT], [listOf(only(3)), ofRanges([0, 2, 4, 9])]],
  ['REVERSE', listOf(only(1), only(2)), [list(0, 5, DIGIT)], [listOf(only(2), only(1))]],
  ['JOIN', list(7, 9, DIGIT), [list(0, 9, DIGIT), list(2, 3, DIGIT)], [list(4, 7, DIGIT), list(2, 3, DIGIT)]],
  ['FILL', listOf(only(3), only(3)), [DIGIT, DIGIT], [only(2), only(3)]],
  ['INDEX_OF', option(false, integers(0, 9)), [texts(0, 9), texts(4, 20)], [texts(4, 9), texts(4, 9)]],
  ['SPLIT', list(4, 9, texts(0, 9)), [texts(0, 9), texts(2, 2)], [texts(6, 9), texts(2, 2)]],
];

test.each(REFINED)('%s with the result %j narrows %j to %j', (name, result, args, refined) => {
  expect(analysisOf(name).refine?.(result, args)).toEqual(refined);
});

type Stated = readonly [minuend: DifferenceOperand, subtrahend: DifferenceOperand, bound: Int];

const LENGTHS_ARE_ONE: readonly Stated[] = [
  ['length of result', lengthOf(0), 0],
  [lengthOf(0), 'length of result', 0],
];

const FACTS: readonly (readonly [name: string, args: readonly AbstractValue[], facts: readonly Stated[]])[] = [
  [
    'LENGTH',
    [LONG],
    [
      ['result', lengthOf(0), 0],
      [lengthOf(0), 'result', 0],
    ],
  ],
  [
    'TEXT_LENGTH',
    [texts(0, 9)],
    [
      ['result', lengthOf(0), 0],
      [lengthOf(0), 'result', 0],
    ],
  ],
  ['GET', [LONG, NATURAL], [[1, lengthOf(0), -1]]],
  ['SET', [LONG, NATURAL, DIGIT], LENGTHS_ARE_ONE],
  ['REVERSE', [LONG], LENGTHS_ARE_ONE],
  ['SORT', [LONG], LENGTHS_ARE_ONE],
  ['UPPER', [texts(0, 9)], LENGTHS_ARE_ONE],
  [
    'APPEND',
    [list(0, 9, DIGIT), DIGIT],
    [
      ['length of result', lengthOf(0), 1],
      [lengthOf(0), 'length of result', -1],
    ],
  ],
  [
    'JOIN',
    [list(0, 9, DIGIT), list(1, 3, DIGIT)],
    [
      ['length of result', lengthOf(0), 3],
      [lengthOf(0), 'length of result', -1],
    ],
  ],
  [
    'CONCAT',
    [texts(0, 9), texts(1, 3)],
    [
      ['length of result', lengthOf(0), 3],
      [lengthOf(0), 'length of result', -1],
    ],
  ],
  [
    'SLICE',
    [LONG, integers(2, 3), NATURAL],
    [
      ['length of result', 2, -2],
      [2, 'length of result', 3],
      ['length of result', lengthOf(0), -2],
    ],
  ],
  [
    'SUBSTRING',
    [texts(0, 9), integers(2, 3), NATURAL],
    [
      ['length of result', 2, -2],
      ['length of result', lengthOf(0), -2],
    ],
  ],
  [
    'TAKE',
    [list(5, 9, DIGIT), NATURAL],
    [
      ['length of result', lengthOf(0), 0],
      ['length of result', 1, 0],
    ],
  ],
  [
    'DROP',
    [list(5, 9, DIGIT), only(2)],
    [
      ['length of result', lengthOf(0), -2],
      [lengthOf(0), 'length of result', 2],
    ],
  ],
  [
    'FILL',
    [integers(0, 9), DIGIT],
    [
      ['length of result', 0, 0],
      [0, 'length of result', 0],
    ],
  ],
  [
    'RANGE',
    [only(0), NATURAL],
    [
      ['length of result', 1, 1],
      [1, 'length of result', -1],
    ],
  ],
  [
    'ZIP',
    [list(0, 4, DIGIT), list(5, 9, DIGIT)],
    [
      ['length of result', lengthOf(0), 0],
      [lengthOf(0), 'length of result', 0],
      ['length of result', lengthOf(1), 0],
    ],
  ],
  ['TRIM', [texts(0, 9)], [['length of result', lengthOf(0), 0]]],
  ['SUM', [list(0, 9, integers(1, 4))], [[lengthOf(0), 'result', 0]]],
];

test.each(FACTS)('%s on %j states its differences', (name, args, facts) => {
  const analysis = analysisOf(name);
  const stated = analysis.facts?.(args, analysis.transfer(args)).map(({ minuend, subtrahend, bound }) => [minuend, subtrahend, bound]);
  expect(stated).toEqual(expect.arrayContaining([...facts]));
});
