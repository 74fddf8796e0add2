import type { Monomer } from '../monomer.js';
import { codeAt } from './code-at.js';
import { concat } from './concat.js';
import { endsWith } from './ends-with.js';
import { includes } from './includes.js';
import { indexOf } from './index-of.js';
import { joinText } from './join-text.js';
import { lower } from './lower.js';
import { matchesGlob } from './matches-glob.js';
import { padStart } from './pad-start.js';
import { replace } from './replace.js';
import { split } from './split.js';
import { startsWith } from './starts-with.js';
import { substring } from './substring.js';
import { textLength } from './text-length.js';
import { trim } from './trim.js';
import { upper } from './upper.js';

/** In the order of the catalog. */
export const string: readonly Monomer[] = [
  textLength,
  concat,
  substring,
  startsWith,
  endsWith,
  includes,
  indexOf,
  upper,
  lower,
  trim,
  split,
  joinText,
  replace,
  padStart,
  codeAt,
  matchesGlob,
];
