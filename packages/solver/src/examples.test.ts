import { smtQueries } from '@kirchhoff/coherence';
import { asked } from '@kirchhoff/coherence/testing/asked';
import { programOf } from '@kirchhoff/coherence/testing/outcome';
import { type ClosableSolver, startSolver } from './index.js';

const RESOURCE_LIMIT = 20_000_000;

let solver: ClosableSolver;

beforeAll(async () => {
  solver = await startSolver();
});

afterAll(async () => solver.close());

/** Circuits that are closed in truth; each has something that the ranges of its wires alone do not show. */
const CLOSED: readonly (readonly [name: string, source: string])[] = [
  [
    'an alpha blend of bytes',
    `circuit blend {
      input source: u8
      input destination: u8
      input alpha: u8
      output mixed: u8
      mixed = (source * alpha + destination * (255 - alpha) + 127) / 255
    }`,
  ],
  [
    'linear interpolation',
    `circuit interpolation {
      input low: 0..1_000_000
      input high: 0..1_000_000
      input t: 0..1000
      output value: 0..1_000_000
      require low <= high
      value = low + (high - low) * t / 1000
      ensure low <= value and value <= high
    }`,
  ],
  [
    'the middle of a binary search',
    `circuit middle {
      input low: i64
      input high: i64
      output at: i64
      require 0 <= low and low <= high
      at = low + (high - low) / 2
      ensure low <= at and at <= high
    }`,
  ],
  [
    'coin change',
    `circuit change {
      input amount: 0..1_000_000
      output coins: i64
      quarters = amount / 25
      after_quarters = amount - quarters * 25
      dimes = after_quarters / 10
      after_dimes = after_quarters - dimes * 10
      nickels = after_dimes / 5
      pennies = after_dimes - nickels * 5
      coins = quarters + dimes + nickels + pennies
      ensure quarters * 25 + dimes * 10 + nickels * 5 + pennies == amount
      ensure pennies <= 4
    }`,
  ],
  [
    'quotient and remainder',
    `circuit rebuilt {
      input a: i64
      input p: 1..9_223_372_036_854_775_807
      output same: i64
      same = (a / p) * p + a % p
      ensure same == a
    }`,
  ],
  [
    'a progressive tax that never falls',
    `component tax(income: 0..1_000_000_000) -> 0..1_000_000_000 {
      if income <= 10_000 { 0 } else if income <= 50_000 { (income - 10_000) * 20 / 100 } else { 8_000 + (income - 50_000) * 40 / 100 }
    }
    circuit progressive {
      input income: 0..1_000_000_000
      input raise: 0..1_000_000
      output net: i64
      require income + raise <= 1_000_000_000
      net = income + raise - tax(income + raise)
      ensure net >= income - tax(income)
    }`,
  ],
  [
    'paging',
    `circuit paging {
      input page: 1..1_000_000
      input limit: 1..100
      input total: 1..1_000_000_000
      output offset: i64
      pages = (total + limit - 1) / limit
      offset = (MIN(page, pages) - 1) * limit
      ensure offset < total
    }`,
  ],
  [
    'the Gregorian computus',
    `circuit easter {
      input year: 1583..9999
      output month: 3..4
      output day: 1..31
      a = year % 19
      b = year / 100
      c = year % 100
      h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30
      l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7
      m = (a + 11 * h + 22 * l) / 451
      month = (h + l - 7 * m + 114) / 31
      day = (h + l - 7 * m + 114) % 31 + 1
      ensure month == 4 or day >= 22
    }`,
  ],
  [
    'the carry of an internet checksum',
    `circuit carry {
      input a: u16
      input b: u16
      output folded: u16
      sum = a + b
      folded = (sum & 0xffff) + (sum >> 16)
    }`,
  ],
  [
    'a needle in a multiplicative hash',
    `circuit needle {
      input x: u32
      output found: i64
      hash = MUL_WRAP(x, 2654435761, 32)
      found = if hash == MUL_WRAP(12345, 2654435761, 32) { 1 / (12346 - x) } else { 0 }
      ensure found <= 1
    }`,
  ],
  [
    'the mean of three',
    `circuit mean {
      input a: 0..100
      input b: 0..100
      input c: 0..100
      output middle: 0..100
      middle = (a + b + c) / 3
      ensure MIN(a, MIN(b, c)) <= middle and middle <= MAX(a, MAX(b, c))
    }`,
  ],
  [
    'the call of a component whose require is a sum',
    `component rest(a: 0..100, b: 0..100) -> 0..100 {
      require a + b <= 100
      100 - a - b
    }
    circuit shares {
      input total: 0..100
      input part: 0..10
      output left: 0..100
      first = total * part / 10
      left = rest(first, total - first)
    }`,
  ],
  [
    'a sum in a loop that stays under its bound',
    `circuit capped {
      input n: 0..100
      input cap: 0..1000
      output sum: 0..1000
      sum = fold s: 0..1000 = 0 for i in 1..n { if s + i * i <= cap { s + i * i } else { s } }
    }`,
  ],
];

test.each(CLOSED)('%s: what abstract interpretation leaves open is closed', async (_, source) => {
  for (const { domain, isClosed, request } of asked(programOf(source))) {
    if (isClosed || domain.kind === 'input') continue;
    const verdicts: string[] = [];
    for (const query of smtQueries(request)) {
      verdicts.push((await solver.solve(query.text, RESOURCE_LIMIT)).verdict);
      if (verdicts.includes('unsat')) break;
    }
    expect({ domain, verdicts }).toEqual({ domain, verdicts: [...verdicts.slice(0, -1), 'unsat'] });
  }
});

test('the same request gives the same bytes', () => {
  for (const [, source] of CLOSED) {
    const texts = () => asked(programOf(source)).flatMap(({ request }) => smtQueries(request).map(({ text }) => text));
    expect(texts()).toEqual(texts());
  }
});

test('nothing is asked about ports, sources, witnesses and what is too large', () => {
  const wires = Array.from({ length: 2_000 }, (_, i) => `w${i + 1} = w${i} + ${i % 2 === 0 ? 'a' : '1'}`).join('\n');
  const source = `circuit large {\ninput a: 0..1\noutput o: i64\nrequire a >= 0\nw0 = a * 2\n${wires}\no = w2000\nensure o >= 0 or NOW() > 0\n}`;
  for (const { domain, request } of asked(programOf(source))) {
    const isMatter = domain.kind === 'operation' || domain.kind === 'output' || (domain.kind === 'contract' && domain.of === 'ensure');
    if (!isMatter) expect(smtQueries(request)).toEqual([]);
    if (domain.kind === 'output') expect(smtQueries(request)).toEqual([]);
  }
});
