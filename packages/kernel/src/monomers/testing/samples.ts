import { type AbstractValue, containsValue, exactTexts, integers, NEVER, ofRanges, onlyValue } from '../../abstract/abstract.js';
import { uniteAll } from '../../abstract/ranges.js';
import { compare, type Int } from '../../types/integer.js';
import type { Value } from '../../values/value.js';
import type { Analysis, ReferenceImplementation } from '../analysis.js';
import type { Monomer } from '../monomer.js';
import { NO_RELATIONS } from '../relation.js';
import { variants } from './cases.js';
import { holdToPoint, holdToRelations, holdToRuns, type MonomerRun, relationsOfAll, runAll } from './obligations.js';
import { resultSets } from './result-sets.js';
import { product } from './sets.js';

/** A set and the values of it that are run: all values, or those that are likely to reveal a fault. */
export interface Sample {
  readonly view: AbstractValue;
  readonly values: readonly Value[];
}

/** Returns a set with the values of a pool that lie in it. */
export function sampleOf(view: AbstractValue, pool: readonly Value[]): Sample {
  return { view, values: pool.filter((value) => containsValue(view, value)) };
}

/**
 * Returns every range between two of these integers with the integers that lie in it, and the set of the first, the middle and
 * the last one.
 */
export function samplesBetween(pool: readonly Int[]): readonly Sample[] {
  const ends = pool.toSorted(compare);
  const ranges = ends.flatMap((lo, i) => ends.slice(i).map((hi) => integers(lo, hi)));
  const apart = [0, ends.length >> 1, ends.length - 1].flatMap((i) => ends.slice(i, i + 1)).map((end) => [end, end] as const);
  return [...ranges, ofRanges(uniteAll(apart))].map((view) => sampleOf(view, pool));
}

/** Returns each of these texts alone, and the first few together. */
export function samplesOfTexts(pool: readonly string[]): readonly Sample[] {
  return [...pool.map((text) => [text]), pool.slice(0, 3), pool.slice(-2)].map((values) => ({ view: exactTexts(values), values }));
}

/** Returns all texts of up to `length` of these characters. */
export function textsOver(characters: readonly string[], length: number): readonly string[] {
  return Array.from({ length: length + 1 }, (_, size) => product(Array.from({ length: size }, () => characters))).flatMap((tuples) =>
    tuples.map((tuple) => tuple.join('')),
  );
}

/** Returns the monomer of a family by its name. */
export function rowNamed(family: readonly Monomer[], name: string): Monomer {
  const row = family.find((monomer) => monomer.name === name);
  if (row === undefined) throw new Error(`no row ${name}`);
  return row;
}

/** Returns the analysis of a monomer of a family. */
export function analysisNamed(family: readonly Monomer[], name: string): Analysis {
  const { analysis } = rowNamed(family, name);
  if (!analysis) throw new Error(`no analysis of ${name}`);
  return analysis;
}

/**
 * Tests every choice of one sample for each parameter. Throws if a run contradicts the analysis, or if the analysis is not exact
 * for a single tuple.
 */
export function holdToSamples(row: Monomer, samples: readonly (readonly Sample[])[]): void {
  const { reference, analysis } = row;
  if (reference === null || analysis === null) throw new Error(`${row.name} has no reference implementation or no analysis`);
  for (const tuple of product(samples)) holdToTuple(reference, analysis, tuple);
}

function holdToTuple(reference: ReferenceImplementation, analysis: Analysis, tuple: readonly Sample[]): void {
  const args = tuple.map(({ view }) => view);
  const runs = runAll(reference, product(tuple.map(({ values }) => values)));
  const results = runs.flatMap((run) => (run.result === undefined ? [] : [run.result]));
  for (const variant of variants(analysis)) {
    const transferred = variant.transfer(args);
    const sets = [results, results.slice(0, 1), results.slice(-1)].flatMap((some) => resultSets(transferred, some));
    holdToRuns(variant, args, runs, sets);
    holdToRelationsOfSome(variant, args, runs.slice(0, MAX_RELATED));
    args.forEach((_, i) => mustBeNever(variant, args.with(i, NEVER), transferred));
  }
  if (args.every((view) => onlyValue(view) !== undefined)) for (const run of runs.filter(isShort)) holdToPoint(analysis, args, run);
}

/** Results of long texts are bounded instead of computed. */
function isShort({ args }: MonomerRun): boolean {
  return args.every((value) => typeof value !== 'string' || value.length <= 128);
}

/** Limit for runs with relations: the relations come from comparing all pairs of runs. */
const MAX_RELATED = 32;

function holdToRelationsOfSome(analysis: Analysis, args: readonly AbstractValue[], runs: readonly MonomerRun[]): void {
  for (const some of [runs, runs.filter(({ result }) => result !== undefined), runs.slice(-1)]) {
    if (some.length > 0) holdToRelations(analysis, args, runs, relationsOfAll(some));
  }
}

/** An unreachable application must have no claims and no preconditions. */
function mustBeNever(analysis: Analysis, args: readonly AbstractValue[], result: AbstractValue): void {
  const views = [analysis.transfer(args), ...(analysis.refine?.(result, args) ?? [])];
  const isSilent = views.every((view) => view === NEVER) && (analysis.facts?.(args, result) ?? []).length === 0;
  if (!isSilent || analysis.need?.(args, NO_RELATIONS) === false)
    throw new Error(`the analysis has claims for an unreachable application of ${args.length} arguments`);
}
