import { holdSteps, NOTHING_SEEN } from '../../testing/held-steps.js';
import { KEEPING } from '../../testing/loop-programs.js';

/** Loops of every form over one source, with regions in their bodies, and a loop in one of them. */
const SOURCES: readonly string[] = [
  `circuit c {
  input xs: [-3..3; ..4]
  input k: 0..3
  output o: i64
  a = fold s = k for x in xs { if x > 0 { s + MIN(x, k) } else { s } }
  r = fold r = (n: 0, ys: [0]) for x in xs { if x > k { (..r, n: r.n + 1) } else { (n: r.n, ys: r.ys ++ [x / 2]) } }
  m = map x in xs { x * 2 + k }
  f = filter x in xs { x >= 0 and x / 2 == 1 }
  g = count x in xs { x < k }
  h = map x in xs { count y in xs { x < y } }
  o = a + r.n + SUM(r.ys) + SUM(m) + SUM(f) + g + SUM(h)
}`,
  `circuit c {
  input n: -2..3
  input t: 0..2
  output o: i64
  a = fold s = t for i in t..n { s + i * t }
  m = map i in t..n { i - t }
  f = filter i in t..n { i % 2 == 0 }
  o = a + SUM(m) + LENGTH(f) + count i in t..n { i == 2 }
}`,
  `circuit c {
  input xs: [(v: 0..3, w: 0..3); ..3]
  output o: i64
  q = all x in xs { x.v <= x.w }
  p = any x in xs { x.v > 2 }
  a = SUM(map x in xs { x.v })
  b = SUM(map x in xs { x.w })
  o = a - b + (if q { 1 } else { 0 }) + if p { 1 } else { 0 }
}`,
  // All over one base list: results of filters.
  `circuit c {
  input xs: [-3..3; ..4]
  input k: 0..3
  output o: i64
  f = filter x in xs { x > -2 }
  g = filter x in f { x < k }
  m = map x in f { x * k + 1 }
  a = fold s = k for x in g { if x > 0 { s + MIN(x, k) } else { s - 1 } }
  b = count y in m { y > 1 }
  h = filter y in m { y >= 0 }
  c = fold s = 0 for p in ZIP(m, f) { s + p.a * p.b }
  d = all x in g { x > -1 }
  e = count i, x in f { i < x }
  p = fold s = 0 for i, x in xs { s + x * i }
  o = a + b + c + e + p + SUM(f) + SUM(g) + SUM(m) + SUM(h) + LENGTH(m) + (if d { 1 } else { 0 })
}`,
  `circuit c {
  input n: -1..4
  output o: i64
  f = filter i in 1..n { i % 2 == 1 }
  m = map i in f { i * i }
  o = SUM(f) + SUM(m) + fold s = 0 for i in f { s + i }
}`,
  // All over one base list: results of maps, pairs of these, and indices.
  `circuit c {
  input xs: [-3..3; ..4]
  input k: 0..3
  output o: i64
  m = map x in xs { x * 2 + k }
  n = map i, y in m { if i < k { y } else { MIN(y, k) } }
  z = ZIP(n, xs)
  a = fold s = 0 for p in z { s + p.a * p.b }
  f = filter y in n { y > k }
  g = all p in ZIP(m, z) { p.a >= p.b.a }
  h = count i, x in xs { m[i] > x or i == 1 }
  r = fold s = (t: 0, u: 0) for i, p in z { (t: s.t + p.a - n[i], u: s.u + xs[i]) }
  o = a + SUM(f) + h + r.t + r.u + SUM(n) + if g { 1 } else { 0 }
}`,
  `circuit c {
  input t: 0..2
  input n: -1..3
  output o: i64
  m = map i in t..n { i * i - t }
  a = fold s = 0 for i, y in m { s + y * i }
  f = filter y in m { y > 1 }
  b = fold s = 0 for i in t..n { s + i }
  o = a + SUM(m) + b + LENGTH(f)
}`,
  // A sum beyond 64 bits, which a body would compute only for some elements.
  `circuit c {
  input xs: [(-9_000_000_000_000_000_000..9_000_000_000_000_000_000); ..3]
  output o: i64
  f = filter x in xs { x > 1_000 }
  m = map x in f { if x < 1_000 { SUM(xs) % 7 } else { x % 9 } }
  o = SUM(m) + count x in f { x % 2 == 1 }
}`,
  // An ANY and an ALL that end early, and elements that are read outside.
  `circuit c {
  input xs: [-3..3; 1..4]
  input at: 0..3
  output o: i64
  require at < LENGTH(xs)
  m = map x in xs { x * x }
  q = all x in xs { if x > 1 { x < 3 } else { x >= -2 } }
  p = any i, y in m { y / 2 > i }
  r = all z in ZIP(m, xs) { z.a > z.b or z.b == 0 }
  f = filter x in xs { x > -2 }
  s = all x in f { x < 2 }
  t = any x in f { x == 1 }
  own = xs[at]
  its = m[at]
  o = own + its + LENGTH(f) + count b in [q, p, r, s, t] { b }
}`,
  `circuit c {
  input xs: [(v: 0..3, w: (0..3)?); 1..3]
  input at: 0..2
  output o: i64
  require at < LENGTH(xs)
  own = xs[at]
  a = fold ys: [i64; ..3] = [] for i, x in xs { APPEND(ys, x.v - i) }
  g = fold s: (n: 0..99, zs: [0..9; ..3]) = (n: 0, zs: []) for x in xs { (n: s.n + x.v, zs: s.zs ++ [MIN(x.v + s.n, 9)]) }
  b = map i, y in a { y + SUM(TAKE(a, i)) + SUM(map x in TAKE(xs, i) { x.v }) + count x in TAKE(xs, i) { x.w == some x.v } }
  c = count x in xs { x.w == some x.v }
  d = SUM(map x in xs { x.v })
  o = own.v + SUM(a) + SUM(b) + c + d + SUM(g.zs)
}`,
  // Pairs of lists of different bases, and a list behind more filters than are traced back: bases that are made of other lists.
  `circuit c {
  input xs: [0..3; 2]
  input ys: [0..3; 2]
  output o: i64
  z = ZIP(xs, ys)
  o = (fold s = 0 for p in z { s + p.a - p.b }) + count p in z { p.a > p.b }
}`,
  `circuit c {
  input xs: [0..3; ..4]
  output o: i64
  a = filter i in 0..LENGTH(xs) - 1 { i > 0 }
  b = filter i in a { i < 9 }
  d = filter i in b { i != 2 }
  o = fold s = 0 for k, i in d { s + i * k }
}`,
  ...KEEPING.map(([, source]) => source),
];

test('in every step of every run, what nodes say holds, and quantities go from their first value to their last', () => {
  const seen = { ...NOTHING_SEEN };
  for (const source of SOURCES) holdSteps(source, seen);
  expect(seen.followed).toBeGreaterThan(10);
  expect(seen.facts).toBeGreaterThan(10_000);
  expect(seen.courses).toBeGreaterThan(3_000);
  expect(seen.groups).toBeGreaterThan(60);
  expect(seen.conditions).toBeGreaterThan(20);
});
