import { INT64_MAX } from '@kirchhoff/coherence';
import { not } from '../assembler/wat.js';
import { argument, type Emission, type Emissions, i32, i64, isBetween, type Needs, typeAt } from './emission.js';

function bitwise(operator: string): Emission {
  return {
    needs: (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, null)],
    write: (a) => [operator, argument(a, 0), argument(a, 1)],
  };
}

const shiftNeeds: Needs = (a) => [isBetween(a, 0, 0, null), isBetween(a, 1, 0, 62)];

/** The order of integers, or of texts by code point. */
function ordered(operator: 'lt_s' | 'le_s' | 'gt_s' | 'ge_s'): Emission {
  return {
    write: (a) => {
      if (typeAt(a, 0).kind === 'integer') return [`i64.${operator}`, argument(a, 0), argument(a, 1)];
      return [`i32.${operator}`, ['call', a.use('text_compare'), ...a.args], i32(0)];
    },
  };
}

const EQUAL: Emission = { write: (a) => a.equal(typeAt(a, 0), argument(a, 0), argument(a, 1)) };

/** The logic family, by name. AND, OR and IMPLIES usually are short circuits, not applications. */
export const LOGIC = {
  AND: { write: (a) => ['i32.and', argument(a, 0), argument(a, 1)] },
  OR: { write: (a) => ['i32.or', argument(a, 0), argument(a, 1)] },
  XOR: { write: (a) => ['i32.xor', argument(a, 0), argument(a, 1)] },
  NOT: { write: (a) => not(argument(a, 0)) },
  IMPLIES: { write: (a) => ['i32.or', not(argument(a, 0)), argument(a, 1)] },
  EQ: EQUAL,
  NE: { write: (a) => not(EQUAL.write(a)) },
  LT: ordered('lt_s'),
  LE: ordered('le_s'),
  GT: ordered('gt_s'),
  GE: ordered('ge_s'),
  BIT_AND: bitwise('i64.and'),
  BIT_OR: bitwise('i64.or'),
  BIT_XOR: bitwise('i64.xor'),
  SHL: {
    needs: (a) => [...shiftNeeds(a), ['i64.le_s', argument(a, 0), ['i64.shr_u', i64(INT64_MAX), argument(a, 1)]]],
    write: (a) => ['i64.shl', argument(a, 0), argument(a, 1)],
  },
  SHR: { needs: shiftNeeds, write: (a) => ['i64.shr_u', argument(a, 0), argument(a, 1)] },
} satisfies Emissions;
