import { monomerAt } from '@kirchhoff/kernel/catalog/catalog';
import { BYTES_LENGTH, LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/kernel/limits';
import type { Kind } from '@kirchhoff/kernel/types/domain';
import {
  absolute,
  add,
  divide,
  INT64_MAX,
  INT64_MIN,
  type Int,
  maximum,
  minimum,
  multiply,
  negate,
  subtract,
} from '@kirchhoff/kernel/types/integer';
import type { Value } from '@kirchhoff/kernel/values/value';
import { contentOf, type Extent, elementOf, extentOf, lengthOf, listExtent, SMALL, weightOf, widest } from './extent.js';

/** What an application takes: the extents of its operands, and its literals by position of the argument. */
export interface Taken {
  readonly operands: readonly Extent[];
  readonly literals: readonly (Value | null)[];
}

/** How large what a monomer gives can be; where the table does not say, as large as its kind allows. */
export function monomerExtent(monomer: number, taken: Taken, kind: Kind): Extent {
  const bound = BOUNDS.get(monomerAt(monomer).name);
  return bound === undefined ? extentOf(kind) : bound(taken, kind);
}

/** `kind` is that of the result. */
type Bound = (taken: Taken, kind: Kind) => Extent;

function at({ operands }: Taken, position: number): Extent {
  return operands[position] ?? SMALL;
}

function lengthAt(taken: Taken, position: number): number {
  return lengthOf(at(taken, position));
}

interface Interval {
  readonly lo: Int;
  readonly hi: Int;
}

/** The operands of an application are integers where the table below says so. */
function intervalAt(taken: Taken, position: number): Interval {
  const extent = at(taken, position);
  return extent.kind === 'integer' ? extent : { lo: INT64_MIN, hi: INT64_MAX };
}

/** What does not fit 64 bits is not a result. */
function integer(lo: Int, hi: Int): Extent {
  return { kind: 'integer', lo: maximum(lo, INT64_MIN), hi: minimum(maximum(hi, lo), INT64_MAX) };
}

function among(corners: readonly Int[]): Extent {
  return integer(corners.reduce(minimum), corners.reduce(maximum));
}

const text = (length: number): Extent => ({ kind: 'text', length: Math.min(length, TEXT_LENGTH) });
const bytes = (length: number): Extent => ({ kind: 'bytes', length: Math.min(length, BYTES_LENGTH) });
const list = (length: number, element: Extent, content?: number): Extent => listExtent(Math.min(length, LIST_LENGTH), element, content);
const option = (value: Extent): Extent => ({ kind: 'option', value });

const same: Bound = (taken) => at(taken, 0);
const constant =
  (extent: Extent): Bound =>
  () =>
    extent;

/** Where the divisor can be anything the quotient is no further from 0 than what is divided. */
const quotient: Bound = (taken) => {
  const a = intervalAt(taken, 0);
  const b = intervalAt(taken, 1);
  if (b.lo > 0 && a.lo >= 0) return integer(divide(a.lo, b.hi), divide(a.hi, b.lo));
  const most = maximum(absolute(a.lo), absolute(a.hi));
  return integer(negate(most), most);
};

const remainder: Bound = (taken) => {
  const a = intervalAt(taken, 0);
  const b = intervalAt(taken, 1);
  const most = subtract(maximum(maximum(absolute(b.lo), absolute(b.hi)), 1), 1);
  return integer(a.lo >= 0 && b.lo >= 0 ? 0 : negate(most), most);
};

/** The list or bytes of argument 0 with the values of another among its elements, so many more of them that weigh so much. */
function extended(taken: Taken, kind: Kind, value: Extent, more: number, content: number): Extent {
  const sequence = at(taken, 0);
  if (kind.kind === 'bytes') return bytes(lengthOf(sequence) + more);
  return list(lengthOf(sequence) + more, widest(elementOf(sequence), value), contentOf(sequence) + content);
}

function joined(taken: Taken, kind: Kind): Extent {
  return extended(taken, kind, elementOf(at(taken, 1)), lengthAt(taken, 1), contentOf(at(taken, 1)));
}

/** The count of integers that an interval allows for `n`, or the most there may be. */
function countAt(taken: Taken, position: number, most: number): number {
  return Number(maximum(0, minimum(intervalAt(taken, position).hi, most)));
}

function literalCount(taken: Taken, most: number): number {
  const found = taken.literals.find((literal) => typeof literal === 'number');
  return typeof found === 'number' ? found : most;
}

const BOUNDS: ReadonlyMap<string, Bound> = new Map<string, Bound>([
  ['ADD', (taken) => integer(add(intervalAt(taken, 0).lo, intervalAt(taken, 1).lo), add(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi))],
  [
    'SUB',
    (taken) =>
      integer(subtract(intervalAt(taken, 0).lo, intervalAt(taken, 1).hi), subtract(intervalAt(taken, 0).hi, intervalAt(taken, 1).lo)),
  ],
  [
    'MUL',
    (taken) => {
      const a = intervalAt(taken, 0);
      const b = intervalAt(taken, 1);
      return among([multiply(a.lo, b.lo), multiply(a.lo, b.hi), multiply(a.hi, b.lo), multiply(a.hi, b.hi)]);
    },
  ],
  ['NEG', (taken) => integer(negate(intervalAt(taken, 0).hi), negate(intervalAt(taken, 0).lo))],
  ['ABS', (taken) => integer(0, maximum(absolute(intervalAt(taken, 0).lo), absolute(intervalAt(taken, 0).hi)))],
  [
    'MIN',
    (taken) =>
      integer(minimum(intervalAt(taken, 0).lo, intervalAt(taken, 1).lo), minimum(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi)),
  ],
  [
    'MAX',
    (taken) =>
      integer(maximum(intervalAt(taken, 0).lo, intervalAt(taken, 1).lo), maximum(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi)),
  ],
  ['CLAMP', (taken) => integer(intervalAt(taken, 1).lo, intervalAt(taken, 2).hi)],
  ['DIV', quotient],
  ['FLOOR_DIV', quotient],
  ['MOD', remainder],
  ['FLOOR_MOD', remainder],
  ['BIT_AND', (taken) => integer(0, maximum(0, minimum(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi)))],
  ['SHR', (taken) => integer(0, maximum(0, intervalAt(taken, 0).hi))],
  ['ISQRT', (taken) => integer(0, maximum(0, intervalAt(taken, 0).hi))],
  ['LENGTH', (taken) => integer(0, lengthAt(taken, 0))],
  ['TEXT_LENGTH', (taken) => integer(0, lengthAt(taken, 0))],
  ['GET', (taken) => elementOf(at(taken, 0))],
  ['GET_OR', (taken) => widest(elementOf(at(taken, 0)), at(taken, 2))],
  ['SET', (taken, kind) => extended(taken, kind, at(taken, 2), 0, weightOf(at(taken, 2)))],
  ['APPEND', (taken, kind) => extended(taken, kind, at(taken, 1), 1, weightOf(at(taken, 1)))],
  ['JOIN', joined],
  ['SLICE', same],
  ['TAKE', same],
  ['DROP', same],
  ['REVERSE', same],
  ['SORT', same],
  ['FILL', (taken) => list(countAt(taken, 0, LIST_LENGTH), at(taken, 1))],
  ['FIND', (taken) => option(integer(0, lengthAt(taken, 0)))],
  [
    'ZIP',
    (taken) => {
      const fields = [elementOf(at(taken, 0)), elementOf(at(taken, 1))];
      const length = Math.min(lengthAt(taken, 0), lengthAt(taken, 1));
      return list(length, { kind: 'record', fields }, 2 * length + contentOf(at(taken, 0)) + contentOf(at(taken, 1)));
    },
  ],
  [
    'RANGE',
    (taken) => {
      const count = add(subtract(intervalAt(taken, 1).hi, intervalAt(taken, 0).lo), 1);
      return list(Number(maximum(0, minimum(count, LIST_LENGTH))), integer(intervalAt(taken, 0).lo, intervalAt(taken, 1).hi));
    },
  ],
  ['PARSE_HEX', (taken) => option(bytes(Math.floor(lengthAt(taken, 0) / 2)))],
  ['FORMAT_HEX', (taken) => text(2 * lengthAt(taken, 0))],
  ['PARSE_BASE64', (taken) => option(bytes(lengthAt(taken, 0)))],
  ['FORMAT_BASE64', (taken) => text(4 * Math.ceil(lengthAt(taken, 0) / 3))],
  ['FORMAT_INT', constant(text(20))],
  ['UTF8_ENCODE', (taken) => bytes(4 * lengthAt(taken, 0))],
  ['UTF8_DECODE', (taken) => option(text(lengthAt(taken, 0)))],
  ['READ_U16_BE', constant(integer(0, 65_535))],
  ['READ_U16_LE', constant(integer(0, 65_535))],
  ['WRITE_U16_BE', constant(bytes(2))],
  ['WRITE_U16_LE', constant(bytes(2))],
  ['WRITE_U32_BE', constant(bytes(4))],
  ['WRITE_U32_LE', constant(bytes(4))],
  ['CONCAT', (taken) => text(lengthAt(taken, 0) + lengthAt(taken, 1))],
  ['SUBSTRING', same],
  ['UPPER', same],
  ['LOWER', same],
  ['TRIM', same],
  ['SPLIT', (taken) => list(lengthAt(taken, 0) + 1, text(lengthAt(taken, 0)), lengthAt(taken, 0))],
  ['JOIN_TEXT', (taken) => text(contentOf(at(taken, 0)) + lengthAt(taken, 0) * lengthAt(taken, 1))],
  ['REPLACE', (taken) => text((lengthAt(taken, 0) + 1) * Math.max(1, lengthAt(taken, 2)))],
  ['PAD_START', (taken) => text(Math.max(lengthAt(taken, 0), countAt(taken, 1, TEXT_LENGTH)))],
  ['INDEX_OF', (taken) => option(integer(0, lengthAt(taken, 0)))],
  ['CODE_AT', constant(integer(0, 0x10ffff))],
  ['SHA1', constant(bytes(20))],
  ['SHA256', constant(bytes(32))],
  ['SHA512', constant(bytes(64))],
  ['SHA3_256', constant(bytes(32))],
  ['HMAC_SHA256', constant(bytes(32))],
  ['HMAC_SHA512', constant(bytes(64))],
  ['HKDF_SHA256', (taken) => bytes(literalCount(taken, 255))],
  ['XOR_BYTES', same],
  ['DAYS_IN_MONTH', constant(integer(28, 31))],
  ['WEEKDAY', constant(integer(1, 7))],
  ['CIVIL_FROM_DAYS', constant({ kind: 'record', fields: [integer(1, 31), integer(1, 12), integer(1, 9999)] })],
  ['FORMAT_DATE', constant(text(10))],
  ['FORMAT_IPV4', constant(text(15))],
  ['UUID', constant(text(36))],
  ['ENV', constant(option(text(4096)))],
]);
