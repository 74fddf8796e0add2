import { JAVA } from '../testing/java-toolchain.js';
import { describeTarget } from '../testing/suite.js';

describeTarget(JAVA);
