import type { Related } from './related-programs.js';

/** The rows whose relatives have the shape of the program, so that its evidence refers to the same nodes. */
export const SAME_SHAPE = 'the same shape';

/**
 * Loops that do the same for the elements of one list in two orders. Each row: why their results are equal, the program, and
 * relatives whose promise fails for some input.
 */
export const PERMUTED_LOOPS: readonly Related[] = [
  [
    `counts, ${SAME_SHAPE}`,
    `circuit c {
  input xs: [0..9; 1..8]
  input ys: [0..9; 1..8]
  input k: 0..9
  input m: 0..9
  output n: 0..8
  output used: 0..99
  used = LENGTH(ys) + k + m
  n = count x in SORT(xs) { x > k }
  ensure n == count x in xs { x > k }
}
`,
    [
      ['another list', 'count x in xs', 'count x in ys'],
      ['another list in order', 'SORT(xs)', 'SORT(ys)'],
      ['another condition', '== count x in xs { x > k }', '== count x in xs { x > m }'],
      ['the other comparison', '== count x in xs { x > k }', '== count x in xs { k > x }'],
    ],
  ],
  [
    'a list in reverse',
    `circuit c {
  input xs: [0..9; 1..8]
  input k: 0..9
  output n: 0..8
  n = count x in REVERSE(xs) { x > k }
  ensure n == count x in SORT(xs) { x > k }
}
`,
    [
      [
        'a body that reads the place',
        'x in REVERSE(xs) { x > k }\n  ensure n == count x in SORT(xs) { x > k }',
        'i, x in REVERSE(xs) { x > i + k }\n  ensure n == count i, x in SORT(xs) { x > i + k }',
      ],
      ['a part of a sorted list', 'in SORT(xs)', 'in TAKE(SORT(xs), 2)'],
      ['a slice of a sorted list', 'in SORT(xs)', 'in SLICE(SORT(xs), 0, 1)'],
      ['one element more', 'in SORT(xs)', 'in APPEND(SORT(xs), k + 1)'],
    ],
  ],
  [
    'sums of maps',
    `circuit c {
  input xs: [-9..9; ..6]
  input k: 1..9
  output s: i64
  s = SUM(map x in SORT(xs) { x * x / k - x })
  ensure s == SUM(map x in xs { x * x / k - x })
}
`,
    [
      ['another body', 'in xs { x * x / k - x }', 'in xs { x * x / k + x }'],
      [
        'a fold',
        's = SUM(map x in SORT(xs) { x * x / k - x })\n  ensure s == SUM(map x in xs { x * x / k - x })',
        's = fold t: 0..99 = 0 for x in SORT(xs) { (t * 2 + x * x) % 99 }\n  ensure s == fold t: 0..99 = 0 for x in xs { (t * 2 + x * x) % 99 }',
      ],
      ['a sum of other elements', 'in SORT(xs) {', 'in filter x in SORT(xs) { x > 0 } {'],
    ],
  ],
  [
    'sums of what maps and filters made of the elements',
    `circuit c {
  input xs: [0..9; ..6]
  input k: 0..9
  output n: 0..6
  output s: 0..54
  kept = filter x in REVERSE(xs) { x * x > k }
  s = SUM(map x in SORT(kept) { x / 2 })
  n = count x in kept { x / 3 == 1 }
  again = filter x in xs { x * x > k }
  ensure s == SUM(map x in again { x / 2 })
  ensure n == count x in again { x / 3 == 1 }
  ensure LENGTH(kept) == LENGTH(again)
}
`,
    [
      ['another filter', 'filter x in xs { x * x > k }', 'filter x in xs { x * x > k + 1 }'],
      ['a filter that knows the place', 'filter x in xs { x * x > k }', 'filter i, x in xs { x * x > k and i < 4 }'],
    ],
  ],
  [
    'truths of all and of any element',
    `circuit c {
  input xs: [(p: 0..9, q: 0..9); ..6]
  output a: bool
  output b: bool
  a = all x in REVERSE(xs) { x.p * x.q < 50 }
  b = any x in REVERSE(xs) { x.p * x.q == 42 }
  ensure a == all x in xs { x.p * x.q < 50 }
  ensure b == any x in xs { x.p * x.q == 42 }
}
`,
    [
      ['another product', 'ensure a == all x in xs { x.p * x.q < 50 }', 'ensure a == all x in xs { x.p * x.p < 50 }'],
      ['all instead of any', 'b == any x', 'b == all x'],
    ],
  ],
  [
    'loops over one range',
    `circuit c {
  input xs: [0..9; 1..8]
  input k: 0..9
  output n: 0..8
  n = count i in 0..LENGTH(xs) - 1 { xs[i] * i > k }
  ensure n == count i in 0..LENGTH(xs) - 1 { xs[i] * i > k }
}
`,
    [
      ['a shorter range', 'n == count i in 0..LENGTH(xs) - 1', 'n == count i in 0..LENGTH(xs) - 2'],
      ['another list', 'n == count i in 0..LENGTH(xs) - 1 { xs[i]', 'n == count i in 0..LENGTH(xs) - 1 { REVERSE(xs)[i]'],
    ],
  ],
];

/** Elements of maps at a place, beside those of their sources at that place. Rows as in {@link PERMUTED_LOOPS}. */
export const MAPPED_ELEMENTS: readonly Related[] = [
  [
    `a greater element gives no less, ${SAME_SHAPE}`,
    `circuit c {
  input xs: [0..9; 4]
  input ys: [0..9; 4]
  output ms: [0..4; 4]
  output used: 0..36
  used = SUM(ys)
  ms = map x in xs { x / 2 }
  ensure all i in 0..3 { all j in 0..3 { xs[i] <= xs[j] implies ms[i] <= ms[j] } }
}
`,
    [
      ['the map of another list', 'map x in xs', 'map x in ys'],
      ['elements of another list', 'xs[i] <= xs[j]', 'ys[i] <= ys[j]'],
      ['one element of another list', 'xs[i] <= xs[j]', 'ys[i] <= xs[j]'],
      ['the other place', 'xs[i] <= xs[j] implies', 'xs[j] <= xs[i] implies'],
      ['another place of the map', 'ms[i] <= ms[j]', 'ms[j] <= ms[i]'],
    ],
  ],
  [
    'more points are a better place',
    `circuit c {
  input points: [0..150; 1..20]
  output places: [1..21; 1..20]
  places = map mine in points { 1 + (150 - mine) / 8 }
  ensure all i, mine in points { all j, other in points { mine > other implies places[i] <= places[j] } }
}
`,
    [
      ['strictly better', 'places[i] <= places[j]', 'places[i] < places[j]'],
      ['a map in reverse', 'map mine in points', 'map mine in REVERSE(points)'],
      ['a sorted map', 'map mine in points', 'map mine in SORT(points)'],
    ],
  ],
  [
    'what a filter leaves keeps its place in the map',
    `circuit c {
  input xs: [0..9; ..6]
  output ms: [0..27; ..6]
  kept = filter x in xs { x > 2 }
  ms = map x in kept { x * 3 }
  ensure all i in 0..LENGTH(kept) - 1 { ms[i] == 3 * kept[i] }
}
`,
    [
      ['the elements before the filter', '3 * kept[i]', '3 * xs[i]'],
      ['another multiple', '3 * kept[i]', '2 * kept[i]'],
    ],
  ],
];
