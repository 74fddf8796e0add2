import { RUST } from '../testing/rust-toolchain.js';
import { describeTargetLong } from '../testing/suite.js';
import { RESERVED, RESERVED_TYPES } from './reserved.js';

describeTargetLong(RUST, [...RESERVED, ...RESERVED_TYPES.map((name) => name.toLowerCase()), 'main', 'answer', 'reader', 'ports', 'value']);
