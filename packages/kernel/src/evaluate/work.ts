import { integerAt } from '../catalog/arguments.js';
import { monomerAt } from '../catalog/catalog.js';
import type { Monomer } from '../catalog/monomer.js';
import { LIST_LENGTH, TEXT_LENGTH } from '../limits.js';
import { add, subtract } from '../types/integer.js';
import { type Meter, textSteps } from '../values/meter.js';
import { OptionValue, type Value } from '../values/value.js';

/** The elementary steps of applying a monomer, its instruction and the comparisons that it counts itself not included. */
export interface Work {
  /** Known from the arguments, and counted before it is done; what it takes to know it is counted on the meter. */
  readonly before: (args: readonly Value[], meter: Meter) => number;
  /** Known from the result, which the limits of values bound. */
  readonly after: (result: Value) => number;
}

const nothing = () => 0;

/** Reads all that its arguments hold, and makes a result. */
const READS: Work = { before: (args) => args.reduce<number>((total, arg) => total + sizeOf(arg), 0), after: sizeOf };
/** Reads at one place, compares by the meter, or takes and gives what has no parts. */
const DIRECT: Work = { before: nothing, after: nothing };
/** Copies the sequence of its first argument, and one element more. */
const COPIES: Work = { before: ([xs]) => sizeOf(xs) + 1, after: nothing };
/** Tries its second argument at the places of the first: each time anew up to the length that `finderOf` searches so. */
const SEARCHES: Work = {
  before: ([text, part]) => sizeOf(text) * Math.min(Math.max(sizeOf(part), 1), 32) + sizeOf(part),
  after: sizeOf,
};

const WORK: Readonly<Record<string, Work>> = {
  LENGTH: DIRECT,
  GET: DIRECT,
  GET_OR: DIRECT,
  READ_U16_BE: DIRECT,
  READ_U16_LE: DIRECT,
  READ_U32_BE: DIRECT,
  READ_U32_LE: DIRECT,
  EQ: DIRECT,
  NE: DIRECT,
  FIND: { before: ([xs]) => (xs instanceof Uint8Array ? xs.length : 0), after: nothing },
  CONTAINS: { before: ([xs]) => (xs instanceof Uint8Array ? xs.length : 0), after: nothing },
  SET: COPIES,
  APPEND: COPIES,
  SLICE: COPIES,
  TAKE: COPIES,
  DROP: COPIES,
  REVERSE: COPIES,
  JOIN: { before: ([xs, ys]) => sizeOf(xs) + sizeOf(ys), after: nothing },
  FILL: { before: ([n]) => countOf(n, LIST_LENGTH), after: nothing },
  RANGE: { before: (args) => countOf(add(subtract(integerAt(args, 1), integerAt(args, 0)), 1), LIST_LENGTH), after: nothing },
  // A record and its two fields for each pair.
  ZIP: { before: ([xs, ys]) => 3 * Math.min(sizeOf(xs), sizeOf(ys)), after: nothing },
  SORT: { before: ([xs], meter) => (sizeOf(xs) + elementsOf(xs, meter)) * Math.ceil(Math.log2(sizeOf(xs) + 2)), after: nothing },
  JOIN_TEXT: {
    before: ([xs, separator], meter) => elementsOf(xs, meter) + Math.min(sizeOf(xs) * sizeOf(separator), TEXT_LENGTH),
    after: nothing,
  },
  PAD_START: { before: ([text, n]) => sizeOf(text) + countOf(n, TEXT_LENGTH), after: nothing },
  INCLUDES: SEARCHES,
  INDEX_OF: SEARCHES,
  SPLIT: SEARCHES,
  REPLACE: SEARCHES,
  MATCHES_GLOB: { before: ([text, pattern]) => sizeOf(text) * Math.max(sizeOf(pattern), 1) + sizeOf(pattern), after: nothing },
};

const byIndex: Work[] = [];

/** The work of a monomer of the catalog. */
export function workOf(monomer: number): Work {
  return (byIndex[monomer] ??= workOfNamed(monomerAt(monomer)));
}

function workOfNamed({ name, overloads }: Monomer): Work {
  const known = WORK[name];
  if (known !== undefined) return known;
  const hasParts = overloads.some(({ parameters }) => parameters.some(({ kind }) => kind.kind !== 'integer' && kind.kind !== 'boolean'));
  return hasParts ? READS : DIRECT;
}

/** The elements, octets or half UTF-16 units of a value itself, without those of its elements. */
function sizeOf(value: Value | undefined): number {
  if (typeof value === 'string') return textSteps(value);
  if (typeof value !== 'object') return 0;
  if (value instanceof OptionValue) return sizeOf(value.content);
  return value instanceof Uint8Array || Array.isArray(value) ? value.length : 0;
}

/** The sizes of the elements of a list, each of which is a step to learn. */
function elementsOf(value: Value | undefined, meter: Meter): number {
  if (!Array.isArray(value) || !meter.take(value.length)) return 0;
  return value.reduce<number>((total, element: Value) => total + sizeOf(element), 0);
}

/** How many a monomer makes that takes their count; one beyond the limit of its kind makes none of them. */
function countOf(value: Value | undefined, most: number): number {
  return typeof value === 'number' && 0 <= value && value <= most ? value : 0;
}
