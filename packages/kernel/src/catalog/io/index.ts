import type { Monomer } from '../monomer.js';
import { formatBase64 } from './format-base64.js';
import { formatHex } from './format-hex.js';
import { formatInt } from './format-int.js';
import { parseBase64 } from './parse-base64.js';
import { parseHex } from './parse-hex.js';
import { parseInt } from './parse-int.js';
import { readU16Be } from './read-u16-be.js';
import { readU16Le } from './read-u16-le.js';
import { readU32Be } from './read-u32-be.js';
import { readU32Le } from './read-u32-le.js';
import { utf8Decode } from './utf8-decode.js';
import { utf8Encode } from './utf8-encode.js';
import { writeU16Be } from './write-u16-be.js';
import { writeU16Le } from './write-u16-le.js';
import { writeU32Be } from './write-u32-be.js';
import { writeU32Le } from './write-u32-le.js';

/** In the order of the catalog. */
export const io: readonly Monomer[] = [
  parseInt,
  formatInt,
  parseHex,
  formatHex,
  parseBase64,
  formatBase64,
  utf8Encode,
  utf8Decode,
  readU16Be,
  readU32Be,
  readU16Le,
  readU32Le,
  writeU16Be,
  writeU32Be,
  writeU16Le,
  writeU32Le,
];
