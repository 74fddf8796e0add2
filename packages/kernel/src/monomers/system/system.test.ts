import * as fc from 'fast-check';
import { NONE, OptionValue, RecordValue, type Value } from '../../values/value.js';
import { familyOf, referenceOf } from '../testing/rows.js';
import { DAY_MAX, DAY_MIN } from './civil.js';

const row = (name: string) => referenceOf(familyOf('system'), name);
const some = (value: Value) => new OptionValue(value);
const dateOf = (day: number) => new Date(day * 86_400_000);
const isoOf = (day: number) => dateOf(day).toISOString().slice(0, 10);
const bits = (address: number) => address.toString(2).padStart(32, '0');

it('the entropy sources are NOW, RANDOM, UUID and ENV, and have no reference', () => {
  const sources = familyOf('system').filter((monomer) => monomer.effect === 'source');
  expect(sources.map((source) => source.name)).toEqual(['NOW', 'RANDOM', 'UUID', 'ENV']);
  expect(sources.every((source) => source.reference === null)).toBe(true);
});

describe('the calendar agrees with Date', () => {
  /** Both ends, and days 97 apart, which cover all days of the week, all months and all kinds of leap days. */
  const days = [DAY_MIN, DAY_MIN + 58, DAY_MIN + 59, DAY_MAX - 1, DAY_MAX];
  for (let day = DAY_MIN; day <= DAY_MAX; day += 97) days.push(day);

  it('from days to dates and back', () => {
    const differing = days.filter((day) => {
      const date = dateOf(day);
      const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
      const civil = row('CIVIL_FROM_DAYS')(day);
      const isSame =
        civil instanceof RecordValue &&
        civil.fields.get('year') === year &&
        civil.fields.get('month') === month &&
        civil.fields.get('day') === dayOfMonth;
      return !isSame || row('DAYS_FROM_CIVIL')(year, month, dayOfMonth) !== day;
    });
    expect(differing).toEqual([]);
  });

  it('on days of the week', () => {
    expect(days.filter((day) => row('WEEKDAY')(day) !== (dateOf(day).getUTCDay() || 7))).toEqual([]);
  });

  it('in texts', () => {
    expect(days.filter((day) => row('FORMAT_DATE')(day) !== isoOf(day))).toEqual([]);
    expect(days.filter((day) => JSON.stringify(row('PARSE_DATE')(isoOf(day))) !== JSON.stringify(some(day)))).toEqual([]);
  });

  it('on the lengths of all months of all years', () => {
    for (let year = 1; year <= 9999; year += 1) {
      const lengths = [...Array(12).keys()].map((month) => row('DAYS_IN_MONTH')(year, month + 1));
      // Date.UTC takes years below 100 as 19xx. The calendar repeats after 400 years.
      const expected = [...Array(12).keys()].map((month) => new Date(Date.UTC(year + 400, month + 1, 0)).getUTCDate());
      expect(lengths).toEqual(expected);
      expect(row('IS_LEAP_YEAR')(year)).toBe(expected[1] === 29);
    }
  });

  it('on months added: the same day of the month, or the last', () => {
    const day = fc.integer({ min: DAY_MIN, max: DAY_MAX });
    fc.assert(
      fc.property(day, fc.integer({ min: -130_000, max: 130_000 }), (start, months) => {
        const from = dateOf(start);
        const month = from.getUTCFullYear() * 12 + from.getUTCMonth() + months;
        const lastDay = new Date(from);
        lastDay.setUTCFullYear(Math.floor(month / 12), (((month % 12) + 12) % 12) + 1, 0);
        const year = Math.floor(month / 12);
        const end = lastDay.getTime() / 86_400_000 - Math.max(lastDay.getUTCDate() - from.getUTCDate(), 0);
        expect(row('ADD_MONTHS')(start, months)).toEqual(year >= 1 && year <= 9999 ? some(end) : NONE);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('PARSE_DATE gives none for', () => {
  it.each(['2024-02-30', '2024-13-01', '2024-00-10', '2024-01-00', '02024-01-01', '2024-01-01\n', '2024/01/01', '٢٠٢٤-٠١-٠١'])(
    '%j',
    (text) => {
      expect(row('PARSE_DATE')(text)).toBe(NONE);
    },
  );
});

describe('PARSE_IPV4 and FORMAT_IPV4', () => {
  it('are inverse to each other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (address) => {
        const quad = row('FORMAT_IPV4')(address);
        expect(quad).toBe(
          [address / 2 ** 24, address / 2 ** 16, address / 2 ** 8, address].map((part) => Math.floor(part) % 256).join('.'),
        );
        expect(typeof quad === 'string' && row('PARSE_IPV4')(quad)).toEqual(some(address));
      }),
    );
  });

  it.each(['', '1.2.3.4.5', '1..2.3', '1.2.3.256', '1.2.3.00', '1.2.3.-4', '0x1.2.3.4', '1.2.3.4\n', '1,2,3,4'])(
    '%j is no address',
    (text) => {
      expect(row('PARSE_IPV4')(text)).toBe(NONE);
    },
  );
});

describe('CIDR_CONTAINS', () => {
  it('compares the first prefix bits', () => {
    const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
    fc.assert(
      fc.property(u32, fc.integer({ min: 0, max: 32 }), fc.integer({ min: 0, max: 31 }), u32, (network, prefix, flipped, other) => {
        for (const address of [(network ^ (1 << flipped)) >>> 0, other, network]) {
          const isWithin = bits(network).slice(0, prefix) === bits(address).slice(0, prefix);
          expect(row('CIDR_CONTAINS')(network, prefix, address)).toBe(isWithin);
        }
      }),
    );
  });
});

describe('COMPARE_SEMVER', () => {
  /** SemVer 2.0.0, items 11.2 to 11.4, and numbers beyond every machine integer. */
  const ascending = [
    '0.0.0-0',
    '0.0.0',
    '1.0.0-1',
    '1.0.0-9',
    '1.0.0-10',
    '1.0.0-99999999999999999999',
    '1.0.0-100000000000000000000',
    '1.0.0--',
    '1.0.0-0a',
    '1.0.0-Alpha',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '2.0.0',
    '2.1.0',
    '2.1.1',
    '10.0.0',
    '99999999999999999999.0.0',
    '100000000000000000000.0.0',
  ];

  it('orders each pair like the specification', () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) {
        expect([a, b, row('COMPARE_SEMVER')(a, b)]).toEqual([a, b, some(Math.sign(i - j))]);
      }
    }
  });

  it('ignores build metadata', () => {
    expect(row('COMPARE_SEMVER')('1.0.0-a+001', '1.0.0-a+exp.sha-5114f85')).toEqual(some(0));
  });

  const notVersions = [
    '',
    '1',
    '1.2',
    '1.2.3.4',
    'v1.2.3',
    '1.2.3-',
    '1.2.3+',
    '1.2.3-a..b',
    '1.2.3-01',
    '1.2.3+a+b',
    '1.2.3-a_b',
    '1.02.3',
    '1.2.x',
    ' 1.2.3',
    '1.2.3\n',
    '-1.2.3',
    '1.2.3-\u00e9',
  ];
  it.each(notVersions)('%j is no version', (text) => {
    expect(row('COMPARE_SEMVER')(text, '1.0.0')).toBe(NONE);
    expect(row('COMPARE_SEMVER')('1.0.0', text)).toBe(NONE);
  });

  it('takes megabytes in linear time', () => {
    const digits = '9'.repeat(500_000);
    expect(row('COMPARE_SEMVER')(`1.0.0-${digits}`, `1.0.0-${digits}a`)).toEqual(some(-1));
  });
});

describe('a violated precondition gives no result', () => {
  it.each<[string, Value[]]>([
    ['IS_LEAP_YEAR', [0]],
    ['IS_LEAP_YEAR', [10_000]],
    ['DAYS_IN_MONTH', [2024, 0]],
    ['DAYS_IN_MONTH', [2024, 13]],
    ['DAYS_FROM_CIVIL', [2023, 2, 29]],
    ['DAYS_FROM_CIVIL', [2023, 4, 31]],
    ['DAYS_FROM_CIVIL', [2023, 1, 0]],
    ['DAYS_FROM_CIVIL', [0, 1, 1]],
    ['CIVIL_FROM_DAYS', [DAY_MIN - 1]],
    ['CIVIL_FROM_DAYS', [DAY_MAX + 1]],
    ['WEEKDAY', [DAY_MAX + 1]],
    ['WEEKDAY', [-(2n ** 63n)]],
    ['ADD_MONTHS', [DAY_MIN - 1, 0]],
    ['FORMAT_DATE', [DAY_MAX + 1]],
    ['FORMAT_IPV4', [-1]],
    ['FORMAT_IPV4', [2 ** 32]],
    ['CIDR_CONTAINS', [0, 33, 0]],
    ['CIDR_CONTAINS', [0, -1, 0]],
    ['CIDR_CONTAINS', [2 ** 32, 0, 0]],
    ['CIDR_CONTAINS', [0, 0, 2 ** 32]],
  ])('%s of %j', (name, args) => {
    expect(row(name)(...args)).toBeUndefined();
  });
});

/** The first days of 9,600 months from January 1600 on, computed with Date. */
const MONTHS = Array.from({ length: 9_601 }, (_, month) => Date.UTC(1600, month, 1) / 86_400_000);
const PERIOD = 4_800;

/** Checks the bounds of the days of a number of months. */
const areBounded = (days: number, months: number): boolean =>
  days >= 30 * months - 2 &&
  days <= 31 * months &&
  2 * days <= 61 * months + 3 &&
  (months % 12 !== 0 || (days >= (365 * months) / 12 && days <= (366 * months) / 12));

test('the facts of ADD_MONTHS hold from each day and month of 400 years to each month of the 400 years before and after', () => {
  const start = Int32Array.from(MONTHS);
  const length = start.map((first, month) => (start[month + 1] ?? 0) - first);
  let broken = 0;
  for (const day of [1, 28, 29, 30, 31]) {
    for (let from = 0; from < PERIOD; from += 1) {
      // A start day must exist in its own month; the resulting day is cut to the end of its month.
      for (let months = 0; months <= PERIOD - 1; months += 1) {
        const [to, less] = [start[from + months] ?? 0, start[from] ?? 0];
        const [later, own] = [length[from + months] ?? 0, length[from] ?? 0];
        if (day <= own && !areBounded(to + Math.min(day, later) - (less + day), months)) broken += 1;
        if (day <= later && !areBounded(to + day - (less + Math.min(day, own)), months)) broken += 1;
      }
    }
  }
  expect(broken).toBe(0);
  expect((start[PERIOD] ?? 0) - (start[0] ?? 0)).toBe(146_097);
});
