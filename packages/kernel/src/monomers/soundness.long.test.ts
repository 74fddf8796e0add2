import { type AbstractValue, integers, NEVER, onlyValue } from '../abstract/abstract.js';
import { highest, lowest } from '../abstract/ranges.js';
import type { Value } from '../values/value.js';
import { NO_RELATIONS, nodeOfTerm, type Relations } from './relation.js';
import { ALL_POOLS, type ArgumentSets, type Choice, everyTuple, setsByParameter } from './testing/argument-sets.js';
import { type Case, casesWithIntegers, casesWithOperands, variants } from './testing/cases.js';
import { holdToPoint, holdToRelations, holdToRuns, type MonomerRun, operandsOf, relationsOfAll, runAll } from './testing/obligations.js';
import { INTEGER_POOL, PLACES } from './testing/pools.js';
import { resultSets } from './testing/result-sets.js';
import { EDGES, FEW_TEXTS, product, RELATED_TEXTS, subranges, TEXTS, valuesOf, WITH_HOLES } from './testing/sets.js';

/** Tested at every position, in addition to the small sets. */
const WIDER: readonly AbstractValue[] = [
  integers(-2, 2),
  integers(-3, -2),
  integers(2, 3),
  integers(-5, 5),
  integers(4, 5),
  integers(-7, -4),
  integers(0, 8),
];

const ALL: Omit<Choice, 'integers'> = { places: PLACES, texts: TEXTS, pools: ALL_POOLS, most: Number.POSITIVE_INFINITY };
const UNARY_OR_BINARY: Choice = { ...ALL, integers: [...subranges(-3, 3), ...WIDER, ...WITH_HOLES] };
const TERNARY: Choice = { ...ALL, integers: [...subranges(-1, 1), ...WIDER.slice(0, 4), ...WITH_HOLES.slice(0, 2)], texts: FEW_TEXTS };
const POINTS: Choice = { ...ALL, integers: subranges(-9, 9) };
const TERNARY_POINTS: Choice = { ...ALL, integers: subranges(-4, 4), texts: FEW_TEXTS };
const AT_EDGES: Choice = { ...ALL, integers: EDGES, places: EDGES, texts: FEW_TEXTS, pools: [INTEGER_POOL] };
const TERNARY_AT_EDGES: Choice = { ...AT_EDGES, most: 4 };
const EDGE_POINTS: Choice = { ...AT_EDGES, integers: EDGES.flatMap(endsOf) };
const TERNARY_EDGE_POINTS: Choice = { ...AT_EDGES, integers: EDGES.slice(0, 6).flatMap(endsOf) };
const RELATED: Choice = { ...ALL, integers: [...subranges(-2, 2), ...WITH_HOLES], texts: RELATED_TEXTS, most: 9 };
const TERNARY_RELATED: Choice = { ...RELATED, integers: subranges(-1, 1), places: PLACES.slice(4, 12), pools: [INTEGER_POOL], most: 6 };

/** Returns one value for up to two parameters, and another for more. */
function byArity<S>({ overload }: Case, few: S, many: S): S {
  return overload.parameters.length > 2 ? many : few;
}

function argumentSets({ overload }: Case, choice: Choice): readonly (readonly AbstractValue[])[] {
  return everyTuple(setsByParameter(overload, choice));
}

function smallSets(of: Case): readonly (readonly AbstractValue[])[] {
  return argumentSets(of, byArity(of, UNARY_OR_BINARY, TERNARY));
}

function tuplesOf(args: readonly AbstractValue[]): readonly (readonly Value[])[] {
  return product(args.map(valuesOf));
}

function holdEverywhere({ reference, analysis }: Case, argumentTuples: readonly (readonly AbstractValue[])[]): void {
  for (const args of argumentTuples) {
    const runs = runAll(reference, tuplesOf(args));
    const results = runs.flatMap((run) => (run.result === undefined ? [] : [run.result]));
    for (const variant of variants(analysis)) holdToRuns(variant, args, runs, resultSets(variant.transfer(args), results));
  }
}

/** Returns relations with one difference, two of opposite direction, or sameness, for each pair of operands. */
function relationsBetween(operands: readonly number[]): readonly Relations[] {
  const pairs = product([operands, operands]).filter(([i = 0, j = 0]) => i < j);
  return pairs.flatMap(([first = 0, second = 0]) => [
    ...product([
      [undefined, -2, -1, 0, 1, 2],
      [undefined, -2, -1, 0, 1, 2],
    ]).map(([k, m]) => known((i, j) => (i === first && j === second ? k : i === second && j === first ? m : undefined))),
    sameness(nodeOfTerm(first), nodeOfTerm(second)),
  ]);
}

function known(difference: Relations['difference']): Relations {
  return { difference, same: () => false };
}

function sameness(first: number, second: number): Relations {
  return { difference: () => undefined, same: (i, j) => (i === first && j === second) || (i === second && j === first) };
}

/** Returns the relations of all runs whose precondition holds, of every third run and of every seventh. */
function relationsOfSome(runs: readonly MonomerRun[]): readonly Relations[] {
  const some = [runs.filter(({ result }) => result !== undefined), everyNth(runs, 3), everyNth(runs, 7)];
  return some.filter(({ length }) => length > 0).map(relationsOfAll);
}

function everyNth<T>(all: readonly T[], n: number): readonly T[] {
  return all.filter((_, index) => index % n === 1);
}

describe.each(casesWithIntegers(0))('%s(%s)', (_name, _kinds, of) => {
  it('its analysis is sound on all small argument sets', () => {
    holdEverywhere(of, smallSets(of));
  });

  it('its analysis is exact at single tuples, precondition included', () => {
    for (const choice of [byArity(of, POINTS, TERNARY_POINTS), byArity(of, EDGE_POINTS, TERNARY_EDGE_POINTS)]) {
      for (const args of everyTuple(pointsOf(setsByParameter(of.overload, choice)))) {
        for (const run of runAll(of.reference, tuplesOf(args))) holdToPoint(of.analysis, args, run);
      }
    }
  });

  it('its analysis gives never for never', () => {
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
  it('its analysis is sound', () => {
    holdEverywhere(of, argumentSets(of, byArity(of, AT_EDGES, TERNARY_AT_EDGES)));
  });
});

describe.each(casesWithOperands(2))('%s(%s) under relations between its arguments', (_name, _kinds, of) => {
  it('its analysis is sound', () => {
    for (const args of argumentSets(of, byArity(of, RELATED, TERNARY_RELATED))) {
      const runs = runAll(of.reference, tuplesOf(args));
      const relations = [...relationsBetween(operandsOf(runs[0]?.args ?? [])), ...relationsOfSome(runs)];
      for (const relation of relations) holdToRelations(of.analysis, args, runs, relation);
    }
  });
});

/** Returns the sets that have a single value. */
function pointsOf(sets: ArgumentSets): ArgumentSets {
  return sets.map((parameters) => parameters.map((views) => views.filter((view) => onlyValue(view) !== undefined)));
}

/** Returns the least and the greatest integer of a set, each as a set of its own. */
function endsOf(view: AbstractValue): readonly AbstractValue[] {
  if (view.kind !== 'integer') return [];
  return [lowest(view.ranges), highest(view.ranges)].map((value) => integers(value, value));
}
