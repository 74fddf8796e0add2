import { cToolchain } from '../testing/c-toolchain.js';
import { describeTargetLong } from '../testing/suite.js';
import { WORDS } from './reserved.js';

/** Names that the emitted code gives itself, or that other compilers know. */
const OWN = [
  'kir_run',
  'kir',
  'json',
  'json_read_value',
  'names',
  'names_text',
  'i',
  'at',
  'xs',
  'items',
  'count',
  'data',
  'size',
  'value',
  'memory',
  'place',
  'caller_line',
  'run',
  'sinf',
  'line',
  'w',
  'x',
  'int64',
  'binds_inputs',
  'gives_gives',
];

describeTargetLong(cToolchain, [...WORDS, ...OWN]);
