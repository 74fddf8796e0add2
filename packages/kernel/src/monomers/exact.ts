import {
  type AbstractValue,
  boolean,
  containsValue,
  exactTexts,
  isSequence,
  itemsOf,
  join,
  NEVER,
  ofRanges,
  ofValue,
  onlyValue,
  option,
  tags,
} from '../abstract/abstract.js';
import { pairsOf } from '../abstract/arithmetic.js';
import { highest, lowest, type Ranges, range, uniteAll } from '../abstract/ranges.js';
import { BYTES } from '../types/domain.js';
import { add, type Int, subtract } from '../types/integer.js';
import { OptionValue, type Value } from '../values/value.js';
import type { Analysis, ReferenceImplementation } from './analysis.js';
import { isUnreached, narrowed } from './views.js';

/** Limit for the tuples of arguments that the reference implementation runs; beyond it the result is bounded. */
const MAX_TUPLES = 16;

/**
 * Limit for texts, in UTF-16 units; longer ones are not run. A chain of operations could double them at every step, and the work
 * of some operations is the product of two lengths.
 */
const MAX_TEXT_UNITS = 128;

/** An analysis that is exact for few arguments, and `bounded` otherwise. */
export interface ExactAnalysis extends Analysis {
  readonly bounded: Analysis;
  /** Returns an upper bound of the number of tuples that are run; 0 if the arguments are bounded instead. */
  tuples(args: readonly AbstractValue[]): number;
}

/** Returns true for a result of {@link exactOnFew}. */
export function isExactOnFew(analysis: Analysis): analysis is ExactAnalysis {
  return 'bounded' in analysis;
}

/**
 * Returns the same analysis, but exact for few arguments. Its transfer is then the set of the results, and its refinement keeps
 * the arguments whose results fit.
 */
export function exactOnFew(reference: ReferenceImplementation, analysis: Analysis): ExactAnalysis {
  const refine = analysis.refine;
  return {
    ...analysis,
    bounded: analysis,
    tuples: countTuples,
    transfer: (args) => {
      if (isUnreached(args)) return NEVER;
      const only = onlyIntegers(args);
      if (only !== null) return ofResult(reference(only));
      const tuples = tuplesOf(args);
      return tuples === null ? analysis.transfer(args) : ofResults(tuples.map((tuple) => reference(tuple)));
    },
    refine: (result, args) => {
      if (result.kind === 'never' || isUnreached(args)) return args.map(() => NEVER);
      const tuples = tuplesOf(args);
      if (tuples === null) return refine === null ? args : refine(result, args);
      const kept = tuples.filter((tuple) => fitsIn(result, reference(tuple)));
      return narrowed(
        args,
        args.map((view, i) => ofValues(view, kept, i)),
      );
    },
  };
}

function fitsIn(result: AbstractValue, value: Value | undefined): boolean {
  return value !== undefined && containsValue(result, value);
}

/** Returns every tuple of concrete arguments; `null` if there are more than {@link MAX_TUPLES}. */
function tuplesOf(args: readonly AbstractValue[]): readonly (readonly Value[])[] | null {
  for (const view of args) if (isWide(view)) return null;
  const only = onlyIntegers(args);
  if (only !== null) return [only];
  let tuples: (readonly Value[])[] = [[]];
  for (const view of args) {
    const values = valuesOf(view, Math.floor(MAX_TUPLES / tuples.length));
    if (values === null) return null;
    const longer: (readonly Value[])[] = [];
    for (const tuple of tuples) for (const value of values) longer.push([...tuple, value]);
    tuples = longer;
  }
  return tuples;
}

/** Returns the one tuple of arguments that are one integer each, as is frequent; otherwise `null`. */
function onlyIntegers(args: readonly AbstractValue[]): readonly Value[] | null {
  for (const view of args) if (view.kind !== 'integer' || view.ranges.length !== 2 || view.ranges[0] !== view.ranges[1]) return null;
  return args.map((view) => (view.kind === 'integer' ? lowest(view.ranges) : 0));
}

/** Returns the number of tuples without creating them; an argument with one value, or with many, counts as one. */
function countTuples(args: readonly AbstractValue[]): number {
  let count = 1;
  for (const view of args) {
    if (isWide(view)) return 0;
    count *= countValues(view);
    if (count > MAX_TUPLES) return 0;
  }
  return count;
}

function countValues(view: AbstractValue): number {
  switch (view.kind) {
    case 'integer': {
      const { ranges } = view;
      let count = 0;
      for (let i = 0; i + 1 < ranges.length; i += 2) count += Number(subtract(ranges[i + 1] ?? 0, ranges[i] ?? 0)) + 1;
      return count;
    }
    case 'boolean':
      return Number(view.canBeFalse) + Number(view.canBeTrue);
    case 'enumeration':
      return view.tags.length;
    case 'text':
      return view.values?.length ?? 1;
    case 'never':
      return 0;
    case 'bytes':
    case 'list':
    case 'record':
    case 'option':
      return 1;
  }
}

/** Returns true for a single range of more integers than are ever run. Most arguments are such ranges. */
function isWide(view: AbstractValue): boolean {
  return view.kind === 'integer' && view.ranges.length === 2 && subtract(highest(view.ranges), lowest(view.ranges)) >= MAX_TUPLES;
}

/** Returns the values of a set if there are at most `limit`; otherwise `null`. */
function valuesOf(view: AbstractValue, limit: number): readonly Value[] | null {
  switch (view.kind) {
    case 'never':
      return [];
    case 'integer':
      return integersOf(view.ranges, limit);
    case 'boolean':
      return limited([...(view.canBeFalse ? [false] : []), ...(view.canBeTrue ? [true] : [])], limit);
    case 'enumeration':
      return limited(view.tags, limit);
    case 'text':
      return view.values?.every((text) => text.length <= MAX_TEXT_UNITS) ? limited(view.values, limit) : null;
    case 'bytes':
    case 'list':
    case 'record':
    case 'option': {
      const only = onlyValue(view);
      return only === undefined ? null : [only];
    }
  }
}

function limited(values: readonly Value[], limit: number): readonly Value[] | null {
  return values.length <= limit ? values : null;
}

function integersOf(ranges: Ranges, limit: number): readonly Int[] | null {
  const values: Int[] = [];
  for (const [lo, hi] of pairsOf(ranges)) {
    if (subtract(hi, lo) >= limit - values.length) return null;
    for (let value = lo; value <= hi; value = add(value, 1)) values.push(value);
  }
  return values;
}

function ofResult(result: Value | undefined): AbstractValue {
  return typeof result === 'number' || typeof result === 'bigint' ? ofRanges(range(result, result)) : ofResults([result]);
}

/** Returns the set of results, which are of one type. Omits arguments without a result. */
function ofResults(results: readonly (Value | undefined)[]): AbstractValue {
  const integers: (readonly [Int, Int])[] = [];
  const texts: string[] = [];
  const contents: Value[] = [];
  let none = false;
  let others: AbstractValue = NEVER;
  for (const result of results) {
    if (typeof result === 'number' || typeof result === 'bigint') integers.push([result, result]);
    else if (typeof result === 'boolean') others = join(others, boolean(!result, result));
    else if (typeof result === 'string') texts.push(result);
    else if (result instanceof Uint8Array) others = join(others, ofValue(result, BYTES));
    else if (result instanceof OptionValue) {
      if (result.content === undefined) none = true;
      else contents.push(result.content);
    } else if (isList(result)) others = join(others, itemsOf('list', result.map(ofResult)));
    else if (result !== undefined) throw new Error('the engine has no abstract values for this result');
  }
  if (integers.length > 0) return ofRanges(uniteAll(integers));
  if (texts.length > 0) return exactTexts(texts);
  return none || contents.length > 0 ? option(none, ofResults(contents)) : others;
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Returns the values at one position of the tuples, as a set of the type of `view`. */
function ofValues(view: AbstractValue, tuples: readonly (readonly Value[])[], position: number): AbstractValue {
  const values = tuples.flatMap((tuple) => tuple.slice(position, position + 1));
  // Sets of these types are run only with a single value, which is either kept or dropped.
  if (isSequence(view) || view.kind === 'record' || view.kind === 'option') return values.length === 0 ? NEVER : view;
  if (view.kind !== 'enumeration') return ofResults(values);
  const present = new Set(values);
  return tags(view.tags.filter((tag) => present.has(tag)));
}
