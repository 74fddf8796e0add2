import { type AbstractValue, INT64_MAX, INT64_MIN, maximum, minimum } from '@kirchhoff/coherence';
import { blocksOf, expressionsOf, partsOf } from '../lowered/free-variables.js';
import type { Expression, LoweredFunction, Statement } from '../lowered/program.js';

/**
 * Returns true if some operation of the functions fails for all values that its operands can have. In a closed program it is never
 * reached, but the compiler refuses it nevertheless if the operands are constants.
 */
export function haveFailingConstants(functions: readonly LoweredFunction[]): boolean {
  const fails = (expression: Expression): boolean =>
    (expression.kind === 'apply' && alwaysFails(expression.monomer, expression.args)) || partsOf(expression).some(fails);
  const visit = (statement: Statement): boolean =>
    expressionsOf(statement).some(fails) || blocksOf(statement).some((block) => block.some(visit));
  return functions.some(({ body }) => body.some(visit));
}

function alwaysFails(monomer: string, args: readonly Expression[]): boolean {
  const [a, b] = args.map(({ range }) => boundsOf(range));
  if (a === undefined) return false;
  switch (monomer) {
    case 'ADD':
      return b !== undefined && isOutside(a.lo + b.lo, a.hi + b.hi);
    case 'SUB':
      return b !== undefined && isOutside(a.lo - b.hi, a.hi - b.lo);
    case 'MUL': {
      if (b === undefined) return false;
      const products = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
      return isOutside(products.reduce(least), products.reduce(greatest));
    }
    case 'NEG':
    case 'ABS':
      return a.hi === LEAST;
    case 'DIV':
    case 'MOD':
    case 'FLOOR_DIV':
    case 'FLOOR_MOD':
      return b !== undefined && ((b.lo === 0n && b.hi === 0n) || (a.hi === LEAST && b.lo === -1n && b.hi === -1n));
    case 'MULDIV':
    case 'MULDIV_EVEN': {
      const divisor = args[2] === undefined ? undefined : boundsOf(args[2].range);
      return divisor !== undefined && divisor.lo === 0n && divisor.hi === 0n;
    }
    case 'SHL':
    case 'SHR':
      return b !== undefined && isOutside(b.lo, b.hi, 0n, 62n);
    case 'GET':
    case 'READ_U16_BE':
    case 'READ_U16_LE':
    case 'READ_U32_BE':
    case 'READ_U32_LE': {
      const size = monomer.startsWith('READ_U16') ? 2n : monomer.startsWith('READ_U32') ? 4n : 1n;
      return b !== undefined && isOutside(b.lo, b.hi, 0n, a.hi - size);
    }
    default:
      return false;
  }
}

interface Bounds {
  readonly lo: bigint;
  readonly hi: bigint;
}

/** Returns the ends of an integer, or of the length of a list or bytes; `undefined` for others. */
function boundsOf(range: AbstractValue): Bounds | undefined {
  if (range.kind === 'integer') return { lo: BigInt(range.ranges.reduce(minimum)), hi: BigInt(range.ranges.reduce(maximum)) };
  return range.kind === 'list' || range.kind === 'bytes' ? { lo: BigInt(range.lo), hi: BigInt(range.hi) } : undefined;
}

const LEAST = BigInt(INT64_MIN);
const GREATEST = BigInt(INT64_MAX);

function isOutside(lo: bigint, hi: bigint, from = LEAST, to = GREATEST): boolean {
  return lo > to || hi < from;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
