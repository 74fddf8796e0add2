import type { Related } from './related-programs.js';

/** The row whose relatives have the shape of the program, so that its evidence refers to the same nodes. */
export const ONE_MORE = 'the two folds read the same values';

/**
 * Two folds of which one goes one round further. Each row: why they are related, the program, and relatives whose promise fails for
 * some input, although they differ in one place only.
 */
export const SHORTER_FOLDS: readonly Related[] = [
  [
    'the longer fold is one step after the shorter one',
    `circuit c {
  input n: 0..90
  input x: 0..9
  output p: 0..999
  output q: 0..999
  p = fold s: 0..999 = x for i in 1..n { s / 2 + i }
  q = fold s: 0..999 = x for i in 1..n + 1 { s / 2 + i }
  ensure q == p / 2 + n + 1
}
`,
    [
      ['another start', 'q = fold s: 0..999 = x for', 'q = fold s: 0..999 = x / 2 for'],
      ['another step', 'q = fold s: 0..999 = x for i in 1..n + 1 { s / 2 + i }', 'q = fold s: 0..999 = x for i in 1..n + 1 { s / 2 + 1 }'],
      ['another value in the step', '1..n + 1 { s / 2 + i }', '1..n + 1 { s / 2 + n }'],
      ['another first integer', 'q = fold s: 0..999 = x for i in 1..n + 1', 'q = fold s: 0..999 = x for i in 0..n + 1'],
      ['two rounds more', '1..n + 1 { s', '1..n + 2 { s'],
      ['a range that may be empty', 'input n: 0..90', 'input n: -2..90'],
      ['an element that is not the last one', 'p / 2 + n + 1', 'p / 2 + n'],
    ],
  ],
  [
    'a component is called with a number and the next one',
    `component worth(cost: 0..99_999, least: 0..99_999, percent: 5..40, years: 0..31) -> 0..99_999 {
  require least <= cost
  fold value: 0..99_999 = cost for year in 1..years { MAX(value - value * percent / 100, least) }
}
circuit c {
  input cost: 0..99_999
  input least: 0..99_999
  input percent: 5..40
  input years: 0..30
  output lost: 0..99_999
  require least <= cost
  value = worth(cost, least, percent, years)
  lost = value - worth(cost, least, percent, years + 1)
  ensure value == least implies lost == 0
}
`,
    [
      ['another percentage', 'worth(cost, least, percent, years + 1)', 'worth(cost, least, 5, years + 1)'],
      ['another least value', 'worth(cost, least, percent, years + 1)', 'worth(cost, 0, percent, years + 1)'],
    ],
  ],
  [
    'parts of records follow one another',
    `circuit c {
  input n: 1..60
  input b: bool
  output p: 0..99
  output q: 0..99
  start = (k: 0, on: b)
  d = fold s = start for i in 0..n - 1 { (k: if s.on { MIN(s.k + i, 99) } else { s.k }, on: not s.on) }
  e = fold s = start for i in 0..n { (k: if s.on { MIN(s.k + i, 99) } else { s.k }, on: not s.on) }
  p = d.k
  q = e.k
  ensure d.on implies q == MIN(p + n, 99)
  ensure not d.on implies q == p
}
`,
    [
      ['another condition', 'for i in 0..n { (k: if s.on', 'for i in 0..n { (k: if not s.on'],
      [
        'a part that the step does not change alike',
        'for i in 0..n { (k: if s.on { MIN(s.k + i, 99)',
        'for i in 0..n { (k: if s.on { MIN(s.k + 2 * i, 99)',
      ],
    ],
  ],
  [
    ONE_MORE,
    `circuit c {
  input n: 2..90
  input x: 0..9
  input y: 0..9
  input a: 0..9
  input b: 0..9
  input from: 0..2
  input since: 0..2
  output p: 0..99
  output q: 0..99
  output used: 0..99
  used = x + y + a + b + from + since
  p = fold s: 0..99 = x for i in from..n { s / 2 + a }
  q = fold s: 0..99 = x for i in from..n + 1 { s / 2 + a }
  ensure q == p / 2 + a
}
`,
    [
      ['another start', 'q = fold s: 0..99 = x', 'q = fold s: 0..99 = y'],
      ['another value in the step', 'n + 1 { s / 2 + a }', 'n + 1 { s / 2 + b }'],
      ['another value in the step of the shorter one', 'from..n { s / 2 + a }', 'from..n { s / 2 + b }'],
      ['another first integer', 'from..n + 1', 'since..n + 1'],
      ['more rounds', 'n + 1', 'n + 7'],
      ['a shorter range that ends too early', 'input n: 2..90', 'input n: -9..90'],
    ],
  ],
];
