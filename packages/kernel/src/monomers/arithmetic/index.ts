import type { Semantics } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { div, floorDiv, floorMod, mod } from './division.js';
import { max, min } from './extremes.js';
import { isqrt, pow } from './powers.js';
import { mul, mulWrap } from './products.js';
import { muldiv, muldivEven } from './proportion.js';
import { abs, add, neg, sub } from './sums.js';

export const arithmetic: Readonly<Record<MonomerName<'arithmetic'>, Semantics>> = {
  ADD: add,
  SUB: sub,
  MUL: mul,
  DIV: div,
  MOD: mod,
  FLOOR_DIV: floorDiv,
  FLOOR_MOD: floorMod,
  NEG: neg,
  ABS: abs,
  MIN: min,
  MAX: max,
  POW: pow,
  ISQRT: isqrt,
  MULDIV: muldiv,
  MULDIV_EVEN: muldivEven,
  MUL_WRAP: mulWrap,
};
