import { cToolchain } from '../testing/c-toolchain.js';
import { describeTarget } from '../testing/suite.js';

describeTarget(cToolchain);
