import { GO } from '../testing/go-toolchain.js';
import { describeTargetLong } from '../testing/suite.js';
import { RESERVED } from './names.js';
import { PIECE_NAMES } from './runtime/runtime.js';

describeTargetLong(GO, [...RESERVED, ...PIECE_NAMES]);
