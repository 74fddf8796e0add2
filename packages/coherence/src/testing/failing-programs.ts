/** Returns a circuit with one output `o`. */
const circuit = (inputs: string, body: string): string => `circuit c {\n ${inputs}\n output o: i64\n ${body}\n}\n`;

/** Programs that really fail, in forms that a wrong encoding would prove. */
export const FAILING: readonly (readonly [why: string, source: string])[] = [
  [
    'what earlier arms leave of a range',
    circuit('input a: 0..9', 'require a >= 4\n require a <= 6\n p = match a { 3..5 => 1, 0..6 => 2, _ => 3 }\n o = 6 / (p - 2)'),
  ],
  [
    'what a fold keeps, false at first',
    circuit('input a: 0..9\n input b: 0..8', 'o = fold t keeping t <= b = a for x in 1..3 { MIN(t, b) }'),
  ],
  [
    'what a fold keeps, false after a round',
    circuit('input a: 0..9\n input b: 0..9', 'o = fold t keeping t <= 20 = a for x in 1..3 { t + b }'),
  ],
  [
    'what a fold keeps of one field, asked of another',
    circuit('input a: 1..9', 'r = fold (p, q) keeping p >= 1 = (p: 1, q: 1) for x in 1..2 { (p: p, q: q - 1) }\n o = 6 / (r.q + 1)'),
  ],
  ['bits of a mask that leaves one out', circuit('input a: 0..255', 'o = ISQRT((a >> 6 << 6 | a & 0x30 | a & 7) - a)')],
  ['bits that overlap', circuit('input a: 0..255\n input b: 0..8', 'o = ISQRT((a >> 3 << 3 | b) - (a >> 3 << 3) - b)')],
  ['a quotient of a quotient by another number', circuit('input a: 0..99', 'o = 6 / (1 + a / 4 / 3 - a / 11)')],
  ['quotients of quotients that are rounded otherwise', circuit('input a: -99..99', 'o = ISQRT(FLOOR_DIV(a, 12) - FLOOR_DIV(a, 4) / 3)')],
  [
    'a share beyond the whole by one',
    circuit('input a: 0..99\n input b: 0..9\n input c: 1..9', 'require b <= c + 1\n o = ISQRT(a - a * b / c)'),
  ],
  ['a share of a negative number', circuit('input a: -9..99\n input b: 0..9\n input c: 1..9', 'require b <= c\n o = ISQRT(a - a * b / c)')],
  [
    'a share of a negative divisor',
    circuit('input a: 0..99\n input b: -9..9\n input c: -9..9', 'require b <= c and c != 0\n o = ISQRT(a - a * b / c)'),
  ],
  [
    'a share with a rest of the divisor',
    circuit('input a: 0..99\n input b: 0..9\n input c: 1..9', 'require b <= c\n o = ISQRT(a - (a * b + c) / c)'),
  ],
  [
    'a share that is rounded up, with a rest',
    circuit('input a: 0..99\n input b: 0..9\n input c: 1..9', 'require b <= c\n o = ISQRT(a - DIV_UP(a * b + 1, c))'),
  ],
  ['a second arm for none', circuit('input x: (0..3)?', 'p = match x { none => 1, none => 2, some y => y + 3 }\n o = 6 / (p - 1)')],
  [
    'options of other contents',
    circuit('input x: (0..3)?\n input y: (0..3)?', 'require (x == none) == (y == none)\n o = 6 / (if x == y { 1 } else { 0 })'),
  ],
  [
    'truth values that differ',
    circuit(
      'input a: bool\n input b: bool\n input c: bool',
      'p = if a == b { 1 } else { 2 }\n q = if a == c { 1 } else { 2 }\n o = 6 / (p - q + 1)',
    ),
  ],
  [
    'tags that differ',
    circuit(
      'input k: enum { a, b, c }\n input l: enum { a, b, c }',
      'o = 6 / (if k == l { 1 } else { if k == .a or l == .a { 2 } else { 0 } })',
    ),
  ],
  ['multiples that meet', circuit('input a: 0..9\n input b: 0..9', 'o = 6 / (6 * a - 4 * b + 2)')],
  ['a term that is no multiple', circuit('input a: 0..9\n input b: 0..9', 'o = 6 / (2 * a - 3 * b + 1)')],
  [
    'a counter that begins again elsewhere',
    circuit('input a: 0..9\n input b: 0..9', 'used = (b - a + 10) % 10\n o = 6 / ((a + used) % 11 - b - 10)'),
  ],
  [
    'a quotient of what is negative, by a greater divisor',
    circuit('input a: -9..9\n input d: 1..3\n input e: 1..3', 'require d <= e\n o = 6 / (a / d - a / e + 1)'),
  ],
  [
    'a product with what is negative',
    circuit('input a: -3..3\n input b: -3..3\n input c: -1..1', 'require a <= b\n o = 6 / (b * c - a * c + 1)'),
  ],
  ['the size of what is negative', circuit('input a: -3..3\n input b: -3..3', 'require a <= b\n o = 6 / (ABS(b) - ABS(a) + 1)')],
  ['a power of zero', circuit('input a: 0..3\n input n: 0..3', 'o = 6 / (POW(a, n + 1) - POW(a, n) + 1)')],
  [
    'choices among other values',
    circuit('input a: 0..3\n input b: 0..3', 's = if a > b { a } else { b }\n t = if a > b { b } else { a }\n o = 6 / (s - t)'),
  ],
  [
    'choices by other patterns',
    circuit('input a: 0..3', 's = match a { 0..1 => 1, _ => 2 }\n t = match a { 0..2 => 1, _ => 2 }\n o = 6 / (t - s + 1)'),
  ],
  [
    'the contents of two options',
    circuit(
      'input x: (0..3)?\n input y: (0..3)?',
      's = match x { some a => a, none => 0 }\n t = match y { some a => a, none => 0 }\n o = 6 / (s - t + 1)',
    ),
  ],
  [
    'a value that an earlier arm takes from a later one',
    'circuit c {\n input a: 0..5\n output o: i64\n w = match a { 2 => 1, 1..3 => 6 / (a - 2), _ => 7 }\n o = 1 / (w - 1)\n}',
  ],
  [
    'an accumulator whose body is safe only where it begins well',
    'circuit c {\n input n: 0..5\n output o: i64\n o = fold t: 0..3 = n for i in 0..2 { n as 0..3 }\n}',
  ],
  [
    'an unused quotient in the other arm',
    'circuit c {\n input a: -3..3\n output o: i64\n w = if a > 0 { 6 / a } else { a }\n o = 6 / w\n}',
  ],
  [
    'a right side that was not reached',
    'circuit c {\n input a: 0..3\n output o: i64\n w = a == 0 or 6 / a > 2\n o = if w { 6 / a } else { 0 }\n}',
  ],
  [
    'a default that was not reached',
    'circuit c {\n input a: (0..3)?\n input b: 0..1\n output o: i64\n require a != none or b == 1\n w = a ?? (1 / b)\n o = 6 / (w + b)\n}',
  ],
  [
    'an ensure of a component that says less than it gives',
    'component low(n: 0..9) -> 0..9 {\n n / 2\n ensure result <= n\n}\ncircuit c {\n input n: 0..9\n output o: i64\n o = 6 / (low(n) - 3)\n}',
  ],
  ['rounding toward zero of what is negative', 'circuit c {\n input a: -9..9\n output o: i64\n o = 6 / (a / 4 + 1 + a % 4 * 0)\n}'],
  ['rounding down of what is negative', 'circuit c {\n input a: -9..9\n output o: i64\n o = 6 / (FLOOR_DIV(a, -4) + FLOOR_MOD(a, -4))\n}'],
  [
    'a need behind a condition that comes too late',
    'circuit c {\n input a: -3..3\n output o: i64\n q = 6 / a\n o = if a != 0 { q } else { 0 }\n}',
  ],
  [
    'an arm that an earlier one does not take all of',
    'circuit c {\n input a: 0..5\n output o: i64\n o = match a { 0..2 => 1, 3 => 6 / (a - 3), _ => 2 }\n}',
  ],
  [
    'a require that divides before it is safe',
    'circuit c {\n input a: 0..3\n input b: 0..3\n output o: i64\n require a / b >= 0\n require b > 0\n o = a\n}',
  ],
  ['an ensure that another would rescue', 'circuit c {\n input a: 0..3\n output o: i64\n o = a\n ensure o < 3\n ensure o < 2\n}'],
  [
    'a call whose require fails',
    'component half(n: 0..10) -> 0..5 {\n require n % 2 == 0\n n / 2\n}\ncircuit c {\n input a: 0..10\n output o: i64\n o = half(a)\n}',
  ],
  [
    'a call whose second require rests on the first',
    'component part(n: 0..10, d: -2..10) -> 0..10 {\n require d > 0\n require n / d >= 1\n n / d\n}\ncircuit c {\n input a: 0..4\n input b: -2..3\n output o: i64\n o = part(a, b)\n}',
  ],
  [
    'an accumulator that leaves its domain in a later step',
    'circuit c {\n input n: 0..5\n output o: i64\n o = fold t: 0..9 = 1 for i in 1..n { t * 2 }\n}',
  ],
  ['an accumulator that is outside at first', 'circuit c {\n input n: 0..5\n output o: i64\n o = fold t: 1..3 = n for i in 1..n { 2 }\n}'],
  [
    'a division in the body of a loop',
    'circuit c {\n input n: 0..4\n output o: i64\n o = fold t = 0 for i in 0..n { MAX(t, 4 / (i - 2)) }\n}',
  ],
  ['the content of an option', 'circuit c {\n input a: (0..3)?\n output o: i64\n o = match a { some x => 6 / (x - 1), none => 0 }\n}'],
  ['the default of an option', 'circuit c {\n input a: (0..3)?\n input b: 0..1\n output o: i64\n o = a ?? (1 / b)\n}'],
  ['fields of records', 'circuit c {\n input r: (x: 0..3, y: 0..3)\n output o: i64\n o = 6 / (r.x - r.y)\n}'],
  ['an index into a list', 'circuit c {\n input i: 0..3\n output o: i64\n xs = [5, 6, 7]\n o = xs[i]\n}'],
  ['a divisor out of a table', 'circuit c {\n input i: 0..2\n output o: i64\n xs = [5, 0, 7]\n o = 6 / xs[i]\n}'],
  [
    'a text that is equal to another',
    'circuit c {\n input t: text[..1]\n input u: text[..1]\n output o: i64\n o = if t == u { 1 / TEXT_LENGTH(t) } else { 0 }\n}',
  ],
  ['bits', 'circuit c {\n input a: 0..15\n input b: 0..15\n output o: i64\n o = 1 / ((a ^ b) - (a & b))\n}'],
  ['shifts', 'circuit c {\n input a: 0..15\n input n: 0..5\n output o: 0..200\n o = a << n\n}'],
  ['a short circuit', 'circuit c {\n input a: 0..3\n input b: 0..3\n output o: bool\n o = a > 0 or b / a > 1\n}'],
  ['a stated domain', 'circuit c {\n input a: -3..3\n output o: i64\n w: 0..8 = a * a\n o = w\n}'],
];

/** Programs that a wrong rule, or a set of values that is too small, would close. Each fails for few of its inputs. */
export const FAILING_IN_RULES: readonly (readonly [why: string, source: string])[] = [
  [
    'dates of the same month in other years',
    circuit(
      'input a: 2000..2099\n input b: 2000..2099\n input m: 1..12\n input d: 1..28',
      'o = ISQRT(DAYS_FROM_CIVIL(a, m, d) - DAYS_FROM_CIVIL(b, m, d))',
    ),
  ],
  [
    'dates of which one has a later month and an earlier day',
    circuit(
      'input y: 2000..2099\n input m: 1..11\n input d: 1..28',
      'o = 6 / (DAYS_FROM_CIVIL(y, m + 1, 1) - DAYS_FROM_CIVIL(y, m, d) - 3)',
    ),
  ],
  [
    'how often each mark was given, but for the last',
    'circuit c {\n input marks: [1..4; ..9]\n output o: [0..9; 3]\n o = map m in 1..3 { count given in marks { given == m } }\n ensure SUM(o) == LENGTH(marks)\n}\n',
  ],
  [
    'what is missing after the last of few rounds',
    'circuit c {\n input a: 0..9\n input xs: [0..9; 3]\n output o: 0..26\n e = fold (rest, open) = (rest: a, open: 0) for x in xs {\n  paid = MIN(x, rest)\n  (rest: rest - paid, open: open + x - paid)\n }\n o = e.open\n}\n',
  ],
  ['a need in the last of few rounds', 'circuit c {\n input a: 0..9\n output o: i64\n o = SUM(map i in 1..4 { 6 / (a + i - 13) })\n}\n'],
  [
    'a stated accumulator that leaves its domain in one round, and comes back',
    'circuit c {\n input a: 0..3\n output o: i64\n o = fold s: 0..8 = 3 for i in 0..3 { if i == 2 { s - a - 3 } else { s + 1 } }\n}\n',
  ],
  [
    'an all that an early round settles, of a later one',
    'circuit c {\n input xs: [0..3; 4]\n output o: bool\n o = all i, x in xs { x >= i }\n ensure o or xs[3] < 3\n}\n',
  ],
  [
    'an accumulator that is set anew, as if it rose by less in the other arms',
    'circuit c {\n input xs: [(k: 0..2, n: 0..2); ..3]\n output o: 0..5\n o = fold t = 0 for x in xs { match x.k { 0 => t + x.n, 1 if x.n <= t => t - x.n, 1 => 0, _ => x.n } }\n}\n',
  ],
  [
    'the greatest value of an accumulator, as if it began again before the last step',
    'circuit c {\n input xs: [0..2; ..3]\n output o: 0..5\n s = fold (now, most) = (now: 0, most: 0) for x in xs {\n next = if x == 1 { 0 } else { now + x }\n (now: next, most: MAX(most, next))\n }\n o = s.most\n}\n',
  ],
  [
    'what an arm with a literal takes of a part, where it is more than there is left',
    'circuit c {\n input most: 0..3\n input xs: [(all: bool, n: 0..3); ..2]\n output o: 0..3\n o = fold left = most for x in xs { left - if x.all { 1 } else { MIN(x.n, left) } }\n}\n',
  ],
  [
    'what any says of one element, as if it were said of all',
    'circuit c {\n input xs: [0..9; ..3]\n input n: 0..9\n output o: bool\n o = any x in xs { x == n }\n ensure o implies all x in xs { x == n }\n}\n',
  ],
  [
    'the first element of a kind, as if it were the greatest',
    'circuit c {\n input xs: [0..9; ..3]\n output o: (0..9)?\n o = first x in xs { x > 3 }\n ensure match o { some y => all x in xs { x <= y }, none => true }\n}\n',
  ],
  [
    'an element that each has, as if all had the same one',
    'circuit c {\n input xs: [0..3; ..2]\n input ys: [0..3; 1..2]\n output o: bool\n require all x in xs { any y in ys { y == x } }\n o = any y in ys { all x in xs { x == y } }\n ensure o\n}\n',
  ],
  [
    'what holds of one list, of the elements of another',
    'circuit c {\n input xs: [0..3; ..3]\n input ys: [0..3; ..3]\n output o: i64\n f = filter x in xs { x > 1 }\n o = count y in ys { y > 1 }\n ensure LENGTH(f) > 0 implies o > 0\n}\n',
  ],
  [
    'a loop of an arm that is not taken',
    'circuit c {\n input xs: [0..3; ..3]\n input b: bool\n output o: i64\n o = if b { count x in xs { x > 2 } } else { 0 }\n ensure o == 0 implies all x in xs { x <= 2 }\n}\n',
  ],
  [
    'that not all are left out, as if none were',
    'circuit c {\n input xs: [0..9; ..3]\n output o: i64\n o = count x in xs { x > 3 }\n ensure o > 0 implies all x in xs { x > 3 }\n}\n',
  ],
  [
    'a later place of a list that is sorted downwards',
    'circuit c {\n input xs: [0..9; 2..4]\n output o: i64\n ys = REVERSE(SORT(xs))\n o = ys[1] - ys[0]\n ensure o >= 0\n}\n',
  ],
  [
    'the second element of a sorted list, as if it were the least',
    'circuit c {\n input xs: [0..9; 2..3]\n output o: i64\n ys = SORT(xs)\n o = ys[1]\n ensure all x in xs { x >= o }\n}\n',
  ],
  [
    'the least of what was kept, as if all were kept',
    'circuit c {\n input n: 0..3\n output o: (0..3)?\n o = first i in 0..3 { i >= n }\n ensure match o { some k => all i in 0..3 { i >= k }, none => true }\n}\n',
  ],
  [
    'elements at two places of a list that is turned, as if these were the same',
    'circuit c {\n input xs: [0..3; 2]\n input i: 0..1\n output o: i64\n ys = REVERSE(xs)\n o = xs[i] - ys[i]\n ensure o == 0\n}\n',
  ],
  [
    'the content of one of two options',
    'circuit c {\n input a: 0..3\n input b: 0..3\n output o: 0..3\n x = if a > 1 { some a } else { if a < 1 { some b } else { none } }\n o = x ?? a\n ensure o == a\n}\n',
  ],
  [
    'an element of a part, as if all were in it',
    'circuit c {\n input xs: [0..9; ..4]\n input n: 0..4\n output o: bool\n t = TAKE(xs, n)\n o = all x in t { x > 3 }\n ensure o implies all x in xs { x > 3 }\n}\n',
  ],
  [
    'what all says of another list',
    'circuit c {\n input xs: [0..9; ..3]\n input ys: [0..9; ..3]\n input n: 0..9\n output o: bool\n o = fold s = false for x in xs { s or x > n }\n ensure (all y in ys { y <= n }) implies not o\n}\n',
  ],
  [
    'what is said of each element, of the one before',
    'circuit c {\n input xs: [1..9; ..3]\n output o: bool\n s = fold s = (last: 0, o: false) for x in xs { (last: x, o: s.o or s.last < 5) }\n o = s.o\n ensure (all x in xs { x >= 5 }) implies not o\n}\n',
  ],
  [
    'what any says of one element, of each',
    'circuit c {\n input xs: [0..9; ..3]\n input n: 0..9\n output o: bool\n o = fold s = false for x in xs { s or x > n }\n ensure (any x in xs { x <= n }) implies not o\n}\n',
  ],
  [
    'a bound that is one too large',
    'circuit c {\n input xs: [0..9; ..3]\n input n: 0..9\n output o: bool\n o = fold s = false for x in xs { s or x >= n }\n ensure (all x in xs { x <= n }) implies not o\n}\n',
  ],
  [
    'a truth value that is taken one step late',
    'circuit c {\n input events: [enum { pay, ship }; ..4]\n output o: bool\n s = fold s = (paid: false, o: false) for e in events { (paid: e == .pay, o: s.o or s.paid) }\n o = s.o\n ensure s.paid implies o\n}\n',
  ],
  [
    'a state without an event where there are no events',
    'circuit c {\n input events: [enum { on, off }; ..4]\n output o: bool\n o = fold s = true for e in events { e == .on }\n ensure o implies any e in events { e == .on }\n}\n',
  ],
  [
    'what a step does where there may be none',
    'circuit c {\n input xs: [1..9; ..4]\n output n: 0..4\n n = fold k: 0..4 = 0 for x in xs { MIN(k + 1, 4) }\n ensure n >= 1\n}\n',
  ],
  [
    'a count that an event sets back',
    'circuit c {\n input events: [enum { on, off }; ..4]\n output n: 0..4\n s = fold s = (lit: false, n: 0) for e in events { if e == .on { (lit: true, n: MIN(s.n + 1, 4)) } else { (lit: s.lit, n: 0) } }\n n = s.n\n ensure s.lit implies n >= 1\n}\n',
  ],
  [
    'a branch that is passed by in the first steps',
    'circuit c {\n input xs: [0..9; ..6]\n output o: bool\n s = fold s = (n: 0, o: false) for x in xs { (n: MIN(s.n + 1, 6), o: if s.n > 1 { x >= 5 } else { s.o }) }\n o = s.o\n ensure not o\n}\n',
  ],
  [
    'an element behind the first one',
    'circuit c {\n input xs: [0..9; 1..4]\n output o: 0..9\n s = fold s = (first: 0, seen: false) for x in xs { if s.seen { (first: x, seen: true) } else { (first: s.first, seen: true) } }\n o = s.first\n ensure s.seen implies o == 0\n}\n',
  ],
  [
    'a day that is moved too little',
    circuit('input d: 0..60_000', 'o = match WEEKDAY(d) { 6 => d + 1, 7 => d + 1, _ => d }\n ensure WEEKDAY(o) <= 5'),
  ],
  ['a week of eight days', circuit('input d: 0..60_000', 'o = d\n ensure WEEKDAY(d + 8) == WEEKDAY(d) or WEEKDAY(d) != 7')],
  [
    'quotients that differ by a fraction',
    circuit('input b: 0..1_000', 'o = 6 / ((b + 44) / 8 - b / 8 - 6)\n ensure (b + 44) / 8 - b / 8 == 5'),
  ],
  ['a quotient of what is negative, and more', circuit('input a: -9..9', 'o = a\n ensure (a + 12) / 4 == a / 4 + 3')],
  [
    'multiples from a start that is none',
    circuit('input xs: [0..9; ..3]\n input n: 0..9', 'o = fold s = n for x in xs { s + 4 * x }\n ensure o % 4 == 0'),
  ],
  [
    'multiples in one arm only',
    circuit('input xs: [0..9; ..3]', 'o = fold s = 0 for x in xs { if x > 3 { s + 4 * x } else { s + 2 } }\n ensure o % 4 == 0'),
  ],
  [
    'multiples that an accumulator is multiplied by',
    circuit('input xs: [0..9; ..3]', 'o = fold s: 0..999_999 = 1 for x in xs { MIN(s * 3, 999_999) }\n ensure o % 3 == 0'),
  ],
  ['a year of 365 days', circuit('input d: 0..30_000', 'o = (ADD_MONTHS(d, 12) ?? 0) - d\n ensure o == 365')],
  ['two months of 30 days', circuit('input d: 0..30_000\n input m: 0..60', 'o = (ADD_MONTHS(d, m) ?? 0) - d\n ensure o >= 30 * m - 1')],
  [
    'a month that the calendar does not have',
    circuit('input d: 2_932_000..2_932_896', 'o = (ADD_MONTHS(d, 12) ?? 0) - d\n ensure o >= 365'),
  ],
  [
    'the sum of a part of a list whose elements may be negative',
    'circuit c {\n input xs: [-1..9; ..4]\n input n: 0..5\n output o: i64\n o = SUM(xs) - SUM(TAKE(xs, n))\n ensure o >= 0\n}\n',
  ],
  [
    'what a map made of another list of the same length is read at the place of the element',
    'circuit c {\n input xs: [0..9; 3..3]\n input ys: [0..9; 3..3]\n output o: i64\n m = map y in ys { y / 2 }\n o = fold s = 0 for i, x in xs { s + x - m[i] }\n ensure o >= 0\n}\n',
  ],
  [
    'what is spent with what is left, where that is made more of',
    'circuit c {\n input xs: [(gain: 0..100, cost: 0..50); ..3]\n input cap: 50..100\n output o: i64\n r = fold r = (left: cap, spent: 0) for x in xs {\n  full = MIN(r.left + x.gain + 100, cap)\n  if x.cost <= full { (left: full - x.cost, spent: r.spent + x.cost) } else { (..r, left: full) }\n }\n o = r.spent\n ensure o <= cap + SUM(map x in xs { x.gain })\n}\n',
  ],
  [
    'a balance that is taken back to a number above its start',
    'circuit c {\n input xs: [(up: 0..120, down: 0..15); ..4]\n input first: 0..60\n output o: i64\n o = fold d: 0..10_000 = first for x in xs { if d + x.up > x.down { MIN(d + x.up - x.down, 10_000) } else { 1 } }\n ensure o <= first + SUM(map x in xs { x.up })\n}\n',
  ],
  [
    'sums over what two filters left, of which both keep some elements',
    'circuit c {\n input xs: [(p: 0..50, d: 0..9); ..4]\n input k: 0..9\n output o: i64\n a = filter x in xs { x.d >= k }\n b = filter x in xs { x.d <= k }\n o = SUM(map x in a { x.p }) + SUM(map x in b { x.p })\n ensure o == SUM(map x in xs { x.p })\n}\n',
  ],
  [
    'places in what a filter left, as if they were those of the whole',
    'circuit c {\n input xs: [0..9; ..4]\n output o: i64\n f = filter x in xs { x > 3 }\n o = fold s = 0 for i, x in f { s + x - xs[i] }\n ensure o == 0\n}\n',
  ],
  [
    'pairs of what two filters left',
    'circuit c {\n input xs: [0..9; ..4]\n output o: i64\n a = filter x in xs { x > 3 }\n b = filter x in xs { x > 5 }\n o = fold s = 0 for p in ZIP(a, b) { s + p.a - p.b }\n ensure o == 0\n}\n',
  ],
  [
    'what is true of the elements that a filter left, of others as well',
    'circuit c {\n input xs: [0..9; ..4]\n output o: i64\n f = filter x in xs { x > 3 }\n o = SUM(xs) - fold s = 0 for x in f { s + x }\n ensure all x in f { x > 3 } and o == 0\n}\n',
  ],
  [
    'what a map made is read one place later',
    'circuit c {\n input xs: [0..9; 2..4]\n output o: i64\n m = map x in xs { x / 2 }\n o = fold s = 0 for i, x in xs { s + x - m[(i + 1) % LENGTH(m)] }\n ensure all i, x in xs { x >= m[(i + 1) % LENGTH(m)] }\n}\n',
  ],
  [
    'pairs of a list with what a map made of it turned round',
    'circuit c {\n input xs: [0..9; 2..4]\n output o: i64\n m = map x in xs { x / 2 }\n o = fold s = 0 for p in ZIP(REVERSE(m), xs) { s + (if p.a <= p.b { 0 } else { 1 }) }\n ensure o == 0\n}\n',
  ],
  [
    'the length of what is taken of a shorter list',
    'circuit c {\n input xs: [0..9; ..4]\n input n: 0..5\n output o: i64\n o = LENGTH(TAKE(xs, n)) + LENGTH(DROP(xs, n))\n ensure o == n + LENGTH(DROP(xs, n))\n}\n',
  ],
  [
    'the length of a range that ends before it begins',
    'circuit c {\n input n: 0..4\n input m: 0..4\n output o: i64\n o = LENGTH(RANGE(n, m))\n ensure o == m - n + 1\n}\n',
  ],
  [
    'a day of the same month of another year',
    circuit(
      'input y: 2023..2025\n input z: 2023..2025\n input d: 1..31',
      'require d <= DAYS_IN_MONTH(z, 2)\n o = DAYS_FROM_CIVIL(y, 2, d)',
    ),
  ],
  [
    'the last day of a leap year',
    circuit(
      'input y: 1..9999\n input m: 1..12\n input d: 1..31',
      'require d <= DAYS_IN_MONTH(y, m)\n o = 6 / (DAYS_FROM_CIVIL(y, m, d) - DAYS_FROM_CIVIL(y, 1, 1) - 365)',
    ),
  ],
  [
    'an element by one more than what each is made of',
    'circuit c {\n input xs: [(a: 0..64, b: 0..64); ..50]\n output o: [0..63; ..50]\n o = map x in xs { x.a + MIN(x.b, 64 - x.a) }\n}\n',
  ],
  [
    'a field that one arm moves by two',
    'circuit c {\n input es: [enum { made, twice, idle }; ..4]\n output o: i64\n e = fold s = (made: 0, on: true) for e in es { match e { .made => (..s, made: s.made + 1), .twice => (..s, made: s.made + 2), .idle => s } }\n o = 6 / (e.made - 8)\n}\n',
  ],
  [
    'an element of a list of which some have what a require says',
    circuit('input xs: [0..9; 1..3]', 'require any x in xs { x < 3 }\n o = 6 / (xs[0] - 5)'),
  ],
  [
    'an element of a list of which not all have what an arm says',
    circuit('input xs: [0..9; 1..3]', 'o = if all x in xs { x < 5 } { 1 } else { 6 / (xs[0] - 3) }'),
  ],
  [
    'an element of a list of which one is counted',
    circuit('input xs: [0..9; 1..3]', 'o = if count x in xs { x > 5 } <= 1 { 6 / (xs[0] - 8) } else { 1 }'),
  ],
  ['a range that begins at an input', circuit('input n: 0..3', 'o = fold t = 0 for i in n..4 { MAX(t, 4 / (i - 1)) }')],
  ['any of no elements', circuit('input xs: [1..3; ..2]', 'o = 6 / (if any x in xs { x > 0 } { 1 } else { 0 })')],
  ['all of no elements', circuit('input xs: [1..3; ..2]', 'o = 6 / (if all x in xs { x < 0 } { 0 } else { 1 })')],
  ['any of some elements', circuit('input xs: [0..3; 1..2]', 'o = 6 / (if any x in xs { x > 0 } { 0 } else { 1 })')],
  ['all of some elements', circuit('input xs: [0..3; 1..2]', 'o = 6 / (if all x in xs { x > 0 } { 1 } else { 0 })')],
  ['a count of all elements', circuit('input xs: [0..3; ..2]', 'o = 6 / (2 - (count x in xs { x > 0 }))')],
  ['a count of no elements', circuit('input xs: [0..3; ..2]', 'o = 6 / (count x in xs { x > 1 })')],
  ['a filter that keeps nothing', circuit('input xs: [0..3; 1..2]', 'ys = filter x in xs { x > 1 }\n o = 6 / LENGTH(ys)')],
  ['a filter that keeps all', circuit('input xs: [0..3; 1..2]', 'ys = filter x in xs { x > 1 }\n o = 6 / (LENGTH(ys) - 2)')],
  [
    'an element that a filter keeps',
    circuit('input xs: [0..3; ..2]', 'o = fold t = 0 for y in filter x in xs { x > 0 } { MAX(t, 6 / (y - 1)) }'),
  ],
  ['a map as long as its source', circuit('input xs: [0..3; ..2]', 'o = 6 / (LENGTH(map x in xs { x }) - 2)')],
  ['an element that a map gives', circuit('input xs: [0..3; 1..2]', 'o = 6 / (map x in xs { x - 2 })[0]')],
  ['a fold without a step', circuit('input xs: [1..3; ..2]', 'o = 6 / (fold t = 0 for x in xs { x })')],
  ['a fold whose last step gives less', circuit('input xs: [1..3; ..2]', 'o = 6 / (fold t = 5 for x in xs { x - 1 })')],
  ['a fold that is followed step by step', circuit('input n: 0..3', 'o = 6 / ((fold t = 0 for i in 0..n { t + 2 }) - 4)')],
  ['a fold whose steps see their number', circuit('input n: 0..3', 'o = fold t = 0 for i in 0..n { MAX(t, 6 / (i - 2)) }')],
  ['a fold that falls', circuit('input xs: [0..1; ..9]', 'o = 6 / ((fold t = 9 for x in xs { t - x }) - 4)')],
  ['a fold that rises', circuit('input xs: [0..1; ..9]', 'o = 6 / ((fold t = 0 for x in xs { t + x }) - 9)')],
  [
    'an accumulator that is read in its last step',
    circuit('input xs: [0..1; ..9]', 'o = fold t = 0 for x in xs { t + x + 0 * (6 / (t - 8)) }'),
  ],
  [
    'a field of an accumulator',
    circuit('input xs: [0..1; ..5]', 'p = fold p = (a: 0, b: 9) for x in xs { (a: p.a + x, b: p.b - x) }\n o = 6 / (p.b - 4)'),
  ],
  ['an arm for a text', circuit('input t: text[..1]', 'o = match t { "a" => 1, "b" => 2, _ => 6 / TEXT_LENGTH(t) }')],
  ['an arm for a text that is what it says', circuit('input t: text[..1]', 'o = match t { "a" => 6 / (TEXT_LENGTH(t) - 1), _ => 1 }')],
  [
    'an arm for a tag',
    circuit('input t: enum { red, green, blue }', 'o = match t { .red => 1, .green => 6 / (if t == .green { 0 } else { 1 }), .blue => 2 }'),
  ],
  ['an arm for the content of an option', circuit('input a: (0..3)?', 'o = match a { some 0 => 1, some x => 6 / (x - 2), none => 3 }')],
  ['an arm that is missing', circuit('input a: (0..3)?', 'o = match a { some 0..2 => 1, none => 3 }')],
  ['an arm for nothing that is missing', circuit('input a: (0..3)?', 'o = match a { some x => x }')],
  ['an arm for a range that ends too early', circuit('input a: 0..9', 'o = match a { 0..3 => 1, 5..9 => 2 }')],
  ['an arm that the rest goes to', circuit('input a: 0..9', 'o = match a { 0..3 => 1, 5..9 => 2, _ => 6 / (a - 4) }')],
  ['the left or the right', circuit('input a: 0..3\n input b: 0..3', 'o = if a > 0 or b > 0 { 6 / a } else { 1 }')],
  ['the left and the right, denied', circuit('input a: 0..3\n input b: 0..3', 'o = if a > 0 and b > 0 { 1 } else { 6 / a }')],
  ['an implication', circuit('input a: 0..3\n input b: 0..3', 'o = if a > 0 implies b > 0 { 6 / b } else { 1 }')],
  ['an implication that is denied', circuit('input a: 0..3\n input b: 0..3', 'o = if a > 0 implies b > 0 { 1 } else { 6 / (a - 1) }')],
  [
    'a condition that is wider than the need',
    circuit('input a: 0..3\n input b: 0..3', 'o = if a > 0 and b > 0 { 6 / (b - 1) } else { 1 }'),
  ],
  ['a condition of a field', circuit('input r: (x: 0..3, y: 0..3)', 'o = if r.x > 0 { 6 / r.y } else { 1 }')],
  [
    'a condition of a built record',
    circuit('input a: 0..3\n input b: 0..3', 'r = (x: a, y: b)\n o = if r.x > 0 { 6 / (a - 1) } else { 6 / (a + 1) }'),
  ],
  ['a condition of an option', circuit('input a: (0..3)?', 'o = if a == some 1 { 6 / ((a ?? 0) - 1) } else { 1 }')],
  ['an index that may be the length', circuit('input xs: [0..3; ..2]\n input i: 0..2', 'o = if i <= LENGTH(xs) { xs[i] } else { 0 }')],
  ['an index behind one that fits', circuit('input xs: [0..3; ..2]\n input i: 0..2', 'o = if i < LENGTH(xs) { xs[i + 1] } else { 0 }')],
  ['an index of a range to the length', circuit('input xs: [0..3; ..2]', 'o = fold t = 0 for i in 0..LENGTH(xs) { xs[i] }')],
  [
    'an index into a list of another length',
    circuit('input xs: [0..3; ..2]\n input ys: [0..3; ..2]\n input i: 0..2', 'o = if i < LENGTH(xs) { ys[i] } else { 0 }'),
  ],
  ['two quotients that are alike', circuit('input a: 0..6', 'o = 6 / (a / 2 - a / 3)')],
  ['a difference turned round', circuit('input a: 0..3\n input b: 0..3', 'o = 6 / ((a - b) - (b - a))')],
  ['two fields of one name', circuit('input r: (x: 0..3, y: 0..3)\n input s: (x: 0..3, y: 0..3)', 'o = 6 / (r.x - s.x)')],
  ['a multiple', circuit('input a: 1..2\n input b: 1..3', 'o = 6 / (2 * a - b)')],
  ['a distance', circuit('input a: -3..3', 'o = 6 / (ABS(a) - 2)')],
  ['a residue', circuit('input a: 0..9', 'o = 6 / (a * a % 7 - 4)')],
  [
    'an arm that is less than its condition says',
    circuit('input a: 0..9\n input b: 0..9', 'm = if a <= b { a } else { b }\n o = 6 / (b - m)'),
  ],
  ['the least of three', circuit('input a: 0..3\n input b: 0..3\n input c: 0..3', 'o = 6 / (MIN(a, MIN(b, c)) - 2)')],
  ['all of what never holds', circuit('input xs: [0..3; 1..2]', 'o = 6 / (if all x in xs { x > 5 } { 1 } else { 0 })')],
  ['a count of what always holds', circuit('input xs: [0..3; 1..2]', 'o = 6 / ((count x in xs { x >= 0 }) - 2)')],
  [
    'a text that an earlier arm does not take',
    circuit('input c: bool', 't = if c { "a" } else { "bb" }\n o = match t { "a" => 1, u => 6 / (TEXT_LENGTH(u) - 2) }'),
  ],
  ['a sum of the numbers of steps', circuit('input a: 0..1', 'o = a + 6 / ((fold t = 0 for i in 0..3 { t + i }) - 6)')],
  ['an index that begins beyond the range', circuit('input xs: [0..9; 1..3]', 'o = fold t = 5 for i in 0..LENGTH(xs) - 1 { xs[t] }')],
  [
    'a default that is beyond the text',
    circuit('input t: text[..1]\n input u: text[1..1]', 'o = 6 / (TEXT_LENGTH(t) - (INDEX_OF(t, u) ?? 1))'),
  ],
  [
    'a sum that is less in one arm',
    circuit('input a: 0..3\n input b: 0..3', 's = a + b\n p = if b <= 0 { 6 / (a - s + 1) } else { 1 }\n o = p + 6 / (a - s + 1)'),
  ],
  ['the content of a built option', circuit('input a: 0..9', 'x = some a\n o = if x == some 5 { 6 / (a - 5) } else { 1 }')],
  [
    'the second field of a built record',
    circuit('input a: 0..9\n input b: 0..9', 'r = (x: a, y: b)\n o = if r == (x: 1, y: 5) { 6 / (b - 5) } else { 1 }'),
  ],
  ['what a match has told apart', circuit('input a: 0..9', 's = match a { 0..3 => 1, _ => 2 }\n o = if s == 2 { 6 / (a - 4) } else { 1 }')],
  [
    'the arm that a condition did not choose',
    circuit('input a: 0..3\n input b: 0..9', 'q = if a > 0 { 5 } else { b }\n o = if a > 0 { if q > 4 { 6 / b } else { 1 } } else { 2 }'),
  ],
  [
    'the arm that a denied condition did not choose',
    circuit('input a: 0..3\n input b: 0..9', 'q = if a > 0 { b } else { 5 }\n o = if a > 0 { 2 } else { if q > 4 { 6 / b } else { 1 } }'),
  ],
  [
    'the rest of a match on bytes',
    circuit('input a: bytes[1..1]\n input b: 0..9', 'q = match a { x"00" => 5, _ => b }\n o = if q > 4 { 6 / b } else { 1 }'),
  ],
  [
    'what holds in the other arm',
    circuit('input b: 0..3\n input c: 0..3', 'q = if b > c { 0 } else { CLAMP(2, b, c) }\n o = if b > c { 6 / (c - b + 1) } else { q }'),
  ],
  [
    'what holds where the left did not',
    circuit(
      'input b: 0..3\n input c: 0..3',
      'w = b > c or CLAMP(2, b, c) >= 0\n o = if b > c { 6 / (c - b + 1) } else { if w { 1 } else { 2 } }',
    ),
  ],
  [
    'the right that the left made idle',
    circuit(
      'input a: 0..5\n input b: 0..3\n input c: 0..3',
      'k = b <= c\n w = a > 3 or b <= c\n o = if a > 3 { if w { 6 / (c - b + 1) } else { 1 } } else { if k { 2 } else { 3 } }',
    ),
  ],
  [
    'two calls that are given other arguments',
    `component half(n: 0..9) -> 0..4 {\n n / 2\n}\n${circuit('input a: 0..9\n input b: 0..9', 'o = 6 / (half(a) - half(b) + 1)')}`,
  ],
  ['two lengths', circuit('input xs: [0..1; ..2]\n input ys: [0..1; ..2]', 'o = 6 / (LENGTH(xs) - LENGTH(ys) + 1)')],
  ['two quotients', circuit('input a: 0..6', 'o = 6 / (a / 2 - a / 3 - 1)')],
  [
    'a fold of elements that are chosen as in another loop, in one step alone',
    circuit(
      'input xs: [0..1_000_000; 3..8]',
      's = fold m = xs[0] for x in xs { if m > 1_000_000 { m } else { xs[x / 2 % 3] } }\n n = count x in xs { x in [xs[x / 2 % 3], xs[0]] and x * 7 % 99_991 == 4_711 }\n o = s + n\n ensure n == 0 implies s * 7 % 99_991 != 4_711',
    ),
  ],
];

/** An expression equal to n, with more nodes than a query follows. */
export const MANY_NODES = Array.from({ length: 60 }).reduce((inner: string, _, index) => `MAX(${inner}, ${-1 - index})`, 'n');

/** Programs that a query with a superfluous assertion or an incomplete goal would close. Each fails for an input. */
export const FAILING_IN_QUERIES: readonly (readonly [why: string, source: string])[] = [
  ['a text that is too long', 'circuit c {\n input t: text[..2]\n output o: text[..2]\n o = t ++ t\n}\n'],
  ['a text that is too short', 'circuit c {\n input t: text[..2]\n output o: text[1..2]\n o = t\n}\n'],
  ['bytes that are too long', 'circuit c {\n input t: bytes[..2]\n output o: bytes[..2]\n o = t ++ t\n}\n'],
  ['a list that is too long', 'circuit c {\n input t: [0..1; ..2]\n output o: [0..1; ..2]\n o = t ++ t\n}\n'],
  ['an element of a list', 'circuit c {\n input t: [0..3; ..2]\n output o: [0..2; ..2]\n o = t\n}\n'],
  ['an element of a list that is built', 'circuit c {\n input a: 0..3\n output o: [0..2; ..2]\n o = [1, a]\n}\n'],
  ['a field', 'circuit c {\n input a: 0..3\n output o: (x: 0..3, y: 0..3)\n o = (x: a, y: a + 1)\n}\n'],
  [
    'a list in the second field',
    'circuit c {\n input a: [0..1; 1..1]\n input b: [0..9; 1..1]\n output o: (x: [0..1; 1..1], y: [0..1; 1..1])\n o = (x: a, y: b)\n}\n',
  ],
  [
    'a list in the third field',
    'circuit c {\n input a: [0..1; 1..1]\n input b: [0..9; 1..1]\n output o: (x: [0..1; 1..1], y: [0..1; 1..1], z: [0..1; 1..1])\n o = (x: a, y: a, z: b)\n}\n',
  ],
  ['a list in an option', 'circuit c {\n input a: [0..9; ..2]\n output o: ([0..3; ..2])?\n o = some a\n}\n'],
  ['the content of an option that is given', 'circuit c {\n input a: (0..9)?\n output o: (0..3)?\n o = a\n}\n'],
  ['a stated record', circuit('input a: 0..3', 'w: (x: 0..2, y: 0..9) = (x: a, y: 1)\n o = w.x')],
  ['a narrowed text', circuit('input t: text[..3]', 'o = TEXT_LENGTH(t as text[..2])')],
  ['two patterns', circuit('input t: text[..1]', 'o = 6 / (if MATCHES_GLOB(t, "a*") == MATCHES_GLOB(t, "b*") { 1 } else { 0 })')],
  [
    'two applications whose digits read alike',
    circuit('input a: 0..1', 'o = a / ((ADD_MONTHS(12, 3) ?? 0) - (ADD_MONTHS(1, 23) ?? 0) + 598)'),
  ],
  [
    'arguments that change places',
    circuit('input a: 0..3\n input b: 0..3', 'o = 6 / (if ADD_MONTHS(a, b) == ADD_MONTHS(b, a) { 1 } else { 0 })'),
  ],
  ['a parameter and a literal', circuit('input a: 0..3', 'o = 6 / (if ADD_MONTHS(a, 1) == ADD_MONTHS(0, 1) { 1 } else { 0 })')],
  ['two folds of one type', circuit('input n: 0..3', 'o = 6 / ((fold t = 0 for i in 1..n { 2 }) - (fold t = 0 for i in 1..n { 1 }))')],
  [
    'two maps of one type',
    circuit('input xs: [0..1; 1..2]', 'o = 6 / (if (map x in xs { x }) == (map x in xs { x + 1 }) { 1 } else { 0 })'),
  ],
  ['two lists of digits', circuit('input a: 0..1', 'xs = [1, 23]\n ys = [12, 3]\n o = 6 / (if xs == ys { 1 } else { a })')],
  ['two lists of truth values', circuit('input c: bool\n input d: bool', 'o = 6 / (if [c] == [d] { 1 } else { 0 })')],
  ['two lists of tags', circuit('input k: enum { red, green }\n input l: enum { red, green }', 'o = 6 / (if [k] == [l] { 1 } else { 0 })')],
  ['two lists of records', circuit('input a: 0..1\n input b: 0..1', 'o = 6 / (if [(x: a, y: b)] == [(x: b, y: a)] { 1 } else { 0 })')],
  ['two lists of options', circuit('input a: (0..1)?\n input b: (0..1)?', 'o = 6 / (if [a] == [b] { 1 } else { 0 })')],
  ['an element of a list that is chosen', circuit('input c: bool\n input i: 0..1', 'xs = if c { [1, 2] } else { [0, 2] }\n o = 6 / xs[i]')],
  ['what stands for no element', circuit('input i: 0..3', 'o = 6 / GET_OR([1, 2], i, 0)')],
  ['a literal of one character', circuit('input t: text[..2]', 'o = if t == "😀" { 6 / (TEXT_LENGTH(t) - 1) } else { 1 }')],
  ['two literals of bytes', circuit('input b: bytes[2..2]', 'o = match b { x"0111" => 1, x"0b07" => 6 / (LENGTH(b) - 2), _ => 2 }')],
  ['the absolute value of what is positive', circuit('input a: -1..9', 'o = 6 / (ABS(a) - 9)')],
  ['the absolute value of what is negative', circuit('input a: -9..1', 'o = 6 / (ABS(a) - 9)')],
  ['a power of two', circuit('input n: 0..3', 'o = 6 / ((1 << n) - 4)')],
  ['an arm that is always taken', circuit('input a: 0..1_000', 'o = 6 / ((if true { 9 } else { 3 }) - a)')],
  ['two sums', circuit('input xs: [0..2; 1..2]\n input ys: [0..2; 1..2]', 'o = 6 / (SUM(xs) - SUM(ys))\n ensure SUM(xs) == SUM(ys)')],
  ['an option after what it is not', circuit('input a: (0..3)?', 'o = match a { none => 0, some x => 6 / (x - 1) }')],
  ['an option that an arm binds', circuit('input a: (0..3)?', 'o = match a { some 1 => 1, x => 6 / (x ?? 0) }')],
  ['an option in an option', circuit('input a: ((0..3)?)?', 'o = match a { some some 1 => 1, some x => 6 / (x ?? 0), none => 3 }')],
  ['an arm for what is true', circuit('input a: 0..3', 'o = match a > 1 { true => 6 / (a - 2), false => 6 / a }')],
  ['an arm for bytes', circuit('input b: bytes[..1]', 'o = match b { x"00" => 1, x"01" => 6 / (LENGTH(b) - 1), _ => 6 / LENGTH(b) }')],
  ['a product of few bits', circuit('input a: 0..7\n input b: 0..7', 'o = 6 / (MUL_WRAP(a, b, 3) - 4)')],
  ['a shift by too many', circuit('input a: 0..1\n input n: 60..64', 'o = a << n')],
  ['a text that is longer than texts are', circuit('input t: text[1_048_576..1_048_576]\n input u: text[..1]', 'o = TEXT_LENGTH(t ++ u)')],
  ['a product of a literal', circuit('input b: 0..31', 'o = 6 / (MUL_WRAP(3, b, 5) - 1)')],
  [
    'a require that divides inside of two that come too late',
    circuit('input a: 0..3\n input b: 0..3', 'require a > 0 or (b > 1 or 6 / b > 1)\n require b > 0\n o = a'),
  ],
  ['bytes of two lengths', circuit('input a: bytes[..2]\n input b: bytes[..2]', 'o = LENGTH(XOR_BYTES(a, b))')],
  ['a list that is made of bytes', circuit('input b: bytes[..2]', 'o = 6 / LENGTH(map x in b { 0 })')],
  [
    'a require whose left side comes too late',
    circuit('input a: 0..3\n input b: 0..3', 'require a > 0 or 6 / b > 1\n require b > 0\n o = a'),
  ],
  [
    'a component that is too large to look into',
    `component many(n: 0..9) -> 0..99 {\n ${MANY_NODES}\n ensure result >= n\n}\n${circuit('input a: 0..9', 'o = 6 / (many(a) - 4)')}`,
  ],
  [
    'two calls of a component that is too large to look into',
    `component many(n: 0..9) -> 0..99 {\n ${MANY_NODES}\n ensure result >= n\n}\n${circuit('input a: 0..9\n input b: 0..9', 'o = 6 / (many(a) - many(b))')}`,
  ],
];
