import { condition } from './conditions.js';
import type { IntegerTerm } from './dialect.js';
import { absolute, greater, halfEven, lesser, power, squareRoot } from './integer-functions.js';
import { onThings } from './lookups.js';
import type { Term, Terms } from './terms.js';

/**
 * The exact result of an application of a monomer to terms of its arguments (literal ones included), before it is
 * known to fit; null where there is no such form: then the caller takes any value that its claim admits.
 *
 * Why each is sound: for all arguments within their bounds for which the need holds it equals the reference
 * implementation in `catalog/` (held by tests); where the need is violated it may be anything.
 */
export function applied(terms: Terms, name: string, args: readonly Term[]): Term | null {
  const integers = args.flatMap((arg) => (arg.kind === 'integer' ? [arg.integer] : []));
  const ofIntegers = integers.length === args.length ? onIntegers(terms, name, integers) : null;
  if (ofIntegers !== null) return terms.integer(ofIntegers);
  const formula = condition(terms, name, args);
  if (formula !== null) return terms.boolean(formula);
  return onThings(terms, name, args);
}

function onIntegers(terms: Terms, name: string, args: readonly IntegerTerm[]): IntegerTerm | null {
  const { dialect } = terms;
  const [a, b, c] = args;
  if (a === undefined) return null;
  if (b === undefined) return onOne(terms, name, a);
  if (c === undefined) return onTwo(terms, name, a, b);
  switch (name) {
    case 'MULDIV':
    case 'MULDIV_EVEN': {
      const product = dialect.multiply(a, b);
      if (product === null) return null;
      const dividend = terms.named(product);
      return name === 'MULDIV' ? dialect.quotient('truncated', dividend, c) : halfEven(terms, dividend, c);
    }
    case 'MUL_WRAP':
      return c.bounds.lo === c.bounds.hi ? dialect.multiplyModulo(a, b, Number(c.bounds.lo)) : null;
    case 'CLAMP':
      return dialect.choose(dialect.compare('<', a, b), b, dialect.choose(dialect.compare('<', c, a), c, a));
    default:
      return null;
  }
}

function onOne(terms: Terms, name: string, a: IntegerTerm): IntegerTerm | null {
  const { dialect } = terms;
  switch (name) {
    case 'NEG':
      return dialect.subtract(dialect.literal(0n), a);
    case 'ABS':
      return absolute(terms, a);
    case 'ISQRT':
      return squareRoot(terms, a);
    default:
      return null;
  }
}

function onTwo(terms: Terms, name: string, a: IntegerTerm, b: IntegerTerm): IntegerTerm | null {
  const { dialect } = terms;
  switch (name) {
    case 'ADD':
      return dialect.add(a, b);
    case 'SUB':
      return dialect.subtract(a, b);
    case 'MUL':
      return dialect.multiply(a, b);
    case 'DIV':
      return dialect.quotient('truncated', a, b);
    case 'MOD':
      return dialect.remainder('truncated', a, b);
    case 'FLOOR_DIV':
      return dialect.quotient('floored', a, b);
    case 'FLOOR_MOD':
      return dialect.remainder('floored', a, b);
    case 'MIN':
      return lesser(terms, a, b);
    case 'MAX':
      return greater(terms, a, b);
    case 'POW':
      return power(terms, a, b);
    case 'BIT_AND':
      return dialect.bitwise('and', a, b);
    case 'BIT_OR':
      return dialect.bitwise('or', a, b);
    case 'BIT_XOR':
      return dialect.bitwise('xor', a, b);
    case 'SHL':
      return dialect.shiftLeft(a, b);
    case 'SHR':
      return dialect.shiftRight(a, b);
    default:
      return null;
  }
}
