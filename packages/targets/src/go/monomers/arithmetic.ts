import { INT64_MIN, type Int } from '@kirchhoff/coherence';
import { binary, call, type GoExpression, integer, name, negative, or, TRUE } from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import {
  type Application,
  argument,
  type Bounds,
  boundsAt,
  type Emission,
  type Emissions,
  fits,
  isAtMost,
  isBetween,
  isNotZero,
  type Needs,
} from './emission.js';

/** Integers are `int64`. An operation whose result fits is exact: what wraps on the way does not change it. */

type Exact = (a: bigint, b: bigint) => bigint;

/** Returns the least and the greatest result of a sum, a difference or a product, at the ends of both arguments. */
function resultBounds(exact: Exact, a: Bounds, b: Bounds): { readonly lo: bigint; readonly hi: bigint } {
  const results = [a.lo, a.hi].flatMap((left) => [b.lo, b.hi].map((right) => exact(BigInt(left), BigInt(right))));
  return { lo: results.reduce((x, y) => (y < x ? y : x)), hi: results.reduce((x, y) => (y > x ? y : x)) };
}

function operation(operator: '+' | '-' | '*', exact: Exact, test: RuntimePiece): Emission {
  return {
    needs: (a) => {
      const { lo, hi } = resultBounds(exact, boundsAt(a, 0), boundsAt(a, 1));
      return [fits(lo, hi, () => call(a.use(test), ...a.args))];
    },
    write: (a) => binary(argument(a, 0), operator, argument(a, 1)),
  };
}

const PRODUCT: Exact = (a, b) => a * b;

function areNatural(application: Application, ...indices: readonly number[]): boolean {
  return indices.every((index) => boundsAt(application, index).lo >= 0);
}

/** The only quotient that does not fit 64 bits is that of the least integer by -1. */
const quotientFits = (application: Application): GoExpression => {
  const [dividend, divisor] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (dividend.lo > INT64_MIN || divisor.lo > -1 || divisor.hi < -1) return TRUE;
  const isMore = dividend.hi === INT64_MIN ? name('false') : binary(argument(application, 0), '!=', integer(INT64_MIN));
  const isOther = divisor.lo === -1 && divisor.hi === -1 ? name('false') : binary(argument(application, 1), '!=', integer(-1));
  return or(isMore, isOther);
};

const quotientNeeds: Needs = (application) => [isNotZero(application, 1), quotientFits(application)];
const isNotLeast: Needs = (application) => isBetween(application, 0, BigInt(INT64_MIN) + 1n, null);

function divided(operator: '/' | '%'): Emission['write'] {
  return (a) => binary(argument(a, 0), operator, argument(a, 1));
}

function floored(operator: '/' | '%', piece: RuntimePiece): Emission['write'] {
  return (a) => (areNatural(a, 0, 1) ? divided(operator)(a) : call(a.use(piece), ...a.args));
}

/** Returns true if the product of the first two arguments fits 64 bits. */
function hasShortProduct(application: Application): boolean {
  const { lo, hi } = resultBounds(PRODUCT, boundsAt(application, 0), boundsAt(application, 1));
  return lo >= INT64_MIN && hi < 2n ** 63n;
}

function mask(bits: Int): GoExpression {
  return { kind: 'atom', text: `0x${(2n ** BigInt(bits) - 1n).toString(16)}`, untyped: true };
}

/** A quotient of a product that fits can only exceed 64 bits by -1. */
function proportion(test: RuntimePiece): Needs {
  return (a) => {
    const isSafe = hasShortProduct(a) && (boundsAt(a, 2).lo > -1 || boundsAt(a, 2).hi < -1);
    // A divisor that may be 0 has been refused before.
    return [isNotZero(a, 2), isSafe ? TRUE : call(a.use(test), ...a.args)];
  };
}

/** The arithmetic family, by name. */
export const ARITHMETIC = {
  ADD: operation('+', (a, b) => a + b, 'sumFits'),
  SUB: operation('-', (a, b) => a - b, 'differenceFits'),
  MUL: operation('*', PRODUCT, 'productFits'),
  DIV: { needs: quotientNeeds, write: divided('/') },
  MOD: { needs: (a) => [isNotZero(a, 1)], write: divided('%') },
  FLOOR_DIV: { needs: quotientNeeds, write: floored('/', 'floorQuotient') },
  FLOOR_MOD: { needs: (a) => [isNotZero(a, 1)], write: floored('%', 'floorRemainder') },
  NEG: { needs: isNotLeast, write: (a) => negative(argument(a, 0)) },
  ABS: { needs: isNotLeast, write: (a) => call(a.use('absoluteOf'), argument(a, 0)) },
  MIN: { write: (a) => call(a.use('minOf'), ...a.args) },
  MAX: { write: (a) => call(a.use('maxOf'), ...a.args) },
  POW: {
    needs: (a) => [...isBetween(a, 1, 0, 63), call(a.use('powerFits'), ...a.args)],
    write: (a) => call(a.use('powerOf'), ...a.args),
  },
  ISQRT: { needs: (a) => isBetween(a, 0, 0, null), write: (a) => call(a.use('squareRoot'), argument(a, 0)) },
  MULDIV: {
    needs: proportion('mulDivFits'),
    write: (a) => {
      if (!hasShortProduct(a)) return call(a.use('mulDiv'), ...a.args);
      return binary(binary(argument(a, 0), '*', argument(a, 1)), '/', argument(a, 2));
    },
  },
  MULDIV_EVEN: { needs: proportion('mulDivEvenFits'), write: (a) => call(a.use('mulDivEven'), ...a.args) },
  MUL_WRAP: {
    needs: (a) => [...isBetween(a, 0, 0, null), ...isBetween(a, 1, 0, null)],
    write: (a) => binary(binary(argument(a, 0), '*', argument(a, 1)), '&', mask(boundsAt(a, 2).lo)),
  },
  CLAMP: { needs: (a) => [isAtMost(a, 1, 2)], write: (a) => call(a.use('clampTo'), ...a.args) },
} satisfies Emissions;
