import { type Semantics, SYNTAX } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { append, fill, join } from './growth.js';
import { reverse, sort } from './order.js';
import { drop, slice, take } from './parts.js';
import { get, getOr, length, set } from './places.js';
import { contains, find } from './search.js';
import { sum } from './sum.js';

export const memory: Readonly<Record<MonomerName<'memory'>, Semantics>> = {
  LENGTH: length,
  GET: get,
  GET_OR: getOr,
  SET: set,
  APPEND: append,
  JOIN: join,
  SLICE: slice,
  TAKE: take,
  DROP: drop,
  REVERSE: reverse,
  FILL: fill,
  FIND: find,
  CONTAINS: contains,
  SORT: sort,
  SUM: sum,
  FIELD: SYNTAX,
};
