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
  [
    'integers at the edges of 32 bits, and one beyond at either side',
    `input a: -2_147_483_648..2_147_483_647
 input b: -2_147_483_649..2_147_483_647
 input c: -2_147_483_648..2_147_483_648
 input d: 2_147_483_640..2_147_483_647
 input e: -2_147_483_649..-2_147_483_640
 output f: i64
 output g: 0..2_147_483_648
 output h: -2_147_483_648..2_147_483_647
 output i: -2_147_483_649..2_147_483_648
 output j: i32
 output k: i32
 output l: i32
 output m: bool
 output n: i32
 output o: i64
 f = -a
 g = ABS(a)
 h = CLAMP(b, -2_147_483_648, 2_147_483_647)
 i = MIN(b, MAX(a, c))
 j = a * d / 2_147_483_647
 k = MULDIV(a, d, 2_147_483_647)
 l = match c { -2_147_483_648 => 1, 2_147_483_648 => 2, 2_147_483_647 => 3, 0..9 => 4, v => v as i32 }
 m = a == b or a < c and d > a or c - a > d
 n = a + d - d
 o = fold s = 0 for x in [a, d] { s + x * a }`,
  ],
  [
    'lists, options and records of 32 bits, beside integers that do not fit them',
    `input xs: [i32; ..6]
 input r: (x: i32, y: i64, zs: [i32; ..3])
 input o: (i32)?
 input n: i64
 output a: [i32; ..15]
 output b: i64
 output c: i64
 output d: (0..65_535)?
 output e: bool
 output f: (0..65_535)?
 output g: i32
 output h: i64
 output i: i64
 output j: [(a: i32, b: i32); ..3]
 output k: (x: i32, y: i64, zs: [i32; ..3])
 output l: [i32; ..9]
 output m: (i32)?
 output p: bool
 output q: i64
 output sum: i32
 output t: 0..6
 output u: bool
 output last: i32
 first = SORT(xs ++ r.zs)
 second = TAKE(SET(APPEND(xs, r.x), 0, 2_147_483_647), 6)
 a = REVERSE(first ++ second)
 b = SUM(xs) * 1_000_000_000 + SUM(r.zs)
 c = fold s = r.y / 2 for x in xs { MAX(s, x * 1_000_000_000) - x }
 d = FIND(xs, r.x)
 e = r.y in xs or n in xs
 f = FIND(xs, n)
 g = GET_OR(xs, n, r.x)
 h = GET_OR(r.zs, 1, n)
 i = o ?? n
 j = ZIP(r.zs, xs)
 k = (x: o ?? -1, y: r.x * (n % 1_000_000_000), zs: filter z in r.zs { z < n })
 l = (FILL(3, r.x) ++ [o ?? 7, -2_147_483_648]) ++ DROP(xs, 2)
 m = match o { none => some 2_147_483_647, some -2_147_483_648 => none, some 0..9 => o, some v => if v > n { some v } else { some (r.x) } }
 p = o == some 2_147_483_647 or r == k or xs == r.zs or xs != [1, 2]
 q = GET_OR(if n > 0 { xs } else { r.zs }, 0, n % 7) * 3_000_000_000
 sum = if LENGTH(xs) > 0 { GET_OR(r.zs, 0, 9) + xs[0] - GET_OR(r.zs, 0, 9) } else { 0 }
 t = count x in xs { x * 2 > n }
 u = any x in xs { all z in r.zs { x - z < 4_000_000_000 and z in xs } }
 last = CLAMP(SUM(map x in xs { x / 3 }), -2_147_483_648, 2_147_483_647)`,
  ],
  [
    'lists, options and fields that are narrow in one port, and wide in another or in between',
    `input xs: [0..9; ..6]
 input o: (i32)?
 input r: (x: 0..9, y: i32)
 input s: [(x: u32, y: 0..9); ..3]
 input n: 0..9
 output a: [0..9; ..6]
 output b: [i64; ..6]
 output c: (i64)?
 output d: i64
 output e: [(x: u32, y: i32); ..4]
 output f: bool
 output g: 0..9
 output h: (0..65_535)?
 output i: i64
 output j: [0..9; ..9]
 b = map x in xs { x * 1_000_000_000 }
 a = filter x in SORT(xs) { x * 1_000_000_000 in b }
 c = if n > 5 { some (n * 1_000_000_000) } else { o }
 d = (o ?? n) + SUM(b) + (c ?? 3_000_000_000)
 e = APPEND(s, r)
 f = r in s or o == c or b == xs
 g = GET_OR(xs, n, r.x)
 h = FIND(b, n * 1_000_000_000)
 i = fold t = 0 for x in RANGE(n, n + 3) ++ b { t + x }
 j = fold t = [] for x in xs { if x > 4 { APPEND(t, x) } else { t } }`,
  ],
  [
    'options of lists of records in options, and options of options of integers',
    `input o: (([(n: i32, p: (0..9)?, l: [[-9..9; ..2]; ..2]); ..3])?)?
 input q: [((i32)?)?; ..4]
 input n: i32
 output a: i64
 output b: (([(n: i32, p: (0..9)?, l: [[-9..9; ..2]; ..2]); ..4])?)?
 output c: [i32; ..3]
 output d: [((i32)?)?; ..5]
 output e: bool
 output f: i64
 output g: (0..3)?
 output h: [(0..9)?; ..3]
 output i: [[-9..9; ..2]; ..6]
 rs = match o { none => [], some none => [], some some l => l }
 a = fold s = 0 for r in rs { s + r.n * (r.p ?? -1) + fold t = 0 for l in r.l { t + SUM(l) } }
 b = some some APPEND(rs, (n: n, p: if n > 9 { none } else { some 9 }, l: [[-9, 9]]))
 c = map r in rs { r.n }
 d = APPEND(q, if n == 0 { none } else if n > 0 { some none } else { some some n })
 e = b == o or some some n in q or any r in rs { [9] in r.l }
 f = fold s = 0 for v in q { match v { none => s, some none => s - 1, some some w => if w == -9 { s * 2 } else { s + w * 3_000_000_000 } } }
 g = match FIND(rs, (n: n, p: none, l: [])) { some 0 => some 3, some k => some (k % 3), none => none }
 h = map r in rs { r.p }
 i = fold t: [[-9..9; ..2]; ..6] = [] for r in rs { t ++ r.l }`,
  ],
  [
    'operations whose results have parts of 32 bits',
    `input t: text[..12]
 input u: text[..3]
 input days: -719_162..2_932_896
 input m: i32
 input version: text[..5]
 input octets: bytes[..4]
 input k: 0..300
 output a: (year: 1..9999, month: 1..12, day: 1..31)
 output b: (i32)?
 output c: (i32)?
 output d: (0..12)?
 output e: (0..96)?
 output f: (-1..1)?
 output g: (0..3)?
 output h: i32
 output i: bool
 output j: text[..99]
 a = CIVIL_FROM_DAYS(days)
 b = ADD_MONTHS(days, m)
 c = PARSE_DATE(t ++ FORMAT_DATE(days))
 d = INDEX_OF(t, u)
 e = MOD97(t)
 f = COMPARE_SEMVER(version, "1.2.3")
 g = FIND(octets, k)
 h = DAYS_FROM_CIVIL(a.year, a.month, a.day) - (b ?? 0) + (d ?? -1) * 1_000_000
 i = c == b or a == (year: 2_000, month: 2, day: 29) or k in octets
 j = fold s = FORMAT_INT(a.year) for x in [a.month, a.day] { s ++ "-" ++ FORMAT_INT(x) }`,
  ],
  [
    'operations whose results have parts beyond 32 bits',
    `input t: text[..12]
 input o: (0..9)?
 input p: (i32)?
 input date: (year: 1..9999, month: 1..12, day: 0..4_000_000_000)
 input octets: bytes[..4]
 output a: (i64)?
 output b: (0..4_294_967_295)?
 output c: bool
 output d: i64
 output e: (year: 1..9999, month: 1..12, day: 1..31)
 output f: (0..9)?
 a = PARSE_INT(t ++ FORMAT_INT(p ?? 3_000_000_000))
 b = PARSE_IPV4("200.0.0." ++ FORMAT_INT(o ?? 255))
 d = (o ?? -1) * 1_000_000_000 - (p ?? 0) + (a ?? 0) / 2 + (b ?? 0)
 e = CIVIL_FROM_DAYS(o ?? 9_000)
 c = a == o or p == a or date == e
 f = if o == none { FIND(octets, 9) } else { o }`,
  ],
  [
    'constants and components of 32 bits',
    `input n: 0..40
 input w: i64
 input r: (x: i32, ys: [i32; ..4])
 input o: (i32)?
 output a: i32
 output b: bool
 output c: (x: i32, ys: [i32; ..4])
 output d: (i32)?
 output e: [i32; ..22]
 output f: i64
 output g: i32
 output h: bool
 output i: i64
 output j: i64
 a = GET_OR([-2_147_483_648, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 2_147_483_647], n, 7)
 b = w in r.ys ++ [n] or o == some -2_147_483_648 or r.ys == [1, -2_147_483_648]
 c = widened(r, o)
 d = if n > 3 { o } else if n > 2 { some -2_147_483_648 } else { some (c.x) }
 e = fold s: [i32; ..22] = r.ys for x in [2_147_483_647, -2_147_483_648, a] { SET(APPEND(s, x), 0, x) }
 f = match r.x { -2_147_483_648 => w, 2_147_483_647 => -r.x, v => v * 4_294_967_296 }
 g = (fold s: (m: i32, k: 0..9) = (m: r.x, k: 0) for y in r.ys { (m: MAX(s.m, y), k: (s.k + 1) % 9) }).m
 h = widened((x: 1, ys: []), none) == (x: 1, ys: [1]) or c in [r, (x: n, ys: [n])]
 i = (none ?? n) * 100_000_000 + ((if n > 3 { none } else { none }) ?? n) + ((if n > 5 { some n } else { some 7 }) ?? w % 9)
 j = LENGTH(if n > 3 { [] } else { [n] }) + GET_OR([], n, 5) + SUM(if n > 7 { [] } else { [n, 2_147_483_647] }) / 2`,
  ],
  [
    'constants beyond 32 bits where no value can be, and operations on constants',
    `input n: 0..9
 output a: 0..9
 output b: [0..9; ..3]
 output c: (0..9)?
 output d: (x: 0..9, y: i32)
 output e: 0..16
 a = if n > 8 { 3_000_000_000 as 0..9 } else { n }
 b = if n > 7 { [n, 3_000_000_000 as 0..9] } else if n > 6 { FILL(2, 4_000_000_000 as 0..9) } else { [n] }
 c = if n > 5 { some (-3_000_000_000 as 0..9) } else { none }
 d = (x: n, y: if n > 4 { 2_000_000_000 + 2_000_000_000 - 3_000_000_000 } else { -2_147_483_648 })
 e = ABS(-3 - 4) + n`,
  ],
  [
    'integers of any size that are sought among the items of a literal',
    `input w: i64
 input a: 0..9
 input ws: [i64; ..3]
 output b: bool
 output c: (0..65_535)?
 output d: bool
 output e: bool
 output f: 0..3
 b = w in [1, 2]
 c = FIND([3, 5, 7], w)
 d = a in [1, 2] or w in [a, 4]
 e = fold seen = false for x in ws { seen or x in [1, 9_007_199_254_740_993] }
 f = count x in ws { not (x in [1, 2, 3]) }`,
  ],
  [
    'connectives of literals whose values are compared',
    `input a: bool
 output b: bool
 output c: bool
 output d: bool
 output e: bool
 p = false or true
 q = not (a and false)
 r = if a { true } else { true }
 b = p != false
 c = q == false or p
 d = r != false and q
 e = (p == q) == (r == false)`,
  ],
  [
    'lists and texts of an option or of another value, which an operation reads',
    `input a: bool
 input n: i64
 input xs: [i32; ..3]
 input o: ([i32; ..3])?
 input p: (text[..3])?
 input r: ((x: [0..9; ..2]))?
 output b: bool
 output c: bool
 output d: i64
 output e: bool
 output f: 0..9
 output g: 0..65_535
 output h: i64
 output i: bool
 b = n in (o ?? []) or any x in DROP([], 0) { x == n }
 c = n in (o ?? SORT(xs))
 d = SUM(o ?? REVERSE(xs)) + SUM(o ?? [1, 2])
 e = STARTS_WITH(p ?? FORMAT_INT(n), "1") or ENDS_WITH(p ?? "", "x")
 f = LENGTH((r ?? (x: [])).x)
 g = LENGTH(o ?? if a { [] } else { xs ++ xs })
 h = GET_OR(o ?? TAKE(xs, 1), 0, n)
 i = (o ?? []) == (if a { [] } else { SORT(xs) }) or any x in (o ?? DROP(xs, 1)) { x == n }`,
  ],
  [
    'indices that are too long for a line',
    `input first_measurement: i64
 input second_measurement: i64
 input last_measurement_of_the_day: i64
 input measurements: [0..9; 3..4]
 output a: bool
 output b: 0..9
 output c: i64
 output d: bool
 a = measurements[MIN(CLAMP(first_measurement, 0, 2), MIN(CLAMP(second_measurement, 0, 2), CLAMP(last_measurement_of_the_day, 0, 1)))] < GET(SORT(measurements), MIN(CLAMP(first_measurement, 0, 1), MIN(CLAMP(last_measurement_of_the_day, 0, 2), CLAMP(second_measurement, 0, 1))))
 b = GET(measurements, MIN(CLAMP(first_measurement, 0, 2), MIN(CLAMP(second_measurement, 0, 2), CLAMP(last_measurement_of_the_day, 0, 1))))
 c = GET_OR(measurements ++ [1], MIN(CLAMP(first_measurement, 0, 7), MIN(second_measurement, last_measurement_of_the_day)), -1)
 d = GET(SORT(measurements), CLAMP(last_measurement_of_the_day, 0, 2)) < measurements[MIN(CLAMP(second_measurement, 0, 2), CLAMP(first_measurement, 0, 1))]`,
  ],
  [
    'shifts by counts that are computed from constants',
    `input n: 0..1_000
 output a: i64
 output b: i64
 output c: i64
 output d: i64
 a = n >> 1 - 1
 b = n << 9 - 7
 c = n >> CLAMP(-3, 0, 9)
 d = (n << MIN(-3 + 4, 2)) + (2 - 1 << 3 - 1)`,
  ],
  [
    'comparisons that the bits of a constant decide',
    `input n: 0..1_000
 output a: bool
 output b: bool
 output c: bool
 output d: bool
 output e: bool
 output f: 0..2
 a = n & 4 == 3
 b = n | 8 != 7
 c = 5 == n & (6 - 3)
 d = n & 12 == 8
 e = n | 1 == 5
 f = match n & 6 { 1 => 0, 2 => 1, _ => 2 }`,
  ],
  [
    'wires that are proven to have one value, and are read only where it decides',
    `input n: 0..1_000
 input x: 20..30
 output a: i64
 output b: i64
 output c: i64
 w = GET_OR([2, n, x], CLAMP(-x, 0, 8), 9)
 v = CLAMP(x - 40, 4, 9)
 u = MIN(x, 16)
 a = n / w
 b = n % v
 c = FLOOR_DIV(n, u)`,
  ],
  [
    'operations with constants that are computed, which always fail',
    `input n: 0..1_000
 input x: i64
 input k: 0..20
 output a: i64
 a = match k {
  0 => n >> 2 - 5,
  1 => n << 60 + 4,
  2 => n / (1 - 1),
  3 => n % (2 - 2),
  4 => 9_223_372_036_854_775_807 + (n + 1),
  5 => 9_223_372_036_854_775_807 + (3 - 2),
  6 => (4_000_000_000 + 1) * (4_000_000_000 - 1),
  7 => -(-9_223_372_036_854_775_807 - 1),
  8 => (-9_223_372_036_854_775_807 - 1) / (1 - 2),
  9 => [4, 5][2 + 0] + [4, 5][1 - 2],
  10 => MULDIV(n, x, 3 - 3),
  11 => ABS(-9_223_372_036_854_775_807 - 1),
  12 => (2 - 3) << 1,
  13 => (1 - 2) & n,
  14 => n ** (2 - 3) + 9 ** 60,
  _ => n
 }`,
  ],
  [
    'code that is never reached, whose constants fail',
    `input n: 0..9
 output a: 0..9
 output b: i64
 output c: i64
 output d: i64
 output e: i64
 output f: bool
 i = 2
 a = if LENGTH([4, 5]) > 2 { [4, 5][i] } else { n }
 b = if LENGTH([4, 5]) > 2 { n + 9_223_372_036_854_775_807 * 2 } else { x"0102"[1] }
 c = if n > 9 { n / (1 - 1) + 5 % 0 } else { n << 2 - 1 }
 d = if n < 0 { n << 60 + 4 } else { n >> 2 - 1 }
 e = if n > 9 { [4, 5][0 - 1] + READ_U32_BE(x"01", 0) } else { [4, 5][i - 1] }
 f = if n < 0 { -(-9_223_372_036_854_775_807 - 1) > 0 } else { x"01"[n - n] == 1 }`,
  ],
  [
    'components that do not read their parameters, and values that are always the same',
    `input n: -1..9
 input t: text[..3]
 output a: i64
 output b: bool
 output c: i64
 output d: text[..3]
 output e: bool
 output f: i64
 output g: i64
 output h: text[..3]
 output i: i64
 output j: i64
 output l: text[..3]
 require false or n == -1 or n > 2
 a = unread(n, 3, t)
 v = if n > 2 { w = n
  false } else { true and false }
 u = if n > 3 { k = n + 1
  if k > 6 { true } else { false or true } } else { true }
 b = v == u
 o = if n > 2 { z = n / 2
  if z > 1 { (none as (i64)?) } else { none } } else { none as (i64)? }
 c = o ?? 5
 p = match n { 3 => (none as ((text[..3])?)?), 4 => none, _ => none }
 d = (p ?? none) ?? "x"
 e = o == none or p == some none
 f = if n != 0 { 12 / n } else { 0 }
 g = ((some (some n)) ?? (none as (i64)?)) ?? 4
 h = (if n > 5 { q = n
  (none as ((text[..3])?)?) } else { none } ?? none) ?? t
 m = if true and n > 0 { some n } else { none }
 i = if true { n } else { match m { some k if k > 3 => 1, some 2 => 2, _ => 3 } }
 j = match m { some k if false and k > 3 => 1, some k if true or k > 2 => 2, _ => 3 }
 sources = [n, 3]
 kept = fold s = t for x in sources { s }
 l = fold s = kept for x in 1..n { fold r = s for y in [n] { r } }
 unread_list = fold s = [t] for x in [n] { FILL(n, t) }
 unread_text = fold s = "" for x in [n] { if n > 4 { t } else { "a" } }`,
  ],
  [
    'empty lists, bytes and options that only an operation reads',
    `input f: bool
 input n: -1..9
 input xs: [i64; ..3]
 input o: ([i64; ..3])?
 output a: i64
 output b: bool
 output c: i64
 output d: i64
 output e: bool
 output g: i64
 output h: i64
 output i: i64
 a = LENGTH(REVERSE(x"")) + LENGTH(SORT([] as [i64; ..3]))
 i = LENGTH(x"" ++ x"") + LENGTH(([] as [bool; ..2]) ++ [])
 j = [] as [i64; ..8]
 k = filter x in ([] as [i64; ..8]) { x > n }
 l = fold s = [n] for x in (if f { [] } else { j }) { APPEND(s, x) }
 b = n in k or n in l or n in REVERSE(if f { [] } else { xs }) or any x in (if f { [] } else { xs }) { x == n }
 c = (if f { (none as (i64)?) } else { if n > 2 { none } else { some n } }) ?? n
 d = SUM(if f { [] } else { if n > 2 { [] } else { xs } }) + GET_OR(if f { [] } else { [n] }, 0, 4)
 e = (if f { some [] } else { o }) == some xs or FIND(if f { [] } else { xs }, n) == none
 g = LENGTH((if f { some ([] as [[i64; ..2]; ..3]) } else { none }) ?? [[n]]) + SUM((if f { some [] } else { none }) ?? xs)
 h = ((if f { some none } else { none }) ?? (none as (i64)?)) ?? n`,
  ],
  [
    'wires of literals, whose types only their uses tell',
    `input n: 0..2
 input f: bool
 output o: [i64; ..40]
 output c: i64
 a = [4, 5, 6][n]
 b = [4, 5_000_000_000, 6][n]
 d = FILL(n + 1, 3)
 e = TAKE([1, 2, 3], n)
 g = SLICE([1, 2, 5_000_000_000], 0, n)
 h = REVERSE([3, 4])
 i = GET_OR([7, 8], n, 9)
 j = some (1 << n)
 k = ZIP([1, 2], [3, 4])
 l = if f { 1 << n } else { 2 << n }
 m = match n { 0 => 1 >> n, 1 => 2, _ => 3 - 4 }
 p = -(3 - 14) >> n
 q = 3 - 2 << n
 o = [ABS(a), ABS(b), ABS(d[0]), ABS(GET_OR(e, 0, -1)), ABS(GET_OR(g, 0, -1)), ABS(h[0]), ABS(i), ABS(j ?? 3), ABS(k[0].a), ABS(l), ABS(m), ABS(p), ABS(q), MAX(1 << 3, -4), 2 ** n]
 c = LENGTH(APPEND(d, 1 << n)) + LENGTH([1 << n, 2]) + (fold r = 1 << n for s in 0..2 { MAX(r, s) })`,
  ],
];

/** Components that some of these circuits call, by name. */
const CALLED = {
  unread: `component unread(p: -1..9, q: 0..9, t: text[..3]) -> i64 {
 require true
 require 1 < 2
 6
}
`,
  widened: `component widened(r: (x: i32, ys: [i32; ..4]), o: (i32)?) -> (x: i32, ys: [i32; ..4]) {
 y = o ?? r.x
 (x: CLAMP(y * 3 - r.x, -2_147_483_648, 2_147_483_647), ys: if LENGTH(r.ys) < 4 { APPEND(r.ys, y) } else { r.ys })
}
`,
  total: `component total(xs: [-1..9; ..3]) -> 0..20 {
 require LENGTH(xs) > 0
 fold s: -1..20 = 0 for x in xs { s + x }
 ensure result > 2
}
`,
};

/** All of these components. */
export const COMPONENTS = Object.values(CALLED).join('');

/** Returns the source of one of these circuits, with the components that it calls: an open one would open a circuit without it. */
export function formSource(body: string): string {
  const called = Object.entries(CALLED).filter(([component]) => body.includes(`${component}(`));
  return `${called.map(([, text]) => text).join('')}circuit forms {\n ${body}\n}`;
}
