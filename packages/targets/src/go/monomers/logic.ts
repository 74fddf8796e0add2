import { and, binary, call, not, type Operator, or } from '../expression.js';
import { type Application, argument, boundsAt, type Emission, type Emissions, fits, isBetween, type Needs, typeAt } from './emission.js';

function bitwise(operator: '&' | '|' | '^'): Emission {
  return {
    needs: (a) => [...isBetween(a, 0, 0, null), ...isBetween(a, 1, 0, null)],
    write: (a) => binary(argument(a, 0), operator, argument(a, 1)),
  };
}

const shiftNeeds: Needs = (a) => [...isBetween(a, 0, 0, null), ...isBetween(a, 1, 0, 62)];

/** A count that is unsigned needs no check of its sign. */
function shifted(application: Application, operator: '<<' | '>>') {
  const count = argument(application, 1);
  const [value, by] = [argument(application, 0), count.kind === 'atom' && count.untyped ? count : call('uint64', count)];
  // The type of an untyped constant would be that of the place.
  return binary(value.kind === 'atom' && value.untyped ? call('int64', value) : value, operator, by);
}

/** Texts are ordered by their bytes in UTF-8, which is the order of code points. */
function comparison(operator: Operator): Emission {
  return { write: (a) => binary(argument(a, 0), operator, argument(a, 1)) };
}

function same(application: Application) {
  return application.types.equal(typeAt(application, 0), argument(application, 0), argument(application, 1));
}

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: { write: (a) => and(argument(a, 0), argument(a, 1)) },
  OR: { write: (a) => or(argument(a, 0), argument(a, 1)) },
  XOR: comparison('!='),
  NOT: { write: (a) => not(argument(a, 0)) },
  IMPLIES: { write: (a) => or(not(argument(a, 0)), argument(a, 1)) },
  EQ: { write: same },
  NE: { write: (a) => not(same(a)) },
  LT: comparison('<'),
  LE: comparison('<='),
  GT: comparison('>'),
  GE: comparison('>='),
  BIT_AND: bitwise('&'),
  BIT_OR: bitwise('|'),
  BIT_XOR: bitwise('^'),
  SHL: {
    needs: (a) => {
      const [value, count] = [boundsAt(a, 0), boundsAt(a, 1)];
      if (value.lo < 0 || count.lo < 0 || count.hi > 62) return [...shiftNeeds(a), call(a.use('shiftFits'), ...a.args)];
      const [lo, hi] = [BigInt(value.lo) << BigInt(count.lo), BigInt(value.hi) << BigInt(count.hi)];
      return [...shiftNeeds(a), fits(lo, hi, () => call(a.use('shiftFits'), ...a.args))];
    },
    write: (a) => shifted(a, '<<'),
  },
  SHR: { needs: shiftNeeds, write: (a) => shifted(a, '>>') },
} satisfies Emissions;
