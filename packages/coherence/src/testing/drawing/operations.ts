import { createHash } from 'node:crypto';
import { type DrawnValue, Optional } from '../drawing/tree.js';

const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;
const MAX_ELEMENTS = 65_536;
const MAX_BYTES = 1_048_576;

/** Returns the result of an operation of the language; `undefined` if it has no result (docs/language/partial-operations.md). */
export function applied(operation: string, operands: readonly DrawnValue[]): DrawnValue | undefined {
  const meaning = OPERATIONS.get(operation);
  if (meaning === undefined) throw new Error(`the interpreter does not know ${operation}`);
  const result = meaning(operands);
  return typeof result === 'bigint' && (result < LEAST || result > GREATEST) ? undefined : result;
}

type Meaning = (operands: readonly DrawnValue[]) => DrawnValue | undefined;

function integer(value: DrawnValue | undefined): bigint {
  if (typeof value !== 'bigint') throw new Error('no integer');
  return value;
}

function text(value: DrawnValue | undefined): string {
  if (typeof value !== 'string') throw new Error('no text');
  return value;
}

function sequence(value: DrawnValue | undefined): readonly DrawnValue[] {
  if (value instanceof Uint8Array) return Array.from(value, BigInt);
  if (!Array.isArray(value)) throw new Error('no sequence');
  return value;
}

/** Returns a sequence of the same type as another; `undefined` if it is too long or contains a value that is not a byte. */
function like(model: DrawnValue | undefined, items: readonly DrawnValue[]): DrawnValue | undefined {
  if (!(model instanceof Uint8Array)) return items.length <= MAX_ELEMENTS ? items : undefined;
  const bytes = items.map(integer);
  return items.length <= MAX_BYTES && bytes.every((byte) => byte >= 0n && byte <= 255n) ? Uint8Array.from(bytes, Number) : undefined;
}

function integers(meaning: (a: bigint, b: bigint, c: bigint) => DrawnValue | undefined): Meaning {
  return ([a, b, c]) => meaning(integer(a), b === undefined ? 0n : integer(b), c === undefined ? 0n : integer(c));
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

function roundedUp(a: bigint, b: bigint): bigint | undefined {
  if (b === 0n) return undefined;
  return a / b + (a % b !== 0n && a < 0n === b < 0n ? 1n : 0n);
}

/**
 * Returns the nearest integer, halves away from 0; `undefined` if the double of an operand, or the doubled dividend plus the
 * divisor, exceeds 64 bits.
 */
function nearest(a: bigint, b: bigint): bigint | undefined {
  const [dividend, divisor] = [a < 0n ? -a : a, b < 0n ? -b : b];
  const sum = 2n * dividend + divisor;
  const isBeyond = 2n * a < LEAST || 2n * a > GREATEST || 2n * b < LEAST || 2n * b > GREATEST || divisor > GREATEST;
  const isSumBeyond = a < 0n ? -sum < LEAST : sum > GREATEST;
  if (b === 0n || isBeyond || isSumBeyond) return undefined;
  const quotient = sum / (2n * divisor);
  return a < 0n === b < 0n ? quotient : -quotient;
}

function root(a: bigint): bigint {
  let low = 0n;
  let high = 1n << 32n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle * middle <= a) low = middle;
    else high = middle;
  }
  return low;
}

const bits = (meaning: (a: bigint, b: bigint) => bigint): Meaning => integers((a, b) => (a < 0n || b < 0n ? undefined : meaning(a, b)));

function shifted(a: bigint, by: bigint, meaning: () => bigint): bigint | undefined {
  return a < 0n || by < 0n || by > 62n ? undefined : meaning();
}

/** Returns true if both values are equal, part by part. */
export function isSame(a: DrawnValue, b: DrawnValue): boolean {
  if (a instanceof Optional && b instanceof Optional)
    return a.content === null || b.content === null ? a.content === b.content : isSame(a.content, b.content);
  if (a instanceof Map && b instanceof Map) return [...a].every(([name, value]) => isSame(value, b.get(name)));
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length === b.length && a.every((byte, index) => byte === b[index]);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item: DrawnValue, index) => isSame(item, b[index]));
  return a === b;
}

/** Returns a negative number, 0 or a positive number by the order of integers, or of texts by code point. */
function order(a: DrawnValue | undefined, b: DrawnValue | undefined): number {
  if (typeof a === 'bigint') return a < integer(b) ? -1 : Number(a > integer(b));
  const [left, right] = [Array.from(text(a)), Array.from(text(b))];
  for (const [index, character] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const difference = (character.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Returns the elements from..to - 1; `undefined` if these indices are out of range. */
function between(items: readonly DrawnValue[], from: bigint, to: bigint): readonly DrawnValue[] | undefined {
  return from >= 0n && from <= to && to <= BigInt(items.length) ? items.slice(Number(from), Number(to)) : undefined;
}

const OPERATIONS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    ADD: integers((a, b) => a + b),
    SUB: integers((a, b) => a - b),
    MUL: integers((a, b) => a * b),
    DIV: integers((a, b) => (b === 0n ? undefined : a / b)),
    MOD: integers((a, b) => (b === 0n ? undefined : a % b)),
    FLOOR_DIV: integers((a, b) => (b === 0n ? undefined : floorDivide(a, b))),
    FLOOR_MOD: integers((a, b) => (b === 0n ? undefined : a - b * floorDivide(a, b))),
    MULDIV: integers((a, b, c) => (c === 0n ? undefined : (a * b) / c)),
    DIV_UP: integers((a, b) => (a === LEAST ? undefined : roundedUp(a, b))),
    DIV_ROUND: integers(nearest),
    NEG: integers((a) => -a),
    ABS: integers((a) => (a < 0n ? -a : a)),
    MIN: integers((a, b) => (a < b ? a : b)),
    MAX: integers((a, b) => (a > b ? a : b)),
    CLAMP: integers((x, lo, hi) => {
      if (lo > hi) return undefined;
      if (x < lo) return lo;
      return x > hi ? hi : x;
    }),
    ISQRT: integers((a) => (a < 0n ? undefined : root(a))),
    BIT_AND: bits((a, b) => a & b),
    BIT_OR: bits((a, b) => a | b),
    BIT_XOR: bits((a, b) => a ^ b),
    SHL: integers((a, b) => shifted(a, b, () => a << b)),
    SHR: integers((a, b) => shifted(a, b, () => a >> b)),
    EQ: ([a = false, b = false]) => isSame(a, b),
    NE: ([a = false, b = false]) => !isSame(a, b),
    LT: ([a, b]) => order(a, b) < 0,
    LE: ([a, b]) => order(a, b) <= 0,
    GT: ([a, b]) => order(a, b) > 0,
    GE: ([a, b]) => order(a, b) >= 0,
    NOT: ([a]) => a === false,
    XOR: ([a, b]) => a !== b,
    LENGTH: ([xs]) => BigInt(sequence(xs).length),
    GET: ([xs, i]) => sequence(xs)[Number(integer(i))],
    GET_OR: ([xs, i, otherwise]) => sequence(xs)[Number(integer(i))] ?? otherwise,
    SET: ([xs, i, value = false]) => {
      const items = sequence(xs);
      const at = Number(integer(i));
      return at >= 0 && at < items.length ? like(xs, items.with(at, value)) : undefined;
    },
    APPEND: ([xs, value = false]) => like(xs, [...sequence(xs), value]),
    CONCAT: ([xs, ys]) => like(xs, [...sequence(xs), ...sequence(ys)]),
    REVERSE: ([xs]) => like(xs, sequence(xs).toReversed()),
    TAKE: ([xs, n]) => (integer(n) < 0n ? undefined : like(xs, sequence(xs).slice(0, Number(integer(n))))),
    DROP: ([xs, n]) => (integer(n) < 0n ? undefined : like(xs, sequence(xs).slice(Number(integer(n))))),
    SLICE: ([xs, i, j]) => {
      const part = between(sequence(xs), integer(i), integer(j));
      return part === undefined ? undefined : like(xs, part);
    },
    FILL: ([n, value = false]) => {
      const length = integer(n);
      return length < 0n || length > BigInt(MAX_ELEMENTS) ? undefined : Array.from({ length: Number(length) }, () => value);
    },
    SUM: ([xs]) => sequence(xs).reduce<bigint>((sum, item) => sum + integer(item), 0n),
    SORT: ([xs]) => sequence(xs).toSorted(order),
    CONTAINS: ([xs, value = false]) => sequence(xs).some((item) => isSame(item, value)),
    TEXT_LENGTH: ([a]) => BigInt(Array.from(text(a)).length),
    JOIN: ([a, b]) => {
      const joined = text(a) + text(b);
      return Array.from(joined).length <= MAX_BYTES ? joined : undefined;
    },
    STARTS_WITH: ([a, b]) => text(a).startsWith(text(b)),
    ENDS_WITH: ([a, b]) => text(a).endsWith(text(b)),
    CODE_AT: ([a, i]) => {
      const code = Array.from(text(a))[Number(integer(i))]?.codePointAt(0);
      return code === undefined ? undefined : BigInt(code);
    },
    SUBSTRING: ([a, i, j]) =>
      between(Array.from(text(a)), integer(i), integer(j))
        ?.map(text)
        .join(''),
    PAD_END: ([a, n, fill]) => {
      const [length, most] = [BigInt(Array.from(text(a)).length), integer(n)];
      const isOne = Array.from(text(fill)).length === 1;
      // PAD_END joins and splits again, which needs room for the length of both.
      if (!isOne || most < 0n || length + most > BigInt(MAX_BYTES)) return undefined;
      return text(a) + text(fill).repeat(Number(most > length ? most - length : 0n));
    },
    UTF8_ENCODE: ([a]) => {
      const bytes = new TextEncoder().encode(text(a));
      return bytes.length <= MAX_BYTES ? bytes : undefined;
    },
    SHA256: ([a]) => {
      if (!(a instanceof Uint8Array)) throw new Error('no bytes');
      return Uint8Array.from(createHash('sha256').update(a).digest());
    },
  }),
);
