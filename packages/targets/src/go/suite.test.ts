import { GO } from '../testing/go-toolchain.js';
import { describeTarget } from '../testing/suite.js';

describeTarget(GO);
