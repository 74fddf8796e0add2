import { JAVA } from '../testing/java-toolchain.js';
import { describeTargetLong } from '../testing/suite.js';
import { RESERVED, RESERVED_CLASSES } from './reserved.js';

/** Names of the main program, of the emitted code, and of methods that records have. */
const FURTHER = 'a_b a_1 a1 compute inputs outputs host frame arguments each values length at of value port path json text list'.split(' ');
const HELPERS = 'sum_fits get_or find slice sorted sum range is_list1 read_list1 check1 frame1 constants2 caller_line name ordinal'.split(
  ' ',
);

const CLASSES = RESERVED_CLASSES.map((name) => name.replaceAll(/(?<=[a-z])([A-Z])/g, '_$1').toLowerCase());

describeTargetLong(JAVA, [...RESERVED.map((word) => word.replaceAll(/([A-Z])/g, '_$1').toLowerCase()), ...CLASSES, ...FURTHER, ...HELPERS]);
