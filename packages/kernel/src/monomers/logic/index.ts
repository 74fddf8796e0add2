import type { Semantics } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { bitAnd, bitOr, bitXor } from './bits.js';
import { and, implies, not, or, xor } from './booleans.js';
import { eq, ne } from './equality.js';
import { ge, gt, le, lt } from './order.js';
import { shl, shr } from './shifts.js';

export const logic: Readonly<Record<MonomerName<'logic'>, Semantics>> = {
  AND: and,
  OR: or,
  XOR: xor,
  NOT: not,
  IMPLIES: implies,
  EQ: eq,
  NE: ne,
  LT: lt,
  LE: le,
  GT: gt,
  GE: ge,
  BIT_AND: bitAnd,
  BIT_OR: bitOr,
  BIT_XOR: bitXor,
  SHL: shl,
  SHR: shr,
};
