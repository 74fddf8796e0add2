import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { BYTES_LENGTH, LIST_LENGTH, TEXT_LENGTH } from '@kirchhoff/kernel/limits';
import { MONOMERS, monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { MonomerName } from '@kirchhoff/kernel/monomers/names';
import type { Type } from '@kirchhoff/kernel/types/domain';
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
import { contentOf, elementOf, lengthOf, listSizeBound, type SizeBound, SMALL, sizeBoundOf, weightOf, widest } from './size-bound.js';

/** The arguments of an application: its operands with the size bounds of the nodes, and its literals by position of the argument. */
export interface AppliedArguments {
  readonly operands: readonly NodeId[];
  readonly sizeBounds: readonly SizeBound[];
  readonly literals: readonly (Value | null)[];
}

/** The cost model of a monomer. */
export interface MonomerCost {
  /** The maximal size of the result. */
  readonly size: Bound;
  /** The result is no longer than argument 0, or than one element more, or than both arguments together. */
  readonly growth: 'keeps' | 'appends' | 'joins' | null;
  readonly touches: Touches;
}

/**
 * The parts that an application reads and writes: one place; elements that are moved without being read; the second argument once
 * for each place of the first (no target guarantees better); the comparisons of sorting; or all parts.
 */
export type Touches = 'one' | 'moves' | 'searches' | 'sorts' | 'reads';

/** Returns the cost of an application. Throws for a monomer that has a node type of its own in the core graph. */
export function costOf(monomer: number): MonomerCost {
  const cost = COST_AT[monomer];
  if (cost === undefined || cost === null) throw new Error(`${monomerAt(monomer).name} is applied`);
  return cost;
}

/** `type` is the type of the result. */
type Bound = (taken: AppliedArguments, type: Type) => SizeBound;

function at({ operands, sizeBounds }: AppliedArguments, position: number): SizeBound {
  return sizeBounds[operands[position] ?? -1] ?? SMALL;
}

function lengthAt(taken: AppliedArguments, position: number): number {
  return lengthOf(at(taken, position));
}

interface Interval {
  readonly lo: Int;
  readonly hi: Int;
}

/** The operands of an application are integers if the table below says so. */
function intervalAt(taken: AppliedArguments, position: number): Interval {
  const sizeBound = at(taken, position);
  return sizeBound.kind === 'integer' ? sizeBound : { lo: INT64_MIN, hi: INT64_MAX };
}

/** A value beyond 64 bits is not a result. */
function integer(lo: Int, hi: Int): SizeBound {
  // Numbers are within 64 bits, and comparing one with a bigint takes longer.
  if (typeof lo === 'number' && typeof hi === 'number') return { kind: 'integer', lo, hi: Math.max(hi, lo) };
  return { kind: 'integer', lo: maximum(lo, INT64_MIN), hi: minimum(maximum(hi, lo), INT64_MAX) };
}

function among(corners: readonly Int[]): SizeBound {
  return integer(corners.reduce(minimum), corners.reduce(maximum));
}

const text = (length: number): SizeBound => ({ kind: 'text', length: Math.min(length, TEXT_LENGTH) });
const bytes = (length: number): SizeBound => ({ kind: 'bytes', length: Math.min(length, BYTES_LENGTH) });
const list = (length: number, element: SizeBound, content?: number): SizeBound =>
  listSizeBound(Math.min(length, LIST_LENGTH), element, content);
const option = (value: SizeBound): SizeBound => ({ kind: 'option', value });

/** As large as the type of the result allows. */
const ofType: Bound = (_, type) => sizeBoundOf(type);
const same: Bound = (taken) => at(taken, 0);
const constant =
  (sizeBound: SizeBound): Bound =>
  () =>
    sizeBound;

/** For any divisor the quotient is no further from 0 than the dividend. */
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

/** The list or bytes of argument 0 with additional elements: the values of another argument, of a given number and weight. */
function extended(taken: AppliedArguments, type: Type, value: SizeBound, more: number, content: number): SizeBound {
  const sequence = at(taken, 0);
  if (type.kind === 'bytes') return bytes(lengthOf(sequence) + more);
  return list(lengthOf(sequence) + more, widest(elementOf(sequence), value), contentOf(sequence) + content);
}

function joined(taken: AppliedArguments, type: Type): SizeBound {
  return extended(taken, type, elementOf(at(taken, 1)), lengthAt(taken, 1), contentOf(at(taken, 1)));
}

/** The maximal count that an interval allows for `n`, or the general maximum. */
function countAt(taken: AppliedArguments, position: number, most: number): number {
  return Number(maximum(0, minimum(intervalAt(taken, position).hi, most)));
}

function literalCount(taken: AppliedArguments, most: number): number {
  const found = taken.literals.find((literal) => typeof literal === 'number');
  return typeof found === 'number' ? found : most;
}

/** By name; `null` for a monomer that has a node type of its own in the core graph. */
const COSTS: Readonly<Record<MonomerName, MonomerCost | null>> = {
  ADD: {
    size: (taken) => integer(add(intervalAt(taken, 0).lo, intervalAt(taken, 1).lo), add(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi)),
    growth: null,
    touches: 'reads',
  },
  SUB: {
    size: (taken) =>
      integer(subtract(intervalAt(taken, 0).lo, intervalAt(taken, 1).hi), subtract(intervalAt(taken, 0).hi, intervalAt(taken, 1).lo)),
    growth: null,
    touches: 'reads',
  },
  MUL: {
    size: (taken) => {
      const a = intervalAt(taken, 0);
      const b = intervalAt(taken, 1);
      return among([multiply(a.lo, b.lo), multiply(a.lo, b.hi), multiply(a.hi, b.lo), multiply(a.hi, b.hi)]);
    },
    growth: null,
    touches: 'reads',
  },
  DIV: { size: quotient, growth: null, touches: 'reads' },
  MOD: { size: remainder, growth: null, touches: 'reads' },
  FLOOR_DIV: { size: quotient, growth: null, touches: 'reads' },
  FLOOR_MOD: { size: remainder, growth: null, touches: 'reads' },
  NEG: { size: (taken) => integer(negate(intervalAt(taken, 0).hi), negate(intervalAt(taken, 0).lo)), growth: null, touches: 'reads' },
  ABS: {
    size: (taken) => integer(0, maximum(absolute(intervalAt(taken, 0).lo), absolute(intervalAt(taken, 0).hi))),
    growth: null,
    touches: 'reads',
  },
  MIN: {
    size: (taken) =>
      integer(minimum(intervalAt(taken, 0).lo, intervalAt(taken, 1).lo), minimum(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi)),
    growth: null,
    touches: 'reads',
  },
  MAX: {
    size: (taken) =>
      integer(maximum(intervalAt(taken, 0).lo, intervalAt(taken, 1).lo), maximum(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi)),
    growth: null,
    touches: 'reads',
  },
  POW: { size: ofType, growth: null, touches: 'reads' },
  ISQRT: { size: (taken) => integer(0, maximum(0, intervalAt(taken, 0).hi)), growth: null, touches: 'reads' },
  MULDIV: { size: ofType, growth: null, touches: 'reads' },
  MULDIV_EVEN: { size: ofType, growth: null, touches: 'reads' },
  MUL_WRAP: { size: ofType, growth: null, touches: 'reads' },

  AND: { size: ofType, growth: null, touches: 'reads' },
  OR: { size: ofType, growth: null, touches: 'reads' },
  XOR: { size: ofType, growth: null, touches: 'reads' },
  NOT: { size: ofType, growth: null, touches: 'reads' },
  IMPLIES: { size: ofType, growth: null, touches: 'reads' },
  EQ: { size: ofType, growth: null, touches: 'reads' },
  NE: { size: ofType, growth: null, touches: 'reads' },
  LT: { size: ofType, growth: null, touches: 'reads' },
  LE: { size: ofType, growth: null, touches: 'reads' },
  GT: { size: ofType, growth: null, touches: 'reads' },
  GE: { size: ofType, growth: null, touches: 'reads' },
  BIT_AND: {
    size: (taken) => integer(0, maximum(0, minimum(intervalAt(taken, 0).hi, intervalAt(taken, 1).hi))),
    growth: null,
    touches: 'reads',
  },
  BIT_OR: { size: ofType, growth: null, touches: 'reads' },
  BIT_XOR: { size: ofType, growth: null, touches: 'reads' },
  SHL: { size: ofType, growth: null, touches: 'reads' },
  SHR: { size: (taken) => integer(0, maximum(0, intervalAt(taken, 0).hi)), growth: null, touches: 'reads' },

  LENGTH: { size: (taken) => integer(0, lengthAt(taken, 0)), growth: null, touches: 'one' },
  GET: { size: (taken) => elementOf(at(taken, 0)), growth: null, touches: 'one' },
  GET_OR: { size: (taken) => widest(elementOf(at(taken, 0)), at(taken, 2)), growth: null, touches: 'one' },
  SET: { size: (taken, type) => extended(taken, type, at(taken, 2), 0, weightOf(at(taken, 2))), growth: 'keeps', touches: 'moves' },
  APPEND: { size: (taken, type) => extended(taken, type, at(taken, 1), 1, weightOf(at(taken, 1))), growth: 'appends', touches: 'moves' },
  JOIN: { size: joined, growth: 'joins', touches: 'moves' },
  SLICE: { size: same, growth: 'keeps', touches: 'moves' },
  TAKE: { size: same, growth: 'keeps', touches: 'moves' },
  DROP: { size: same, growth: 'keeps', touches: 'moves' },
  REVERSE: { size: same, growth: 'keeps', touches: 'moves' },
  FILL: { size: (taken) => list(countAt(taken, 0, LIST_LENGTH), at(taken, 1)), growth: null, touches: 'moves' },
  FIND: { size: (taken) => option(integer(0, lengthAt(taken, 0))), growth: null, touches: 'reads' },
  CONTAINS: { size: ofType, growth: null, touches: 'reads' },
  SORT: { size: same, growth: 'keeps', touches: 'sorts' },
  SUM: { size: ofType, growth: null, touches: 'reads' },
  FIELD: null,

  SELECT: null,
  MATCH: null,
  MAP: null,
  FILTER: null,
  FOLD: null,
  ANY: null,
  ALL: null,
  COUNT: null,
  ZIP: {
    size: (taken) => {
      const fields = [elementOf(at(taken, 0)), elementOf(at(taken, 1))];
      const length = Math.min(lengthAt(taken, 0), lengthAt(taken, 1));
      return list(length, { kind: 'record', fields }, 2 * length + contentOf(at(taken, 0)) + contentOf(at(taken, 1)));
    },
    growth: null,
    touches: 'moves',
  },
  RANGE: {
    size: (taken) => {
      const count = add(subtract(intervalAt(taken, 1).hi, intervalAt(taken, 0).lo), 1);
      return list(Number(maximum(0, minimum(count, LIST_LENGTH))), integer(intervalAt(taken, 0).lo, intervalAt(taken, 1).hi));
    },
    growth: null,
    touches: 'reads',
  },
  UNWRAP_OR: null,
  CLAMP: { size: (taken) => integer(intervalAt(taken, 1).lo, intervalAt(taken, 2).hi), growth: null, touches: 'reads' },
  NARROW: null,
  REQUIRE: null,
  ENSURE: null,
  CALL: null,

  PARSE_INT: { size: ofType, growth: null, touches: 'reads' },
  FORMAT_INT: { size: constant(text(20)), growth: null, touches: 'reads' },
  PARSE_HEX: { size: (taken) => option(bytes(Math.floor(lengthAt(taken, 0) / 2))), growth: null, touches: 'reads' },
  FORMAT_HEX: { size: (taken) => text(2 * lengthAt(taken, 0)), growth: null, touches: 'reads' },
  PARSE_BASE64: { size: (taken) => option(bytes(lengthAt(taken, 0))), growth: null, touches: 'reads' },
  FORMAT_BASE64: { size: (taken) => text(4 * Math.ceil(lengthAt(taken, 0) / 3)), growth: null, touches: 'reads' },
  UTF8_ENCODE: { size: (taken) => bytes(4 * lengthAt(taken, 0)), growth: null, touches: 'reads' },
  UTF8_DECODE: { size: (taken) => option(text(lengthAt(taken, 0))), growth: null, touches: 'reads' },
  READ_U16_BE: { size: constant(integer(0, 65_535)), growth: null, touches: 'one' },
  READ_U32_BE: { size: ofType, growth: null, touches: 'one' },
  READ_U16_LE: { size: constant(integer(0, 65_535)), growth: null, touches: 'one' },
  READ_U32_LE: { size: ofType, growth: null, touches: 'one' },
  WRITE_U16_BE: { size: constant(bytes(2)), growth: null, touches: 'reads' },
  WRITE_U32_BE: { size: constant(bytes(4)), growth: null, touches: 'reads' },
  WRITE_U16_LE: { size: constant(bytes(2)), growth: null, touches: 'reads' },
  WRITE_U32_LE: { size: constant(bytes(4)), growth: null, touches: 'reads' },

  TEXT_LENGTH: { size: (taken) => integer(0, lengthAt(taken, 0)), growth: null, touches: 'reads' },
  CONCAT: { size: (taken) => text(lengthAt(taken, 0) + lengthAt(taken, 1)), growth: 'joins', touches: 'reads' },
  SUBSTRING: { size: same, growth: 'keeps', touches: 'reads' },
  STARTS_WITH: { size: ofType, growth: null, touches: 'reads' },
  ENDS_WITH: { size: ofType, growth: null, touches: 'reads' },
  INCLUDES: { size: ofType, growth: null, touches: 'searches' },
  INDEX_OF: { size: (taken) => option(integer(0, lengthAt(taken, 0))), growth: null, touches: 'searches' },
  UPPER: { size: same, growth: 'keeps', touches: 'reads' },
  LOWER: { size: same, growth: 'keeps', touches: 'reads' },
  TRIM: { size: same, growth: 'keeps', touches: 'reads' },
  SPLIT: { size: (taken) => list(lengthAt(taken, 0) + 1, text(lengthAt(taken, 0)), lengthAt(taken, 0)), growth: null, touches: 'searches' },
  JOIN_TEXT: { size: (taken) => text(contentOf(at(taken, 0)) + lengthAt(taken, 0) * lengthAt(taken, 1)), growth: null, touches: 'reads' },
  REPLACE: { size: (taken) => text((lengthAt(taken, 0) + 1) * Math.max(1, lengthAt(taken, 2))), growth: null, touches: 'searches' },
  PAD_START: { size: (taken) => text(Math.max(lengthAt(taken, 0), countAt(taken, 1, TEXT_LENGTH))), growth: null, touches: 'reads' },
  CODE_AT: { size: constant(integer(0, 0x10ffff)), growth: null, touches: 'reads' },
  MATCHES_GLOB: { size: ofType, growth: null, touches: 'searches' },

  SHA1: { size: constant(bytes(20)), growth: null, touches: 'reads' },
  SHA256: { size: constant(bytes(32)), growth: null, touches: 'reads' },
  SHA512: { size: constant(bytes(64)), growth: null, touches: 'reads' },
  SHA3_256: { size: constant(bytes(32)), growth: null, touches: 'reads' },
  HMAC_SHA256: { size: constant(bytes(32)), growth: null, touches: 'reads' },
  HMAC_SHA512: { size: constant(bytes(64)), growth: null, touches: 'reads' },
  HKDF_SHA256: { size: (taken) => bytes(literalCount(taken, 255)), growth: null, touches: 'reads' },
  CRC16: { size: ofType, growth: null, touches: 'reads' },
  CRC32: { size: ofType, growth: null, touches: 'reads' },
  ADLER32: { size: ofType, growth: null, touches: 'reads' },
  FNV1A_32: { size: ofType, growth: null, touches: 'reads' },
  MURMUR3_32: { size: ofType, growth: null, touches: 'reads' },
  XOR_BYTES: { size: same, growth: null, touches: 'reads' },
  EQUAL_CT: { size: ofType, growth: null, touches: 'reads' },
  LUHN: { size: ofType, growth: null, touches: 'reads' },
  MOD97: { size: ofType, growth: null, touches: 'reads' },

  IS_LEAP_YEAR: { size: ofType, growth: null, touches: 'reads' },
  DAYS_IN_MONTH: { size: constant(integer(28, 31)), growth: null, touches: 'reads' },
  DAYS_FROM_CIVIL: { size: ofType, growth: null, touches: 'reads' },
  CIVIL_FROM_DAYS: {
    size: constant({ kind: 'record', fields: [integer(1, 31), integer(1, 12), integer(1, 9999)] }),
    growth: null,
    touches: 'reads',
  },
  WEEKDAY: { size: constant(integer(1, 7)), growth: null, touches: 'reads' },
  ADD_MONTHS: { size: ofType, growth: null, touches: 'reads' },
  PARSE_DATE: { size: ofType, growth: null, touches: 'reads' },
  FORMAT_DATE: { size: constant(text(10)), growth: null, touches: 'reads' },
  PARSE_IPV4: { size: ofType, growth: null, touches: 'reads' },
  FORMAT_IPV4: { size: constant(text(15)), growth: null, touches: 'reads' },
  CIDR_CONTAINS: { size: ofType, growth: null, touches: 'reads' },
  COMPARE_SEMVER: { size: ofType, growth: null, touches: 'reads' },
  NOW: { size: ofType, growth: null, touches: 'reads' },
  RANDOM: { size: ofType, growth: null, touches: 'reads' },
  UUID: { size: constant(text(36)), growth: null, touches: 'reads' },
  ENV: { size: constant(option(text(4096))), growth: null, touches: 'reads' },
};

/** The same by the index of the monomer. */
const COST_AT: readonly (MonomerCost | null)[] = MONOMERS.map(({ name }) => COSTS[name]);
