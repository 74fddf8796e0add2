import { PYTHON } from '../testing/python-toolchain.js';
import { describeTargetLong } from '../testing/suite.js';
import { RESERVED, RESERVED_FOR_SOURCES } from './reserved.js';

/** Words with a meaning in Python, in its standard library, or in the emitted code; and ordinary words for comparison. */
const WORDS = [
  ...RESERVED,
  ...RESERVED_FOR_SOURCES,
  ...'none true false match case type print input id hash format filter map iter next vars self cls open exec eval del'.split(' '),
  ...'json sys typing types random string token calendar copy abc code main circuit test forms_circuit'.split(' '),
  ...'value port path fields content element index waiting running given called stop caller_line caller_domain pair x y'.split(' '),
  ...'class_ def_ class_2 len_ record domain_error fault guard_error host named_tuple optional any exception outputs'.split(' '),
];

describeTargetLong(PYTHON, WORDS);
