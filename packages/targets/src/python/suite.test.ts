import { PYTHON } from '../testing/python-toolchain.js';
import { describeTarget } from '../testing/suite.js';

describeTarget(PYTHON);
