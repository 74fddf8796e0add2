import { binary, type Comparison, compared, not } from '../expression.js';
import { argument, type Emission, type Emissions, isBetween, type Needs } from './emission.js';

function bitwise(operator: '&' | '|' | '^', level: 'bitAnd' | 'bitOr' | 'bitXor'): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => binary(argument(a, 0), operator, argument(a, 1), level),
  };
}

const shiftNeeds: Needs = (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, 62)];

/** Equality compares values, whatever they are made of. Texts are ordered by code point. */
function comparison(operator: Comparison): Emission {
  return { write: (a) => compared(argument(a, 0), operator, argument(a, 1)) };
}

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: { write: (a) => binary(argument(a, 0), 'and', argument(a, 1), 'and') },
  OR: { write: (a) => binary(argument(a, 0), 'or', argument(a, 1), 'or') },
  XOR: comparison('!='),
  NOT: { write: (a) => not(argument(a, 0)) },
  IMPLIES: { write: (a) => binary(not(argument(a, 0)), 'or', argument(a, 1), 'or') },
  EQ: comparison('=='),
  NE: comparison('!='),
  LT: comparison('<'),
  LE: comparison('<='),
  GT: comparison('>'),
  GE: comparison('>='),
  BIT_AND: bitwise('&', 'bitAnd'),
  BIT_OR: bitwise('|', 'bitOr'),
  BIT_XOR: bitwise('^', 'bitXor'),
  SHL: { needs: shiftNeeds, write: (a) => binary(argument(a, 0), '<<', argument(a, 1), 'shift'), overflows: true },
  SHR: { needs: shiftNeeds, write: (a) => binary(argument(a, 0), '>>', argument(a, 1), 'shift') },
} satisfies Emissions;
