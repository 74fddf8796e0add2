import type { Monomer } from '../monomer.js';
import { abs } from './abs.js';
import { add } from './add.js';
import { div } from './div.js';
import { floorDiv } from './floor-div.js';
import { floorMod } from './floor-mod.js';
import { isqrt } from './isqrt.js';
import { max } from './max.js';
import { min } from './min.js';
import { mod } from './mod.js';
import { mul } from './mul.js';
import { mulWrap } from './mul-wrap.js';
import { muldiv } from './muldiv.js';
import { muldivEven } from './muldiv-even.js';
import { neg } from './neg.js';
import { pow } from './pow.js';
import { sub } from './sub.js';

/** MC_00 to MC_15, in order. */
export const arithmetic: readonly Monomer[] = [
  add,
  sub,
  mul,
  div,
  mod,
  floorDiv,
  floorMod,
  neg,
  abs,
  min,
  max,
  pow,
  isqrt,
  muldiv,
  muldivEven,
  mulWrap,
];
