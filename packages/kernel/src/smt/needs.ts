import { LIST_LENGTH, TEXT_LENGTH } from '../limits.js';
import { INT64_BOUNDS } from './bounds.js';
import type { IntegerTerm } from './dialect.js';
import { and, type Formula, not } from './formulas.js';
import type { Term, Terms } from './terms.js';

const DAYS = { lo: -719_162n, hi: 2_932_896n };
const UNSIGNED_32 = 2n ** 32n - 1n;

/** Monomers whose need is also that the exact result fits 64 bits. */
const FITTING: ReadonlySet<string> = new Set([
  'ADD',
  'SUB',
  'MUL',
  'DIV',
  'FLOOR_DIV',
  'NEG',
  'ABS',
  'POW',
  'MULDIV',
  'MULDIV_EVEN',
  'SHL',
]);

/**
 * The need of an application as a formula that holds exactly where it does: it may be assumed behind it and proven
 * at it. Null where the need has no such form: it is neither.
 *
 * @param result The exact result of the application, before it is known to fit; null where it has no exact form.
 */
export function needOf(terms: Terms, name: string, args: readonly Term[], result: Term | null): Formula | null {
  const own = preconditionOf(terms, name, args);
  if (own === null || !FITTING.has(name)) return own;
  if (result?.kind !== 'integer') return null;
  return and(own, terms.between(result.integer, INT64_BOUNDS.lo, INT64_BOUNDS.hi));
}

/** The part of a need that speaks of the arguments alone. */
export function preconditionOf(terms: Terms, name: string, args: readonly Term[]): Formula | null {
  const integers = args.flatMap((arg) => (arg.kind === 'integer' ? [arg.integer] : []));
  return (integers.length === args.length ? needOfIntegers(terms, name, integers) : null) ?? needOfThings(terms, name, args);
}

function needOfIntegers(terms: Terms, name: string, args: readonly IntegerTerm[]): Formula | null {
  const [a, b, c] = args;
  const { dialect } = terms;
  if (a === undefined) return null;
  const natural = (term: IntegerTerm): Formula => dialect.compare('<=', dialect.literal(0n), term);
  const nonZero = (term: IntegerTerm): Formula => not(dialect.compare('=', term, dialect.literal(0n)));
  switch (name) {
    case 'ADD':
    case 'SUB':
    case 'MUL':
    case 'NEG':
    case 'ABS':
      return and();
    case 'ISQRT':
      return natural(a);
    case 'IS_LEAP_YEAR':
      return terms.between(a, 1n, 9999n);
    case 'WEEKDAY':
    case 'CIVIL_FROM_DAYS':
    case 'FORMAT_DATE':
      return terms.between(a, DAYS.lo, DAYS.hi);
    case 'WRITE_U16_BE':
    case 'WRITE_U16_LE':
      return terms.between(a, 0n, 65_535n);
    case 'WRITE_U32_BE':
    case 'WRITE_U32_LE':
    case 'FORMAT_IPV4':
      return terms.between(a, 0n, UNSIGNED_32);
  }
  if (b === undefined) return null;
  switch (name) {
    case 'DIV':
    case 'MOD':
    case 'FLOOR_DIV':
    case 'FLOOR_MOD':
      return nonZero(b);
    case 'POW':
      return terms.between(b, 0n, 63n);
    case 'BIT_AND':
    case 'BIT_OR':
    case 'BIT_XOR':
    case 'MUL_WRAP':
      return and(natural(a), natural(b));
    case 'SHL':
    case 'SHR':
      return and(natural(a), terms.between(b, 0n, 62n));
    case 'DAYS_IN_MONTH':
      return and(terms.between(a, 1n, 9999n), terms.between(b, 1n, 12n));
    case 'ADD_MONTHS':
      return terms.between(a, DAYS.lo, DAYS.hi);
    case 'RANGE':
      // At most 65,536 integers from a to b.
      return dialect.compare('<', dialect.subtract(b, a), dialect.literal(BigInt(LIST_LENGTH)));
  }
  if (c === undefined) return null;
  switch (name) {
    case 'MULDIV':
    case 'MULDIV_EVEN':
      return nonZero(c);
    case 'CLAMP':
      return dialect.compare('<=', b, c);
    case 'CIDR_CONTAINS':
      return and(terms.between(a, 0n, UNSIGNED_32), terms.between(b, 0n, 32n), terms.between(c, 0n, UNSIGNED_32));
    default:
      return null;
  }
}

function needOfThings(terms: Terms, name: string, args: readonly Term[]): Formula | null {
  const [a, b, c] = args;
  if (a === undefined) return null;
  if (name === 'FILL') return a.kind === 'integer' ? terms.between(a.integer, 0n, BigInt(LIST_LENGTH)) : null;
  if (a.kind !== 'thing' || b === undefined) return null;
  const size = terms.size(a);
  if (b.kind === 'thing') return needOfTwo(terms, name, size, terms.size(b));
  if (b.kind !== 'integer') return null;
  switch (name) {
    case 'GET':
    case 'CODE_AT':
      return reads(terms, size, b.integer, 1n);
    case 'READ_U16_BE':
    case 'READ_U16_LE':
      return reads(terms, size, b.integer, 2n);
    case 'READ_U32_BE':
    case 'READ_U32_LE':
      return reads(terms, size, b.integer, 4n);
    case 'TAKE':
    case 'DROP':
      return terms.dialect.compare('<=', terms.dialect.literal(0n), b.integer);
    case 'MURMUR3_32':
      return terms.between(b.integer, 0n, UNSIGNED_32);
    case 'SLICE':
    case 'SUBSTRING':
      return c?.kind === 'integer' ? isPart(terms, size, b.integer, c.integer) : null;
    case 'PAD_START':
      return c?.kind === 'thing' ? and(terms.between(b.integer, 0n, BigInt(TEXT_LENGTH)), terms.between(terms.size(c), 1n, 1n)) : null;
    default:
      return null;
  }
}

/** `count` elements from `index` on are there. */
function reads({ dialect }: Terms, size: IntegerTerm, index: IntegerTerm, count: bigint): Formula {
  return and(dialect.compare('<=', dialect.literal(0n), index), dialect.compare('<=', dialect.add(index, dialect.literal(count)), size));
}

function isPart({ dialect }: Terms, size: IntegerTerm, from: IntegerTerm, to: IntegerTerm): Formula {
  return and(dialect.compare('<=', dialect.literal(0n), from), dialect.compare('<=', from, to), dialect.compare('<=', to, size));
}

/** JOIN is left out: its limit is another for lists than for bytes, which a term does not tell. */
function needOfTwo({ dialect }: Terms, name: string, a: IntegerTerm, b: IntegerTerm): Formula | null {
  switch (name) {
    case 'XOR_BYTES':
      return dialect.compare('=', a, b);
    case 'CONCAT':
      return dialect.compare('<=', dialect.add(a, b), dialect.literal(BigInt(TEXT_LENGTH)));
    default:
      return null;
  }
}
