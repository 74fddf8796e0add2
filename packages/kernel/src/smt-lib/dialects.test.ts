import { ParsedScript, parse, type SExpression, type SmtValue, vectorWidth } from '../smt/script-evaluator.js';
import { type ExactBounds, exactly, INT64_BOUNDS } from './bounds.js';
import type { ComparisonOperator, Dialect, IntegerTerm } from './dialect.js';
import { INTEGERS } from './integers.js';
import { VECTORS } from './vectors.js';

/**
 * Both dialects compared with exact integers: every operation on constants of several bounds, evaluated by the semantics of
 * SMT-LIB. Each value has two bounds, as wide as it needs and wider, since they differ in sign and width.
 */
const VALUES: readonly bigint[] = [0n, 1n, 3n, 7n, 8n, 62n, -1n, -3n, -8n, INT64_BOUNDS.hi, INT64_BOUNDS.lo];
const SLACKS: readonly (readonly [below: bigint, above: bigint])[] = [
  [0n, 0n],
  [0n, 5n],
  [9n, 9n],
];
const OPERANDS = VALUES.flatMap((value) => SLACKS.map(([below, above]) => ({ value, bounds: { lo: value - below, hi: value + above } })));
const NATURALS = OPERANDS.filter(({ bounds }) => bounds.lo >= 0n);
const PAIRS = pairsOf(OPERANDS);
const NATURAL_PAIRS = pairsOf(NATURALS);
const COUNTS = NATURAL_PAIRS.filter(([, { bounds }]) => bounds.hi <= 62n);
const DIVISIONS = PAIRS.filter(([, { value }]) => value !== 0n);

interface Operand {
  readonly value: bigint;
  readonly bounds: ExactBounds;
}
type Pair = readonly [Operand, Operand];

function pairsOf(operands: readonly Operand[]): readonly Pair[] {
  return operands.flatMap((a) => operands.map((b): Pair => [a, b]));
}

/** The value of a text in which `a` and `b` are constants of the sorts of their bounds. */
function evaluated(dialect: Dialect, text: string, { a, b }: { readonly a: Operand; readonly b: Operand }): SmtValue {
  const script = new ParsedScript(`(declare-const a ${dialect.sortOf(a.bounds)})\n(declare-const b ${dialect.sortOf(b.bounds)})\n`);
  const values: Record<string, bigint> = { a: a.value, b: b.value };
  const constant = (name: string, sort: SExpression): SmtValue => {
    const value = values[name] ?? 0n;
    const width = vectorWidth(sort);
    return width === undefined ? value : { width, bits: BigInt.asUintN(width, value) };
  };
  return script.under(constant, () => 0n).value(parse(text));
}

/** Throws unless the term is an integer of just its sort, within its bounds. */
function integerOf(dialect: Dialect, { text, bounds }: IntegerTerm, [a, b]: Pair): bigint {
  const value = evaluated(dialect, text, { a, b });
  if (typeof value === 'bigint') return value;
  if (typeof value !== 'object') throw new Error(`${text} is no integer`);
  if (dialect.sortOf(bounds) !== `(_ BitVec ${value.width})`)
    throw new Error(`${text} has ${value.width} bits, not ${dialect.sortOf(bounds)}`);
  return BigInt.asIntN(value.width, value.bits);
}

type Operation = (dialect: Dialect, a: IntegerTerm, b: IntegerTerm) => IntegerTerm | null;

/**
 * Returns the operands for which an operation with an exact form is not exact or not within its bounds. Literals also take the
 * place of their constants.
 */
function wrongOf(
  dialect: Dialect,
  pairs: readonly Pair[],
  operation: Operation,
  exact: (a: bigint, b: bigint) => bigint,
): readonly string[] {
  return pairs.flatMap((pair) => {
    const [a, b] = pair;
    const [x, y] = [
      { text: 'a', bounds: a.bounds },
      { text: 'b', bounds: b.bounds },
    ];
    const expected = exact(a.value, b.value);
    const literals = [[x, y], ...(isOne(a) ? [[dialect.literal(a.value), y]] : []), ...(isOne(b) ? [[x, dialect.literal(b.value)]] : [])];
    return literals.flatMap(([left = x, right = y]) => {
      const term = operation(dialect, left, right);
      if (term === null) return [];
      const isRight = integerOf(dialect, term, pair) === expected && term.bounds.lo <= expected && expected <= term.bounds.hi;
      return isRight ? [] : [`${left.text} ${right.text}: ${a.value} ${b.value} is not ${expected}`];
    });
  });
}

function isOne({ bounds }: Operand): boolean {
  return bounds.lo === bounds.hi;
}

function floored(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

const OPERATIONS: readonly (readonly [
  name: string,
  pairs: readonly Pair[],
  operation: Operation,
  exact: (a: bigint, b: bigint) => bigint,
])[] = [
  ['add', PAIRS, (d, a, b) => d.add(a, b), (a, b) => a + b],
  ['subtract', PAIRS, (d, a, b) => d.subtract(a, b), (a, b) => a - b],
  ['multiply', PAIRS, (d, a, b) => d.multiply(a, b), (a, b) => a * b],
  ['truncated quotient', DIVISIONS, (d, a, b) => d.quotient('truncated', a, b), (a, b) => a / b],
  ['floored quotient', DIVISIONS, (d, a, b) => d.quotient('floored', a, b), floored],
  ['truncated remainder', DIVISIONS, (d, a, b) => d.remainder('truncated', a, b), (a, b) => a % b],
  ['floored remainder', DIVISIONS, (d, a, b) => d.remainder('floored', a, b), (a, b) => a - b * floored(a, b)],
  ['and', NATURAL_PAIRS, (d, a, b) => d.bitwise('and', a, b), (a, b) => a & b],
  ['or', NATURAL_PAIRS, (d, a, b) => d.bitwise('or', a, b), (a, b) => a | b],
  ['xor', NATURAL_PAIRS, (d, a, b) => d.bitwise('xor', a, b), (a, b) => a ^ b],
  ['shift left', COUNTS, (d, a, b) => d.shiftLeft(a, b), (a, b) => a << b],
  ['shift right', COUNTS, (d, a, b) => d.shiftRight(a, b), (a, b) => a >> b],
  ['multiply modulo 2^5', NATURAL_PAIRS, (d, a, b) => d.multiplyModulo(a, b, 5), (a, b) => (a * b) % 32n],
  ['choose', PAIRS, (d, a, b) => d.choose(d.compare('<', a, b), a, b), (a, b) => (a < b ? a : b)],
  ['restrict', PAIRS, (d, a) => d.restrict(a, { lo: a.bounds.lo, hi: a.bounds.hi + 40n }), (a) => a],
  ['restrict to fewer', PAIRS, (d, a, b) => (a.text === 'a' ? d.restrict(d.add(a, d.subtract(b, b)), a.bounds) : null), (a) => a],
];

const COMPARISONS: readonly (readonly [comparison: ComparisonOperator, holds: (a: bigint, b: bigint) => boolean])[] = [
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['=', (a, b) => a === b],
];

describe.each([
  ['integers', INTEGERS],
  ['vectors', VECTORS],
] as const)('as %s', (_, dialect) => {
  test.each(OPERATIONS)('%s is exact, and within its bounds', (_name, pairs, operation, exact) => {
    expect(wrongOf(dialect, pairs, operation, exact)).toEqual([]);
  });

  test.each(COMPARISONS)('%s agrees with exact integers', (comparison, holds) => {
    const wrong = PAIRS.filter(([a, b]) => {
      const formula = dialect.compare(comparison, { text: 'a', bounds: a.bounds }, { text: 'b', bounds: b.bounds });
      return evaluated(dialect, formula, { a, b }) !== holds(a.value, b.value);
    });
    expect(wrong).toEqual([]);
  });

  test('literal operands give the bounds of the result', () => {
    const literal = (value: number): IntegerTerm => dialect.literal(BigInt(value));
    expect(dialect.add(literal(3), literal(-5)).bounds).toEqual(exactly(-2n));
    expect(dialect.subtract(literal(3), literal(-5)).bounds).toEqual(exactly(8n));
    expect(dialect.multiply(literal(3), literal(-5))?.bounds).toEqual(exactly(-15n));
    expect(dialect.quotient('truncated', literal(7), literal(2)).bounds).toEqual({ lo: 0n, hi: 7n });
    expect(dialect.quotient('floored', literal(-7), literal(2)).bounds).toEqual({ lo: -7n, hi: 7n });
    expect(dialect.remainder('truncated', literal(7), literal(5)).bounds).toEqual({ lo: 0n, hi: 4n });
    expect(dialect.remainder('truncated', literal(-2), literal(5)).bounds).toEqual({ lo: -2n, hi: 0n });
    expect(dialect.remainder('floored', literal(7), literal(-5)).bounds).toEqual({ lo: -4n, hi: 0n });
    expect(dialect.bitwise('and', literal(6), literal(3))?.bounds).toEqual({ lo: 0n, hi: 3n });
    expect(dialect.shiftLeft(literal(3), literal(2))?.bounds.hi).toBe(12n);
    expect(dialect.shiftRight(literal(3), literal(2))?.bounds.hi).toBeLessThanOrEqual(3n);
    expect(dialect.multiplyModulo(literal(3), literal(2), 4)?.bounds).toEqual({ lo: 0n, hi: 15n });
  });
});

test('the integer dialect combines bits only with a mask of low bits', () => {
  const x: IntegerTerm = { text: 'a', bounds: { lo: 0n, hi: 100n } };
  expect([0n, 1n, 7n, 255n].map((mask) => INTEGERS.bitwise('and', x, INTEGERS.literal(mask)) === null)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(INTEGERS.bitwise('and', INTEGERS.literal(7n), x)).not.toBeNull();
  expect([2n, 6n].map((other) => INTEGERS.bitwise('and', x, INTEGERS.literal(other)))).toEqual([null, null]);
  expect(INTEGERS.bitwise('or', x, INTEGERS.literal(7n))).toBeNull();
});

function ofBits(bits: bigint): IntegerTerm {
  return { text: 'a', bounds: { lo: 0n, hi: 2n ** bits - 1n } };
}

test('vectors have an exact form of all bits, and of products of 192 bits at most', () => {
  expect((['and', 'or', 'xor'] as const).map((operation) => VECTORS.bitwise(operation, ofBits(3n), ofBits(5n))?.bounds.hi)).toEqual([
    7n,
    31n,
    31n,
  ]);
  expect(VECTORS.multiply(ofBits(95n), ofBits(96n))).not.toBeNull();
  expect(VECTORS.multiply(ofBits(96n), ofBits(96n))).toBeNull();
});
