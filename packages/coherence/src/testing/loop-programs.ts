const circuit = (inputs: readonly string[], ...body: readonly string[]): string =>
  `circuit c {\n${[...inputs.map((input) => `input ${input}`), 'output o: i64', ...body].map((line) => `  ${line}\n`).join('')}}\n`;

const XS = 'xs: [0..9; ..100]';
const LINES = 'xs: [(v: 0..100, n: 0..1_000); ..100]';
const O = 'o = 0';

/** Closed programs whose proof needs invariants of loops. */
export const KEEPING: readonly (readonly [why: string, source: string])[] = [
  [
    'one more for each of the first elements',
    circuit(
      [XS, 'k: 0..200'],
      'o = SUM(map i, x in xs { if i < k { x + 1 } else { x } })',
      'ensure o == SUM(xs) + CLAMP(k, 0, LENGTH(xs))',
    ),
  ],
  [
    'two more for each element that is not one of the last, of any number of first elements',
    circuit(
      [XS, 'k: -9..200'],
      'o = SUM(map i, x in xs { if i >= k { x } else { x + 2 } })',
      'ensure o == SUM(xs) + 2 * CLAMP(k, 0, LENGTH(xs))',
    ),
  ],
  [
    'at most a share for each of the first elements, and 0 for the others',
    circuit(
      ['xs: [6..32; ..20]', 'k: 0..20', 'h: 0..40'],
      'o = SUM(map i, x in xs { if i < k { MIN(x, h) } else { 0 } })',
      'ensure o <= h * k and o <= h * LENGTH(xs)',
    ),
  ],
  [
    'at most a share for each of the first elements, and 1 for the others',
    circuit(
      ['xs: [6..32; ..20]', 'k: 0..20', 'h: 1..40'],
      'o = SUM(map i, x in xs { if i < k { MIN(x, h) } else { 1 } })',
      'ensure o <= (h - 1) * k + LENGTH(xs)',
    ),
  ],
  [
    'a share of a whole for each of the first elements',
    circuit(
      ['xs: [6..32; ..20]', 'whole: 0..400'],
      'n = MIN(LENGTH(xs), whole / 6)',
      'share = if n > 0 { whole / n } else { 0 }',
      'o = SUM(map i, x in xs { if i < n { MIN(x, share) } else { 0 } })',
      'ensure o <= whole',
    ),
  ],
  [
    'what rounding leaves, one for each of the first elements',
    circuit(
      ['whole: 0..1_000_000', 'xs: [1..1_000; 1..40]'],
      'total = SUM(xs)',
      'parts = map x in xs { MULDIV(whole, x, total) }',
      'spare = whole - SUM(parts)',
      'o = SUM(map i, part in parts { if i < spare { part + 1 } else { part } })',
      'ensure o == whole',
    ),
  ],
  ['the places below a value', circuit([XS, 'k: -9..200'], 'o = count i, x in xs { i < k }', 'ensure o == CLAMP(k, 0, LENGTH(xs))')],
  [
    'the sum of what a map gives, against that of its source',
    circuit([XS], 'o = SUM(map x in xs { x * 2 + 1 })', 'ensure o == 2 * SUM(xs) + LENGTH(xs)'),
  ],
  [
    'the sum of what a map makes of what a map made',
    circuit([XS], 'm = map x in xs { x * 2 + 1 }', 'o = SUM(map y in m { 3 * y })', 'ensure o == 6 * SUM(xs) + 3 * LENGTH(xs)'),
  ],
  [
    'a count against the truth of a loop that may stop early, and a bound that the count keeps without it',
    circuit(['xs: [0..9; ..2]'], 'o = count x in xs { x == 1 }', 'a = any x in xs { x == 1 }', 'ensure o <= if a { 2 } else { 1 }'),
  ],
  [
    'the sum of pairs, one of which a map made',
    circuit([XS], 'm = map x in xs { x / 2 }', 'o = fold s = 0 for p in ZIP(m, xs) { s + p.b - p.a }', 'ensure o >= 0 and o <= SUM(xs)'),
  ],
  [
    'what a map made is read at the place of the element',
    circuit([XS], 'm = map x in xs { x / 2 }', 'o = fold s = 0 for i, x in xs { s + x - m[i] }', 'ensure o + SUM(m) == SUM(xs)'),
  ],
  [
    'what a map made of a range is read by its places',
    circuit(['n: 0..20'], 'm = map i in 1..n { 2 * i }', 'o = fold s = 0 for k, y in m { s + y - 2 * k }', 'ensure o == 2 * LENGTH(m)'),
  ],
  [
    'what is spent with what is left, which is never negative, is at most what came in',
    circuit(
      ['xs: [(gain: 0..100, cost: 0..50); ..20]', 'cap: 10..1_000'],
      'r = fold r = (left: cap, spent: 0) for x in xs {',
      '  full = MIN(r.left + x.gain, cap)',
      '  if x.cost <= full { (left: full - x.cost, spent: r.spent + x.cost) } else { (..r, left: full) }',
      '}',
      'o = r.spent',
      'ensure o <= cap + SUM(map x in xs { x.gain })',
    ),
  ],
  [
    'a balance that is taken back to 0 is at most what came in',
    circuit(
      ['xs: [(up: 0..120, down: 0..15); ..40]', 'first: 0..60'],
      'o = fold d: 0..10_000 = first for x in xs { if d + x.up > x.down { MIN(d + x.up - x.down, 10_000) } else { 0 } }',
      'ensure o <= first + SUM(map x in xs { x.up })',
    ),
  ],
  [
    'sums over what two filters left add up to the whole',
    circuit(
      ['xs: [(p: 0..50, d: 0..9); ..20]', 'k: 0..9'],
      'a = filter x in xs { x.d >= k }',
      'b = filter x in xs { x.d < k }',
      'o = SUM(map x in a { x.p }) + SUM(map x in b { x.p })',
      'ensure o == SUM(map x in xs { x.p })',
    ),
  ],
  [
    'a fold over what a filter left, with its length and its sum',
    circuit(
      [XS],
      'f = filter x in xs { x > 3 }',
      'o = fold s = 0 for x in f { s + x - 3 }',
      'ensure o <= SUM(xs) and o + 3 * LENGTH(f) == SUM(f)',
    ),
  ],
  [
    'counts of what a filter left and of what it did not',
    circuit(
      [XS],
      'f = filter x in xs { x > 3 }',
      'o = count x in f { x > 6 }',
      'ensure o + (count x in f { x <= 6 }) + (count x in xs { x <= 3 }) == LENGTH(xs)',
    ),
  ],
  ['a fold never exceeds its start', circuit([XS, 'a: 0..1_000'], 'o = fold s = a for x in xs { MIN(s, x) }', 'ensure o <= a')],
  [
    'sums over two fields, each element of one at most that of the other',
    circuit([LINES], 'require all x in xs { x.v <= x.n }', 'o = SUM(map x in xs { x.v })', 'ensure o <= SUM(map x in xs { x.n })'),
  ],
  [
    'no element is counted that another count took',
    circuit([XS], 'o = count x in xs { x > 5 }', 'ensure o + count x in xs { x < 5 } <= LENGTH(xs)'),
  ],
  [
    'each element is counted by one of two counts',
    circuit([XS], 'o = count x in xs { x > 5 }', 'ensure o + count x in xs { not (x > 5) } == LENGTH(xs)'),
  ],
  [
    'two folds that do the same',
    circuit([XS], 'o = fold s = 0 for x in xs { s + x }', 't = fold t = 0 for x in xs { x + t }', 'ensure o == t and t == SUM(xs)'),
  ],
  ['as many are kept as are counted', circuit([XS], 'o = LENGTH(filter x in xs { x > 3 })', 'ensure o == count x in xs { x > 3 }')],
  ['the sum of what a filter keeps', circuit([XS], 'o = SUM(filter x in xs { x > 3 })', 'ensure o <= SUM(xs)')],
  [
    'two fields that stay in order',
    circuit(
      ['xs: [0..9; 1..100]'],
      'r = fold r = (low: xs[0], high: xs[0]) for x in xs { (low: MIN(r.low, x), high: MAX(r.high, x)) }',
      'o = r.high - r.low',
      'ensure r.low <= r.high',
    ),
  ],
  [
    'fields of which one grows in each arm',
    circuit(
      [XS],
      'h = fold h: (a: 0..200, b: 0..200) = (a: 0, b: 0) for x in xs { if x < 5 { (a: MIN(h.a + 1, 200), b: h.b) } else { (a: h.a, b: MIN(h.b + 1, 200)) } }',
      O,
      'ensure h.a + h.b <= LENGTH(xs)',
    ),
  ],
  [
    'what is given out and what is left',
    circuit(
      ['stock: 0..1_000', 'xs: [0..100; ..50]'],
      's = fold s: (left: 0..1_000, given: [0..100; ..60]) = (left: stock, given: []) for x in xs { if LENGTH(s.given) < 60 { (left: s.left - MIN(x, s.left), given: APPEND(s.given, MIN(x, s.left))) } else { s } }',
      O,
      'ensure SUM(s.given) + s.left == stock',
    ),
  ],
  ['the number of steps over a range', circuit(['n: 0..5_000'], 'o = fold s = 3 for i in 1..n { s + 2 }', 'ensure o == 3 + 2 * n')],
  [
    'a bound that grows with each step of a range',
    circuit(['n: 0..5_000'], 'o = fold s = 0 for i in 1..n { s + MIN(i, 3) }', 'ensure o <= 3 * n'),
  ],
  ['the length of a map over a range', circuit(['n: 0..5_000'], 'ys = map i in 1..n { i * 2 }', 'o = LENGTH(ys)', 'ensure o == n')],
  [
    'under a condition on all elements that an implication assumes',
    circuit(
      ['xs: [-9..9; ..100]', 'a: 0..99'],
      'o = fold s: -1_000..1_000 = a for x in xs { CLAMP(s + x, -1_000, 1_000) }',
      'ensure all x in xs { x >= 0 } implies o >= a',
    ),
  ],
  ['where no element has what ANY asks for', circuit([XS], 'o = count x in xs { x > 5 }', 'ensure any x in xs { x > 4 } or o == 0')],
  [
    'a share of what there is for each, of shares that come to no more than all',
    circuit(
      ['all_of_it: 0..1_000_000', 'shares: [0..100; 1..20]'],
      'require SUM(shares) <= 100',
      'o = SUM(map s in shares { all_of_it * s / 100 })',
      'ensure o <= all_of_it',
    ),
  ],
  [
    'no tag is counted twice',
    circuit(
      ['xs: [enum { yes, no, none_given }; ..100]'],
      'o = count x in xs { x == .yes }',
      'ensure o + count x in xs { x == .no } <= LENGTH(xs)',
    ),
  ],
  [
    'each tag is counted once',
    circuit(
      ['xs: [enum { yes, no, none_given }; ..100]'],
      'o = count x in xs { x == .yes }',
      'ensure o + count x in xs { x == .no } + count x in xs { x == .none_given } == LENGTH(xs)',
    ),
  ],
  [
    'a field for each tag',
    circuit(
      ['xs: [enum { a, b }; ..100]'],
      'h = fold h: (a: 0..100, b: 0..100) = (a: 0, b: 0) for x in xs { match x { .a => (a: MIN(h.a + 1, 100), b: h.b), .b => (a: h.a, b: MIN(h.b + 1, 100)) } }',
      O,
      'ensure h.a + h.b <= LENGTH(xs)',
    ),
  ],
  [
    'what the arms of a match add',
    circuit([XS], 'o = fold s = 0 for x in xs { s + match x { 0..3 => 0, 4..6 => x, 7..9 => 1 } }', 'ensure o <= SUM(xs)'),
  ],
  ['a product with what stands outside', circuit([XS, 'k: 0..9'], 'o = SUM(map x in xs { k * x })', 'ensure o == k * SUM(xs)')],
  [
    'the sum of a list that is written out',
    circuit(['a: 0..9', 'b: 0..9', 'd: 0..9', 'e: 0..9'], 'o = SUM([a, b, d] ++ [e])', 'ensure o == a + b + d + e'),
  ],
  [
    'each element is a hit, a miss or open',
    circuit(
      ['xs: [(booked: 0..9, counted: (0..9)?); ..20]'],
      'done = filter x in xs { x.counted != none }',
      'hits = count x in xs { x.counted == some x.booked }',
      'o = count x in done { x.counted != some x.booked }',
      'ensure hits + o + count x in xs { x.counted == none } == LENGTH(xs)',
    ),
  ],
  [
    'the differences of what a filter kept, from two folds over the whole',
    circuit(
      ['xs: [(booked: 0..9, counted: (0..9)?); ..20]'],
      'more = fold s = 0 for (booked, counted) in xs { match counted { some n if n > booked => s + n - booked, _ => s } }',
      'less = fold s = 0 for (booked, counted) in xs { match counted { some n if n < booked => s + booked - n, _ => s } }',
      'done = filter x in xs { x.counted != none }',
      'o = SUM(map x in done { (x.counted ?? 0) - x.booked })',
      'ensure more - less == o',
    ),
  ],
  [
    'no positive difference without an element that is counted',
    circuit(
      ['xs: [(a: 0..20, b: 0..20); ..40]'],
      'won = count x in xs { x.a > x.b }',
      'o = SUM(map x in xs { x.a - x.b })',
      'ensure won == 0 implies o <= 0',
    ),
  ],
  [
    'the sum over an empty list',
    circuit(
      ['xs: [(a: 0..20, b: 0..20); ..40]'],
      'o = SUM(map x in xs { x.a + x.b })',
      'ensure xs == [] implies o == 0 and SUM(map x in xs { x.a }) == 0',
    ),
  ],
  [
    'a promise about each pair of an element and what a map made of it',
    circuit([LINES], O, 'm = map x in xs { MIN(x.v, x.n) }', 'ensure all p in ZIP(m, xs) { p.a <= p.b.v and p.a <= p.b.n }'),
  ],
  [
    'no pair that breaks a promise',
    circuit([LINES], O, 'm = map x in xs { MIN(x.v, x.n) }', 'ensure not any p in ZIP(m, xs) { p.a > p.b.v }'),
  ],
  [
    'what is left after those before is enough for the shares',
    circuit(
      ['xs: [0..9; ..20]', 'limit: 0..100'],
      'm = map i, x in xs {',
      '  before = SUM(TAKE(xs, i))',
      '  if before >= limit { 0 } else { MIN(x, limit - before) }',
      '}',
      'o = SUM(m)',
      'ensure o == MIN(SUM(xs), limit) and o <= limit',
    ),
  ],
  [
    'what those before have of a field is what all of them have so far',
    circuit(
      ['xs: [(v: 1..9, n: 0..9); ..20]', 'limit: 0..100'],
      'm = map i, x in xs {',
      '  before = SUM(map y in TAKE(xs, i) { y.v })',
      '  if before >= limit { 0 } else { MIN(x.v, limit - before) }',
      '}',
      'o = limit - SUM(m)',
      'all_of_it = SUM(map x in xs { x.v })',
      'ensure o >= 0',
      'ensure o > 0 implies SUM(m) == all_of_it',
    ),
  ],
  [
    'the count of those before is the count so far',
    circuit(
      ['xs: [0..9; ..20]'],
      'o = SUM(map i, x in xs { if x > 3 and count y in TAKE(xs, i) { y > 3 } == 0 { 1 } else { 0 } })',
      'n = count x in xs { x > 3 }',
      'ensure o <= n and o <= 1',
    ),
  ],
  [
    'a range whose length is a parameter',
    circuit(
      ['first: 0..1_439', 'n: 0..720'],
      'a = count i in first..first + n - 1 { i % 1_440 < 360 }',
      'o = count i in first..first + n - 1 { not (i % 1_440 < 360) }',
      'ensure a + o == n',
    ),
  ],
  [
    'percentages of products by tags',
    circuit(
      ['xs: [(n: 1..1_000, price: 0..1_000, rate: enum { high, low }); ..20]'],
      'o = SUM(map x in xs { x.n * x.price * match x.rate { .high => 19, .low => 7 } / 100 })',
      'ensure o <= SUM(map x in xs { x.n * x.price })',
    ),
  ],
  [
    'a share of a total is all of it, if all is in it',
    circuit(
      [LINES],
      'a = SUM(map x in xs { MIN(x.v, x.n) })',
      'rest = SUM(map x in xs { x.v - MIN(x.v, x.n) })',
      'total = SUM(map x in xs { x.v })',
      'o = if total == 0 { 0 } else { a * 100 / total }',
      'ensure a + rest == total',
      'ensure rest == 0 and total > 0 implies o == 100',
    ),
  ],
  [
    'a bound of the difference that follows from what is promised',
    circuit(
      ['xs: [0..1_000; ..50]'],
      'total = fold s = 0 for x in xs { s + x - x / 2 }',
      'saved: 0..25_000 = SUM(xs) - total',
      'o = saved',
      'ensure total <= SUM(xs)',
      'ensure 2 * total >= SUM(xs)',
    ),
  ],
  [
    'the longest run is at most as long as all that are outside',
    circuit(
      [XS, 'k: 0..9'],
      'r = fold (now, top) = (now: 0, top: 0) for x in xs {',
      '  run = if x <= k { 0 } else { now + 1 }',
      '  (now: run, top: MAX(top, run))',
      '}',
      'o = r.top',
      'outside = count x in xs { x > k }',
      'ensure o <= outside',
      'ensure o >= 3 implies outside >= 3',
    ),
  ],
  [
    'the longest stretch between rests is at most the whole',
    circuit(
      ['xs: [(on: bool, n: 1..300); ..40]'],
      'r = fold d = (all: 0, now: 0, top: 0) for x in xs {',
      '  if x.on { (all: d.all + x.n, now: d.now + x.n, top: MAX(d.top, d.now + x.n)) }',
      '  else { (..d, now: if x.n >= 45 { 0 } else { d.now }) }',
      '}',
      'o = r.top',
      'ensure o <= r.all',
    ),
  ],
  [
    'where nothing comes in, a balance is at most its start',
    circuit(
      ['xs: [(up: 0..120, down: 0..15); ..40]', 'first: 0..60'],
      'r = fold (d, top) = (d: first, top: first) for x in xs {',
      '  now = if d + x.up > x.down { d + x.up - x.down } else { 0 }',
      '  (d: now, top: MAX(top, now))',
      '}',
      'o = r.d',
      'ups = SUM(map x in xs { x.up })',
      'ensure ups == 0 implies o <= first',
    ),
  ],
  [
    'a state that changes after three samples does not change in two, nor without another sample',
    circuit(
      ['xs: [bool; ..20]', 'first: bool'],
      'r = fold r: (state: bool, streak: 0..3) = (state: first, streak: 0) for x in xs {',
      '  if x == r.state { (..r, streak: 0) }',
      '  else if r.streak + 1 >= 3 { (state: x, streak: 0) }',
      '  else { (..r, streak: r.streak + 1) }',
      '}',
      'o = if r.state { 1 } else { 0 }',
      'ensure LENGTH(xs) < 3 implies r.state == first',
      'ensure all x in xs { x == first } implies r.state == first',
    ),
  ],
  [
    'what is out of reach of a price that only falls changes nothing',
    circuit(
      ['xs: [(cut: 1..50, least: 0..1_000); ..10]', 'price: 0..1_000'],
      'o = fold left = price for x in xs { if left >= x.least { MAX(left - x.cut, 0) } else { left } }',
      'ensure all x in xs { x.least > price } implies o == price',
    ),
  ],
  [
    'what a fold appended in each step, with the element of that step',
    circuit(
      ['xs: [0..9; ..20]', 'n: 0..100'],
      O,
      's = fold s: (left: 0..100, given: [0..9; ..20]) = (left: n, given: []) for x in xs {',
      '  part = MIN(x, s.left)',
      '  (left: s.left - part, given: s.given ++ [part])',
      '}',
      'given = s.given',
      'ensure all p in ZIP(given, xs) { p.a <= p.b }',
      'ensure all i, part in given { i < LENGTH(xs) and part <= xs[i] }',
    ),
  ],
  [
    'the sum of what a map makes of a list that a fold has grown',
    circuit(
      ['xs: [0..9; ..20]'],
      'ys = fold ys: [0..18; ..20] = [] for x in xs { APPEND(ys, 2 * x) }',
      'o = SUM(map y in ys { y + 1 })',
      'ensure o == 2 * SUM(xs) + LENGTH(xs)',
    ),
  ],
  [
    'an element and all that are greater',
    circuit(
      ['xs: [0..9; 1..20]', 'at: 0..19'],
      'require at < LENGTH(xs)',
      'own = xs[at]',
      'o = SUM(filter x in xs { x > own })',
      'ensure o + own <= SUM(xs)',
    ),
  ],
  [
    'what an element has of a sum',
    circuit(
      ['xs: [(v: 0..9, n: 0..9); 1..20]', 'at: 0..19'],
      'require at < LENGTH(xs)',
      'm = map x in xs { x.v * 2 }',
      'o = fold total = 0 for x in xs { total + x.v * 2 }',
      'ensure m[at] <= o',
    ),
  ],
  [
    'a maximum is at least each element',
    circuit(['xs: [0..9; 1..100]'], 'o = fold top = xs[0] for x in xs { MAX(top, x) }', 'ensure all x in xs { x <= o }'),
  ],
  [
    'a minimum by branches is at most a field of each element',
    circuit(
      [LINES],
      'r = fold r = (least: 100, n: 0) for x in xs { if x.v < r.least { (least: x.v, n: r.n + 1) } else { r } }',
      'o = r.least',
      'ensure all x in xs { o <= x.v }',
    ),
  ],
  [
    'a sum kept from an assumed step on, whose start must not rest on another invariant',
    circuit(
      ['xs: [-2..3; ..1]'],
      'require any x in xs { x > 2 }',
      'o = fold a = 0 for x in REVERSE(xs) { x }',
      'ensure o <= (count x in xs { x > -1 }) + (fold a = 0 for x in xs { MAX(a, x) })',
    ),
  ],
];

const SUMS_UP = 'r = fold r: (n: 0..100, s: 0..900, ys: [0..9; ..100]) = (n: 0, s: 0, ys: []) for x in xs {';

/** Folds with a stated domain that closes because the number of steps is bounded. */
export const STATED: readonly (readonly [why: string, source: string])[] = [
  ['a sum', circuit([XS], 'o = fold s: 0..900 = 0 for x in xs { s + x }')],
  ['a difference from a start', circuit([XS, 'a: 0..100'], 'o = fold s: -900..100 = a for x in xs { s - x }')],
  ['a sum from a start', circuit([XS, 'a: 1..100'], 'o = fold s: 0..1_000 = a for x in xs { s + x }')],
  [
    'fields and the length of a list',
    circuit([XS], `${SUMS_UP} (n: r.n + 1, s: r.s + x, ys: r.ys ++ [x]) }`, 'o = r.n + r.s + LENGTH(r.ys)'),
  ],
  ['a list alone', circuit([XS], 'ys = fold ys: [0..9; ..100] = [] for x in xs { APPEND(ys, x) }', 'o = LENGTH(ys)')],
  ['bytes', circuit([XS], 'ys = fold ys: bytes[..200] = x"" for x in xs { ys ++ x"0102" }', 'o = LENGTH(ys)')],
  [
    'a length after just so many steps',
    circuit(['a: 0..9'], 'ys = fold ys: [0..99; ..12] = [] for i in 1..12 { APPEND(ys, a + i) }', 'o = ys[11]'),
  ],
  [
    'one field with its domain, the other with its rounds',
    circuit([XS], 'r = fold r: (n: 0..100, m: 0..9) = (n: 0, m: 0) for x in xs { (n: r.n + 1, m: MAX(r.m, x)) }', 'o = r.n'),
  ],
  [
    'a domain that holds anyhow, with a result that the rounds bound',
    circuit([XS], 'o = fold s: 0..10_000 = 0 for x in xs { MIN(s + x, 10_000) }', 'ensure o <= 900'),
  ],
];

/** Variants of these programs, all of which fail. */
export const OVERSTATED: readonly (readonly [why: string, source: string])[] = [
  ['a sum in one round too many', circuit(['xs: [9..9; ..100]'], 'o = fold s: 0..899 = 0 for x in xs { s + x }')],
  ['a difference below its domain', circuit([XS, 'a: 0..100'], 'o = fold s: 0..100 = a for x in xs { s - x }')],
  ['a start outside of the domain', circuit(['xs: [0..9; ..4]', 'a: 0..1_000'], 'o = fold s: 0..900 = a for x in xs { s }')],
  [
    'a first value outside, and a domain that no step leaves',
    circuit(['xs: [0..9; ..4]'], 'o = fold s: 5..9 = 0 for x in xs { MAX(x, 5) }'),
  ],
  [
    'a list in one round too many',
    circuit(['xs: [0..9; ..4]'], 'ys = fold ys: [0..9; ..3] = [] for x in xs { APPEND(ys, x) }', 'o = LENGTH(ys)'),
  ],
  ['a list of other elements', circuit([XS], 'ys = fold ys: [0..8; ..100] = [] for x in xs { APPEND(ys, x) }', 'o = LENGTH(ys)')],
  [
    'a list of two elements a round',
    circuit(['xs: [0..9; ..4]'], 'ys = fold ys: [0..9; ..7] = [] for x in xs { ys ++ [x, x] }', 'o = LENGTH(ys)'),
  ],
  [
    'a length after fewer steps than are said',
    circuit(['a: 0..12'], 'ys = fold ys: [0..99; ..12] = [] for i in 1..a { APPEND(ys, i) }', 'o = ys[11]'),
  ],
  [
    'one field as if it were the other',
    circuit(['xs: [0..9; ..10]'], 'r = fold r: (n: 0..10, s: 0..89) = (n: 0, s: 0) for x in xs { (n: r.n + 1, s: r.s + x) }', 'o = r.s'),
  ],
  [
    'a step that goes further once it has gone far',
    circuit(['xs: [0..9; ..12]'], 'o = fold s: 0..20 = 0 for x in xs { if s > 9 { s + x } else { s + 1 } }'),
  ],
];

/** Closed by a wrong fact about steps, if one were stated: a run that fails is too rare to be found. */
export const RARELY_BREAKING: readonly (readonly [why: string, source: string])[] = [
  [
    'sums over both sides of pairs of two lists',
    circuit(
      ['xs: [0..1_000_000; 3]', 'ys: [0..1_000_000; 3]'],
      'o = fold s = 0 for p in ZIP(xs, ys) { if (p.a * 7_919 + p.b * 104_729) % 1_000_003 == 5 { s + p.a } else { s } }',
      't = fold s = 0 for p in ZIP(xs, ys) { if (p.a * 7_919 + p.b * 104_729) % 1_000_003 == 5 { s + p.b } else { s } }',
      'ensure o <= t',
    ),
  ],
];

export const BREAKING: readonly (readonly [why: string, source: string])[] = [
  [
    'one more for each of the first elements, of which there may be fewer',
    circuit([XS, 'k: 0..200'], 'o = SUM(map i, x in xs { if i < k { x + 1 } else { x } })', 'ensure o == SUM(xs) + k'),
  ],
  [
    'one more for each of the first elements and the next',
    circuit([XS, 'k: 0..50'], 'o = SUM(map i, x in xs { if i <= k { x + 1 } else { x } })', 'ensure o <= SUM(xs) + k'),
  ],
  [
    'one more for each of the first elements, of a negative number',
    circuit([XS, 'k: -9..50'], 'o = SUM(map i, x in xs { if i < k { x + 1 } else { x } })', 'ensure o <= SUM(xs) + k'),
  ],
  [
    'at most a share for each of the first elements, and 1 for the others',
    circuit(
      ['xs: [6..32; ..20]', 'k: 0..20', 'h: 0..40'],
      'o = SUM(map i, x in xs { if i < k { MIN(x, h) } else { 1 } })',
      'ensure o <= h * k',
    ),
  ],
  [
    'a share for each of the first elements, which may be smaller',
    circuit(
      ['xs: [6..32; ..20]', 'k: 0..20', 'h: 0..40'],
      'o = SUM(map i, x in xs { if i < k { MIN(x, h) } else { 0 } })',
      'ensure o >= MIN(h, 6) * CLAMP(k, 0, LENGTH(xs)) + 1',
    ),
  ],
  [
    'what rounding leaves, one for each of the last elements',
    circuit(
      ['whole: 0..1_000_000', 'xs: [1..1_000; 1..40]'],
      'total = SUM(xs)',
      'parts = map x in xs { MULDIV(whole, x, total) }',
      'spare = whole - SUM(parts)',
      'o = SUM(map i, part in parts { if i >= spare { part + 1 } else { part } })',
      'ensure o == whole',
    ),
  ],
  ['the places below a value, of which there may be fewer', circuit([XS, 'k: 0..200'], 'o = count i, x in xs { i < k }', 'ensure o == k')],
  ['a factor that is not that of the map', circuit([XS], 'o = SUM(map x in xs { x * 2 + 1 })', 'ensure o == 2 * SUM(xs)')],
  ['a fold exceeds its start', circuit([XS, 'a: 0..1_000'], 'o = fold s = a for x in xs { MAX(s, x) }', 'ensure o <= a')],
  [
    'a fold that ends below its start by more than its first step',
    circuit([XS, 'a: 0..1_000'], 'o = fold s = a for x in xs { s - x }', 'ensure o >= a - 9'),
  ],
  [
    'sums over two fields, some element of one at most that of the other',
    circuit([LINES], 'require any x in xs { x.v <= x.n }', 'o = SUM(map x in xs { x.v })', 'ensure o <= SUM(map x in xs { x.n })'),
  ],
  [
    'sums over two fields without a condition',
    circuit(
      [LINES],
      'q = all x in xs { x.v <= x.n }',
      'o = SUM(map x in xs { x.v }) + if q { 0 } else { 1 }',
      'ensure o <= SUM(map x in xs { x.n }) + 1',
    ),
  ],
  [
    'a condition that some other list meets',
    circuit(
      [LINES, 'ys: [(v: 0..100, n: 0..1_000); ..100]'],
      'require all y in ys { y.v <= y.n }',
      'o = SUM(map x in xs { x.v })',
      'ensure o <= SUM(map x in xs { x.n })',
    ),
  ],
  ['an element is counted twice', circuit([XS], 'o = count x in xs { x > 5 }', 'ensure o + count x in xs { x > 4 } <= LENGTH(xs)')],
  ['an element is counted by none', circuit([XS], 'o = count x in xs { x > 5 }', 'ensure o + count x in xs { x < 5 } == LENGTH(xs)')],
  [
    'counts over two lists',
    circuit([XS, 'ys: [0..9; ..100]'], 'o = count x in xs { x > 5 }', 'ensure o + count y in ys { not (y > 5) } <= LENGTH(xs)'),
  ],
  [
    'elements of two lists are not one value',
    circuit(
      [XS, 'ys: [0..9; ..100]'],
      'o = SUM(xs)',
      't = fold t = 0 for y in ys { t + y }',
      's = fold s = 0 for x in xs { s + x }',
      'ensure s == t',
    ),
  ],
  ['two folds that begin apart', circuit([XS], 'o = fold s = 1 for x in xs { s + x }', 'ensure o == SUM(xs)')],
  [
    'two folds of which one takes a field of the other before its step',
    circuit([XS], 'r = fold r = (a: 0, b: 0) for x in xs { (a: x, b: r.a) }', O, 'ensure r.a == r.b'),
  ],
  [
    'fields that are exchanged',
    circuit(
      ['xs: [0..9; 1..100]'],
      'r = fold r = (low: 0, high: 1) for x in xs { (low: r.high, high: r.low) }',
      O,
      'ensure r.low <= r.high',
    ),
  ],
  ['the sum of what a filter leaves out', circuit(['xs: [-9..9; ..100]'], 'o = SUM(filter x in xs { x > 3 })', 'ensure o <= SUM(xs)')],
  [
    'more is given out than is left',
    circuit(
      ['stock: 0..1_000', 'xs: [0..100; ..50]'],
      's = fold s: (left: 0..1_000, given: [0..100; ..60]) = (left: stock, given: []) for x in xs { if LENGTH(s.given) < 60 { (left: s.left - MIN(x, s.left), given: APPEND(s.given, x)) } else { s } }',
      O,
      'ensure SUM(s.given) + s.left == stock',
    ),
  ],
  [
    'the number of steps over a range that may be empty by more than one',
    circuit(['n: -9..100'], 'o = fold s = 3 for i in 1..n { s + 2 }', 'ensure o == 3 + 2 * n'),
  ],
  ['a step too many', circuit(['n: 0..5_000'], 'o = fold s = 0 for i in 1..n { s + 1 }', 'ensure o < n')],
  ['the last step of a range', circuit(['n: 1..100'], 'o = fold s = 0 for i in 1..n { i }', 'ensure o < n')],
  [
    'a condition that is assumed on the other side',
    circuit(
      ['xs: [-9..9; ..100]', 'a: 0..99'],
      'o = fold s: -1_000..1_000 = a for x in xs { CLAMP(s + x, -1_000, 1_000) }',
      'ensure any x in xs { x >= 0 } or o >= a',
    ),
  ],
  [
    'a condition that some element meets',
    circuit(
      ['xs: [-9..9; ..100]', 'a: 0..99'],
      'o = fold s: -1_000..1_000 = a for x in xs { CLAMP(s + x, -1_000, 1_000) }',
      'ensure any x in xs { x >= 0 } implies o >= a',
    ),
  ],
  [
    'a loop in the body of another',
    circuit(
      ['xs: [0..9; ..4]'],
      'o = SUM(map x in xs { SUM(map y in xs { x - y }) })',
      'ys = map x in xs { SUM(map y in xs { y - x + 1 }) }',
      'ensure SUM(ys) <= LENGTH(xs)',
    ),
  ],
  [
    'elements of the loops around and inside',
    circuit(['xs: [0..9; ..4]'], O, 'ensure all x in xs { count y in xs { x == y } == LENGTH(xs) }'),
  ],
  [
    'a share of what there is for each, of shares that come to one more than all',
    circuit(
      ['all_of_it: 0..1_000_000', 'shares: [0..100; 1..20]'],
      'require SUM(shares) <= 101',
      'o = SUM(map s in shares { all_of_it * s / 100 })',
      'ensure o <= all_of_it',
    ),
  ],
  [
    'a share of what there is for each, and one of something else',
    circuit(
      ['all_of_it: 0..1_000_000', 'shares: [0..100; 1..20]'],
      'require SUM(shares) <= 100',
      'o = SUM(map s in shares { all_of_it * (s + 1) / 100 })',
      'ensure o <= all_of_it',
    ),
  ],
  [
    'a tag is counted twice',
    circuit(
      ['xs: [enum { yes, no, none_given }; ..100]'],
      'o = count x in xs { x == .yes }',
      'ensure o + count x in xs { x != .no } <= LENGTH(xs)',
    ),
  ],
  [
    'a tag is not counted',
    circuit(
      ['xs: [enum { yes, no, none_given }; ..100]'],
      'o = count x in xs { x == .yes }',
      'ensure o + count x in xs { x == .no } == LENGTH(xs)',
    ),
  ],
  [
    'an arm that earlier ones leave less than it takes',
    circuit([XS], 'o = fold s = 0 for x in xs { s + match x { 4..6 => 9, 0..9 => x } }', 'ensure o <= SUM(xs)'),
  ],
  [
    'a field for all but one tag',
    circuit(
      ['xs: [enum { a, b, c }; ..100]'],
      'h = fold h = (a: 0, b: 0) for x in xs { match x { .a => (a: h.a + 1, b: h.b), .b => (a: h.a, b: h.b + 1), .c => h } }',
      O,
      'ensure h.a + h.b == LENGTH(xs)',
    ),
  ],
  ['a product with what changes from step to step', circuit([XS], 'o = SUM(map x in xs { x * x })', 'ensure o <= 3 * SUM(xs)')],
  [
    'a miss is counted although it is open',
    circuit(
      ['xs: [(booked: 0..9, counted: (0..9)?); ..20]'],
      'hits = count x in xs { x.counted == some x.booked }',
      'o = count x in xs { x.counted != some x.booked }',
      'ensure hits + o + count x in xs { x.counted == none } == LENGTH(xs)',
    ),
  ],
  [
    'the differences of what a filter kept, with one that it left out',
    circuit(
      ['xs: [(booked: 0..9, counted: (0..9)?); ..20]'],
      'more = fold s = 0 for (booked, counted) in xs { match counted { some n if n > booked => s + n - booked, _ => s } }',
      'less = fold s = 0 for (booked, counted) in xs { match counted { some n if n < booked => s + booked - n, _ => s } }',
      'done = filter x in xs { x.counted != none and x.booked > 0 }',
      'o = SUM(map x in done { (x.counted ?? 0) - x.booked })',
      'ensure more - less == o',
    ),
  ],
  [
    'a positive difference without an element that is counted',
    circuit(
      ['xs: [(a: 0..20, b: 0..20); ..40]'],
      'won = count x in xs { x.a > x.b + 1 }',
      'o = SUM(map x in xs { x.a - x.b })',
      'ensure won == 0 implies o <= 0',
    ),
  ],
  [
    'a list that is not empty has a sum of 0',
    circuit(['xs: [(a: 0..20, b: 0..20); ..40]'], 'o = SUM(map x in xs { x.a + x.b })', 'ensure xs != [] implies o > 0'),
  ],
  [
    'a pair of an element and more than what it has',
    circuit([LINES], O, 'm = map x in xs { MIN(x.v, x.n + 1) }', 'ensure all p in ZIP(m, xs) { p.a <= p.b.v and p.a <= p.b.n }'),
  ],
  [
    'the last pair alone breaks a promise',
    circuit(
      ['xs: [0..9; 1..4]'],
      O,
      'm = map i, x in xs { if i == LENGTH(xs) - 1 { x + 1 } else { x } }',
      'ensure all p in ZIP(m, xs) { p.a <= p.b }',
    ),
  ],
  [
    'some pair breaks a promise',
    circuit([LINES], O, 'm = map x in xs { MIN(x.v, x.n) }', 'ensure not any p in ZIP(m, xs) { p.a >= p.b.v }'),
  ],
  [
    'a filter keeps an element for which a promise fails',
    circuit(
      [LINES],
      O,
      'm = map x in xs { x.v - x.n }',
      'kept = filter p in ZIP(m, xs) { p.b.v + 1 >= p.b.n }',
      'ensure all p in kept { p.a >= 0 and p.a <= p.b.v }',
    ),
  ],
  [
    'the shares of those before are counted with this one',
    circuit(
      ['xs: [0..9; ..20]', 'limit: 0..100'],
      'm = map i, x in xs {',
      '  before = SUM(TAKE(xs, i + 1))',
      '  if before >= limit { 0 } else { MIN(x, limit - before) }',
      '}',
      'o = SUM(m)',
      'ensure o == MIN(SUM(xs), limit)',
    ),
  ],
  [
    'those before in a list are not those before in what a filter kept',
    circuit(
      ['xs: [0..9; ..20]', 'limit: 0..100'],
      'kept = filter x in xs { x > 3 }',
      'm = map i, x in kept {',
      '  before = SUM(TAKE(xs, i))',
      '  if before >= limit { 0 } else { MIN(x, limit - before) }',
      '}',
      'o = SUM(m)',
      'ensure o <= limit',
    ),
  ],
  [
    'those before have less of another field',
    circuit(
      ['xs: [(v: 1..9, n: 0..9); ..20]', 'limit: 0..100'],
      'm = map i, x in xs {',
      '  before = SUM(map y in TAKE(xs, i) { y.n })',
      '  if before >= limit { 0 } else { MIN(x.v, limit - before) }',
      '}',
      'o = limit - SUM(m)',
      'ensure o >= 0 and SUM(map x in xs { x.n }) >= 0',
    ),
  ],
  [
    'those before are counted by another condition',
    circuit(
      ['xs: [0..9; ..20]'],
      'o = SUM(map i, x in xs { if x > 3 and count y in TAKE(xs, i) { y > 5 } == 0 { 1 } else { 0 } })',
      'n = count x in xs { x > 3 }',
      'ensure o <= n and o <= 1',
    ),
  ],
  [
    'a range whose length is one less',
    circuit(
      ['first: 0..1_439', 'n: 0..720'],
      'a = count i in first..first + n - 2 { i % 1_440 < 360 }',
      'o = count i in first..first + n - 1 { not (i % 1_440 < 360) }',
      'ensure a + o == n',
    ),
  ],
  [
    'the longest run of others is longer than all that are outside',
    circuit(
      [XS, 'k: 0..9'],
      'r = fold (now, top) = (now: 0, top: 0) for x in xs {',
      '  run = if x < k { 0 } else { now + 1 }',
      '  (now: run, top: MAX(top, run))',
      '}',
      'o = r.top',
      'ensure o <= count x in xs { x > k }',
    ),
  ],
  [
    'where something comes in, a balance exceeds its start',
    circuit(
      ['xs: [(up: 0..120, down: 0..15); ..40]', 'first: 0..60'],
      'o = fold d = first for x in xs { if d + x.up > x.down { d + x.up - x.down } else { 0 } }',
      'ups = SUM(map x in xs { x.up })',
      'ensure ups <= 20 implies o <= first',
    ),
  ],
  [
    'a state that changes after three samples changes in three',
    circuit(
      ['xs: [bool; ..20]', 'first: bool'],
      'r = fold r: (state: bool, streak: 0..3) = (state: first, streak: 0) for x in xs {',
      '  if x == r.state { (..r, streak: 0) }',
      '  else if r.streak + 1 >= 3 { (state: x, streak: 0) }',
      '  else { (..r, streak: r.streak + 1) }',
      '}',
      'o = if r.state { 1 } else { 0 }',
      'ensure LENGTH(xs) < 4 implies r.state == first',
    ),
  ],
  [
    'what is just within the reach of a price changes it',
    circuit(
      ['xs: [(cut: 1..50, least: 0..1_000); ..10]', 'price: 0..1_000'],
      'o = fold left = price for x in xs { if left >= x.least { MAX(left - x.cut, 0) } else { left } }',
      'ensure all x in xs { x.least >= price } implies o == price',
    ),
  ],
  [
    'a list that a fold grows is not empty at first',
    circuit(
      ['xs: [0..9; ..20]'],
      O,
      'ys = fold ys: [0..9; ..21] = [5] for x in xs { APPEND(ys, x) }',
      'ensure all i, y in ys { i < LENGTH(xs) and y <= xs[i] }',
    ),
  ],
  [
    'a list that a fold grows at its beginning',
    circuit(
      ['xs: [0..9; ..20]'],
      O,
      'ys = fold ys: [0..9; ..20] = [] for x in xs { [x] ++ ys }',
      'ensure all i, y in ys { i < LENGTH(xs) and y <= xs[i] }',
    ),
  ],
  [
    'a list that a fold grows in some steps',
    circuit(
      ['xs: [0..9; ..20]'],
      'ys = fold ys: [0..9; ..20] = [] for x in xs { if x > 3 { APPEND(ys, x) } else { ys } }',
      'o = SUM(map y in ys { y + 1 })',
      'ensure o == SUM(xs) + LENGTH(xs)',
    ),
  ],
  [
    'a list that a fold grows by two elements in each step',
    circuit(
      ['xs: [0..9; ..20]'],
      O,
      'ys = fold ys: [0..9; ..40] = [] for x in xs { ys ++ [x, 0] }',
      'ensure all i, y in ys { i >= LENGTH(xs) or y <= xs[i] }',
    ),
  ],
  [
    'a fold grows one field from another',
    circuit(
      ['xs: [0..9; ..20]'],
      O,
      's = fold s: (a: [0..9; ..20], b: [0..9; ..20]) = (a: [], b: []) for x in xs { (a: s.b, b: APPEND(s.a, x)) }',
      'b = s.b',
      'ensure all i, y in b { i < LENGTH(xs) and y <= xs[i] }',
    ),
  ],
  [
    'an element and all that are not less',
    circuit(
      ['xs: [0..9; 1..20]', 'at: 0..19'],
      'require at < LENGTH(xs)',
      'own = xs[at]',
      'o = SUM(filter x in xs { x >= own })',
      'ensure o + own <= SUM(xs)',
    ),
  ],
  [
    'two elements, which may be one',
    circuit(
      ['xs: [0..9; 1..4]', 'at: 0..3', 'to: 0..3'],
      'require at < LENGTH(xs) and to < LENGTH(xs)',
      'o = xs[at] + xs[to]',
      'ensure o <= SUM(xs)',
    ),
  ],
  [
    'an element of a sum of which some are negative',
    circuit(['xs: [-1..9; 1..4]', 'at: 0..3'], 'require at < LENGTH(xs)', 'o = xs[at]', 'ensure o <= SUM(xs)'),
  ],
  [
    'a maximum that is taken back is not at least each element',
    circuit(
      ['xs: [0..9; 1..100]'],
      'o = fold top = xs[0] for x in xs { if x == 0 { 0 } else { MAX(top, x) } }',
      'ensure all x in xs { x <= o }',
    ),
  ],
  [
    'the last element is not at least each element',
    circuit(['xs: [0..9; 1..100]'], 'o = fold last = xs[0] for x in xs { x }', 'ensure all x in xs { x <= o }'),
  ],
  [
    'a maximum is not above each element',
    circuit(['xs: [0..9; 1..100]'], 'o = fold top = 0 for x in xs { MAX(top, x) }', 'ensure all x in xs { x < o }'),
  ],
];
