import { type AbstractValue, boolean, EITHER, exactTexts, FALSE, integers, ofRanges, TRUE, tags, texts } from '../abstract/abstract.js';
import { INT64_MAX, INT64_MIN, type Int } from '../types/integer.js';
import type { Analysis } from './analysis.js';
import { monomerNamed } from './catalog.js';
import { type DifferenceOperand, NO_RELATIONS, type Relations } from './relation.js';

/** A transfer function that returns all values is sound too, so proofs rest on these bounds. */

function analysisOf(name: string): Analysis {
  const analysis = monomerNamed(name)?.analysis;
  if (!analysis) throw new Error(`no analysis of ${name}`);
  return analysis;
}

const ANY = integers(INT64_MIN, INT64_MAX);
const NATURAL = integers(0, INT64_MAX);
const only = (value: Int) => integers(value, value);
const set = (...ranges: Int[]) => ofRanges(ranges);

const BOUNDS: readonly (readonly [name: string, args: readonly AbstractValue[], result: AbstractValue])[] = [
  ['ADD', [integers(0, 10), integers(5, 7)], integers(5, 17)],
  ['ADD', [set(0, 1, 10, 11), only(100)], set(100, 101, 110, 111)],
  ['ADD', [ANY, NATURAL], ANY],
  ['SUB', [integers(0, 1000), integers(0, 30)], integers(-30, 1000)],
  ['MUL', [integers(0, 255), only(587)], integers(0, 149_685)],
  ['MUL', [integers(-100, 20), integers(-3, 5)], integers(-500, 300)],
  ['DIV', [integers(0, 255_000), only(1000)], integers(0, 255)],
  ['DIV', [integers(-100, 100), integers(3, 7)], integers(-33, 33)],
  ['DIV', [integers(50, 200), integers(-5, 10)], set(-200, -10, 5, 200)],
  ['DIV', [integers(10, 99), integers(0, 7)], integers(1, 99)],
  ['MOD', [integers(0, 1000), only(7)], integers(0, 6)],
  ['MOD', [integers(-1000, 1000), only(-7)], integers(-6, 6)],
  ['MOD', [integers(-3, 1000), integers(1, 7)], integers(-3, 6)],
  ['MOD', [integers(700, 799), only(1000)], integers(700, 799)],
  ['MOD', [integers(2000, 2099), only(1000)], integers(0, 99)],
  ['FLOOR_DIV', [integers(-100, 100), only(7)], integers(-15, 14)],
  ['FLOOR_MOD', [integers(-1000, 1000), only(7)], integers(0, 6)],
  ['FLOOR_MOD', [integers(-1000, 1000), only(-7)], integers(-6, 0)],
  ['FLOOR_MOD', [integers(-100, -1), only(1000)], integers(900, 999)],
  ['NEG', [integers(-5, 8)], integers(-8, 5)],
  ['ABS', [integers(-5, 3)], integers(0, 5)],
  ['ABS', [set(-9, -5, 3, 4)], set(3, 9)],
  ['MIN', [integers(0, 100), integers(50, 70)], integers(0, 70)],
  ['MAX', [integers(0, 100), integers(50, 70)], integers(50, 100)],
  ['POW', [integers(-100, 50), only(2)], integers(0, 10_000)],
  ['POW', [integers(2, 100), only(3)], integers(8, 1_000_000)],
  ['POW', [integers(-100, 100), only(3)], integers(-1_000_000, 1_000_000)],
  ['ISQRT', [integers(10, 1000)], integers(3, 31)],
  ['MULDIV', [integers(0, 10_000_000_000), integers(0, 10_000), only(10_000)], integers(0, 10_000_000_000)],
  ['MULDIV', [integers(-100, 100), integers(5, 10), integers(2, 4)], integers(-500, 500)],
  ['MULDIV_EVEN', [integers(0, 101), only(1), only(2)], integers(0, 50)],
  ['MUL_WRAP', [integers(0, 100), integers(0, 100), only(8)], integers(0, 255)],
  ['MUL_WRAP', [integers(2, 10), integers(3, 10), only(8)], integers(6, 100)],
  ['BIT_AND', [NATURAL, only(255)], integers(0, 255)],
  ['BIT_AND', [NATURAL, only(4)], set(0, 0, 4, 4)],
  ['BIT_AND', [integers(256, 511), integers(256, 300)], integers(256, 300)],
  ['BIT_OR', [integers(0, 200), integers(0, 15)], integers(0, 215)],
  ['BIT_OR', [integers(0, 100), integers(64, 100)], integers(64, 127)],
  ['BIT_OR', [integers(5, 90), integers(0, 3)], integers(5, 93)],
  ['BIT_XOR', [integers(64, 127), integers(0, 63)], integers(64, 127)],
  ['BIT_XOR', [integers(100, 200), integers(0, 60)], integers(40, 255)],
  ['BIT_XOR', [integers(64, 127), integers(64, 127)], integers(0, 63)],
  ['SHL', [integers(1, 100), integers(2, 3)], integers(4, 800)],
  ['SHR', [integers(100, 1000), integers(1, 3)], integers(12, 500)],
  ['CLAMP', [ANY, only(0), only(100)], integers(0, 100)],
  ['CLAMP', [integers(20, 30), integers(0, 5), integers(25, 100)], integers(20, 30)],
  ['LT', [integers(0, 5), integers(6, 100)], TRUE],
  ['LT', [integers(6, 100), integers(0, 6)], FALSE],
  ['LE', [integers(0, 6), integers(6, 100)], TRUE],
  ['GT', [integers(0, 6), integers(6, 100)], FALSE],
  ['GE', [integers(6, 100), integers(0, 6)], TRUE],
  ['EQ', [integers(0, 5), integers(6, 100)], FALSE],
  ['NE', [tags(['a', 'b']), tags(['c'])], TRUE],
  ['EQ', [exactTexts(['a', 'b']), texts(2, 9)], FALSE],
  ['EQ', [texts(0, 9), exactTexts(['a'])], EITHER],
  ['AND', [EITHER, FALSE], FALSE],
  ['IMPLIES', [EITHER, TRUE], TRUE],
  ['TEXT_LENGTH', [texts(1, 255)], integers(1, 255)],
  ['CONCAT', [texts(1, 3), exactTexts(['ab'])], texts(3, 5)],
  ['STARTS_WITH', [texts(0, 3), exactTexts(['abcd'])], FALSE],
  ['ENDS_WITH', [texts(0, 300), exactTexts([''])], TRUE],
  ['INCLUDES', [exactTexts(['abc', 'xbz']), exactTexts(['b'])], TRUE],
  ['MATCHES_GLOB', [texts(0, 300), exactTexts(['*'])], TRUE],
  ['MATCHES_GLOB', [texts(0, 2), exactTexts(['ab*c'])], FALSE],
  ['MATCHES_GLOB', [texts(5, 9), exactTexts(['a??'])], FALSE],
  ['SUBSTRING', [texts(10, 20), integers(2, 3), integers(5, 9)], texts(2, 7)],
  ['PAD_START', [texts(1, 4), only(8), exactTexts(['0'])], texts(8, 8)],
  ['REPLACE', [texts(4, 10), exactTexts(['ab']), exactTexts(['xyz'])], texts(4, 15)],
  ['TRIM', [texts(3, 10)], texts(0, 10)],
];

test.each(BOUNDS)('%s of %j is within %j', (name, args, result) => {
  expect(analysisOf(name).transfer(args)).toEqual(result);
});

const REFINED: readonly (readonly [
  name: string,
  result: AbstractValue,
  args: readonly AbstractValue[],
  refined: readonly AbstractValue[],
])[] = [
  ['LE', TRUE, [integers(0, 100), integers(-5, 50)], [integers(0, 50), integers(0, 50)]],
  ['LE', FALSE, [integers(0, 100), integers(20, 150)], [integers(21, 100), integers(20, 99)]],
  ['LT', TRUE, [integers(0, 100), integers(-5, 50)], [integers(0, 49), integers(1, 50)]],
  ['LT', FALSE, [integers(0, 100), integers(20, 150)], [integers(20, 100), integers(20, 100)]],
  ['GT', TRUE, [integers(0, 100), only(3)], [integers(4, 100), only(3)]],
  ['GE', TRUE, [integers(0, 100), only(3)], [integers(3, 100), only(3)]],
  ['EQ', TRUE, [integers(0, 100), integers(50, 200)], [integers(50, 100), integers(50, 100)]],
  ['EQ', FALSE, [integers(-3, 3), only(0)], [set(-3, -1, 1, 3), only(0)]],
  ['EQ', FALSE, [EITHER, TRUE], [FALSE, TRUE]],
  ['EQ', FALSE, [FALSE, EITHER], [FALSE, TRUE]],
  ['NE', TRUE, [tags(['a', 'b', 'c']), tags(['b'])], [tags(['a', 'c']), tags(['b'])]],
  ['EQ', TRUE, [texts(0, 255), exactTexts(['ab', ''])], [exactTexts(['ab', '']), exactTexts(['ab', ''])]],
  ['EQ', FALSE, [texts(0, 255), exactTexts([''])], [texts(1, 255), exactTexts([''])]],
  ['NOT', TRUE, [EITHER], [FALSE]],
  ['AND', TRUE, [EITHER, EITHER], [TRUE, TRUE]],
  ['OR', FALSE, [EITHER, EITHER], [FALSE, FALSE]],
  ['IMPLIES', FALSE, [EITHER, boolean(true, true)], [TRUE, FALSE]],
  ['ADD', integers(0, 10), [integers(-100, 100), only(5)], [integers(-5, 5), only(5)]],
  ['SUB', integers(0, 10), [integers(0, 100), integers(95, 200)], [integers(95, 100), integers(95, 100)]],
  ['MUL', integers(1, 100), [integers(-1000, 1000), only(-7)], [integers(-14, -1), only(-7)]],
  ['DIV', integers(3, 4), [integers(-1000, 1000), only(10)], [integers(30, 49), only(10)]],
  ['DIV', only(0), [integers(-1000, 1000), only(10)], [integers(-9, 9), only(10)]],
  ['DIV', integers(2, 9), [integers(100, 200), integers(1, 1000)], [integers(100, 200), integers(11, 100)]],
  ['FLOOR_DIV', integers(-1, 0), [integers(-1000, 1000), only(10)], [integers(-10, 9), only(10)]],
  ['NEG', integers(3, 5), [integers(-100, 100)], [integers(-5, -3)]],
  ['ABS', integers(3, 5), [integers(-100, 100)], [set(-5, -3, 3, 5)]],
  ['MIN', integers(20, 30), [integers(0, 100), integers(50, 60)], [integers(20, 30), integers(50, 60)]],
  ['MAX', integers(55, 58), [integers(0, 100), integers(0, 50)], [integers(55, 58), integers(0, 50)]],
  ['CLAMP', integers(10, 20), [integers(-100, 100), only(0), only(50)], [integers(10, 20), only(0), only(50)]],
  ['CLAMP', only(50), [integers(-100, 100), only(0), only(50)], [integers(50, 100), only(0), only(50)]],
  ['ISQRT', integers(3, 4), [integers(0, 100)], [integers(9, 24)]],
  ['MULDIV', only(5), [integers(0, 1000), only(3), only(10)], [integers(17, 19), only(3), only(10)]],
  ['MULDIV_EVEN', only(5), [integers(0, 1000), only(1), only(10)], [integers(45, 55), only(1), only(10)]],
  ['BIT_OR', integers(0, 50), [integers(0, 1000), integers(0, 1000)], [integers(0, 50), integers(0, 50)]],
  ['BIT_AND', integers(50, 60), [integers(0, 1000), integers(0, 1000)], [integers(50, 1000), integers(50, 1000)]],
  ['SHL', integers(100, 200), [integers(0, 1000), only(3)], [integers(13, 25), only(3)]],
  ['SHR', integers(3, 4), [integers(0, 1000), only(3)], [integers(24, 39), only(3)]],
  ['TEXT_LENGTH', integers(3, 9), [texts(0, 255)], [texts(3, 9)]],
  ['STARTS_WITH', TRUE, [texts(0, 255), exactTexts(['abc'])], [texts(3, 255), exactTexts(['abc'])]],
  ['STARTS_WITH', TRUE, [exactTexts(['abc', 'xyz']), exactTexts(['ab'])], [exactTexts(['abc']), exactTexts(['ab'])]],
  ['MATCHES_GLOB', TRUE, [texts(0, 255), exactTexts(['a\\*'])], [exactTexts(['a*']), exactTexts(['a\\*'])]],
  ['MATCHES_GLOB', TRUE, [texts(0, 255), exactTexts(['a?*'])], [texts(2, 255), exactTexts(['a?*'])]],
  ['CONCAT', texts(10, 20), [texts(0, 255), texts(3, 5)], [texts(5, 17), texts(3, 5)]],
];

test.each(REFINED)('%s with the result %j narrows %j to %j', (name, result, args, refined) => {
  expect(analysisOf(name).refine?.(result, args)).toEqual(refined);
});

const FACTS: readonly (readonly [
  name: string,
  args: readonly AbstractValue[],
  result: AbstractValue,
  minuend: DifferenceOperand,
  subtrahend: DifferenceOperand,
  bound: Int,
])[] = [
  ['LE', [ANY, ANY], TRUE, 0, 1, 0],
  ['LE', [ANY, ANY], FALSE, 1, 0, -1],
  ['LT', [ANY, ANY], TRUE, 0, 1, -1],
  ['GE', [ANY, ANY], TRUE, 1, 0, 0],
  ['GT', [ANY, ANY], FALSE, 0, 1, 0],
  ['EQ', [ANY, ANY], TRUE, 1, 0, 0],
  ['NE', [ANY, ANY], FALSE, 0, 1, 0],
  ['ADD', [ANY, integers(2, 9)], ANY, 'result', 0, 9],
  ['ADD', [ANY, integers(2, 9)], ANY, 0, 'result', -2],
  ['SUB', [ANY, integers(2, 9)], ANY, 'result', 0, -2],
  ['SUB', [ANY, ANY], integers(0, 5), 1, 0, 0],
  ['MUL', [NATURAL, only(3)], NATURAL, 0, 'result', 0],
  ['MUL', [integers(0, 10), integers(0, 3)], NATURAL, 'result', 0, 20],
  ['DIV', [NATURAL, integers(1, 9)], NATURAL, 'result', 0, 0],
  ['DIV', [integers(INT64_MIN, 0), ANY], ANY, 0, 'result', 0],
  ['MOD', [ANY, integers(1, INT64_MAX)], ANY, 'result', 1, -1],
  ['MOD', [NATURAL, ANY], NATURAL, 'result', 0, 0],
  ['MIN', [ANY, ANY], ANY, 'result', 0, 0],
  ['MAX', [ANY, ANY], ANY, 1, 'result', 0],
  ['ISQRT', [NATURAL], NATURAL, 'result', 0, 0],
  ['MULDIV', [NATURAL, integers(0, 100), integers(100, 900)], NATURAL, 'result', 0, 0],
  ['MULDIV_EVEN', [integers(0, 100), NATURAL, only(100)], NATURAL, 'result', 1, 0],
  ['MULDIV', [integers(-9, 0), integers(0, 100), only(100)], ANY, 0, 'result', 0],
  ['MULDIV', [NATURAL, integers(100, 900), integers(0, 100)], NATURAL, 0, 'result', 0],
  ['BIT_AND', [NATURAL, NATURAL], NATURAL, 'result', 1, 0],
  ['BIT_OR', [NATURAL, NATURAL], NATURAL, 0, 'result', 0],
  ['SHL', [NATURAL, integers(0, 9)], NATURAL, 0, 'result', 0],
  ['SHR', [NATURAL, integers(0, 9)], NATURAL, 'result', 0, 0],
  ['CLAMP', [ANY, ANY, ANY], ANY, 'result', 2, 0],
  ['CLAMP', [NATURAL, only(0), ANY], ANY, 'result', 0, 0],
];

test.each(FACTS)('%s of %j with the result %j states that %s - %s is at most %s', (name, args, result, minuend, subtrahend, bound) => {
  expect(analysisOf(name).facts?.(args, result)).toContainEqual({ minuend, subtrahend, bound });
});

function difference(minuend: number, subtrahend: number, bound: Int): Relations {
  return { same: () => false, difference: (i, j) => (i === minuend && j === subtrahend ? bound : undefined) };
}

const SAME: Relations = { same: () => true, difference: () => undefined };

const RELATED: readonly (readonly [name: string, args: readonly AbstractValue[], relations: Relations, result: AbstractValue])[] = [
  ['SUB', [ANY, ANY], difference(1, 0, 0), NATURAL],
  ['SUB', [ANY, ANY], SAME, only(0)],
  ['MUL', [integers(-9, 9), integers(-9, 9)], SAME, integers(0, 81)],
  ['DIV', [NATURAL, integers(1, 100)], difference(0, 1, -1), only(0)],
  ['DIV', [integers(0, 100), integers(5, 10)], difference(0, 1, 9), integers(0, 2)],
  ['DIV', [integers(0, 100), integers(5, 10)], difference(1, 0, 0), integers(1, INT64_MAX)],
  ['DIV', [integers(0, 100), integers(5, 10)], difference(1, 0, -20), integers(3, INT64_MAX)],
  ['MOD', [integers(0, 50), integers(0, 100)], difference(0, 1, -1), integers(0, 50)],
  ['LE', [ANY, ANY], difference(0, 1, 0), TRUE],
  ['LT', [ANY, ANY], difference(1, 0, 0), FALSE],
  ['EQ', [ANY, ANY], difference(0, 1, -1), FALSE],
  ['NE', [ANY, ANY], SAME, FALSE],
  ['MIN', [integers(5, 9), ANY], difference(0, 1, 0), integers(5, 9)],
  ['MULDIV', [integers(0, 70), NATURAL, NATURAL], difference(1, 2, 0), integers(0, 70)],
  ['MULDIV', [NATURAL, integers(-3, 70), NATURAL], difference(0, 2, 0), integers(-3, 70)],
  ['MULDIV', [NATURAL, integers(-9, -3), NATURAL], difference(0, 2, 0), integers(-9, 0)],
  ['CLAMP', [integers(5, 9), integers(7, 50), ANY], difference(0, 1, 0), integers(7, 50)],
  ['CLAMP', [integers(5, 9), ANY, integers(-9, 7)], difference(2, 0, 0), integers(-9, 7)],
];

test.each(RELATED)('%s of %j under a relation is within %j', (name, args, relations, result) => {
  expect(analysisOf(name).related?.(args, relations)).toEqual(result);
});

const NEEDS: readonly (readonly [name: string, args: readonly AbstractValue[], relations: Relations, proven: boolean])[] = [
  ['SUB', [NATURAL, ANY], NO_RELATIONS, false],
  ['SUB', [NATURAL, ANY], difference(0, 1, 100), true],
  ['SUB', [ANY, ANY], difference(0, 1, 100), false],
  ['SUB', [ANY, ANY], SAME, true],
  ['SUB', [NATURAL, NATURAL], NO_RELATIONS, true],
  ['DIV', [ANY, integers(1, 9)], NO_RELATIONS, true],
  ['DIV', [ANY, integers(-1, -1)], NO_RELATIONS, false],
  ['MULDIV', [NATURAL, NATURAL, integers(1, INT64_MAX)], difference(1, 2, 0), true],
  ['MULDIV_EVEN', [NATURAL, ANY, integers(1, INT64_MAX)], difference(0, 2, 0), true],
  ['MULDIV', [NATURAL, NATURAL, integers(1, INT64_MAX)], NO_RELATIONS, false],
  ['CLAMP', [ANY, ANY, ANY], difference(1, 2, 0), true],
  ['SUBSTRING', [texts(9, 20), integers(0, 9), integers(0, 9)], difference(1, 2, 0), true],
  ['POW', [integers(-2, 2), integers(0, 62)], NO_RELATIONS, true],
  ['POW', [integers(-2, 2), integers(0, 63)], NO_RELATIONS, false],
];

test.each(NEEDS)('the precondition of %s on %j is proven exactly if it follows', (name, args, relations, proven) => {
  expect(analysisOf(name).need?.(args, relations)).toBe(proven);
});
