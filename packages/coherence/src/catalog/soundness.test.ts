import { type Abstract, integers, NEVER, onlyValue } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Value } from '../values/value.js';
import { NO_RELATIONS, type Relations } from './relation.js';
import { type ArgumentSets, everyTuple, setsByParameter } from './testing/argument-sets.js';
import { type Case, casesWithIntegers, casesWithOperands, variants } from './testing/cases.js';
import { holdToPoint, holdToRelations, holdToRuns, operandsOf, type Run, relationsOfAll, runAll } from './testing/obligations.js';
import { resultSets } from './testing/result-sets.js';
import { EDGES, product, subranges, valuesOf, WITH_HOLES } from './testing/sets.js';

const BINARY_SETS = [...subranges(-4, 4), ...WITH_HOLES];
const TERNARY_SETS = [...subranges(-2, 2), ...WITH_HOLES.slice(0, 2)];
const RELATED_SETS = [...subranges(-2, 2), ...WITH_HOLES];
const TERNARY_RELATED_SETS = subranges(-1, 1);

function argumentSets({ overload }: Case, integerSets: readonly Abstract[]): readonly (readonly Abstract[])[] {
  return everyTuple(setsByParameter(overload, integerSets));
}

function smallSets(of: Case): readonly (readonly Abstract[])[] {
  return argumentSets(of, of.overload.parameters.length > 2 ? TERNARY_SETS : BINARY_SETS);
}

function tuplesOf(args: readonly Abstract[]): readonly (readonly Value[])[] {
  return product(args.map(valuesOf));
}

function holdEverywhere({ reference, analysis }: Case, argumentTuples: readonly (readonly Abstract[])[]): void {
  for (const args of argumentTuples) {
    const runs = runAll(reference, tuplesOf(args));
    const results = runs.flatMap((run) => (run.result === undefined ? [] : [run.result]));
    for (const variant of variants(analysis)) holdToRuns(variant, args, runs, resultSets(variant.transfer(args), results));
  }
}

/** One difference, or two of opposite direction, or sameness, between each pair of operands. */
function relationsBetween(operands: readonly number[]): readonly Relations[] {
  const pairs = product([operands, operands]).filter(([i, j]) => i !== j);
  return pairs.flatMap(([first = 0, second = 0]) => [
    ...[-2, -1, 0, 1, 2].map((k) => known((i, j) => (i === first && j === second ? k : undefined))),
    ...product([
      [-1, 0, 1],
      [-1, 0, 2],
    ]).map(([k, m]) => known((i, j) => (i === first && j === second ? k : i === second && j === first ? m : undefined))),
    { difference: () => undefined, same: (i: number, j: number) => (i === first && j === second) || (i === second && j === first) },
  ]);
}

function known(difference: Relations['difference']): Relations {
  return { difference, same: () => false };
}

/** The relations of all runs whose need holds, and of every third and every seventh run. */
function relationsOfSome(runs: readonly Run[]): readonly Relations[] {
  const some = [runs.filter(({ result }) => result !== undefined), everyNth(runs, 3), everyNth(runs, 7)];
  return some.filter(({ length }) => length > 0).map(relationsOfAll);
}

function everyNth<T>(all: readonly T[], n: number): readonly T[] {
  return all.filter((_, index) => index % n === 1);
}

describe.each(casesWithIntegers(0))('%s(%s)', (_name, _kinds, of) => {
  it('says nothing of small argument sets that a run denies', () => {
    holdEverywhere(of, smallSets(of));
  });

  it('is exact at single tuples, need included', () => {
    const reach = of.overload.parameters.length > 2 ? 4 : 9;
    for (const integerSets of [subranges(-reach, reach), EDGES.flatMap(endsOf)]) {
      for (const args of everyTuple(pointsOf(setsByParameter(of.overload, integerSets)))) {
        for (const run of runAll(of.reference, tuplesOf(args))) holdToPoint(of.analysis, args, run);
      }
    }
  });

  it('gives never for never', () => {
    const [some] = smallSets(of);
    expect(some === undefined ? [] : (of.analysis.refine?.(NEVER, some) ?? []).filter((view) => view !== NEVER)).toEqual([]);
    expect(some === undefined ? [] : (of.analysis.facts?.(some, NEVER) ?? [])).toEqual([]);
    some?.forEach((_, position) => {
      const args = some.map((view, i) => (i === position ? NEVER : view));
      expect(of.analysis.transfer(args)).toBe(NEVER);
      expect(of.analysis.need?.(args, NO_RELATIONS) ?? true).toBe(true);
      expect(of.analysis.refine?.(of.analysis.transfer(some), args).every((view) => view === NEVER) ?? true).toBe(true);
      expect(of.analysis.facts?.(args, of.analysis.transfer(some)) ?? []).toEqual([]);
    });
  });
});

describe.each(casesWithIntegers(1))('%s(%s) at the edges of its arguments', (_name, _kinds, of) => {
  it('says nothing of argument sets that a run denies', () => {
    holdEverywhere(of, argumentSets(of, EDGES));
  });
});

describe.each(casesWithOperands(2))('%s(%s) under relations between its arguments', (_name, _kinds, of) => {
  it('says nothing that a run denies', () => {
    for (const args of argumentSets(of, of.overload.parameters.length > 2 ? TERNARY_RELATED_SETS : RELATED_SETS)) {
      const runs = runAll(of.reference, tuplesOf(args));
      const relations = [...relationsBetween(operandsOf(runs[0]?.args ?? [])), ...relationsOfSome(runs)];
      for (const relation of relations) holdToRelations(of.analysis, args, runs, relation);
    }
  });
});

/** Those of the sets that hold a single value. */
function pointsOf(sets: ArgumentSets): ArgumentSets {
  return sets.map((parameters) => parameters.map((views) => views.filter((view) => onlyValue(view) !== undefined)));
}

/** The least and the greatest of a set of integers, each alone. */
function endsOf(view: Abstract): readonly Abstract[] {
  if (view.kind !== 'integer') return [];
  return [lowest(view.ranges), highest(view.ranges)].map((value) => integers(value, value));
}
