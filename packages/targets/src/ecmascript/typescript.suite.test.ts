import { describeTarget } from '../testing/suite.js';
import { TYPESCRIPT } from '../testing/typescript-toolchain.js';

describeTarget(TYPESCRIPT);
