import { RUST } from '../testing/rust-toolchain.js';
import { describeTarget } from '../testing/suite.js';

describeTarget(RUST);
