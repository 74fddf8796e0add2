/** Circuits, each for one possible error in the compilation of a form of the language. */
export const FORMS: readonly (readonly [string, string])[] = [
  [
    'maps, filters, counts and searches over lists, bytes and ranges',
    `input xs: [-3..3; ..9]
 input octets: bytes[..9]
 input n: -2..9
 output a: [i64; ..99]
 output b: bytes[..9]
 output c: [i64; ..99]
 output d: [i64; ..99]
 output e: 0..99
 output f: bool
 output g: bool
 a = map x in xs { 6 / x }
 b = filter o in octets { o > 100 }
 c = map o in octets { o * 2 }
 d = filter i in -1..n { i % 2 == 0 }
 e = count x in xs { x > 0 } + count o in octets { o == 0 } + count i in 1..n { i > 2 }
 f = any x in xs { 1 / (x + 3) > 0 }
 g = all i in n..4 { 4 / i > 0 }`,
  ],
  [
    'operations on the elements of bytes, with results beyond 32 bits',
    `input raw: bytes[2..6]
 input n: 0..40
 output a: i64
 output b: i64
 output c: i64
 output d: i64
 output e: i64
 output f: i64
 output g: bool
 output h: [i64; ..6]
 a = raw[0] * 1_000_000_000 + raw[1]
 b = SHL(raw[1], n) - raw[0] * 16_777_216
 c = ABS(-raw[0]) * 2_000_000_000 + MAX(raw[0], raw[1]) * 40_000_000
 d = (if n > 9 { raw[0] } else { raw[1] }) * 2_000_000_000
 e = (raw[0] & raw[1]) * 50_000_000 + (raw[0] ^ raw[1]) * 50_000_000
 f = fold s = 0 for o in raw { MAX(s, o * 100_000_000_000) }
 g = raw[0] * 2_000_000_000 > raw[1] * 1_999_999_999
 h = map o in raw { o * 2_000_000_000 + GET_OR(raw, n, 7) * 20_000_000 }`,
  ],
  [
    'folds with and without a stated accumulator, of every kind',
    `input xs: [i64; ..9]
 input t: [text[..3]; ..9]
 output a: i64
 output b: 0..5
 output c: text[..99]
 output d: [i64; ..9]
 output e: (n: i64, last: i64?)
 output f: bytes[..9]
 a = fold s = 0 for x in xs { s + x }
 b = fold s: 0..5 = 0 for x in xs { if x > 0 { s + 1 } else { s } }
 c = fold s = "" for x in t { s ++ x }
 d = fold s = [] for x in xs { if x in s { s } else { APPEND(s, x) } }
 e = fold s = (n: 0, last: none) for x in xs { (n: s.n + 1, last: some x) }
 f = fold s = x"" for x in xs { s ++ x"01" }`,
  ],
  [
    'loops in loops, and in arms and right sides',
    `input xs: [[0..9; ..3]; ..3]
 input flag: bool
 output a: [i64; ..3]
 output b: i64
 output c: bool
 output d: i64
 a = map ys in xs { fold s = 0 for y in ys { s * 10 + y } }
 b = if flag { fold s = 1 for ys in xs { s * (1 + count y in ys { y > 4 }) } } else { LENGTH(filter ys in xs { LENGTH(ys) > 1 }) }
 c = flag and any ys in xs { all y in ys { y != 3 and any z in xs { y in z } } }
 d = fold s = 0 for i in 1..3 { fold r = s for j in i..3 { if flag { r + i * j } else { r - j } } }`,
  ],
  [
    'options in options, and patterns that bind',
    `input o: ((i64)?)?
 input p: (text[..2])?
 input q: [(0..9)?; ..4]
 output a: i64
 output b: ((i64)?)?
 output c: i64
 output d: text[..3]
 output e: 0..9
 output f: i64?
 output g: [(i64)?; ..4]
 output h: bool
 a = match o { none => -1, some none => -2, some some 0..9 => 5, some some v => v }
 b = if a == -1 { some none } else { o }
 c = (o ?? some 7) ?? 100 / (a + 2)
 d = match p { some "a" => "A", some t => t ++ "!", none => "" }
 e = GET_OR(q, 1, some 3) ?? 4
 f = if FIND(q, some 3) == none { none } else { some (FIND(q, some 3) ?? 0) }
 g = map v in q { match v { some x => some (x / (x - 2)), none => none } }
 h = o == b and none in q and o != some none`,
  ],
  [
    'records, and equality of all that is compound',
    `input r: (x: i64, tags: [enum { a, b }; ..3], inner: (z: bytes[..2], y: bool))
 input s: (x: i64, tags: [enum { a, b }; ..3], inner: (z: bytes[..2], y: bool))
 output a: bool
 output b: bool
 output c: (y: bool, z: bytes[..2])
 output d: [(a: i64, b: enum { a, b }); ..3]
 output e: bool
 output f: (x: i64, constructor: i64)
 a = r == s
 b = r.tags == s.tags and r.inner.z == x"00" or r.inner != s.inner
 c = (z: r.inner.z, y: not s.inner.y)
 d = ZIP([r.x, s.x, 9_223_372_036_854_775_807], r.tags)
 e = r in [s, (x: 0, tags: [], inner: c)]
 f = (x: r.x, constructor: s.x)`,
  ],
  [
    'integers beyond 2^53 in lists, beside small ones',
    `input xs: [i64; ..5]
 input n: i64
 output a: [i64; ..12]
 output b: bool
 output c: i64?
 output d: i64
 output e: [i64; ..12]
 output f: i64
 output g: [-9_007_199_254_740_993..9_007_199_254_740_993; ..5]
 a = SORT(xs ++ [n, 0, 9_007_199_254_740_993])
 b = n in xs
 c = FIND(xs, n)
 d = SUM(filter x in xs { x > -9 and x < 9_007_199_254_740_995 })
 e = SET(APPEND(xs, n), 0, 9_007_199_254_740_993)
 f = fold m = n for x in xs { if x < m { x } else { m } }
 g = map x in xs { match x { 9_007_199_254_740_993 => 1, 0..9_223_372_036_854_775_807 => 2, _ => x as -9_007_199_254_740_993..0 } }`,
  ],
  [
    'ranges whose ends lie beyond 2^53',
    `input m: 9_223_372_036_854_775_800..9_223_372_036_854_775_807
 input n: 9_007_199_254_740_985..9_007_199_254_740_991
 output a: 0..9
 output b: [i64; ..5]
 output c: [i64; ..20]
 output d: i64
 output e: 0..40
 a = count i in m..9_223_372_036_854_775_807 { i % 2 == 0 }
 b = map i in m..9_223_372_036_854_775_804 { i }
 c = filter i in n..9_007_199_254_740_993 { i % 2 == 1 }
 d = fold s = 0 for i in n..9_007_199_254_740_991 { (s + i) % 1_000 }
 e = count i in -9_007_199_254_740_995..-n - 1 { i > -9_007_199_254_740_992 }`,
  ],
  [
    'accumulators that stay just within the safe integers, or just leave them',
    `input xs: [0..30; 3]
 input ys: [-31..31; 3]
 output a: i64
 output b: i64
 output c: i64
 output d: i64
 output e: i64
 output f: i64
 a = fold s = 9_007_199_254_740_901 for x in xs { s + x }
 b = fold s = 9_007_199_254_740_902 for y in ys { y + s }
 c = fold s = -9_007_199_254_740_898 for y in ys { s - y }
 d = fold s = 0 for y in ys { if y > 0 { s + 9_007_199_254_740_991 } else { MAX(s - 1, y) } }
 e = fold s = 1 for x in xs { s * 200_000 + x }
 f = fold s = 0 for x in xs { fold t = s for y in ys { match y { 0 => t, 1..31 => t + 1_000_799_917_193_443, _ => s + s } } }`,
  ],
  [
    'what is stated of compound values',
    `input xs: [i64; ..4]
 input o: (i64)?
 input r: (x: i64, y: bytes[..4])
 output a: [0..9; ..2]
 output b: (0..9)?
 output c: 0..99
 output d: (x: 0..9, y: bytes[1..2])
 few: [-1..9; ..3] = xs
 a = few as [0..9; ..3]
 b = o as (-1..99)?
 c = total(map x in xs { x - 1 })
 d = r`,
  ],
  [
    'lists that grow or change in folds, beside others that must not change with them',
    `input xs: [0..9; ..6]
 input ys: [0..9; 1..3]
 output a: [0..9; ..12]
 output b: [0..9; ..6]
 output c: [[0..9; ..9]; ..8]
 output d: [0..9; 1..3]
 output e: [0..9; 1..3]
 output f: [0..9; ..99]
 output g: (l: [0..9; ..9], n: 0..9)
 output h: [[0..9; ..9]; ..9]
 output k: [0..9; ..99]
 output m: i64
 a = fold s = xs for x in xs { if x > 4 { APPEND(s, x) } else { s } }
 b = xs
 c = fold s = [] for x in xs { APPEND(s, fold t = [x] for y in ys { if y > x { APPEND(t, y) } else { t } }) }
 d = fold s = ys for x in xs { SET(s, x % LENGTH(ys), LENGTH(s)) }
 e = fold s = d for x in ys { SET(s, s[0] % LENGTH(s), x) }
 f = fold s = [] for x in ys { if x > 5 { JOIN(s, ys) } else if x > 2 { JOIN(s, s) } else { APPEND(s, x) } }
 g = fold s = (l: [1], n: 0) for x in ys { (l: APPEND(s.l, s.n), n: x) }
 h = fold s = [] for x in ys { if x > 3 { APPEND(s, ys) } else { APPEND(s, [x]) } }
 k = fold s = [] for x in h { if LENGTH(s) > 2 { x } else { JOIN(s, x) } }
 m = fold s = 0 for x in (fold t = ys for y in ys { APPEND(t, y) }) { s + x + LENGTH(a) }`,
  ],
  [
    'loops over one of two lists',
    `input xs: [0..9; ..3]
 input f: bool
 output a: [0..9; ..3]
 output b: [0..18; ..3]
 output c: bool
 output d: 0..3
 output e: 0..27
 output g: [0..9; ..3]
 a = filter x in (if f { xs } else { [7] }) { x > 3 }
 x0 = if LENGTH(xs) > 1 { 4 } else { 5 }
 b = map x in (if f { xs } else { [x0] }) { x + x }
 c = all x in (if f { xs } else { [3] }) { x > 2 or f }
 d = count x in (if f { [1] } else { xs }) { x < 5 }
 e = fold s = 0 for x in (if f { [2] } else { xs }) { s + x }
 g = map x in (if f { xs } else { [1] }) { x }`,
  ],
  [
    'lists, texts and records that a loop chooses, of others that stay, grow, or are made in it',
    `input xs: [0..9; 1..4]
 input ys: [0..9; ..3]
 input t: [text[..3]; 1..3]
 input people: [(name: text[..3], ages: [0..9; ..2]); 1..3]
 input o: ([0..9; ..3])?
 input n: 0..4
 output a: [0..9; ..4]
 output b: text[..3]
 output c: (name: text[..3], ages: [0..9; ..2])
 output d: [0..9; ..4]
 output e: [0..9; ..8]
 output f: [0..9; ..4]
 output g: [0..9; ..4]
 output h: [0..9; ..9]
 output i: (text[..3])?
 output j: [0..9; ..4]
 output u: text[..9]
 a = fold s = xs for k in 1..n { if k > 2 { ys } else { s } }
 b = fold s = "" for x in t { if x > s { x } else { s } }
 c = fold s = people[0] for p in people { if LENGTH(p.ages) > LENGTH(s.ages) { p } else { s } }
 d = fold s = xs for k in 1..n { match o { none => TAKE(s, 2), some l => if k > 2 { l } else { ys } } }
 e = fold s = ys for k in 1..n { if k == 2 { APPEND(xs, k) } else { s } }
 f = fold s = [] for x in (filter y in xs { y > 2 }) { if x > 5 { xs } else { s } }
 g = fold s = xs for x in xs { fold r = s for y in ys { if y > x { ys } else { r } } }
 grown = fold s = (all: [], last: ys) for x in xs { (all: APPEND(s.all, x), last: s.all) }
 h = grown.last ++ grown.all
 i = fold s = none for x in t { if LENGTH(xs) > 2 { some x } else { s } }
 kept = if n > 2 { xs } else { ys }
 j = fold s = kept for p in people { if LENGTH(p.ages) > 1 { p.ages } else { kept } }
 u = match o {
  none => {
   inner = fold q = "" for k in 1..n { if k > 1 { "ab" } else { "c" } }
   fold q = inner for k in 1..n { if k > 2 { "d" } else { q } }
  }
  some m => { if LENGTH(m) > 9 / (n + 1) { "e" } else { "" } }
 }`,
  ],
];

/** A component that some of these circuits call. */
export const TOTAL = `component total(xs: [-1..9; ..3]) -> 0..20 {
 require LENGTH(xs) > 0
 fold s: -1..20 = 0 for x in xs { s + x }
 ensure result > 2
}
`;
