import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';
import { INT32_MAX, INT32_MIN } from '../../plan/widths.js';
import {
  BINDING,
  binary,
  bitwise,
  type CExpression,
  call,
  cast,
  compared,
  conditional,
  connected,
  integer,
  isAtom,
  isLiteral,
  primary,
  TRUE,
  widened,
  within,
} from '../expression.js';
import {
  type Application,
  areAtoms,
  argument,
  type Bounds,
  boundsAt,
  type Emission,
  type Emissions,
  isBetween,
  isNotZero,
  isProven,
  type Needs,
  unreached,
} from './emission.js';

/** Returns the bounds of a result, of which the bounds of the arguments and the corners of their ranges are known. */
function cornersOf(
  application: Application,
  operate: (a: bigint, b: bigint) => bigint,
): { readonly lo: bigint; readonly hi: bigint } | null {
  const [a, b] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (a === null || b === null) return null;
  const corners = [a.lo, a.hi].flatMap((left) => [b.lo, b.hi].map((right) => operate(BigInt(left), BigInt(right))));
  return { lo: corners.reduce((x, y) => (y < x ? y : x)), hi: corners.reduce((x, y) => (y > x ? y : x)) };
}

/** Returns true if an operation never runs, since its operands always fail the check before. */
function isUnreached(application: Application, operate: (a: bigint, b: bigint) => bigint): boolean {
  const corners = cornersOf(application, operate);
  return corners === null || corners.lo > INT64_MAX || corners.hi < INT64_MIN;
}

const add = (a: bigint, b: bigint): bigint => a + b;
const subtract = (a: bigint, b: bigint): bigint => a - b;
const multiply = (a: bigint, b: bigint): bigint => a * b;

function checked(
  operator: '+' | '-' | '*',
  operate: (a: bigint, b: bigint) => bigint,
  fits: 'kir_add_fits' | 'kir_subtract_fits' | 'kir_multiply_fits',
): Emission {
  return {
    write: (a) => {
      if (isUnreached(a, operate)) return unreached(...a.args);
      return binary(argument(a, 0), operator, argument(a, 1), operator === '*' ? 'multiplicative' : 'additive');
    },
    needs: (a) => {
      const corners = cornersOf(a, operate);
      if (corners !== null && corners.lo >= INT64_MIN && corners.hi <= INT64_MAX) return [TRUE];
      return [call(a.runtime.use(fits), ...a.args)];
    },
  };
}

function areNatural(application: Application, ...indices: readonly number[]): boolean {
  return indices.every((index) => isProven(application, index, 0, INT64_MAX));
}

/** Returns true if both operands have 32 bits, for which processors divide faster. The quotient of the least by -1 has 33. */
function isNarrow(application: Application): boolean {
  return isProven(application, 0, INT32_MIN + 1, INT32_MAX) && isProven(application, 1, INT32_MIN, INT32_MAX);
}

function isAlways(application: Application, index: number, value: Int): boolean {
  return isProven(application, index, value, value);
}

function asInt(operand: CExpression): CExpression {
  return isLiteral(operand) || operand.isInt === true ? operand : cast('int32_t', operand);
}

/** Returns a quotient or a remainder; both truncate toward zero. */
function divided(application: Application, operator: '/' | '%'): CExpression {
  const [dividend, divisor] = [argument(application, 0), argument(application, 1)];
  if (isAlways(application, 1, 0) || isUnreached(application, (a, b) => (b === 0n ? a : a / b))) return unreached(dividend, divisor);
  if (!isNarrow(application)) return binary(dividend, operator, divisor, 'multiplicative');
  return {
    text: `${within(asInt(dividend), BINDING.multiplicative)} ${operator} ${within(asInt(divisor), BINDING.unary)}`,
    binding: BINDING.multiplicative,
    isInt: true,
  };
}

/** The only quotient that does not fit 64 bits is that of the least integer by -1. */
function quotientFits(application: Application): CExpression {
  const [dividend, divisor] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (dividend === null || divisor === null || dividend.lo > INT64_MIN || divisor.lo > -1 || divisor.hi < -1) return TRUE;
  const [a, b] = [compared(argument(application, 0), '!=', integer(INT64_MIN)), compared(argument(application, 1), '!=', integer(-1))];
  return connected(a, 'or', b);
}

const quotientNeeds: Needs = (application) => [isNotZero(application, 1), quotientFits(application)];

function isNotLeast(application: Application): readonly CExpression[] {
  const bounds = boundsAt(application, 0);
  return [bounds !== null && bounds.lo > INT64_MIN ? TRUE : compared(argument(application, 0), '!=', integer(INT64_MIN))];
}

function canBeMinusOne(application: Application, index: number): boolean {
  const bounds = boundsAt(application, index);
  return bounds === null || (bounds.lo <= -1 && bounds.hi >= -1);
}

function modulo(application: Application): CExpression {
  const bounds = boundsAt(application, 0);
  const overflows = bounds === null || bounds.lo === INT64_MIN;
  if (overflows && canBeMinusOne(application, 1)) return call(application.runtime.use('kir_remainder'), ...application.args);
  return divided(application, '%');
}

/** Returns the lesser or the greater of two values. */
function extreme(application: Application, operator: '<' | '>', a: CExpression, b: CExpression): CExpression {
  if (isAtom(a) && isAtom(b) && a.text !== b.text) return conditional(compared(a, operator, b), a, b);
  return call(application.runtime.use(operator === '<' ? 'kir_least' : 'kir_greatest'), a, b);
}

function negative(application: Application): CExpression {
  const value = argument(application, 0);
  if (isAlways(application, 0, INT64_MIN)) return unreached(value);
  const operand = within(widened(value), BINDING.primary);
  return { text: `-${operand}`, binding: BINDING.unary };
}

function absolute(application: Application): CExpression {
  if (areNatural(application, 0)) return argument(application, 0);
  return call(application.runtime.use('kir_absolute'), argument(application, 0));
}

/** Returns true if the product of the first two arguments provably fits 64 bits. */
function productFits(application: Application): boolean {
  const corners = cornersOf(application, multiply);
  return corners !== null && corners.lo > INT64_MIN && corners.hi <= INT64_MAX;
}

function product(application: Application): CExpression {
  return binary(widened(argument(application, 0)), '*', argument(application, 1), 'multiplicative');
}

function proportion(application: Application): CExpression {
  if (isAlways(application, 2, 0)) return unreached(...application.args);
  if (!productFits(application)) return call(application.runtime.use('kir_multiply_divide'), ...application.args);
  return binary(product(application), '/', argument(application, 2), 'multiplicative');
}

function evenProportion(application: Application): CExpression {
  if (isAlways(application, 2, 0)) return unreached(...application.args);
  if (!productFits(application)) return call(application.runtime.use('kir_multiply_divide_even'), ...application.args);
  return call(application.runtime.use('kir_divide_half_even'), product(application), argument(application, 2));
}

/** The quotient fits with its dividend, since the least integer is excluded. */
function proportionNeeds(fits: 'kir_multiply_divide_fits' | 'kir_multiply_divide_even_fits'): Needs {
  return (a) => [isNotZero(a, 2), productFits(a) ? TRUE : call(a.runtime.use(fits), ...a.args)];
}

function clamp(application: Application): CExpression {
  const [value, lo, hi] = [argument(application, 0), argument(application, 1), argument(application, 2)];
  if (areAtoms(application)) {
    return conditional(compared(value, '<', lo), lo, { ...conditional(compared(value, '>', hi), hi, value) });
  }
  return call(application.runtime.use('kir_least'), call(application.runtime.use('kir_greatest'), value, lo), hi);
}

function mask(bits: Int): CExpression {
  return primary(`UINT64_C(0x${(2n ** BigInt(bits) - 1n).toString(16).toUpperCase()})`);
}

function wrapped(application: Application): CExpression {
  const bits = boundsAt(application, 2)?.lo ?? 0;
  if (productFits(application) && areNatural(application, 0, 1)) return bitwise(product(application), '&', maskLiteral(bits));
  const [a, b] = [0, 1].map((index) => cast('uint64_t', argument(application, index)));
  if (a === undefined || b === undefined) throw new RangeError('MUL_WRAP without its arguments');
  return cast('int64_t', {
    ...bitwise({ text: `${a.text} * ${b.text}`, binding: BINDING.multiplicative }, '&', mask(bits)),
    binding: BINDING.bitwise,
  });
}

function maskLiteral(bits: Int): CExpression {
  return integer(2n ** BigInt(bits) - 1n);
}

function isAtMost(x: Bounds | null, y: Bounds | null): boolean {
  return x !== null && y !== null && x.hi <= y.lo;
}

function isOrdered(application: Application): readonly CExpression[] {
  const [lo, hi] = [boundsAt(application, 1), boundsAt(application, 2)];
  return [isAtMost(lo, hi) ? TRUE : compared(argument(application, 1), '<=', argument(application, 2))];
}

/** The arithmetic family, by name. */
export const ARITHMETIC = {
  ADD: checked('+', add, 'kir_add_fits'),
  SUB: checked('-', subtract, 'kir_subtract_fits'),
  MUL: checked('*', multiply, 'kir_multiply_fits'),
  DIV: { needs: quotientNeeds, write: (a) => divided(a, '/') },
  MOD: { needs: (a) => [isNotZero(a, 1)], write: modulo },
  FLOOR_DIV: {
    needs: quotientNeeds,
    write: (a) => (areNatural(a, 0, 1) ? divided(a, '/') : call(a.runtime.use('kir_floor_divide'), ...a.args)),
  },
  FLOOR_MOD: {
    needs: (a) => [isNotZero(a, 1)],
    write: (a) => (areNatural(a, 0, 1) ? divided(a, '%') : call(a.runtime.use('kir_floor_modulo'), ...a.args)),
  },
  NEG: { needs: isNotLeast, write: negative },
  ABS: { needs: isNotLeast, write: absolute },
  MIN: { write: (a) => extreme(a, '<', argument(a, 0), argument(a, 1)) },
  MAX: { write: (a) => extreme(a, '>', argument(a, 0), argument(a, 1)) },
  POW: {
    needs: (a) => [isBetween(a, 1, 0, 63), call(a.runtime.use('kir_power_fits'), ...a.args)],
    write: (a) => call(a.runtime.use('kir_power'), ...a.args),
  },
  ISQRT: { needs: (a) => [isBetween(a, 0, 0, null)], write: (a) => call(a.runtime.use('kir_square_root'), ...a.args) },
  MULDIV: { needs: proportionNeeds('kir_multiply_divide_fits'), write: proportion },
  MULDIV_EVEN: { needs: proportionNeeds('kir_multiply_divide_even_fits'), write: evenProportion },
  MUL_WRAP: { needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)], write: wrapped },
  CLAMP: { needs: isOrdered, write: clamp },
} satisfies Emissions;
