/** The kinds of evidence, besides the analysis, that a closure domain may need here. */
type Besides = 'linear' | 'written out' | 'cuts' | 'states' | 'cases' | 'exhaustion';

const circuit = (inputs: readonly string[], ...body: readonly string[]): string =>
  `circuit c {\n${[...inputs.map((input) => `input ${input}`), ...body].map((line) => `  ${line}\n`).join('')}}\n`;

const A = 'a: 0..1_000_000';
const O = 'output o: i64';

/** Returns a fold over at most 30 events, with a contract about its result. */
const machine = (events: string, accumulator: string, initial: string, step: string, output: string, promise: string): string =>
  circuit(
    [`events: [${events}; ..30]`],
    output,
    `s = fold s: ${accumulator} = ${initial} for event in events { ${step} }`,
    'o = s.o',
    promise,
  );

/**
 * Closed programs, each of which needs the full precision of one rule: with a weaker rule it is left open, or closes by other
 * evidence. Most have too many inputs to run all of them.
 */
export const PRECISE: readonly (readonly [why: string, source: string, besides?: Besides])[] = [
  // Regions that must have been reached.
  [
    'an arm that a condition chose',
    circuit(['c: bool', A], O, 'p = if c { MIN(a, 5) } else { 9 }', 'o = if c { if p < 3 { 6 / (3 - a) } else { 1 } } else { 2 }'),
  ],
  [
    'a default that was taken',
    circuit(['x: (0..9)?', A], O, 'p = x ?? MIN(a, 5)', 'o = if x == none { if p < 3 { 6 / (3 - a) } else { 1 } } else { 2 }'),
  ],
  [
    'an arm that a tag chose',
    circuit(
      ['k: enum { low, high }', A],
      O,
      'p = match k { .low => MIN(a, 5), .high => 9 }',
      'o = if k == .low { if p < 3 { 6 / (3 - a) } else { 1 } } else { 2 }',
    ),
  ],
  // From a result to the operands.
  ['the condition of a choice', circuit([A], O, 's = if a > 3 { 1 } else { 2 }', 'o = if s == 1 { 6 / (a - 3) } else { 0 }')],
  ['the subject of a match', circuit([A], O, 's = match a { 0..3 => 1, _ => 2 }', 'o = if s == 2 { 6 / (a - 3) } else { 0 }')],
  [
    'the operands of a stated domain and a narrowing',
    circuit(
      [A],
      O,
      's: 0..2_000_000 = a',
      't = a as -1..1_000_000',
      'o = (if s > 3 { 6 / (a - 3) } else { 0 }) + (if t > 3 { 6 / (a - 3) } else { 0 })',
    ),
  ],
  ['the content of a built option', circuit([A], O, 'x = some a', 'o = if x == some 5 { 6 / (a - 4) } else { 1 }')],
  [
    'the fields of a built record',
    circuit([A, 'b: 0..1_000_000'], O, 'r = (x: a, y: b)', 'o = if r == (x: 5, y: 6) { 6 / (a - 4) + 6 / (b - 5) } else { 1 }'),
  ],
  ['a field of a record', circuit(['r: (x: 0..1_000_000, y: bool)'], O, 'o = if r.y and r.x > 3 { 6 / (r.x - 3) } else { 0 }')],
  [
    'the result of a call',
    `component half(n: 0..1_000_000) -> 0..500_000 {\n  n / 2\n}\n${circuit([A], O, 'q = half(a)', 'o = if q > 3 { 6 / (q - 3) } else { 1 }')}`,
  ],
  // Nodes of one value.
  [
    'what two nodes of one value know',
    circuit(
      ['a: 0..1_000', 'b: 0..1_000'],
      O,
      'p = a * b',
      'o = if a * b > 4 { if p < 10 { 6 / (a * b - 4) + 6 / (10 - a * b) } else { 0 } } else { 0 }',
    ),
  ],
  [
    'what one of the latest nodes of one value knows',
    circuit(
      ['a: 0..1_000', 'b: 0..1_000'],
      O,
      'p = a * b',
      'q = a * b',
      'r = a * b',
      's = a * b',
      't = a * b',
      'o = (if q > 4 { 6 / (a * b - 4) } else { 0 }) + p + r + s + t',
    ),
  ],
  [
    'two calls that are given the same argument',
    `component half(n: 0..1_000_000) -> 0..500_000 {\n  n / 2\n}\n${circuit([A, 'c: bool'], O, 'h = half(a)', 'o = if c { 6 / (half(a) - h + 1) } else { h }')}`,
  ],
  [
    'that nothing is reached after a node without a value',
    circuit(['a: 0..1_000', 'b: 0..1_000', 'd: 0..9'], O, 'o = if a < b { if b < a { 6 / (a - b) + 6 / d } else { 1 } } else { 2 }'),
  ],
  // Splits into cases.
  [
    'a split of a truth value',
    circuit(['c: bool', A], O, 's = if c { 1 } else { 2 }', 't = if c { 2 } else { 1 }', 'o = a / (s ^ t)'),
    'cases',
  ],
  [
    'a split of tags',
    circuit(
      ['k: enum { low, mid, high }', A],
      O,
      's = match k { .low => 1, .mid => 2, .high => 4 }',
      't = match k { .low => 2, .mid => 4, .high => 1 }',
      'o = a / (s ^ t)',
    ),
    'cases',
  ],
  [
    'a split of lengths',
    circuit(
      ['w: text[..3]', A],
      O,
      'n = TEXT_LENGTH(w)',
      's = if n < 2 { 1 } else { 2 }',
      't = if n < 2 { 2 } else { 1 }',
      'o = a / (s ^ t)',
    ),
    'cases',
  ],
  [
    'a split of an option',
    circuit(['x: (0..1_000_000)?', A], O, 's = if x == none { 1 } else { 2 }', 't = if x == none { 2 } else { 1 }', 'o = a / (s ^ t)'),
    'cases',
  ],
  ['inputs that a require refuses', circuit(['a: 0..20'], O, 'require a % 7 == 3', 'o = 6 / (a * a % 7 - 1)'), 'exhaustion'],
  // Accumulators of which only one side drifts.
  ['a rise to a new value', circuit(['xs: [0..1_000_000; ..100]'], 'output o: -200..100', 'o = fold t = 0 for x in xs { MIN(t + 1, x) }')],
  ['a fall to a new value', circuit(['xs: [-1_000_000..0; ..100]'], 'output o: -100..200', 'o = fold t = 0 for x in xs { MAX(t - 1, x) }')],
  // Differences.
  [
    'an arm that was chosen has the value of the choice',
    circuit(['c: bool', A, 'b: 0..1_000_000'], O, 'm = if c { a } else { b }', 'o = if c { 6 / (a - m + 1) } else { 6 / (m - b + 1) }'),
  ],
  [
    'an element of a range lies within it',
    circuit(['n: 0..9', 'm: 0..1_000'], O, 'o = fold t = 0 for i in n..9 { MAX(t, m / (i - n + 1) + m / (10 - i)) }'),
    'linear',
  ],
  [
    'a range that has an element',
    circuit(['n: 0..9', 'm: 0..1_000_000'], 'output o: [i64; ..9]', 'require m > 0', 'o = map i in 1..n { m / n + 6 / (n - i + 1) }'),
  ],
  [
    'a place in a text, by way of a stated domain and a narrowing',
    circuit(
      ['t: text[..20]', 'u: text[1..3]'],
      O,
      'w: (0..30)? = INDEX_OF(t, u)',
      'v = INDEX_OF(t, u) as (0..40)?',
      'x = match w { some i => 6 / (TEXT_LENGTH(t) - i), none => 0 }',
      'y = match v { some i => 6 / (TEXT_LENGTH(t) - i), none => 0 }',
      'o = x + y',
    ),
  ],
  [
    'a place in a text, or a default',
    circuit(
      ['t: text[..20]', 'u: text[1..3]'],
      O,
      'w = INDEX_OF(t, u)',
      'o = if w != none { 6 / (TEXT_LENGTH(t) - (w ?? 5)) } else { 6 / (1 + TEXT_LENGTH(t) - (w ?? 0)) }',
    ),
  ],
  [
    'a map is no longer than its source',
    circuit(['xs: [0..9; ..1000]'], O, 'ys = map x in xs { x + 1 }', 'o = fold t = 0 for i in 0..LENGTH(ys) - 1 { MAX(t, xs[i]) }'),
  ],
  [
    'a map is no shorter than its source',
    circuit(['xs: [0..9; ..1000]'], O, 'ys = map x in xs { x + 1 }', 'o = fold t = 0 for i in 0..LENGTH(xs) - 1 { MAX(t, ys[i]) }'),
  ],
  [
    'a filter is no longer than its source',
    circuit(['xs: [0..9; ..1000]'], O, 'ys = filter x in xs { x > 3 }', 'o = fold t = 0 for i in 0..LENGTH(ys) - 1 { MAX(t, xs[i]) }'),
  ],
  [
    'a count is no more than its source',
    circuit(['xs: [0..9; ..1000]'], O, 'n = count x in xs { x > 3 }', 'o = fold t = 0 for i in 0..n - 1 { MAX(t, xs[i]) }'),
  ],
  [
    'lengths that a call is given and that a component exports',
    `component at(xs: [0..9; ..100], i: 0..100) -> 0..9 {
  require i < LENGTH(xs)
  xs[i]
}
component keep(xs: [0..9; ..100]) -> [0..9; ..100] {
  filter x in xs { x > 3 }
}
${circuit(['xs: [0..9; ..100]', 'i: 0..50'], O, 'ys = keep(xs)', 'o = if i < LENGTH(ys) { at(xs, i) } else { 1 }')}`,
  ],
  // Loops.
  [
    'a condition that all elements meet, or none does',
    circuit(
      ['xs: [0..9; 3..5]'],
      O,
      'ys = filter x in xs { x >= 0 }',
      'p = 6 / (count x in xs { x >= 0 }) + 6 / (1 + (count x in xs { x > 9 }) - 1 + 1)',
      'q = 6 / (if any x in xs { x >= 0 } { 1 } else { 0 }) + 6 / (if any x in xs { x > 9 } { 0 } else { 1 })',
      'r = 6 / (if all x in xs { x >= 0 } { 1 } else { 0 }) + 6 / (if all x in xs { x > 9 } { 0 } else { 1 })',
      'o = ys[2] + p + q + r',
    ),
  ],
  [
    'a fold that is followed step by step',
    circuit(
      [],
      'output o: 8..8',
      'output p: 6..6',
      'output q: 11..11',
      'o = fold t = 0 for i in 0..3 { t + 2 }',
      'p = fold t = 0 for i in 0..3 { t + i }',
      'q = fold t = 0 for x in [1, 2, 3] { t * 2 + x }',
    ),
  ],
  // Patterns.
  [
    'an arm for a truth value',
    circuit([A, 'b: bool'], O, 'o = (match a > 3 { true => 6 / (a - 3), false => 1 }) + (match b { false => 1, true => 2 })'),
  ],
  [
    'what is left of an option',
    circuit(
      ['x: (0..1_000_000)?'],
      O,
      'p = match x { none => 1, w => 6 / (1 + (w ?? 1)) }',
      'q = match x { some 0 => 1, w => 6 / (w ?? 1) }',
      'o = p + q + (match x { some 0 => 1, some y => 6 / y, none => 2 })',
    ),
  ],
  [
    'what is left of texts',
    circuit(['c: bool'], O, 't = if c { "a" } else { "bb" }', 'o = match t { "a" => 1, u => 6 / (TEXT_LENGTH(u) - 1) }'),
  ],
  ['a text that an earlier arm takes', circuit(['t: text[..3]'], O, 'o = match t { "a" => 1, "b" => 2, "a" => 6 / 0, _ => 3 }')],
  ['more arms than ranges of a set', circuit(['a: 0..20'], O, `o = match a { ${arms((number) => String(number))} }`)],
  ['more arms than ranges of a content', circuit(['a: (0..20)?'], O, `o = match a { ${arms((number) => `some ${number}`)}, none => 3 }`)],
  // Sums of inequalities.
  [
    'a quotient and its remainder',
    circuit([A, 'b: 1..1_000'], 'output o: 0..999', 'output p: i64', 'o = a - a / b * b', 'p = 6 / (a % b + a / b * b - a + 1)'),
    'linear',
  ],
  [
    'quotients that are rounded otherwise',
    circuit(
      ['a: 0..1_000', 'b: 1..1_000'],
      O,
      'p = 6 / (FLOOR_MOD(a, b) + FLOOR_DIV(a, b) * b - a + 1)',
      'o = p + 6 / (MULDIV(a, b, b) - a + 1) + 6 / ((a >> 2) * 4 + (a & 3) - a + 1)',
    ),
    'linear',
  ],
  [
    'bits of a mask, and bits put together again',
    circuit(['a: 0..65_535'], O, 'o = 6 / ((a & 0x30) / 16 - (a >> 4 & 3) + 1) + 6 / ((a >> 6 << 6 | a & 0x30 | a & 0xf) - a + 1)'),
    'linear',
  ],
  ['a quotient of a quotient', circuit(['a: -900..900'], O, 'o = 6 / (a / 4 / 3 - a / 12 + 1)'), 'linear'],
  [
    'a share of a whole, and a multiple of it',
    circuit(
      ['a: 0..1_000_000', 'b: 0..1_000', 'c: 1..1_000', 'd: 0..1_000'],
      O,
      'require b + d <= c',
      'o = 6 / (a - a * (b + d) / c + 1) + 6 / ((a * c + d) / MAX(b + d, 1) - a + 1)',
    ),
    'linear',
  ],
  [
    'equal dates',
    circuit(
      ['a: (y: 2000..2099, m: 1..12, d: 1..28)', 'b: (y: 2000..2099, m: 1..12, d: 1..28)'],
      O,
      'n = DAYS_FROM_CIVIL(a.y, a.m, a.d) - DAYS_FROM_CIVIL(b.y, b.m, b.d)',
      'o = if a == b { 6 / (n + 1) } else { n }',
    ),
    'linear',
  ],
  [
    'a share that is rounded',
    circuit(
      ['a: 0..1_000_000', 'b: 0..1_000', 'c: 1..1_000', 'd: 0..1_000'],
      O,
      'require b + d <= c',
      'o = 6 / (a - DIV_ROUND(a * (b + d), c) + 1) + 6 / (a - DIV_UP(a * (b + d), c) + 1)',
    ),
    'linear',
  ],
  [
    'elements of a list that is made, by what each is made of',
    circuit(
      ['xs: [(a: 0..64, b: 0..64); ..50]', 'c: bool'],
      'output o: [0..64; ..50]',
      'output p: (low: 0..128, gap: (0..64)?)',
      'o = map x in xs { x.a + MIN(x.b, 64 - x.a) }',
      'n = LENGTH(xs)',
      'p = (low: n, gap: if c { some (64 - MIN(n, 64 - n / 2)) } else { none })',
    ),
    'cuts',
  ],
  [
    'fields of an accumulator that one arm or another moves',
    circuit(
      ['es: [enum { made, stopped, idle }; ..200]'],
      O,
      'e = fold s = (made: 0, stopped: 0, on: true) for e in es { match e { .made => (..s, made: s.made + 2), .stopped => (..s, stopped: s.stopped - 1, on: false), .idle => s } }',
      'o = 6 / (401 - e.made) + 6 / (201 + e.stopped)',
    ),
  ],
  [
    'a field that an arm within an arm moves, and the length of another',
    circuit(
      ['xs: [1..100; ..50]', 'b: 0..4_000'],
      O,
      'e = fold s = (kept: 0, more: []) for x in xs { if s.kept <= b { if x > 5 { (..s, kept: s.kept + x) } else { (kept: s.kept, more: s.more) } } else { (..s, more: s.more ++ [x]) } }',
      'o = 6 / (5_001 - e.kept) + 6 / (51 - LENGTH(e.more))',
    ),
  ],
  [
    'the elements of a list of which a require speaks',
    circuit(
      ['xs: [0..1_000_000; 1..500]', 'ys: [(a: 0..1_000_000, b: bool); 1..500]'],
      O,
      'require all x in xs { x < 9 and x != 4 }',
      'require not any y in ys { y.a >= 7 }',
      'require count y in ys { not y.b } == 0',
      'ms = map x in xs { 6 / (x - 4) + 6 / (9 - x) }',
      'o = ms[0] + 6 / (9 - xs[0]) + 6 / (7 - ys[0].a) + 6 / (if ys[0].b { 1 } else { 0 })',
    ),
  ],
  [
    'a day of its own month',
    circuit(
      ['y: 1..9_999', 'm: 1..12', 'd: 1..31'],
      O,
      'require d <= DAYS_IN_MONTH(y, m)',
      'left = DAYS_FROM_CIVIL(y, 12, 31) - DAYS_FROM_CIVIL(y, m, d)',
      'o = 6 / (left + 1) + 6 / (366 - left) + DAYS_FROM_CIVIL(y, m, MIN(DAYS_IN_MONTH(y, m), 30))',
    ),
    'linear',
  ],
  [
    'a day and its date',
    circuit(
      ['n: -719_162..2_932_896'],
      O,
      'c = CIVIL_FROM_DAYS(n)',
      'o = 6 / (DAYS_FROM_CIVIL(c.year, c.month, c.day) - n + 1) + 6 / (n - DAYS_FROM_CIVIL(c.year, 1, 1) + 1)',
    ),
    'linear',
  ],
  [
    'dates whose years, months and days ascend',
    circuit(
      ['y: 1..9_998', 'm: 1..12', 'd: 1..28'],
      O,
      'n = DAYS_FROM_CIVIL(y, m, d)',
      'o = 6 / (n - DAYS_FROM_CIVIL(y, (m - 1) / 3 * 3 + 1, 1) + 1) + 6 / (DAYS_FROM_CIVIL(y + 1, m, d) - n + 1)',
    ),
    'linear',
  ],
  [
    'months and years in a row',
    circuit(
      ['y: 1..9_998', 'm: 1..11'],
      O,
      'days = DAYS_FROM_CIVIL(y + 1, 1, 1) - DAYS_FROM_CIVIL(y, 1, 1)',
      'leap = if IS_LEAP_YEAR(y) { 1 } else { 0 }',
      'o = 6 / (DAYS_FROM_CIVIL(y, m + 1, 1) - DAYS_FROM_CIVIL(y, m, 1) - 27) + 6 / (days - leap - 364)',
    ),
    'linear',
  ],
  [
    'lengths that cancel out',
    circuit(
      ['xs: [0..9; ..1000]', 't: text[..1000]', 'b: bytes[..1000]'],
      O,
      'n = LENGTH(xs) * 2 + TEXT_LENGTH(t) + LENGTH(b)',
      'o = 6 / (n - LENGTH(xs) - TEXT_LENGTH(t) - LENGTH(xs) - LENGTH(b) + 1)',
    ),
    'linear',
  ],
  [
    'products that cancel out',
    circuit(['a: 0..1_000', 'b: 1..1_000', 'c: 0..1_000'], O, 'o = 6 / (a * b / b - a + 1) + 6 / (a * b * c - c * b * a + 1)'),
    'linear',
  ],
  [
    'a sum with a stated domain, and a literal of 64 bits',
    circuit(
      ['a: 0..1_000', 'b: 0..1_000'],
      O,
      's: 0..2_000 = a + b',
      'o = 6 / (s - a - b + 1) + 6 / (a * b + 9_007_199_254_740_993 - b * a - 9_007_199_254_740_992)',
    ),
    'linear',
  ],
  [
    'multiples and products of what a require says',
    circuit(
      ['a: 0..1_000', 'b: 0..1_000', 'c: 0..1_000'],
      O,
      'require a <= b and b <= c',
      'o = 6 / (2 * c - a - b + 1) + 6 / (c * c - a * c + 1)',
    ),
    'linear',
  ],
  [
    'a require that holds under another condition',
    circuit(['a: 0..1_000', 'b: 0..1_000'], O, 'require a <= b implies b < 500', 'o = if a <= b { 6 / (500 - b) } else { 6 / (a - b) }'),
    'linear',
  ],
  [
    'what the intervals of arms leave for later ones',
    circuit(
      [A, 'b: 0..1_000_000'],
      O,
      'require a <= b',
      'p = match a { 0..10 => 1, 5..50 => 2, _ => 3 }',
      'q = match b { 0..10 => 1, 5..50 => 2, _ => 3 }',
      'o = 6 / (q - p + 1)',
    ),
    'linear',
  ],
  [
    'tags that an `if` chooses, and none',
    circuit(
      [A],
      'output k: enum { low, mid, high }',
      'output h: (0..9)?',
      'k = if a < 5 { .low } else if a < 9 { .mid } else { .high }',
      'h = if k == .low { none } else { some 1 }',
      'ensure a >= 9 implies k == .high',
      'ensure a < 5 implies h == none and (h ?? 7) == 7',
    ),
    'linear',
  ],
  [
    'tables of equal tags, truth values and contents',
    circuit(
      ['k: enum { p, q, r }', 'l: enum { p, q, r }', 'b: bool', 'c: bool', 'x: (0..1_000)?'],
      O,
      's = match k { .p => 1, .q => 5, .r => 9 }',
      't = match l { .p => 1, .q => 5, .r => 9 }',
      'u = if b { 4 } else { 7 }',
      'v = if c { 4 } else { 7 }',
      'w = match x { some y => y, none => 7 }',
      'o = (if k == l { 6 / (s - t + 1) } else { 1 }) + (if b == c { 6 / (u - v + 1) } else { 2 }) + 6 / ((x ?? 7) - w + 1)',
    ),
    'linear',
  ],
  [
    'a multiple that lies between two others',
    circuit(
      [A, 'b: 0..1_000_000', 'c: 0..999', 'd: 0..999'],
      O,
      'used = (d - c + 1_000) % 1_000',
      'o = 6 / ((c + used) % 1_000 - d + 1)',
      'ensure 2 * a != 2 * b + 1 and 6 * a != 3 * b - 1',
    ),
    'linear',
  ],
  [
    'what is monotone, step by step',
    circuit(
      ['a: 0..1_000', 'b: 0..1_000', 'd: 1..50', 'e: 1..50', 'n: 0..20', 'm: 0..20'],
      O,
      'require a <= b and d <= e and n <= m',
      'o = 6 / (b / d - a / e + 1) + 6 / (MIN(7 << m, 5_000) - MIN(7 << n, 5_000) + 1) + 6 / (ISQRT(b + d) - ISQRT(a + d) + 1)',
    ),
    'linear',
  ],
  [
    'choices by one condition among equal values',
    circuit(
      [A, 'b: 0..1_000_000', 'x: (0..1_000)?', 'k: enum { p, q }'],
      O,
      's = if a > b { a } else { b }',
      't = if a > b { a } else { b }',
      'u = match x { some y => MIN(a, y), none => 0 }',
      'v = match x { some y => MIN(a, y), none => 0 }',
      'w = match k { .p => x ?? b, .q => 7 }',
      'z = match k { .p => x ?? b, .q => 7 }',
      'o = 6 / (s - t + 1) + 6 / (u - v + 1) + 6 / (w - z + 1)',
    ),
  ],
  [
    'what holds in an arm within an arm',
    circuit(
      ['a: 0..1_000', 'b: 0..1_000'],
      O,
      'q = if a > b { 0 } else { if a < b { CLAMP(7, a, b) } else { 1 } }',
      'o = if a < b { q + 6 / (b * 2 - a * 2) } else { 6 / (2 * a - 2 * b + 1) }',
    ),
    'linear',
  ],
  [
    'lengths and sums of what lists are put together of, and of their parts',
    circuit(
      ['xs: [0..9; ..40]', 'ys: [0..9; ..40]', 'n: 0..50', 'm: 0..40', 't: text[..9]'],
      O,
      'p = LENGTH(SORT(xs) ++ APPEND(REVERSE(ys), n)) - LENGTH(xs) - LENGTH(ys)',
      'q = SUM(SORT(xs) ++ APPEND(REVERSE(ys), n)) - SUM(xs) - SUM(ys) - n',
      'r = LENGTH(TAKE(xs, n)) + LENGTH(DROP(xs, n)) - LENGTH(xs)',
      's = SUM(xs) - SUM(if m <= LENGTH(xs) { SLICE(xs, 0, m) } else { DROP(xs, n) })',
      'u = TEXT_LENGTH(t ++ PAD_START(t, n, "-"))',
      'o = 6 / p + 6 / (q + 1) + 6 / (r + 1) + 6 / (s + 1) + 6 / (u - 2 * TEXT_LENGTH(t) + 1) + 6 / (LENGTH(ZIP(xs, ys)) - LENGTH(ys) - 1)',
      'ensure n <= m implies LENGTH(RANGE(n, m)) + n == m + 1',
    ),
    'linear',
  ],
  [
    'what is counted leaves out an element that does not count',
    circuit(
      ['xs: [0..9; 1..40]', 'n: 0..39'],
      'output o: 0..39',
      'require n < LENGTH(xs)',
      'o = count x in xs { x > xs[n] }',
      'ensure o < LENGTH(xs)',
    ),
    'linear',
  ],
  [
    'places of all elements among one another',
    circuit(['xs: [0..9; 1..40]'], 'output o: [1..40; 1..40]', 'o = map x in xs { 1 + count y in xs { y > x } }'),
    'cuts',
  ],
  [
    'the first element of a kind is of that kind, and where there is none, none is',
    circuit(
      ['xs: [0..9; ..40]', 'n: 0..9'],
      'output o: (0..9)?',
      'o = first x in xs { x >= n }',
      'ensure (o ?? 9) >= n',
      'ensure o == none implies all x in xs { x < n }',
    ),
    'linear',
  ],
  [
    'a condition with a loop in it, of elements of another loop',
    circuit(
      ['xs: [0..9; ..40]', 'ys: [0..9; ..40]'],
      O,
      'o = count x in xs { any y in ys { y < x } }',
      'ensure o == LENGTH(xs) implies all x in xs { not all y in ys { y >= x } }',
    ),
    'linear',
  ],
  [
    'elements of what was kept, sorted, cut and made of others',
    circuit(
      ['xs: [(a: 0..9, b: 0..9); ..40]', 'n: 0..9'],
      O,
      'kept = filter x in xs { x.a < x.b }',
      'parts = map x in TAKE(REVERSE(kept), n) { x.b - x.a }',
      'o = count p in parts { p > 8 }',
      'ensure all p in parts { p >= 1 }',
      'ensure (all x in xs { x.b <= 5 }) implies all p in parts { p <= 5 }',
    ),
    'linear',
  ],
  [
    'elements of sorted lists, at places in order and at both ends',
    circuit(
      ['xs: [0..9; 2..20]'],
      'output o: 0..9',
      'up = SORT(xs)',
      'down = REVERSE(up)',
      'o = up[LENGTH(up) - 1] - up[0]',
      'ensure all x in xs { x >= up[0] }',
      'ensure all x in xs { x <= down[0] }',
      'ensure all i, y in up { i == 0 or up[i - 1] <= y }',
    ),
    'linear',
  ],
  [
    'neighbours that are in order',
    circuit(['xs: [0..9; 2..20]'], O, 'require all i, x in xs { i == 0 or xs[i - 1] < x }', 'o = xs[1] - xs[0]', 'ensure o >= 1'),
    'linear',
  ],
  [
    'the first place of a kind, and none before it',
    circuit(
      ['taken: [bool; 24]', 'wished: 0..23'],
      'output o: (0..23)?',
      'o = first i in 0..23 { i >= wished and not taken[i] }',
      'ensure match o { some i => not taken[i], none => true }',
      'ensure match o { some i => all j in wished..i - 1 { taken[j] }, none => all j in wished..23 { taken[j] } }',
    ),
    'linear',
  ],
  [
    'a field of the first record of a kind',
    circuit(
      ['xs: [(s: 0..999, t: 0..20, c: 0..20); 1..24]', 'n: 0..999'],
      'output o: (0..999)?',
      'free = filter x in xs { x.s >= n and x.t < x.c }',
      'o = match first x in free { true } { some x => some x.s, none => none }',
      'ensure (o ?? 999) >= n',
      'ensure o == none implies LENGTH(free) == 0',
    ),
    'linear',
  ],
  [
    'two counts of one list whose length is known',
    circuit(['xs: [bool; 24]'], O, 'o = (count x in xs { x }) + count x in xs { not x }', 'ensure o == 24'),
    'linear',
  ],
  // Sums that are rounded for integers.
  [
    'a day that is moved off the weekend',
    circuit(
      ['d: 0..60_000', 'k: 0..90'],
      'output o: 0..70_000',
      'o = match WEEKDAY(d + k) { 6 => d + k + 2, 7 => d + k + 1, _ => d + k }',
      'ensure WEEKDAY(o) <= 5',
      'ensure WEEKDAY(d + 14) == WEEKDAY(d)',
      'ensure WEEKDAY(d + 8 - WEEKDAY(d)) == 1',
    ),
    'linear',
  ],
  [
    'quotients of sums, and of what two of them differ by',
    circuit(
      ['a: -1_000..1_000', 'b: 0..1_000'],
      O,
      'o = (b + 40) / 8 - b / 8',
      'ensure o == 5',
      'ensure FLOOR_MOD(a + 3, 5) == FLOOR_MOD(a + 28, 5)',
      'ensure FLOOR_DIV(a + 12, 4) == FLOOR_DIV(a, 4) + 3',
      'ensure (b + 5) / 6 >= b / 6 and (b + 5) / 6 - b / 6 <= 1',
    ),
    'linear',
  ],
  [
    'multiples of a number in all steps of loops',
    circuit(
      ['xs: [0..500; ..20]', 'n: 0..9'],
      O,
      'o = fold s = 24 for x in xs { if x > 3 { s + (x / 6 + 1) * 12 } else { s } }',
      'r = fold (t, u) = (t: 20, u: n) for x in xs { (t: t + 15 * x, u: u) }',
      'ensure o % 12 == 0 and o % 6 == 0',
      'ensure r.t % 5 == 0 and r.u == n',
      'ensure SUM(map x in xs { x * 8 }) & 3 == 0',
    ),
    'linear',
  ],
  [
    'days of so many months and years',
    circuit(
      ['d: 0..30_000', 'm: 0..60', 'y: 1..9'],
      O,
      'o = (ADD_MONTHS(d, m) ?? 0) - d',
      'ensure o <= 31 * m and o >= 30 * m - 2',
      'ensure m == 12 implies o in 365..366',
      'ensure (ADD_MONTHS(d, 12 * y) ?? 0) - d >= 365 * y',
      'ensure d - (ADD_MONTHS(d, -1) ?? 0) in 28..31',
    ),
    'linear',
  ],
  [
    'a bound of what two folds are apart',
    circuit(
      ['xs: [(a: 0..900, b: 0..900); ..9]'],
      O,
      'o = fold s = 0 for (a, b) in xs { s + DIV_ROUND(a, 10) * 10 - b }',
      'p = fold s = 0 for (a, b) in xs { s + a - b }',
      'ensure ABS(o - p) <= 5 * LENGTH(xs)',
    ),
    'linear',
  ],
  // States of a fold, and the other evidence that each needs.
  [
    'a state and a truth value that go together',
    machine(
      'enum { open, pay, ship }',
      '(o: enum { new, paid, sent }, paid: bool)',
      '(o: .new, paid: false)',
      'n: enum { new, paid, sent } = match (s.o, event) { (.new, .pay) => .paid, (.paid, .ship) => .sent, _ => s.o }\n (o: n, paid: s.paid or n == .paid)',
      'output o: enum { new, paid, sent }',
      'ensure o == .sent implies s.paid',
    ),
    'states',
  ],
  [
    'a state that none is in without an event',
    machine(
      '(kind: enum { heat, cool }, strong: bool)',
      '(o: 0..99, hot: bool)',
      '(o: 0, hot: false)',
      'hot = if event.kind == .heat { event.strong or s.hot } else { s.hot and not event.strong }\n (o: if hot and s.o < 99 { s.o + 1 } else { s.o }, hot: hot)',
      'output o: 0..99',
      'ensure (all event in events { event.kind != .heat }) implies o == 0',
    ),
    'states',
  ],
  [
    'what the first step does',
    circuit(
      ['xs: [1..9; ..30]'],
      'output n: 0..30',
      's = fold (a, k) = (a: 0, k: 0) for x in xs { if a <= 0 { (a: a + x, k: k + 1) } else { (a: a - 1, k: k) } }',
      'n = s.k',
      'ensure xs != [] implies n >= 1',
    ),
    'states',
  ],
  [
    'a bound until something is counted',
    circuit(
      ['xs: [0..90; ..30]'],
      'output n: 0..30',
      'output top: 0..3_000',
      's = fold s: (sum: 0..3_000, n: 0..30, top: 0..3_000) = (sum: 0, n: 0, top: 0) for x in xs {',
      '  sum = MIN(s.sum + x, 3_000)\n  (sum: sum, n: if sum > 200 and s.sum <= 200 { MIN(s.n + 1, 30) } else { s.n }, top: MAX(s.top, sum))\n}',
      '(n, top) = s',
      'ensure n == 0 implies top <= 200',
    ),
    'states',
  ],
  [
    'an option that is given up',
    circuit(
      ['xs: [0..9; ..30]'],
      'output n: 0..30',
      's = fold s: (held: (0..9)?, n: 0..30) = (held: none, n: 0) for x in xs { if x == 0 { (held: none, n: s.n) } else { (held: some x, n: MIN(s.n + 1, 30)) } }',
      'n = s.n',
      'ensure n == 0 implies s.held == none',
    ),
    'states',
  ],
  [
    'what all says of each element, and a step that compares it in another way',
    circuit(
      ['limit: 0..500', 'xs: [(kind: enum { bill, note }, n: 0..500); ..30]'],
      'output late: 0..15_000',
      's = fold s = (fine: 0, late: 0) for (kind, n) in xs {',
      '  match n - limit { -500..0 => (..s, fine: s.fine + n), _ => (..s, late: s.late + n) }\n}',
      'late = s.late',
      'ensure (all x in xs { x.n <= limit }) implies late == 0',
    ),
    'states',
  ],
  [
    'a condition that no element meets, and that each step asks',
    circuit(
      ['low: 0..99', 'high: 0..99', 'xs: [0..99; ..30]'],
      'output o: bool',
      'require low < high',
      'o = fold s = false for x in xs { s or x < low or x > high }',
      'ensure (count x in xs { x < low or x > high }) == 0 implies not o',
    ),
    'states',
  ],
  // Loops of few steps, unrolled.
  [
    'how often each mark was given',
    circuit(
      ['marks: [1..4; ..200]'],
      'output table: [0..200; 4]',
      'table = map mark in 1..4 { count given in marks { given == mark } }',
      'ensure SUM(table) == LENGTH(marks)',
      'ensure SUM(marks) == fold s = 0 for k, times in table { s + times * (k + 1) }',
    ),
    'written out',
  ],
  [
    'what a purse leaves unpaid',
    circuit(
      ['purse: 0..100', 'wanted: [0..9; 6]'],
      'output missing: 0..54',
      'end = fold (rest, open) = (rest: purse, open: 0) for want in wanted {',
      '  paid = MIN(want, rest)',
      '  (rest: rest - paid, open: open + want - paid)',
      '}',
      'missing = end.open',
    ),
    'written out',
  ],
  [
    'what lapses in one round of many',
    circuit(
      ['start: 0..50', 'used: [0..9; 10]'],
      'output lapsed: 0..50',
      'end = fold (old, gone) = (old: start, gone: 0) for i, u in used {',
      '  kept = old - MIN(old, u)',
      '  (old: if i == 4 { 0 } else { kept }, gone: if i == 4 { kept } else { gone })',
      '}',
      'lapsed = end.gone',
      'ensure lapsed <= start',
    ),
    'linear',
  ],
  // Accumulators that go up and down.
  [
    'an accumulator that is set anew in an arm of its own',
    circuit(
      ['xs: [(k: 0..2, n: 0..100); ..50]'],
      'output o: 0..5_000',
      'o = fold t = 0 for x in xs { match x.k { 0 => t + x.n, 1 if x.n <= t => t - x.n, 1 => 0, _ => x.n } }',
    ),
  ],
  [
    'the greatest value of an accumulator that begins again',
    circuit(
      ['xs: [0..20; ..40]'],
      'output o: 0..800',
      's = fold (now, most) = (now: 0, most: 0) for x in xs {',
      'next = if x == 9 { 0 } else { now + x }',
      '(now: next, most: MAX(most, next))',
      '}',
      'o = s.most',
    ),
  ],
  [
    'a part that falls by as much as another has risen to',
    circuit(
      ['xs: [(set: bool, n: 0..100); ..20]'],
      'output o: -40_000..2_000',
      's = fold s = (stock: 0, found: 0) for x in xs { if x.set { (stock: x.n, found: s.found + x.n - s.stock) } else { (..s, stock: s.stock + x.n) } }',
      'o = s.found',
    ),
  ],
  [
    'what an arm with a literal takes of a part',
    circuit(
      ['most: 0..1_000', 'xs: [(free: bool, n: 0..500); ..30]'],
      'output o: 0..1_000',
      'o = fold left = most for x in xs { left - if x.free { 0 } else { MIN(x.n, left) } }',
    ),
  ],
  [
    'a bound that a fold is stated to keep, and what it gives',
    circuit(
      ['cap: 1..1_000', 'first: 0..1_000', 'xs: [0..50; ..100]'],
      'output o: 0..1_000',
      'require first <= cap',
      'o = fold t: 0..1_000 keeping t <= cap = first for x in xs { MIN(t + x, cap) }',
      'ensure o <= cap',
    ),
  ],
  [
    'what is kept of fields by names, in two parts',
    circuit(
      ['xs: [0..1_000; 1..50]'],
      'output o: 0..1_000',
      'r = fold (lo, hi) keeping lo <= hi and lo >= 0 = (lo: xs[0], hi: xs[0]) for x in xs { (lo: MIN(lo, x), hi: MAX(hi, x)) }',
      'o = r.hi - r.lo',
    ),
  ],
  [
    'a sum that is kept with what is left',
    circuit(
      ['total: 0..100_000', 'asks: [0..5_000; ..30]'],
      'output o: 0..100_000',
      'r = fold (out, left) keeping SUM(out) + left == total = (out: [], left: total) for a in asks {',
      'g = MIN(a, left)',
      '(out: APPEND(out, g), left: left - g)',
      '}',
      'o = r.left',
      'ensure SUM(r.out) + r.left == total',
    ),
    'linear',
  ],
  [
    'what is kept where a body needs it, only in some rounds',
    circuit(
      ['limit: 0..100', 'xs: [(open: bool, n: 0..9); ..50]'],
      'output o: 0..100',
      'o = fold used keeping used <= limit = 0 for x in xs {',
      'room = (limit - used) as 0..100',
      'if x.open and x.n <= room { used + x.n } else { used }',
      '}',
    ),
    'linear',
  ],
  [
    'a condition on a list that a fold makes',
    circuit(
      ['xs: [0..9; ..30]'],
      'output o: [0..9; ..30]',
      'o = fold out: [0..9; ..30] keeping all e in out { e != 3 } = [] for x in xs { if x == 3 or LENGTH(out) >= 30 { out } else { APPEND(out, x) } }',
      'ensure all e in o { e != 3 }',
    ),
  ],
];

/** Odd numbers up to 20, then even ones: the rest has more ranges than the engine keeps. */
function arms(pattern: (number: number) => string): string {
  const numbers = Array.from({ length: 21 }, (_, number) => number).toSorted((a, b) => (b % 2) - (a % 2));
  return numbers.map((number) => `${pattern(number)} => ${number}`).join(', ');
}
