import { RESERVED } from '../ecmascript/reserved.js';
import { describeTargetLong } from '../testing/suite.js';
import { WASM } from '../testing/wasm-toolchain.js';
import { LOADER_NAMES } from './wasm.js';

/** The operators of the text format too: a name of an author stands beside them. */
const OPERATORS =
  'func param local global block loop br drop select call offset align data type elem table start i32 i64 f32 f64 nop'.split(' ');

describeTargetLong(WASM, [
  ...RESERVED,
  ...LOADER_NAMES,
  ...OPERATORS,
  'temporary',
  'circuit',
  'equal',
  'admit',
  'caller',
  'fail',
  'main',
  'host',
]);
