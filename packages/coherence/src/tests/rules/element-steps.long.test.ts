import { holdElements, NO_STEPS_SEEN } from '../../testing/held-elements.js';

/** Loops of every form: nested, under conditions, over results of other loops; and reads of elements in every form. */
const SOURCES: readonly string[] = [
  `input xs: [-1..2; ..3]
  input n: 0..2
  output o: i64
  f = filter x in xs { x > 0 }
  m = map x in xs { x * 2 }
  a = any x in xs { x > 1 }
  b = all x in xs { x >= 0 }
  c = count x in xs { x == n }
  s = fold s = 0 for x in xs { s + x }
  o = c + s + (if n < LENGTH(f) { f[n] } else { 7 }) + (if n < LENGTH(m) { m[n] } else { 5 }) + (if a { 1 } else { 0 }) + if b { 2 } else { 0 }`,
  `input xs: [0..2; ..3]
  input n: 0..2
  output o: i64
  a = all x in xs { any y in xs { y < x } }
  c = count x in xs { all y in xs { x <= y } }
  m = SUM(map x in xs { count y in xs { y > x and x > n } })
  o = c + m + if a { 1 } else { n }`,
  `input xs: [(p: 0..2, q: 0..2); ..2]
  input c: bool
  output o: i64
  f = filter x in xs { x.p < x.q }
  g = filter x in f { x.p > 0 }
  m = map x in g { (p: x.q, q: x.p) }
  k = if c { count y in xs { y.p == 1 } } else { 3 }
  o = k + (count x in m { x.q > 0 }) + (count x in xs { x.q > 1 }) + (if LENGTH(g) > 0 { g[0].p } else { 9 })`,
  `input xs: [0..2; ..3]
  input k: 0..3
  output o: i64
  s = SORT(xs)
  t = TAKE(s, 2)
  u = count x in t { x > 0 }
  p = count i in 0..LENGTH(xs) - 1 { xs[i] > 1 }
  j = all q, x in xs { q == 0 or xs[q - 1] <= x }
  o = u + p + (if j { 1 } else { 0 }) + (if k < LENGTH(xs) { xs[k] + s[k] } else { 8 }) + (count x in [k, 1] { x > 2 })`,
  `input xs: [0..3; 1..3]
  input n: -1..2
  output o: i64
  s = SORT(xs)
  t = REVERSE(s)
  f = filter i in n..2 { i > 0 }
  g = REVERSE(f)
  c = count x in xs { x > 1 }
  o = s[0] + s[LENGTH(s) - 1] + t[0] + t[LENGTH(t) - 1] + c + (if LENGTH(f) > 1 { f[0] + f[1] + g[0] + g[1] } else { 5 })`,
  `input xs: [0..2; 1..3]
  input n: 0..2
  output o: i64
  f = filter x in xs { x > 0 }
  e = (first x in xs { x > n }) ?? xs[0]
  g = if n < LENGTH(f) { f[n] } else { xs[LENGTH(xs) - 1] }
  m = match first x in f { x == n } { some x => some x, none => first x in f { x > 1 } }
  c = count x in xs { x == n }
  o = c + e + g * 2 + (match m { some x => x + 3, none => 7 })`,
  `input xs: [0..2; 1..3]
  input n: 0..2
  output o: i64
  best = fold m = xs[0] for x in xs { if x > m { x } else { m } }
  both = fold s = (x: xs[0], k: 0) for x in xs { (x: MIN(s.x, x), k: s.k + 1) }
  ours = fold m = n for x in xs { if x > m { n } else { m } }
  inner = fold m = n for x in xs { [m, x][if x > n { 1 } else { 0 }] }
  c = count x in xs { x >= both.x and x < best }
  d = count x in [n, 1] { x == ours }
  o = best + c + d + inner + (count x in [n, both.k] { x == inner }) + (if best in xs { 1 } else { 2 })`,
  `input xs: [0..2; 1..3]
  input n: 0..2
  output o: i64
  m = map i in 0..LENGTH(xs) - 1 { xs[i] * 2 + i }
  r = map i in n..2 { i * i }
  c = count i in 0..LENGTH(xs) - 1 { xs[i] > i }
  o = c + (if n < LENGTH(m) { m[n] } else { 7 }) + (if n < LENGTH(r) { r[n] } else { 5 }) + m[LENGTH(m) - 1] + SUM(TAKE(xs, n)) + SUM(xs)`,
  `input xs: [0..2; ..2]
  input n: 0..1
  output o: i64
  m = map x in xs { x * 2 - n }
  t = map x in REVERSE(xs) { x + 1 }
  a = all i in 0..LENGTH(xs) - 1 { any j in 0..LENGTH(xs) - 1 { xs[i] < xs[j] and m[i] < t[j] } }
  c = count i in n..LENGTH(xs) - 1 { i < 1 or m[i] > xs[i] }
  o = c + (if a { 1 } else { 0 }) + (if n < LENGTH(xs) { m[n] + xs[n] + (if n > 0 { xs[0] + t[n - 1] } else { 3 }) } else { 5 })`,
].map((body) => `circuit c {\n  ${body}\n}\n`);

/** Folds that give elements of a list in one step alone: of one that another loop makes, of one in their body, and of a part. */
const IN_ONE_STEP: readonly string[] = [
  `input xs: [0..3; 3..3]
  output o: i64
  s = fold m = xs[0] for x in xs { if m > 9 { m } else { xs[x / 2 % 3] } }
  o = s + (count x in xs { x in [xs[x / 2 % 3], xs[0]] })`,
  `input xs: [0..2; 3..3]
  output o: i64
  require xs[0] < 1
  s = fold s = (v: xs[0], k: 0) for x in xs {
    y = if x > 1 { xs[0] } else { MAX(s.v, xs[1]) }
    (v: y, k: if x > 1 { if x in [y, xs[0]] { 1 } else { s.k } } else { 2 })
  }
  o = s.v + s.k`,
  `input xs: [0..2; 1..3]
  output o: bool
  zs = TAKE(xs, 1)
  m = fold m = zs[0] for x in xs { if x > 1 { x } else { m } }
  o = m in zs`,
].map((body) => `circuit c {\n  ${body}\n}\n`);

/** Inputs of each program; a long run sets it higher. */
const MAX_RUNS = Number(process.env['ELEMENT_RUNS'] ?? 6);
/** Limit for the chains of steps of each program, spread over all of its chains. */
const MAX_CHAINS = Number(process.env['ELEMENT_CHAINS'] ?? 600);

test('where the premises of a step hold there is one of which all that is said is true', () => {
  const seen = { ...NO_STEPS_SEEN };
  for (const source of SOURCES) holdElements(source, MAX_RUNS, seen, MAX_CHAINS);
  expect(seen.facts).toBeGreaterThan(400_000);
  expect(seen.steps).toBeGreaterThan(12_000);
  expect(seen.nested).toBeGreaterThan(120);
  expect(seen.known).toBeGreaterThan(12_000);
});

test('a fold gives an element of a list if each of its steps does, not only that of one element', () => {
  const seen = { ...NO_STEPS_SEEN };
  for (const source of IN_ONE_STEP) holdElements(source, 64, seen);
  expect(seen.facts).toBeGreaterThan(10_000);
});
