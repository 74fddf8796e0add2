import type { IntegerTerm } from './dialect.js';
import { and, equal, type Formula, not, or } from './formulas.js';
import type { Term, Terms } from './terms.js';

/** The exact result of an application that gives a boolean; null where it has no such form. */
export function condition(terms: Terms, name: string, args: readonly Term[]): Formula | null {
  const [a, b] = args;
  if (a === undefined) return null;
  if (name === 'NOT') return a.kind === 'boolean' ? not(a.formula) : null;
  if (name === 'IS_LEAP_YEAR') return a.kind === 'integer' ? isLeap(terms, a.integer) : null;
  if (b === undefined) return null;
  switch (name) {
    case 'XOR':
      return a.kind === 'boolean' && b.kind === 'boolean' ? not(equal(a.formula, b.formula)) : null;
    case 'EQ':
    case 'EQUAL_CT':
      return terms.equal(a, b);
    case 'NE':
      return not(terms.equal(a, b));
    case 'LT':
    case 'LE':
    case 'GT':
    case 'GE':
      return a.kind === 'integer' && b.kind === 'integer' ? ordered(terms, name, a.integer, b.integer) : null;
    case 'CONTAINS': {
      const items = a.kind === 'thing' ? a.items : null;
      return items === null ? null : or(...items.map((item) => terms.equal(item, b)));
    }
    default:
      return null;
  }
}

function ordered({ dialect }: Terms, name: 'LT' | 'LE' | 'GT' | 'GE', a: IntegerTerm, b: IntegerTerm): Formula {
  switch (name) {
    case 'LT':
      return dialect.compare('<', a, b);
    case 'LE':
      return dialect.compare('<=', a, b);
    case 'GT':
      return dialect.compare('<', b, a);
    case 'GE':
      return dialect.compare('<=', b, a);
  }
}

/** Years of the Gregorian calendar that 4 divides, but of the hundreds only those that 400 divides. */
function isLeap({ dialect }: Terms, year: IntegerTerm): Formula {
  const divides = (n: bigint): Formula =>
    dialect.compare('=', dialect.remainder('truncated', year, dialect.literal(n)), dialect.literal(0n));
  return and(divides(4n), or(not(divides(100n)), divides(400n)));
}
