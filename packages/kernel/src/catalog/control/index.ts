import type { Monomer } from '../monomer.js';
import { all } from './all.js';
import { any } from './any.js';
import { call } from './call.js';
import { clamp } from './clamp.js';
import { count } from './count.js';
import { ensure } from './ensure.js';
import { filter } from './filter.js';
import { fold } from './fold.js';
import { map } from './map.js';
import { match } from './match.js';
import { narrow } from './narrow.js';
import { range } from './range.js';
import { requirement } from './require.js';
import { select } from './select.js';
import { unwrapOr } from './unwrap-or.js';
import { zip } from './zip.js';

/** MC_48 to MC_63, in order. */
export const control: readonly Monomer[] = [
  select,
  match,
  map,
  filter,
  fold,
  any,
  all,
  count,
  zip,
  range,
  unwrapOr,
  clamp,
  narrow,
  requirement,
  ensure,
  call,
];
