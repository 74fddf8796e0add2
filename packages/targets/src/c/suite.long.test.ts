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

/** The tests join programs in one unit, which takes these names for members of structs: interface.test.ts compiles them alone. */
const MEMBERS =
  /^(?:at|end|next|data|items|count|value|size|port|path|message|status|error|name|left|top|chunks|text|index|length|reserve|failed|memory|host|around|first|last|line|lines|kind|members|digits|run|place|inputs|outputs|is_some|json|reader|now|random|uuid|env)$/;

const words: readonly string[] = [...WORDS, ...OWN];

describeTargetLong(
  cToolchain,
  words.filter((word) => !MEMBERS.test(word) && !/^(?:binds|gives|names|calls|kir|json|outputs|inputs)(?:_|$)/.test(word)),
);
