/** Closed programs whose certificates use features that those of the conformance cases do not. */
export const CLOSING: readonly string[] = [
  // Requires at a call, a difference that the caller guarantees, and one that the component exports.
  `component gap(low: 0..100, high: 0..100) -> 0..100 {
  require low <= high
  high - low
  ensure result <= high
}
circuit gaps {
  input a: 0..100
  input b: 0..100
  output c: 0..100
  c = if a <= b { b - gap(a, b) } else { a - gap(b, a) }
}`,
  // A short circuit that is known to be passed, texts and a stated domain.
  `circuit words {
  input host: text[..20]
  input port: 0..70_000
  output n: 0..100
  require host != "" and port in 1..65_535
  m: 1..65_535 = port
  n = if host == "a" or host == "bc" { TEXT_LENGTH(host) } else { 100 / (1 + port / m) }
}`,
  // Sums of inequalities: with a product, with a split, for a precondition and inside an arm.
  `circuit shares {
  input part: 0..1_000
  input whole: 1..1_000
  input low: 0..50
  input more: 1..50
  output percent: 0..100
  output left: 0..1_000
  require part <= whole
  percent = part * 100 / whole
  left = if more > 2 { CLAMP(MAX(whole - part, low), low, low + more) } else { 0 }
  ensure left <= low + more
  ensure MIN(part, low) + MAX(part, low) == part + low
}`,
  // Invariants of a fold in a fold, and of fields.
  `circuit kept {
  input rows: [[0..9; ..9]; ..9]
  input most: 0..99
  output sum: 0..99
  output spread: 0..9
  sum = fold s keeping s <= most = 0 for row in rows {
    fold t keeping t <= most = s for x in row { MIN(t + x, most) }
  }
  r = fold (low, high) keeping low <= high = (low: 5, high: 5) for x in rows { (low: MIN(low, LENGTH(x)), high: MAX(high, LENGTH(x))) }
  spread = r.high - r.low
}`,
  // An invariant of each element of a list.
  `circuit kept_elements {
  input rows: [[0..9; ..9]; ..9]
  input most: 0..99
  output low: [0..9; ..3]
  low = fold out: [0..9; ..3] keeping all s in out { s <= most } = [] for row in rows {
    if LENGTH(row) <= most { [LENGTH(row)] } else { out }
  }
}`,
  // Two components, one of them called in separate cases and with requires.
  `component below(p: 0..9, q: 0..9) -> 0..9 {
  require p <= q
  q - p
}
component twice(a: -3..3) -> -6..6 {
  a * 2
}
circuit calls {
  input a: -3..3
  output o: 0..9
  output t: 2..9
  o = below(if a < 0 { 0 } else { a }, 9)
  t = ABS(twice(a)) + 2 + below(MIN(ABS(a), 1), 1)
}`,
  // Stated domains, a narrowing, drifts of one side and of fields, a filter and an unrolled accumulator.
  `circuit loops {
  input xs: [0..1; ..100]
  input n: 0..3
  output a: 0..100
  output b: 0..200
  output c: 0..300
  output d: [1..6; ..100]
  output e: 0..8
  s: 0..3 = n
  p = fold p = (up: 0, down: 200) for x in xs { (up: p.up + x, down: p.down - 2 * x) }
  a = p.up
  b = p.down as 0..200
  c = fold t = 300 for x in xs { MAX(t - 3 * x, 0) }
  ys = filter x in xs { x + s > 0 }
  d = map y in ys { 6 / (y + s) + (if y + s > 6 { 1 } else { 0 }) }
  e = fold t = 0 for i in 0..3 { t + 2 }
}`,
  // Differences that hold in every arm.
  `circuit arms {
  input a: 0..9
  input b: 0..9
  input k: enum { low, high, both }
  output o: 0..9
  output p: 0..9
  m = match k { .low => MIN(a, b), .high => a, .both => MIN(a, 3) }
  o = a - m
  n = if a <= b { a } else { b }
  p = b - n
}`,
];
