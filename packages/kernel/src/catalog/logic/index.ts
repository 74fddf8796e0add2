import type { Monomer } from '../monomer.js';
import { and } from './and.js';
import { bitAnd } from './bit-and.js';
import { bitOr } from './bit-or.js';
import { bitXor } from './bit-xor.js';
import { eq } from './eq.js';
import { ge } from './ge.js';
import { gt } from './gt.js';
import { implies } from './implies.js';
import { le } from './le.js';
import { lt } from './lt.js';
import { ne } from './ne.js';
import { not } from './not.js';
import { or } from './or.js';
import { shl } from './shl.js';
import { shr } from './shr.js';
import { xor } from './xor.js';

/** MC_16 to MC_31, in order. */
export const logic: readonly Monomer[] = [and, or, xor, not, implies, eq, ne, lt, le, gt, ge, bitAnd, bitOr, bitXor, shl, shr];
