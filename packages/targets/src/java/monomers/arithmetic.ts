import { INT64_MAX, INT64_MIN, type Int } from '@kirchhoff/coherence';
import {
  arithmetic,
  asInt,
  asLong,
  binary,
  call,
  compared,
  connected,
  formOfRange,
  integer,
  isAtom,
  type JavaExpression,
  negative,
  primary,
  TRUE,
} from '../expression.js';
import type { RuntimePiece } from '../runtime/pieces.js';
import {
  type Application,
  argument,
  boundsAt,
  type Emission,
  type Emissions,
  isBetween,
  isNotZero,
  isProvenAtLeast,
  type Needs,
} from './emission.js';

const OPERATIONS = {
  '+': { piece: 'sumFits', exact: (a: bigint, b: bigint) => a + b },
  '-': { piece: 'differenceFits', exact: (a: bigint, b: bigint) => a - b },
  '*': { piece: 'productFits', exact: (a: bigint, b: bigint) => a * b },
} as const satisfies Record<string, { readonly piece: RuntimePiece; readonly exact: (a: bigint, b: bigint) => bigint }>;

/** Returns true if every result of an operation on two integers fits 64 bits. */
function alwaysFits(application: Application, operator: keyof typeof OPERATIONS): boolean {
  const [a, b] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (a === null || b === null) return true;
  const { exact } = OPERATIONS[operator];
  const results = [a.lo, a.hi].flatMap((x) => [b.lo, b.hi].map((y) => exact(BigInt(x), BigInt(y))));
  return results.every((result) => INT64_MIN <= result && result <= INT64_MAX);
}

function checked(operator: keyof typeof OPERATIONS): Emission {
  const level = operator === '*' ? 'multiplicative' : 'additive';
  return {
    needs: (a) => (alwaysFits(a, operator) ? [] : [call(a.use(OPERATIONS[operator].piece), a.args, 'boolean')]),
    write: (a) => arithmetic(argument(a, 0), operator, argument(a, 1), level, a.result.range),
  };
}

function areNatural(application: Application, ...indices: readonly number[]): boolean {
  return indices.every((index) => isProvenAtLeast(application, index, 0));
}

/** The only quotient that does not fit 64 bits is that of the least integer by -1. */
const quotientFits = (application: Application): JavaExpression => {
  const [dividend, divisor] = [boundsAt(application, 0), boundsAt(application, 1)];
  if (dividend === null || divisor === null || dividend.lo > INT64_MIN || divisor.lo > -1 || divisor.hi < -1) return TRUE;
  const [a, b] = [compared(argument(application, 0), '!=', integer(INT64_MIN)), compared(argument(application, 1), '!=', integer(-1))];
  return connected(a, '||', b);
};

const quotientNeeds: Needs = (application) => [isNotZero(application, 1), quotientFits(application)];
const isNotLeast: Needs = (application) => {
  const bounds = boundsAt(application, 0);
  return [bounds !== null && bounds.lo > INT64_MIN ? TRUE : compared(argument(application, 0), '!=', integer(INT64_MIN))];
};

function isZero(application: Application, index: number): boolean {
  const bounds = boundsAt(application, index);
  return bounds !== null && bounds.lo === 0 && bounds.hi === 0;
}

/** Java truncates. A division by a constant 0, which is never reached, would be a warning. */
function truncated(application: Application, operator: '/' | '%', named: 'quotient' | 'remainder'): JavaExpression {
  const [a, b] = [argument(application, 0), argument(application, 1)];
  if (isZero(application, 1)) return call(application.use(named), [a, b], 'long');
  return arithmetic(a, operator, b, 'multiplicative', application.result.range);
}

function floored(application: Application, name: 'floorDiv' | 'floorMod'): JavaExpression {
  const [a, b] = [argument(application, 0), argument(application, 1)];
  if (a.form === 'int' && b.form === 'int') {
    const isInt = formOfRange(application.result.range) === 'int';
    return call(`Math.${name}`, [isInt ? a : asLong(a), b], isInt ? 'int' : 'long');
  }
  // The remainder by an int is an int.
  return call(`Math.${name}`, [a, b], name === 'floorMod' && b.form === 'int' ? 'int' : 'long');
}

/** Returns the lesser or the greater of two integers. */
function extreme(name: 'min' | 'max', a: JavaExpression, b: JavaExpression): JavaExpression {
  return call(`Math.${name}`, [a, b], a.form === 'int' && b.form === 'int' ? 'int' : 'long');
}

/** Returns true if the product of the first two arguments fits 64 bits. */
function productAlwaysFits(application: Application): boolean {
  return alwaysFits(application, '*');
}

/** A quotient of a product whose range fits 64 bits, and that is no more than the product, always fits. */
function proportionAlwaysFits(application: Application): boolean {
  const divisor = boundsAt(application, 2);
  return productAlwaysFits(application) && (divisor === null || divisor.lo > 0 || divisor.hi < -1);
}

function longProduct(application: Application): JavaExpression {
  const [a, b] = [argument(application, 0), argument(application, 1)];
  return binary(a.form === 'int' && b.form === 'int' ? asLong(a) : a, '*', b, 'multiplicative', 'long');
}

function mask(bits: Int): JavaExpression {
  const digits = (2n ** BigInt(bits) - 1n).toString(16).toUpperCase();
  return primary(`0x${digits}${Number(bits) > 31 ? 'L' : ''}`, Number(bits) > 31 ? 'long' : 'int');
}

/** The arithmetic family, by name. */
export const ARITHMETIC = {
  ADD: checked('+'),
  SUB: checked('-'),
  MUL: checked('*'),
  DIV: { needs: quotientNeeds, write: (a) => truncated(a, '/', 'quotient') },
  MOD: { needs: (a) => [isNotZero(a, 1)], write: (a) => truncated(a, '%', 'remainder') },
  FLOOR_DIV: {
    needs: quotientNeeds,
    write: (a) => (areNatural(a, 0, 1) ? truncated(a, '/', 'quotient') : floored(a, 'floorDiv')),
  },
  FLOOR_MOD: {
    needs: (a) => [isNotZero(a, 1)],
    write: (a) => (areNatural(a, 0, 1) ? truncated(a, '%', 'remainder') : floored(a, 'floorMod')),
  },
  NEG: {
    needs: isNotLeast,
    write: (a) => negative(formOfRange(a.result.range) === 'int' ? argument(a, 0) : asLong(argument(a, 0))),
  },
  ABS: {
    needs: isNotLeast,
    write: (a) => {
      const isInt = argument(a, 0).form === 'int' && formOfRange(a.result.range) === 'int';
      return call('Math.abs', [isInt ? argument(a, 0) : asLong(argument(a, 0))], isInt ? 'int' : 'long');
    },
  },
  MIN: { write: (a) => extreme('min', argument(a, 0), argument(a, 1)) },
  MAX: { write: (a) => extreme('max', argument(a, 0), argument(a, 1)) },
  POW: {
    needs: (a) => [isBetween(a, 1, 0, 63), call(a.use('powerFits'), a.args, 'boolean')],
    write: (a) => {
      const [base, exponent] = [argument(a, 0), argument(a, 1)];
      if (exponent.literal === 2 && isAtom(base)) return arithmetic(base, '*', base, 'multiplicative', a.result.range);
      return call(a.use('power'), [base, asInt(exponent)], 'long');
    },
  },
  ISQRT: { needs: (a) => [isBetween(a, 0, 0, null)], write: (a) => call(a.use('squareRoot'), a.args, 'long') },
  MULDIV: {
    needs: (a) => [isNotZero(a, 2), proportionAlwaysFits(a) ? TRUE : call(a.use('proportionFits'), a.args, 'boolean')],
    write: (a) => {
      if (!productAlwaysFits(a) || isZero(a, 2)) return call(a.use('proportion'), a.args, 'long');
      const [bounds, other] = [boundsAt(a, 0), boundsAt(a, 1)];
      const isSmall =
        bounds !== null && other !== null && [bounds.lo, bounds.hi].every((x) => [other.lo, other.hi].every((y) => fitsInt(x, y)));
      const product = isSmall ? binary(argument(a, 0), '*', argument(a, 1), 'multiplicative', bothInt(a)) : longProduct(a);
      return arithmetic(product, '/', argument(a, 2), 'multiplicative', a.result.range);
    },
  },
  MULDIV_EVEN: {
    needs: (a) => [isNotZero(a, 2), proportionAlwaysFits(a) ? TRUE : call(a.use('evenProportionFits'), a.args, 'boolean')],
    write: (a) => {
      if (!productAlwaysFits(a)) return call(a.use('evenProportion'), a.args, 'long');
      return call(a.use('evenQuotient'), [longProduct(a), argument(a, 2)], 'long');
    },
  },
  MUL_WRAP: {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => binary(longProduct(a), '&', mask(boundsAt(a, 2)?.lo ?? 1), 'bitAnd', 'long'),
  },
  CLAMP: {
    needs: (a) => [compared(argument(a, 1), '<=', argument(a, 2))],
    write: (a) => extreme('min', extreme('max', argument(a, 0), argument(a, 1)), argument(a, 2)),
  },
} satisfies Emissions;

function fitsInt(x: Int, y: Int): boolean {
  const product = BigInt(x) * BigInt(y);
  return -(2n ** 31n) <= product && product < 2n ** 31n;
}

function bothInt(application: Application): 'int' | 'long' {
  return argument(application, 0).form === 'int' && argument(application, 1).form === 'int' ? 'int' : 'long';
}
