import { INT64_MAX } from '@kirchhoff/coherence';
import { binary, type Comparison, compared, either, equated, integer, not, type RsExpression } from '../expression.js';
import { type Application, type Emission, type Emissions, isBetween, type Needs, typeAt } from './emission.js';

function bitwise(operator: '&' | '|' | '^', level: 'bitAnd' | 'bitOr' | 'bitXor'): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => binary(a.value(0), operator, a.value(1), level),
  };
}

const shiftNeeds: Needs = (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, 62)];

function equality(operator: '==' | '!='): Emission {
  return { write: (a) => compared(equated(a.operand(0)), operator, a.operand(1)) };
}

/** Texts are ordered by code point, as their bytes are. */
function order(operator: Comparison): Emission {
  return { write: (a) => compared(ordered(a, 0), operator, ordered(a, 1)) };
}

function ordered(application: Application, index: number): RsExpression {
  return typeAt(application, index).kind === 'text' ? application.strict(index) : application.value(index);
}

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: { write: (a) => binary(a.value(0), '&&', a.value(1), 'and') },
  OR: { write: (a) => either(a.value(0), a.value(1)) },
  XOR: { write: (a) => compared(a.value(0), '!=', a.value(1)) },
  NOT: { write: (a) => not(a.value(0)) },
  IMPLIES: { write: (a) => either(not(a.value(0)), a.value(1)) },
  EQ: equality('=='),
  NE: equality('!='),
  LT: order('<'),
  LE: order('<='),
  GT: order('>'),
  GE: order('>='),
  BIT_AND: bitwise('&', 'bitAnd'),
  BIT_OR: bitwise('|', 'bitOr'),
  BIT_XOR: bitwise('^', 'bitXor'),
  SHL: {
    needs: (a) => [...shiftNeeds(a), compared(a.value(0), '<=', binary(integer(INT64_MAX), '>>', a.value(1), 'shift'))],
    write: (a) => binary(a.value(0), '<<', a.value(1), 'shift'),
  },
  SHR: { needs: shiftNeeds, write: (a) => binary(a.value(0), '>>', a.value(1), 'shift') },
} satisfies Emissions;
