import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';
import { TRUE, type Wat } from '../assembler/wat.js';
import {
  type Application,
  argument,
  boundsAt,
  type Emission,
  type Emissions,
  i64,
  isBetween,
  isNotZero,
  type Needs,
  tested,
} from './emission.js';

type Bounds = { readonly lo: bigint; readonly hi: bigint };

function wide(application: Application, index: number): Bounds {
  const bounds = boundsAt(application, index);
  return bounds === null ? { lo: 0n, hi: 0n } : { lo: BigInt(bounds.lo), hi: BigInt(bounds.hi) };
}

function fits(...ends: readonly bigint[]): boolean {
  return ends.every((end) => end >= BigInt(INT64_MIN) && end <= BigInt(INT64_MAX));
}

function productFits(application: Application): boolean {
  const [a, b] = [wide(application, 0), wide(application, 1)];
  return fits(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
}

function areNatural(application: Application, ...indices: readonly number[]): boolean {
  return indices.every((index) => wide(application, index).lo >= 0n);
}

function two(operator: string): Emission['write'] {
  return (a) => [operator, argument(a, 0), argument(a, 1)];
}

/** A sum overflows exactly if both operands have a sign that the result has not (Hacker's Delight, section 2-13). */
const sumFits: Needs = (application) => {
  const [a, b] = [wide(application, 0), wide(application, 1)];
  if (fits(a.lo + b.lo, a.hi + b.hi)) return [];
  const [x, y] = [argument(application, 0), argument(application, 1)];
  const sum: Wat = ['i64.add', x, y];
  return [['i64.ge_s', ['i64.and', ['i64.xor', x, sum], ['i64.xor', y, sum]], i64(0)]];
};

/** A difference overflows exactly if the operands differ in sign, and the result has not that of the first. */
const differenceFits: Needs = (application) => {
  const [a, b] = [wide(application, 0), wide(application, 1)];
  if (fits(a.lo - b.hi, a.hi - b.lo)) return [];
  const [x, y] = [argument(application, 0), argument(application, 1)];
  return [['i64.ge_s', ['i64.and', ['i64.xor', x, y], ['i64.xor', x, ['i64.sub', x, y]]], i64(0)]];
};

/** The only quotient that does not fit 64 bits is that of the least integer by -1. */
function quotientFits(application: Application): Wat {
  const [dividend, divisor] = [wide(application, 0), wide(application, 1)];
  if (dividend.lo > BigInt(INT64_MIN) || divisor.lo > -1n || divisor.hi < -1n) return TRUE;
  return ['i32.or', ['i64.ne', argument(application, 0), i64(INT64_MIN)], ['i64.ne', argument(application, 1), i64(-1)]];
}

const quotientNeeds: Needs = (application) => [isNotZero(application, 1), quotientFits(application)];
const isNotLeast: Needs = (application) => {
  return wide(application, 0).lo > BigInt(INT64_MIN) ? [] : [['i64.ne', argument(application, 0), i64(INT64_MIN)]];
};

function extreme(application: Application, operator: 'i64.lt_s' | 'i64.gt_s', left: Wat, right: Wat): Wat {
  const [a, b] = [application.repeated(left, 'i64'), application.repeated(right, 'i64')];
  return ['select', a.first, b.first, [operator, a.again, b.again]];
}

function floored(truncated: string, piece: string): Emission['write'] {
  return (a) => (areNatural(a, 0, 1) ? [truncated, argument(a, 0), argument(a, 1)] : tested(a, piece));
}

function absolute(application: Application): Wat {
  if (areNatural(application, 0)) return argument(application, 0);
  const { first, again } = application.repeated(argument(application, 0), 'i64');
  const negated: Wat = ['i64.sub', i64(0), first];
  return ['select', negated, again, ['i64.lt_s', again, i64(0)]];
}

function mask(bits: Int): bigint {
  return 2n ** BigInt(bits) - 1n;
}

/** The arithmetic family, by name. */
export const ARITHMETIC = {
  ADD: { needs: sumFits, write: two('i64.add') },
  SUB: { needs: differenceFits, write: two('i64.sub') },
  MUL: { needs: (a) => (productFits(a) ? [] : [tested(a, 'mul_fits')]), write: two('i64.mul') },
  DIV: { needs: quotientNeeds, write: two('i64.div_s') },
  MOD: { needs: (a) => [isNotZero(a, 1)], write: two('i64.rem_s') },
  FLOOR_DIV: { needs: quotientNeeds, write: floored('i64.div_s', 'floor_div') },
  FLOOR_MOD: { needs: (a) => [isNotZero(a, 1)], write: floored('i64.rem_s', 'floor_mod') },
  NEG: { needs: isNotLeast, write: (a) => ['i64.sub', i64(0), argument(a, 0)] },
  ABS: { needs: isNotLeast, write: absolute },
  MIN: { write: (a) => extreme(a, 'i64.lt_s', argument(a, 0), argument(a, 1)) },
  MAX: { write: (a) => extreme(a, 'i64.gt_s', argument(a, 0), argument(a, 1)) },
  POW: { needs: (a) => [isBetween(a, 1, 0, 63), tested(a, 'pow_fits')], write: (a) => tested(a, 'pow') },
  ISQRT: { needs: (a) => [isBetween(a, 0, 0, null)], write: (a) => tested(a, 'isqrt') },
  MULDIV: {
    needs: (a) => [isNotZero(a, 2), tested(a, 'muldiv_fits')],
    write: (a) => {
      if (!productFits(a)) return tested(a, 'muldiv');
      return ['i64.div_s', ['i64.mul', argument(a, 0), argument(a, 1)], argument(a, 2)];
    },
  },
  MULDIV_EVEN: { needs: (a) => [isNotZero(a, 2), tested(a, 'muldiv_even_fits')], write: (a) => tested(a, 'muldiv_even') },
  MUL_WRAP: {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    // The low 64 bits of a product are those of the product of the low 64 bits.
    write: (a) => ['i64.and', ['i64.mul', argument(a, 0), argument(a, 1)], i64(mask(boundsAt(a, 2)?.lo ?? 0))],
  },
  CLAMP: {
    needs: (a) => [['i64.le_s', argument(a, 1), argument(a, 2)]],
    write: (a) => extreme(a, 'i64.lt_s', extreme(a, 'i64.gt_s', argument(a, 0), argument(a, 1)), argument(a, 2)),
  },
} satisfies Emissions;
