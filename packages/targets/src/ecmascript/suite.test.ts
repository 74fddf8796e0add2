import { JAVASCRIPT, TYPESCRIPT } from '../testing/ecmascript-toolchain.js';
import { describeTarget } from '../testing/suite.js';

describeTarget(JAVASCRIPT);
describeTarget(TYPESCRIPT);
