import * as fc from 'fast-check';
import { type AbstractValue, ofRanges } from '../abstract/abstract.js';
import { pairsOf } from '../abstract/arithmetic.js';
import { contains, uniteAll } from '../abstract/ranges.js';
import { add, INT64_MAX, INT64_MIN, type Int, maximum, minimum, normalize, subtract } from '../types/integer.js';
import type { Value } from '../values/value.js';
import { NO_RELATIONS } from './relation.js';
import { type Case, casesWithIntegers, variants } from './testing/cases.js';
import { holdToRelations, holdToRuns, relationsOfAll, runAll } from './testing/obligations.js';
import { resultSets } from './testing/result-sets.js';
import { literalSets, product } from './testing/sets.js';

const RUNS = 300;

/** 64-bit integers, mostly near 0, powers of two and the limits. */
const integer: fc.Arbitrary<Int> = fc
  .oneof(
    { weight: 3, arbitrary: fc.bigInt({ min: -20n, max: 20n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.bigInt({ min: -3n, max: 3n }), fc.nat({ max: 63 }), fc.constantFrom(1n, -1n))
        .map(([near, bits, sign]) => sign * 2n ** BigInt(bits) + near),
    },
  )
  .map((value) => maximum(INT64_MIN, minimum(INT64_MAX, normalize(value))));

/**
 * A set of up to three ranges, and some of its integers: the bounds, their neighbours, and other drawn integers that it contains.
 */
interface Drawn {
  readonly view: AbstractValue;
  readonly values: readonly Value[];
}

const set: fc.Arbitrary<Drawn> = fc
  .tuple(fc.array(fc.tuple(integer, integer), { minLength: 1, maxLength: 3 }), fc.array(integer, { maxLength: 2 }))
  .map(([ends, others]) => {
    const ranges = uniteAll(ends.map(([a, b]) => [minimum(a, b), maximum(a, b)]));
    const near = pairsOf(ranges).flatMap(([lo, hi]) => [lo, add(lo, 1), subtract(hi, 1), hi]);
    return { view: ofRanges(ranges), values: [...new Set([...near, ...others])].filter((value) => contains(ranges, value)).slice(0, 8) };
  });

function drawnArguments({ overload }: Case): fc.Arbitrary<readonly Drawn[]> {
  return fc.tuple(
    ...overload.parameters.map((parameter) => {
      if (parameter.literal === undefined) return set;
      return fc
        .constantFrom(...literalSets(parameter))
        .map((view): Drawn => ({ view, values: view.kind === 'integer' ? view.ranges.slice(0, 1) : [] }));
    }),
  );
}

/** Wide integers could ask for lists that take long to build. */
const ON_INTEGERS = casesWithIntegers(1).filter(
  ([, , { overload }]) =>
    overload.result.kind !== 'list' && overload.parameters.every(({ type }) => type.kind === 'integer' || type.kind === 'variable'),
);

describe.each(ON_INTEGERS)('%s(%s)', (_name, _kinds, of) => {
  it('its analysis is sound on wide argument sets', () => {
    fc.assert(
      fc.property(drawnArguments(of), (drawn) => {
        const args = drawn.map(({ view }) => view);
        const runs = runAll(of.reference, product(drawn.map(({ values }) => values)));
        const results = runs.flatMap((run) => (run.result === undefined ? [] : [run.result]));
        for (const variant of variants(of.analysis)) holdToRuns(variant, args, runs, resultSets(variant.transfer(args), results));
      }),
      { numRuns: RUNS },
    );
  });

  it('its analysis is sound under relations between wide arguments', () => {
    fc.assert(
      fc.property(drawnArguments(of), fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), (drawn, choices) => {
        const args = drawn.map(({ view }) => view);
        const tuples = product(drawn.map(({ values }) => values));
        const runs = runAll(of.reference, tuples);
        const chosen = choices.flatMap((choice) => runs.slice(choice % runs.length).slice(0, 1));
        for (const variant of variants(of.analysis)) {
          holdToRelations(variant, args, runs, relationsOfAll(chosen));
          holdToRelations(variant, args, runs, NO_RELATIONS);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
