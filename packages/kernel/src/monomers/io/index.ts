import type { Semantics } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { formatBase64, parseBase64 } from './base64.js';
import { formatInt, parseInt } from './decimal.js';
import { formatHex, parseHex } from './hex.js';
import { readU16Be, readU16Le, readU32Be, readU32Le, writeU16Be, writeU16Le, writeU32Be, writeU32Le } from './unsigned.js';
import { utf8Decode, utf8Encode } from './utf8.js';

export const io: Readonly<Record<MonomerName<'io'>, Semantics>> = {
  PARSE_INT: parseInt,
  FORMAT_INT: formatInt,
  PARSE_HEX: parseHex,
  FORMAT_HEX: formatHex,
  PARSE_BASE64: parseBase64,
  FORMAT_BASE64: formatBase64,
  UTF8_ENCODE: utf8Encode,
  UTF8_DECODE: utf8Decode,
  READ_U16_BE: readU16Be,
  READ_U32_BE: readU32Be,
  READ_U16_LE: readU16Le,
  READ_U32_LE: readU32Le,
  WRITE_U16_BE: writeU16Be,
  WRITE_U32_BE: writeU32Be,
  WRITE_U16_LE: writeU16Le,
  WRITE_U32_LE: writeU32Le,
};
