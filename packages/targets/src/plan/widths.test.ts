import { OptionValue, RecordValue, type Type, typeOf, type Value } from '@kirchhoff/coherence';
import { lower } from '../lowered/lower.js';
import type { LoweredProgram } from '../lowered/program.js';
import { circuitOf } from '../testing/reference.js';
import { at } from './plan.js';
import { Widths, widthOf } from './widths.js';

function lowered(body: string, isOpen = false): LoweredProgram {
  return lower(circuitOf(`circuit stores {\n ${body}\n}`), { certified: !isOpen, guards: false });
}

function widthsOf(body: string, isOpen = false): { readonly widths: Widths; readonly typeOfInput: (index: number) => Type } {
  const program = lowered(body, isOpen);
  return { widths: new Widths(program), typeOfInput: (index) => typeOf(at(program.inputs, index).domain) };
}

/** Returns the width of the integers in the type of the first input. */
function widthInside(body: string, field: string | null = null, isOpen = false): number {
  const { widths, typeOfInput } = widthsOf(body, isOpen);
  return widths.inside(typeOfInput(0), field);
}

test.each([
  [-(2 ** 31), 2 ** 31 - 1, 32],
  [-(2 ** 31) - 1, 0, 64],
  [0, 2 ** 31, 64],
  [2 ** 31, 2 ** 31, 64],
])('an integer of %d..%d needs %d bits', (lo, hi, width) => {
  expect(widthOf({ lo, hi })).toBe(width);
});

test('a list of 32-bit integers has 32 bits, also if variables and ports beside it are wide', () => {
  expect(widthInside('input xs: [i32; ..9]\n input n: i64\n output s: i64\n output t: i64\n s = SUM(xs) * 1_000_000_000\n t = n')).toBe(32);
});

test.each([
  ['another input', 'input ys: [0..2_147_483_648; ..9]\n output o: 0..9\n o = LENGTH(ys)'],
  ['an output', 'output o: [i64; ..9]\n o = xs'],
  ['a map', 'output o: 0..9\n o = LENGTH(map x in xs { x * 2 })'],
  ['an element', 'input n: i64\n output o: [i32; ..99]\n o = filter x in APPEND(xs, n) { x > -9 and x < 9 }'],
  ['a constant', 'input n: 0..9\n output o: 0..9\n o = GET_OR(GET_OR([[1], [2_147_483_648]], n, []), 0, 1) % 9'],
  ['a range', 'input n: 0..9\n output o: 0..9\n o = LENGTH(RANGE(3_000_000_000, 3_000_000_000 + n)) % 9'],
])('a list has 64 bits if %s needs them', (_, rest) => {
  expect(widthInside(`input xs: [i32; ..9]\n ${rest}`)).toBe(64);
});

test('lists and options have widths of their own', () => {
  const { widths, typeOfInput } = widthsOf(
    'input xs: [i32; ..9]\n input o: (i64)?\n output p: (i64)?\n output ys: [i32; ..9]\n p = o\n ys = xs',
  );
  expect([widths.inside(typeOfInput(0)), widths.inside(typeOfInput(1))]).toEqual([32, 64]);
});

test('each field of a record has its own width, the same for all records of the type', () => {
  const { widths, typeOfInput } = widthsOf(
    'input r: (a: 0..9, b: i32)\n input s: [(a: 0..9, b: u32); ..9]\n input t: (a: 0..9, c: i64)\n output o: 0..9\n o = LENGTH(s)',
  );
  const [r, t] = [typeOfInput(0), typeOfInput(2)];
  expect([widths.inside(r, 'a'), widths.inside(r, 'b'), widths.inside(t, 'a'), widths.inside(t, 'c')]).toEqual([32, 64, 32, 64]);
});

test('the elements of bytes are no integers of lists', () => {
  expect(widthInside('input xs: [i32; ..9]\n input b: bytes[..9]\n output o: bytes[..10]\n o = APPEND(b, LENGTH(xs))')).toBe(32);
});

test('an integer beyond 32 bits in code that is never reached still has a place', () => {
  expect(widthInside('input xs: [0..9; ..9]\n output o: [0..9; ..9]\n o = map x in xs { 3_000_000_000 as 0..9 }', null, true)).toBe(64);
});

test('an open program has 32 bits after a check', () => {
  expect(widthInside('input xs: [0..9; ..9]\n input n: i64\n output o: [i32; ..9]\n o = map x in xs { n as i32 }', null, true)).toBe(32);
});

function record(a: Value, b: Value): Value {
  return new RecordValue(
    new Map([
      ['a', a],
      ['b', b],
    ]),
  );
}

test('a value is held by a port if all of its integers fit', () => {
  const program = lowered(
    'input n: 0..9\n input xs: [0..9; ..9]\n input r: (a: 0..9, b: i64)\n input o: [(0..9)?; ..9]\n output p: 0..9\n p = n + 0 * LENGTH(xs)',
  );
  const widths = new Widths(program);
  const holds = (index: number, value: Value): boolean => widths.hold(at(program.inputs, index).domain, value);
  const wide = 2 ** 31;
  expect([holds(0, wide - 1), holds(0, wide), holds(0, -wide), holds(0, -wide - 1)]).toEqual([true, false, true, false]);
  expect([holds(1, [1, wide - 1]), holds(1, [1, wide])]).toEqual([true, false]);
  expect([holds(2, record(1, wide)), holds(2, record(wide, 1))]).toEqual([true, false]);
  expect([holds(3, [new OptionValue(undefined), new OptionValue(1)]), holds(3, [new OptionValue(wide)])]).toEqual([true, false]);
});
