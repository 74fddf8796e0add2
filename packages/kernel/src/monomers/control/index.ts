import { optionAt, valueAt } from '../arguments.js';
import { clamp } from '../arithmetic/extremes.js';
import { type Semantics, SYNTAX } from '../monomer.js';
import type { MonomerName } from '../names.js';
import { optionOf, overload, T } from '../overloads.js';
import { READS } from '../work.js';
import { range } from './range.js';
import { zip } from './zip.js';

/** A program can also call UNWRAP_OR by its name. It becomes a node of its own, since its right side is evaluated later. */
const unwrapOr: Semantics = {
  ...SYNTAX,
  overloads: [overload({ o: optionOf(T), d: T }, T)],
  reference: (args) => optionAt(args, 0).content ?? valueAt(args, 1),
  work: READS,
};

export const control: Readonly<Record<MonomerName<'control'>, Semantics>> = {
  SELECT: SYNTAX,
  MATCH: SYNTAX,
  MAP: SYNTAX,
  FILTER: SYNTAX,
  FOLD: SYNTAX,
  ANY: SYNTAX,
  ALL: SYNTAX,
  COUNT: SYNTAX,
  ZIP: zip,
  RANGE: range,
  UNWRAP_OR: unwrapOr,
  CLAMP: clamp,
  NARROW: SYNTAX,
  REQUIRE: SYNTAX,
  ENSURE: SYNTAX,
  CALL: SYNTAX,
};
