import type { Monomer } from '../monomer.js';
import { absolute } from './absolute.js';
import { add } from './add.js';
import { divide } from './divide.js';
import { floorDivide } from './floor-divide.js';
import { floorModulo } from './floor-modulo.js';
import { integerSquareRoot } from './integer-square-root.js';
import { maximum } from './maximum.js';
import { minimum } from './minimum.js';
import { modulo } from './modulo.js';
import { multiply } from './multiply.js';
import { multiplyDivide } from './multiply-divide.js';
import { multiplyDivideEven } from './multiply-divide-even.js';
import { multiplyWrap } from './multiply-wrap.js';
import { negate } from './negate.js';
import { power } from './power.js';
import { subtract } from './subtract.js';

/** MC_00 to MC_15, in order. */
export const arithmetic: readonly Monomer[] = [
  add,
  subtract,
  multiply,
  divide,
  modulo,
  floorDivide,
  floorModulo,
  negate,
  absolute,
  minimum,
  maximum,
  power,
  integerSquareRoot,
  multiplyDivide,
  multiplyDivideEven,
  multiplyWrap,
];
