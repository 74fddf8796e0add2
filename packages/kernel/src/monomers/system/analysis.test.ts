import {
  type AbstractValue,
  EITHER,
  exactTexts,
  FALSE,
  integers,
  NEVER,
  ofRanges,
  option,
  record,
  TRUE,
  texts,
} from '../../abstract/abstract.js';
import { type Ranges, range, uniteAll } from '../../abstract/ranges.js';
import { INT64_MAX, INT64_MIN, type Int } from '../../types/integer.js';
import { NO_RELATIONS, type Relations } from '../relation.js';
import { familyOf } from '../testing/rows.js';
import { analysisNamed, holdToSamples, rowNamed, type Sample, sampleOf, samplesBetween, samplesOfTexts } from '../testing/samples.js';
import { subranges, valuesOf } from '../testing/sets.js';
import { daysOfDates } from './calendar.js';
import { civilOf, DAY_MAX, DAY_MIN, daysOf, monthLength } from './civil.js';
import { projectionOf } from './dates.js';

const system = familyOf('system');

const DAYS = [INT64_MIN, DAY_MIN - 1, DAY_MIN, DAY_MIN + 40, -1, 0, 11_015, 11_016, 11_017, DAY_MAX - 40, DAY_MAX, DAY_MAX + 1, INT64_MAX];

const day = (year: number, month: number, of: number) => daysOf({ year, month, day: of });

/** Every range of a window; all its integers are run. */
function windowOf(lo: number, hi: number): readonly Sample[] {
  return subranges(lo, hi).map((view) => ({ view, values: valuesOf(view) }));
}

function samplesOf(...views: readonly AbstractValue[]): readonly Sample[] {
  return views.map((view) => ({ view, values: valuesOf(view) }));
}

const set = (...members: number[]) => ofRanges(ranges(members));

it('IS_LEAP_YEAR', () => {
  const windows = [
    windowOf(-1, 9),
    windowOf(1895, 1913),
    windowOf(1995, 2005),
    windowOf(9990, 10_001),
    samplesBetween([INT64_MIN, 1, 1896, 1904, INT64_MAX]),
  ];
  const holes = samplesOf(set(1896, 1897, 1904), set(0, 1900, 2000), set(1899, 1900, 1901, 2100, 2104));
  for (const samples of [...windows, holes]) holdToSamples(rowNamed(system, 'IS_LEAP_YEAR'), [samples]);
});

it('DAYS_IN_MONTH', () => {
  const years = [
    ...windowOf(1897, 1899),
    ...windowOf(1903, 1905),
    ...samplesOf(set(0, 4), set(9999, 10_000), set(1897, 1900, 1904), integers(1890, 1920)),
  ];
  const months = [
    ...windowOf(0, 4),
    ...windowOf(11, 13),
    ...samplesOf(set(2), set(4, 6), set(2, 4), set(1, 2, 12), integers(1, 12), integers(3, 7)),
  ];
  holdToSamples(rowNamed(system, 'DAYS_IN_MONTH'), [years, months]);
});

it('DAYS_FROM_CIVIL', () => {
  const years = samplesOf(
    set(1),
    set(2023),
    set(2024),
    set(2023, 2024),
    set(2023, 2025, 2028),
    integers(1897, 1904),
    set(9999, 10_000),
    set(0, 4),
  );
  const months = samplesOf(
    set(0),
    set(1),
    set(2),
    set(2, 4),
    integers(1, 3),
    integers(2, 2),
    integers(4, 6),
    integers(11, 13),
    integers(1, 12),
  );
  const days = samplesOf(
    set(0),
    set(1),
    set(28),
    set(29),
    set(30),
    set(31),
    set(1, 31),
    set(28, 30),
    set(29, 31),
    integers(27, 29),
    integers(29, 33),
    integers(-1, 2),
  );
  holdToSamples(rowNamed(system, 'DAYS_FROM_CIVIL'), [years, months, days]);
});

const WINDOWS = [
  [day(2024, 1, 30), day(2024, 3, 2)],
  [day(2023, 2, 26), day(2023, 3, 3)],
  [DAY_MIN - 2, DAY_MIN + 3],
  [DAY_MAX - 3, DAY_MAX + 2],
] as const;

it('CIVIL_FROM_DAYS, WEEKDAY and FORMAT_DATE', () => {
  for (const name of ['CIVIL_FROM_DAYS', 'WEEKDAY', 'FORMAT_DATE']) {
    for (const [lo, hi] of WINDOWS) holdToSamples(rowNamed(system, name), [windowOf(lo, hi)]);
    holdToSamples(rowNamed(system, name), [samplesBetween(DAYS)]);
    holdToSamples(rowNamed(system, name), [
      samplesOf(set(0, 40, 400), set(-1, 0, 7, 14), set(day(2024, 2, 29), day(2028, 2, 29)), integers(0, 800)),
    ]);
  }
});

it('the years, months and days of the month of a range of days are exactly those that occur', () => {
  for (const [from, to] of [
    [day(2023, 12, 30), day(2024, 3, 2)],
    [day(2024, 4, 29), day(2024, 7, 1)],
  ] as const) {
    for (let lo = from; lo <= to; lo += 1) {
      for (let hi = lo; hi <= to; hi += 1) {
        const dates = Array.from({ length: hi - lo + 1 }, (_, i) => civilOf(lo + i));
        const { years, months, days } = projectionOf(range(lo, hi));
        expect([years, months, days]).toEqual(
          [dates.map(({ year }) => year), dates.map(({ month }) => month), dates.map((date) => date.day)].map(ranges),
        );
      }
    }
  }
});

function ranges(members: readonly number[]): Ranges {
  return uniteAll(members.map((integer) => [integer, integer]));
}

it('the first and the last date of a set are real dates of it', () => {
  const sets = {
    years: [
      [2021, 2023],
      [1897, 1904],
      [2024, 2024],
    ],
    months: [
      [2, 2],
      [1, 12],
      [4, 6],
      [2, 4],
    ],
    days: [
      [29, 29],
      [31, 31],
      [30, 31],
      [1, 40],
      [29, 30],
    ],
  };
  for (const [y0 = 0, y1 = 0] of sets.years) {
    for (const [m0 = 0, m1 = 0] of sets.months) {
      for (const [d0 = 0, d1 = 0] of sets.days) {
        const real = datesWithin([y0, y1], [m0, m1], [d0, d1]);
        const found = daysOfDates({ years: [y0, y1], months: [m0, m1], days: [d0, d1] });
        expect([found[0], found.at(-1)]).toEqual([real[0], real.at(-1)]);
      }
    }
  }
});

type Span = readonly [number, number];

function datesWithin([y0, y1]: Span, [m0, m1]: Span, [d0, d1]: Span): readonly number[] {
  const all: number[] = [];
  for (let year = y0; year <= y1; year += 1) {
    for (let month = m0; month <= m1; month += 1) {
      for (let of = d0; of <= Math.min(d1, monthLength(year, month)); of += 1) all.push(day(year, month, of));
    }
  }
  return all;
}

const MONTHS: readonly Int[] = [INT64_MIN, -119_988, -119_987, -1, 0, 1, 119_987, 119_988, INT64_MAX];

it('ADD_MONTHS', () => {
  const months = samplesBetween(MONTHS);
  holdToSamples(rowNamed(system, 'ADD_MONTHS'), [samplesBetween([DAY_MIN - 1, DAY_MIN, 0, 30, 11_016, DAY_MAX, DAY_MAX + 1]), months]);
  holdToSamples(rowNamed(system, 'ADD_MONTHS'), [windowOf(day(2024, 1, 27), day(2024, 2, 2)), windowOf(-2, 2)]);
  holdToSamples(rowNamed(system, 'ADD_MONTHS'), [
    samplesOf(set(0, 30, 31), integers(DAY_MAX - 70, DAY_MAX)),
    samplesOf(set(-12, 1), integers(-1, 3)),
  ]);
});

/** Texts by length, and some single texts. */
function textSamples(pool: readonly string[], lengths: readonly number[]): readonly Sample[] {
  const views = lengths.flatMap((lo) => lengths.filter((hi) => hi >= lo).map((hi) => texts(lo, hi)));
  return [...views.map((view) => sampleOf(view, pool)), ...samplesOfTexts(pool)];
}

it('PARSE_DATE and PARSE_IPV4', () => {
  const dates = ['1970-01-01', '0001-01-01', '9999-12-31', '2023-02-29', '2024-02-29', '2024-2-9', '', '\u{1f600}024-02-29', '2024-02-291'];
  holdToSamples(rowNamed(system, 'PARSE_DATE'), [textSamples(dates, [0, 9, 10, 11, 20])]);
  const quads = ['0.0.0.0', '255.255.255.255', '256.0.0.1', '01.2.3.4', '1.2.3', '1.2.3.4 ', '', '10.20.30.40', '1234.123.123.123'];
  holdToSamples(rowNamed(system, 'PARSE_IPV4'), [textSamples(quads, [0, 6, 7, 8, 15, 16, 20])]);
});

const ADDRESSES = [-1, 0, 9, 10, 99, 100, 255, 256, 2559, 2560, 0xffff, 0x63ff_ffff, 0x6400_0000, 0xffff_fffe, 0xffff_ffff, 0x1_0000_0000];

it('FORMAT_IPV4', () => {
  holdToSamples(rowNamed(system, 'FORMAT_IPV4'), [samplesBetween([INT64_MIN, ...ADDRESSES, INT64_MAX])]);
});

it('CIDR_CONTAINS', () => {
  const addresses = [...windowOf(0, 2), ...samplesOf(set(0, 5), set(1, 3, 8), integers(4, 7), integers(-1, 1))];
  const prefixes = samplesOf(set(0), set(29), set(30), set(32), set(33), integers(30, 31), integers(31, 33), set(0, 32), set(-1, 0));
  holdToSamples(rowNamed(system, 'CIDR_CONTAINS'), [addresses, prefixes, addresses]);
  const wide = samplesBetween([0, 0x7fff_ffff, 0x8000_0000, 0x1_0000_0000]);
  holdToSamples(rowNamed(system, 'CIDR_CONTAINS'), [wide, samplesBetween([INT64_MIN, 0, 1, 32]), wide]);
});

it('COMPARE_SEMVER', () => {
  const versions = ['1.0.0', '1.0.0-rc.1', '1.0.0+linux', '1.10.0', '01.0.0', '1.0', '', '99999999999999999999.0.0', '1.0.0-'];
  const samples = textSamples(versions, [0, 4, 5, 10, 30]);
  holdToSamples(rowNamed(system, 'COMPARE_SEMVER'), [samples, samples]);
});

it('ENV gives none or a text of up to 4,096 characters', () => {
  const { transfer } = analysisNamed(system, 'ENV');
  expect(transfer([exactTexts(['HOME'])])).toEqual(option(true, texts(0, 4096)));
  expect(transfer([NEVER])).toBe(NEVER);
});

const civil = (years: AbstractValue, months: AbstractValue, days: AbstractValue) =>
  record([
    { name: 'day', view: days },
    { name: 'month', view: months },
    { name: 'year', view: years },
  ]);

const ALL_DAYS = integers(DAY_MIN, DAY_MAX);
const U32 = integers(0, 0xffff_ffff);
const year = (of: number) => integers(day(of, 1, 1), day(of, 12, 31));

/** The characters of dates, addresses and versions. */
const DATE = [0x2d, 0x2d, 0x30, 0x39];
const QUAD = [0x2e, 0x2e, 0x30, 0x39];
const VERSION = [0x2b, 0x2b, 0x2d, 0x2e, 0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a];

/** A transfer function that returns all values is sound too, so proofs rest on these bounds. */
const BOUNDS: readonly (readonly [name: string, args: readonly AbstractValue[], result: AbstractValue])[] = [
  ['IS_LEAP_YEAR', [integers(1897, 1903)], FALSE],
  ['IS_LEAP_YEAR', [integers(1897, 1904)], EITHER],
  ['IS_LEAP_YEAR', [set(2000, 2024)], TRUE],
  ['DAYS_IN_MONTH', [integers(1, 9999), integers(1, 12)], integers(28, 31)],
  ['DAYS_IN_MONTH', [integers(1, 9999), set(2)], integers(28, 29)],
  ['DAYS_IN_MONTH', [set(2023), integers(1, 3)], set(28, 31)],
  ['DAYS_IN_MONTH', [integers(1, 9999), integers(3, 12)], integers(30, 31)],
  ['DAYS_FROM_CIVIL', [integers(1, 9999), integers(1, 12), integers(1, 31)], ALL_DAYS],
  ['DAYS_FROM_CIVIL', [integers(2000, 2099), integers(1, 12), integers(1, 28)], integers(day(2000, 1, 1), day(2099, 12, 28))],
  ['DAYS_FROM_CIVIL', [integers(2021, 2029), set(2), integers(29, 31)], integers(day(2024, 2, 29), day(2028, 2, 29))],
  ['DAYS_FROM_CIVIL', [integers(1, 9999), set(2), set(30)], NEVER],
  [
    'DAYS_FROM_CIVIL',
    [set(2024), set(1, 3), integers(1, 31)],
    ofRanges([day(2024, 1, 1), day(2024, 1, 31), day(2024, 3, 1), day(2024, 3, 31)]),
  ],
  ['CIVIL_FROM_DAYS', [ALL_DAYS], civil(integers(1, 9999), integers(1, 12), integers(1, 31))],
  ['CIVIL_FROM_DAYS', [year(2024)], civil(set(2024), integers(1, 12), integers(1, 31))],
  ['CIVIL_FROM_DAYS', [integers(day(2024, 2, 3), day(2024, 2, 9))], civil(set(2024), set(2), integers(3, 9))],
  ['WEEKDAY', [ALL_DAYS], integers(1, 7)],
  ['WEEKDAY', [integers(4, 6)], integers(1, 3)],
  ['ADD_MONTHS', [year(2024), integers(0, 12)], option(false, integers(day(2024, 1, 1), day(2025, 12, 31)))],
  ['ADD_MONTHS', [ALL_DAYS, set(1)], option(true, integers(day(1, 2, 1), DAY_MAX))],
  ['ADD_MONTHS', [ALL_DAYS, integers(INT64_MIN, INT64_MAX)], option(true, ALL_DAYS)],
  ['ADD_MONTHS', [ALL_DAYS, integers(119_988, INT64_MAX)], option(true, NEVER)],
  ['PARSE_DATE', [texts(0, 255)], option(true, ALL_DAYS)],
  ['PARSE_DATE', [texts(0, 9)], option(true, NEVER)],
  ['FORMAT_DATE', [ALL_DAYS], texts(10, 10, DATE)],
  ['PARSE_IPV4', [texts(0, 15)], option(true, U32)],
  ['PARSE_IPV4', [exactTexts(['10.0.0.1'])], option(false, set(0x0a00_0001))],
  ['FORMAT_IPV4', [U32], texts(7, 15, QUAD, 'ipv4')],
  ['PARSE_IPV4', [texts(7, 15, QUAD, 'ipv4')], option(false, U32)],
  ['FORMAT_IPV4', [integers(0x0a00_0000, 0x0aff_ffff)], texts(8, 14, QUAD, 'ipv4')],
  ['CIDR_CONTAINS', [set(0x0a00_0000), set(8), integers(0x0a00_0000, 0x0aff_ffff)], TRUE],
  ['CIDR_CONTAINS', [set(0x0a00_0000), integers(8, 32), integers(0x0b00_0000, 0xffff_ffff)], FALSE],
  ['CIDR_CONTAINS', [U32, set(0), U32], TRUE],
  ['CIDR_CONTAINS', [set(0x0a00_0000), set(8), U32], EITHER],
  ['COMPARE_SEMVER', [texts(0, 255), texts(0, 255)], option(true, integers(-1, 1))],
  ['COMPARE_SEMVER', [texts(0, 255), texts(0, 4)], option(true, NEVER)],
  ['COMPARE_SEMVER', [exactTexts(['1.0.0']), exactTexts(['1.0.1', '2.0.0'])], option(false, set(-1))],
];

test.each(BOUNDS)('%s of %j is within %j', (name, args, result) => {
  expect(analysisNamed(system, name).transfer(args)).toEqual(result);
});

const REFINED: readonly (readonly [
  name: string,
  result: AbstractValue,
  args: readonly AbstractValue[],
  refined: readonly AbstractValue[],
])[] = [
  ['IS_LEAP_YEAR', TRUE, [integers(2021, 2031)], [set(2024, 2028)]],
  ['IS_LEAP_YEAR', TRUE, [integers(1, 9999)], [integers(4, 9996)]],
  ['DAYS_IN_MONTH', set(31), [integers(2020, 2024), integers(1, 4)], [integers(2020, 2024), set(1, 3)]],
  ['DAYS_IN_MONTH', set(29), [integers(2021, 2027), integers(1, 12)], [set(2024), set(2)]],
  ['DAYS_FROM_CIVIL', year(2024), [integers(1, 9999), integers(1, 12), integers(0, 99)], [set(2024), integers(1, 12), integers(1, 31)]],
  ['CIVIL_FROM_DAYS', civil(set(2024), integers(1, 12), integers(1, 31)), [ALL_DAYS], [year(2024)]],
  ['CIVIL_FROM_DAYS', civil(set(2024), set(2), integers(28, 31)), [ALL_DAYS], [integers(day(2024, 2, 28), day(2024, 2, 29))]],
  ['WEEKDAY', set(1), [integers(0, 12)], [set(4, 11)]],
  ['ADD_MONTHS', option(false, year(2024)), [year(2023), integers(-99, 99)], [year(2023), integers(1, 23)]],
  ['ADD_MONTHS', option(false, year(2024)), [ALL_DAYS, set(12)], [year(2023), set(12)]],
  ['PARSE_DATE', option(false, ALL_DAYS), [texts(0, 255)], [texts(10, 10, DATE)]],
  ['FORMAT_DATE', exactTexts(['1970-01-02', 'x']), [ALL_DAYS], [set(1)]],
  ['PARSE_IPV4', option(false, U32), [texts(0, 255)], [texts(7, 15, QUAD, 'ipv4')]],
  ['FORMAT_IPV4', exactTexts(['0.0.1.0', 'x']), [U32], [set(256)]],
  ['CIDR_CONTAINS', TRUE, [set(0x0a01_0203), set(8), U32], [set(0x0a01_0203), set(8), integers(0x0a00_0000, 0x0aff_ffff)]],
  ['CIDR_CONTAINS', FALSE, [set(0), set(8), U32], [set(0), set(8), integers(0x0100_0000, 0xffff_ffff)]],
  ['COMPARE_SEMVER', option(false, set(0)), [texts(0, 255), texts(0, 9)], [texts(5, 255, VERSION), texts(5, 9, VERSION)]],
];

test.each(REFINED)('%s with the result %j narrows %j to %j', (name, result, args, refined) => {
  expect(analysisNamed(system, name).refine?.(result, args)).toEqual(refined);
});

const NEEDS: readonly (readonly [name: string, args: readonly AbstractValue[], proven: boolean])[] = [
  ['DAYS_FROM_CIVIL', [integers(1, 9999), integers(1, 12), integers(1, 28)], true],
  ['DAYS_FROM_CIVIL', [integers(1, 9999), integers(1, 12), integers(1, 29)], false],
  ['DAYS_FROM_CIVIL', [integers(1, 9999), integers(3, 12), integers(1, 30)], true],
  ['DAYS_FROM_CIVIL', [set(2000, 2024), integers(1, 12), integers(1, 29)], true],
  ['DAYS_FROM_CIVIL', [integers(1, 9999), set(1, 3, 5, 7, 8, 10, 12), integers(1, 31)], true],
  ['DAYS_FROM_CIVIL', [integers(1, 9999), set(1), integers(0, 31)], false],
  ['WEEKDAY', [ALL_DAYS], true],
  ['WEEKDAY', [integers(DAY_MIN - 1, 0)], false],
  ['FORMAT_IPV4', [U32], true],
  ['CIDR_CONTAINS', [U32, integers(0, 32), U32], true],
  ['CIDR_CONTAINS', [U32, integers(0, 33), U32], false],
];

test.each(NEEDS)('the precondition of %s on %j is proven exactly if it follows', (name, args, proven) => {
  expect(analysisNamed(system, name).need?.(args, NO_RELATIONS)).toBe(proven);
});

const BEYOND = integers(DAY_MAX + 1, INT64_MAX);

const OUTSIDE: readonly (readonly [name: string, result: AbstractValue, args: readonly AbstractValue[]])[] = [
  ['IS_LEAP_YEAR', EITHER, [integers(10_000, INT64_MAX)]],
  ['DAYS_IN_MONTH', integers(28, 31), [set(2024), set(0, 13)]],
  ['DAYS_IN_MONTH', integers(28, 31), [set(0), integers(1, 12)]],
  ['CIVIL_FROM_DAYS', civil(integers(1, 9999), integers(1, 12), integers(1, 31)), [BEYOND]],
  ['WEEKDAY', integers(1, 7), [BEYOND]],
  ['ADD_MONTHS', option(true, ALL_DAYS), [BEYOND, integers(-1, 1)]],
  ['ADD_MONTHS', option(false, ALL_DAYS), [BEYOND, integers(-1, 1)]],
  ['FORMAT_DATE', texts(10, 10), [BEYOND]],
  ['FORMAT_IPV4', texts(7, 15), [integers(INT64_MIN, -1)]],
  ['CIDR_CONTAINS', TRUE, [integers(-9, -1), integers(0, 32), U32]],
  ['CIDR_CONTAINS', FALSE, [U32, integers(33, 64), U32]],
  ['CIDR_CONTAINS', EITHER, [U32, integers(0, 32), integers(-9, -1)]],
];

test.each(OUTSIDE)('%s with the result %j is not reached with %j', (name, result, args) => {
  const { transfer, need, refine } = analysisNamed(system, name);
  expect(need?.(args, NO_RELATIONS)).toBe(false);
  expect([transfer(args), ...(refine?.(result, args) ?? [])].every((view) => view === NEVER)).toBe(true);
});

it('a result outside the calendar is not reached', () => {
  const outside = option(false, BEYOND);
  expect(analysisNamed(system, 'ADD_MONTHS').refine?.(outside, [ALL_DAYS, set(1)])).toEqual([NEVER, NEVER]);
  expect(analysisNamed(system, 'DAYS_FROM_CIVIL').refine?.(BEYOND, [set(2000), set(1), set(1)])).toEqual([NEVER, NEVER, NEVER]);
});

const SAME: Relations = { same: () => true, difference: () => undefined };

it('an address lies in each of its own networks, and a version is none or equal to itself', () => {
  expect(analysisNamed(system, 'CIDR_CONTAINS').related?.([U32, integers(0, 32), U32], SAME)).toBe(TRUE);
  const text = texts(0, 255);
  expect(analysisNamed(system, 'COMPARE_SEMVER').related?.([text, text], SAME)).toEqual(option(true, set(0)));
});

it('a day number minus the day of the month is the last day before the month', () => {
  const facts = analysisNamed(system, 'DAYS_FROM_CIVIL').facts?.([set(1970), set(1), integers(1, 31)], integers(0, 30));
  expect(facts).toEqual([
    { minuend: 'result', subtrahend: 2, bound: -1 },
    { minuend: 2, subtrahend: 'result', bound: 1 },
  ]);
});
