import { describeTarget } from '../testing/suite.js';
import { WASM } from '../testing/wasm-toolchain.js';

describeTarget(WASM);
