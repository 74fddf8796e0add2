import { formatSource } from '@kirchhoff/language/syntax/format';
import { parseSource } from '@kirchhoff/language/syntax/parse';
import { certify } from '@kirchhoff/prover/certify';
import { examplePrograms } from './testing/conformance-cases.js';
import { outcome, programOf } from './testing/outcome.js';

/**
 * Closed in truth, and left open without a solver: the domains that are unproven, and the fact that is missing. A
 * program that closes is to leave this list, which may only shrink.
 */
const LEFT_OPEN: Readonly<Record<string, readonly string[]>> = {
  // DAYS_FROM_CIVIL(CIVIL_FROM_DAYS(n).year, 1, 1) is at most 365 below n
  'dates/day_of_year': ['ordinal'],
  // DAYS_IN_MONTH(y, m) is a day of that very month
  'dates/end_of_month': ['last'],
  // MAX(a - b, 0) <= a where b >= 0; a * 100 / 100 is a
  'games/hit_points': ['a hit never heals', 'ensure armour == 0 and damage >= health implies dead'],
  // a + MIN(b, 64 - a) <= 64
  'games/inventory': ['after'],
  // (n - 1)^2 < n^2 and ISQRT(a)^2 <= a: one case for each level
  'games/level_progress': ['gained', 'percent'],
  // where a >> 16 is 1, a & 65535 is at most what a is above 65536: two cases
  'networks/header_checksum': ['sum'],
  // a - a % b is a multiple of b, and 2^32 is one: one case for each prefix, with congruences
  'networks/subnet': ['last'],
  // (a - b) + b is a
  'payments/basis_point_fee': ['ensure payout + fee == amount'],
  // one case for each unit; |MULDIV_EVEN(a, 1, c) * c - a| <= c / 2
  'payments/currency_round': ['rounded', 'a multiple of the unit', 'ensure ABS(rounded - amount) <= 5'],
  // a / b * b + a % b is a
  'payments/instalments': ['the instalments sum up to the total'],
  // the match inside a component, under what the caller knows of its argument
  'payments/loyalty_tier': ['ensure points < 1000 implies to_pay == price'],
  // MULDIV(a, b, c) <= a where b <= c
  'payments/part_refund': ['kept'],
  // sums of several wires in a normal form
  'payments/refund_limit': ['ensure already + granted + left == captured'],
  // b + (a - b) is a
  'payments/vat_split': ['nothing is lost between net and VAT'],
  // a / 2 + b <= a where b < a / 2
  'scheduling/backoff': ['ensure delay <= base'],
  // a * 100 / b <= 100 where a <= b
  'scheduling/load': ['percent'],
  // MIN(a, b) - MAX(c, d) <= a - c
  'scheduling/overlap': ['no longer than the first'],
  // a / b * b <= a
  'scheduling/slot_of': ['starts', 'ensure starts <= minute'],
  // SUM(xs) lies between LENGTH(xs) times the least and the greatest element
  'sensors/average': ['mean'],
  // a count over xs is at most LENGTH(xs), and a * 100 / b <= 100 where a <= b
  'sensors/humidity_alarm': ['share'],
  // MAX of what is at most x and what is at most x is at most x
  'sensors/median_filter': ['ensure median <= MAX(MAX(a, b), c)'],
};

const programs = examplePrograms();
const isLeftOpen = (name: string): boolean => Object.hasOwn(LEFT_OPEN, name);

test('what is left open is a program', () => {
  expect(programs.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(LEFT_OPEN)));
});

test('the programs are from eight fields, and at least forty of them close', () => {
  expect(new Set(programs.map(({ name }) => name.split('/')[0])).size).toBeGreaterThanOrEqual(8);
  expect(programs.filter(({ name }) => !isLeftOpen(name)).length).toBeGreaterThanOrEqual(40);
});

test.each(programs.filter(({ name }) => !isLeftOpen(name)))('$name is closed', ({ source }) => {
  const { certified, errors } = certify(programOf(source));
  expect({ certified, errors }).toEqual({ certified: true, errors: [] });
});

test.each(programs.filter(({ name }) => isLeftOpen(name)))('$name is left open, without a counterexample', ({ name, source }) => {
  const { errors } = certify(programOf(source));
  expect(errors.filter((error) => error.counterexample !== undefined)).toEqual([]);
  expect(errors).not.toEqual([]);
  expect(LEFT_OPEN[name]).toEqual(expect.arrayContaining(errors.map((error) => error.domain)));
});

test.each(programs)('$name gives its vectors', ({ source, vectors }) => {
  const program = programOf(source);
  for (const { inputs, outputs, domain_error } of vectors) {
    expect({ inputs, outcome: outcome(program, inputs) }).toEqual({ inputs, outcome: domain_error === true ? 'domain error' : outputs });
  }
});

test.each(programs)('$name is written without a warning, in the layout of the formatter', ({ source }) => {
  const { file } = parseSource(source);
  expect(programOf(source).warnings).toEqual([]);
  expect(file === null ? null : formatSource(file, source)).toBe(source);
});
