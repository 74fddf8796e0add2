import type { Semantics } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { concat, joinText, padStart, replace, split } from './composition.js';
import { matchesGlob } from './glob.js';
import { lower, trim, upper } from './letters.js';
import { endsWith, includes, indexOf, startsWith } from './occurrence.js';
import { codeAt, substring, textLength } from './parts.js';

export const string: Readonly<Record<MonomerName<'string'>, Semantics>> = {
  TEXT_LENGTH: textLength,
  CONCAT: concat,
  SUBSTRING: substring,
  STARTS_WITH: startsWith,
  ENDS_WITH: endsWith,
  INCLUDES: includes,
  INDEX_OF: indexOf,
  UPPER: upper,
  LOWER: lower,
  TRIM: trim,
  SPLIT: split,
  JOIN_TEXT: joinText,
  REPLACE: replace,
  PAD_START: padStart,
  CODE_AT: codeAt,
  MATCHES_GLOB: matchesGlob,
};
