import type { Monomer } from '../monomer.js';
import { append } from './append.js';
import { contains } from './contains.js';
import { drop } from './drop.js';
import { field } from './field.js';
import { fill } from './fill.js';
import { find } from './find.js';
import { get } from './get.js';
import { getOr } from './get-or.js';
import { join } from './join.js';
import { length } from './length.js';
import { reverse } from './reverse.js';
import { set } from './set.js';
import { slice } from './slice.js';
import { sort } from './sort.js';
import { sum } from './sum.js';
import { take } from './take.js';

/** In the order of the catalog. */
export const memory: readonly Monomer[] = [
  length,
  get,
  getOr,
  set,
  append,
  join,
  slice,
  take,
  drop,
  reverse,
  fill,
  find,
  contains,
  sort,
  sum,
  field,
];
