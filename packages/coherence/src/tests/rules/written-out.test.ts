import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import type { CoreRunner } from '@kirchhoff/kernel/evaluate/evaluate';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Fault } from '@kirchhoff/kernel/evaluate/evaluation';
import type { NodeId } from '@kirchhoff/kernel/graph/graph';
import { inlined } from '@kirchhoff/kernel/graph/inline';
import type { Value } from '@kirchhoff/kernel/values/value';
import { certify } from '@kirchhoff/prover/certify';
import { sampleInputs } from '@kirchhoff/prover/samples';
import { programOf } from '../../testing/outcome.js';
import { expectRefuted } from '../../testing/related-programs.js';

const MAX_RUNS = 60;
/** The first samples are lists of equal elements, so that the runs are spread over this many. */
const MAX_SAMPLES = 400;

/** Loops of every form over every source that is unrolled. Some of them fail. */
const SOURCES: readonly (readonly [what: string, source: string])[] = [
  [
    'every loop over a range',
    `circuit c {
  input k: -3..3
  output o: i64
  m = map i in -1..2 { i * k }
  f = fold s = k for i in 0..3 { if i == 2 { s } else { s + i * k } }
  a = all i in 0..2 { 6 / (k - i) != 3 }
  b = any i in 0..2 { 6 / (k + i) == 3 }
  n = count i in 1..3 { i > k }
  o = SUM(m) + m[1] + f + n + (if a { 1 } else { 0 }) + (if b { 10 } else { 20 })
}`,
  ],
  [
    'lists, records and bytes of one length',
    `circuit c {
  input xs: [-2..2; 3]
  input ps: [(v: 0..3, w: [0..1; 2]); 2]
  input raw: bytes[2]
  output o: i64
  s = fold s: -9..5 = 0 for x in xs { s + x }
  t = SUM(map p in ps { fold t = p.v for w in p.w { t + w } })
  u = fold u = 0 for octet in raw { u * 256 + octet }
  o = s + t + u + 6 / (xs[0] + 3 - LENGTH(ps)) + count x in SORT(xs) { x == 1 }
}`,
  ],
  [
    'rounds of none, of one, and loops in one another',
    `component above(x: -5..5, y: -5..5) -> bool {
  any d in 1..2 { x == y + d }
}
circuit c {
  input xs: [-2..2; ..3]
  input k: -1..1
  output o: i64
  none_ = (map i in 2..1 { i / k }) ++ [k]
  one = all i in 3..3 { i / k > 0 }
  table = map i in -1..1 { map j in 0..2 { if i < j { 6 / (k + 2) } else { i * j } } }
  seen = map i in -1..2 { count x in xs { x == i } }
  o = SUM(none_) + SUM(seen) + SUM(map row in table { row[2] }) + (if one { 1 } else { 0 }) + count x in xs { above(x, k) }
}`,
  ],
  [
    'pairs of lists of one length, of two, and of one that is shorter in some runs',
    `circuit c {
  input xs: [-2..2; 3]
  input ys: [0..3; 2]
  input zs: [0..3; ..3]
  output o: i64
  same = SUM(map p in ZIP(xs, REVERSE(xs)) { p.a * p.b })
  short = fold s = 0 for p in ZIP(xs, ys) { s * 3 + p.a + p.b }
  other = count p in ZIP(ys, xs) { p.a > p.b }
  unknown = (count p in ZIP(xs, zs) { p.a <= p.b }) * 10 + LENGTH(ZIP(zs, xs))
  kept = fold s: [0..2; 3] = FILL(3, 0) for z in zs { if z < 3 { SET(s, z, s[z] + 1) } else { APPEND(s, 0) } }
  all_kept = SUM(map p in ZIP(kept, xs) { p.a * p.b })
  o = all_kept + same + short + other + unknown + (if all p in ZIP(zs, ys) { p.a == p.b } { 1 } else { 6 / xs[0] })
}`,
  ],
  [
    'LUHN of texts of one length, also joined ones',
    `circuit c {
  input two: text[2] of "0-9"
  input three: text[3] of "0-9"
  input one: text[1] of "0-5"
  input other: text[2] of "0-9a"
  input n: 0..9
  input k: 8..10
  output o: i64
  s: text[4] of "0-9" = three ++ FORMAT_INT(n)
  t: text[6] of "0-9" = one ++ (two ++ three)
  u: text[2] of "0-9" = one ++ FORMAT_INT(MIN(k, 9))
  v: text[3] of "0-9" = FORMAT_INT(k * 10 + n + 10)
  all_ = all i in 0..1 { LUHN(two) or i > 0 }
  o = (if LUHN(three) { 1 } else { 0 }) + (if LUHN(s) { 2 } else { 0 }) + (if LUHN(t) { 4 } else { 0 }) + (if LUHN(u) { 8 } else { 0 }) + (if LUHN(other) { 16 } else { 0 }) + (if LUHN(one) { 32 } else { 0 }) + (if LUHN(v) { 64 } else { 0 }) + (if all_ { 128 } else { 0 }) + 6 / n
}`,
  ],
  [
    'characters of a text, by their places',
    `circuit c {
  input t: text[3] of "0-2"
  output o: i64
  h = FORMAT_HEX(UTF8_ENCODE(t))
  part = SUBSTRING(t, 1, 3)
  o = (fold s = 0 for i, c in part { s + (i + 1) * (c - '0') }) + count c in h { c == '3' }
}`,
  ],
  [
    'records and lists that a fold keeps',
    `circuit c {
  input xs: [(at: 0..3, by: -2..2); 3]
  output o: -3..6
  end = fold p = (left: 4, used: FILL(3, 0)) for x in xs {
    (left: p.left - x.by, used: if x.at < 3 { SET(p.used, x.at, p.used[x.at] + x.by) } else { p.used })
  }
  o = match end.left { 0..3 => SUM(end.used), 4 => 6, _ => end.used[1] - end.used[0] }
  ensure all u in end.used { u < 5 }
}`,
  ],
];

/** Wires whose values grow beyond the integers that a number keeps exactly: a0 is 1,000,000,000, and each next one twice as large. */
const DOUBLED = Array.from({ length: 24 }, (_, index) => `a${index + 1} = a${index} + a${index}`).join('\n  ');

/** Loops over every source whose rounds are bounded. Some of them fail, in a round or behind it. */
const BOUNDED: readonly (readonly [what: string, source: string])[] = [
  [
    'every loop over a list of bounded length',
    `circuit c {
  input xs: [-2..2; ..3]
  input k: -3..3
  output o: i64
  m = map x in xs { 6 / (x + 3) * k }
  f = fold s: -9..9 = k for x in xs { if x == 2 { s } else { s + 2 * x } }
  a = all x in xs { 6 / (k - x) != 3 }
  b = any x in xs { 6 / (k + x) == 3 }
  n = count x in xs { 2 / (x + 2) > k }
  o = SUM(m) + f + n + LENGTH(m) + (if a { 1 } else { 0 }) + (if b { 10 } else { 20 })
}`,
  ],
  [
    'what filters keep, and loops over it',
    `circuit c {
  input xs: [-2..2; 1..4]
  input k: -1..2
  output o: i64
  kept = filter x in xs { 4 / (x + 3) > k }
  twice = map x in kept { 2 * x }
  least = filter x in twice { x <= kept[0] }
  first_ = first i in 0..LENGTH(xs) - 1 { xs[i] > k }
  o = (fold s = 0 for t in twice { 3 * s + t }) + LENGTH(least) + SUM(least) + (first_ ?? 7) + (if all t in twice { t > k } { 1 } else { 0 })
}`,
  ],
  [
    'ranges with ends that are values',
    `circuit c {
  input xs: [0..2; 2..4]
  input from: 0..2
  input to: -1..3
  output o: i64
  s = fold s = 0 for i in from..to { s * 3 + xs[i] }
  t = count i in to + 1..LENGTH(xs) - 1 { xs[i] == 1 }
  u = SUM(map i in from..to + 1 { i * i })
  v = all i in 0..to - from { any j in i..to { xs[j] == i } }
  o = s + t + u + (if v { 100 } else { 0 })
}`,
  ],
  [
    'ends and places that are differences of large integers',
    `circuit c {
  input a0: 1_000_000_000..1_000_000_000
  input x: 0..2
  input xs: [0..9; 3]
  output o: i64
  ${DOUBLED}
  one = (a24 + 1) - a24
  changed = SET(xs, x, 7)
  o = (count i in 0..one { i <= x }) * 10 + changed[one] + SUM(map y in xs { y * y })
}`,
  ],
  [
    'elements that are lists, some of them missing',
    `circuit c {
  input xs: [[0..9; ..2]; ..2]
  output o: i64
  kept = filter x in xs { LENGTH(x) == 2 }
  o = (count x in kept { x[0] ^ x[1] == 1 }) + SUM(map x in xs { LENGTH(x) })
}`,
  ],
  [
    'reads at places that are values',
    `circuit c {
  input xs: [0..2; 1..3]
  input flags: [bool; 3]
  input at: 0..3
  output o: i64
  doubled = map x in xs { 2 * x }
  changed = SET(doubled, at, 9)
  marked = if at > 1 { SET(flags, at, true) } else { flags }
  pairs = ZIP(doubled, [5, 6])
  o = doubled[at] + SUM(changed) + (FIND(xs, at) ?? 5) + (if at in xs { 40 } else { 50 }) +
    (count f in marked { f }) + SUM(map p in pairs { p.a * p.b }) + (fold s = 0 for p in ZIP(xs, changed) { 2 * s + p.b - p.a })
}`,
  ],
  [
    'records, texts and options of elements, and loops in one another',
    `domain Item = (name: text[..2] of "ab", count: (1..2)?, kind: enum { x, y })
circuit c {
  input items: [Item; ..2]
  output o: 0..20
  named = filter item in items { item.name != "" }
  kinds = map item in named { (kind: item.kind, marks: map other in items { other.kind == item.kind }) }
  o = (fold s = 0 for k in kinds { s + (count m in k.marks { m }) + (if k.kind == .x { 1 } else { 2 }) }) +
    SUM(map item in named { match item.count { some n => n, none => 0 } }) + LENGTH(kinds)
  ensure all k in kinds { LENGTH(k.marks) > 1 or o < 9 }
}`,
  ],
];

const CASES = [
  ...SOURCES.map(([what, source]) => ['written_out', what, source] as const),
  ...[...SOURCES, ...BOUNDED].map(([what, source]) => ['guarded', what, source] as const),
];

test.each(CASES)('the rounds of loops have the runs of the loops: %s, %s', (mode, _, source) => {
  const { core } = programOf(source);
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const made = inlined(core, graph, mode);
  if (made === null) throw new Error('no loop is written out');
  const [before, after] = [runner(core), runner({ ...core, graphs: [made.graph] })];
  const endings = new Set<string>();
  const samples: (readonly Value[])[] = [];
  for (const inputs of sampleInputs(
    core,
    graph.parameters.map(({ domain }) => ofDomain(domain)),
  )) {
    if (samples.length === MAX_SAMPLES) break;
    samples.push(inputs);
  }
  let runs = 0;
  for (const inputs of samples.filter((_sample, index) => index % Math.ceil(samples.length / MAX_RUNS) === 0)) {
    runs += 1;
    const [loops, rounds] = [observed(before, inputs), observed(after, inputs)];
    expect(rounds.ending).toEqual(loops.ending);
    const failed = loops.fault?.node ?? null;
    if (failed !== null && loops.fault !== null && 'graph' in loops.fault.graph) {
      // The first fault of one run is that of the other, so evidence for all places of a closure domain is evidence for it.
      expect(made.placesOf[failed]).toContain(rounds.fault?.node);
    }
    endings.add(loops.ending.type);
    for (const [node, places] of made.placesOf.entries()) {
      const seen = rounds.values.filter(([place]) => places.includes(place)).map(([, value]) => value);
      const meant = loops.values.filter(([id]) => id === node).map(([, value]) => value);
      if (graph.nodes[node]?.op !== 'fold') expect(isWithin(seen, meant)).toBe(true);
    }
  }
  expect(runs).toBeGreaterThan(5);
  expect(endings).toContain('outputs');
});

const CHECKED = `circuit c {
  input digits: text[3] of "0-9"
  output number: text[4] of "0-9"
  sum = fold total = 0 for i, c in digits {
    digit = c - '0'
    total + if i % 2 == 1 { digit } else { 2 * digit - if digit > 4 { 9 } else { 0 } }
  }
  check: 0..9 = (10 - sum % 10) % 10
  number: text[4] of "0-9" = digits ++ FORMAT_INT(check)
  ensure LUHN(number)
}`;

test('a check digit that is computed from the digits passes LUHN', () => {
  const { certified, errors } = certify(programOf(CHECKED));
  expect({ certified, errors }).toEqual({ certified: true, errors: [] });
});

test.each([
  ['other digits doubled', CHECKED.replace('i % 2 == 1', 'i % 2 == 0')],
  ['a digit less', CHECKED.replace('digit > 4', 'digit > 5')],
  ['the digit before the others', CHECKED.replace('digits ++ FORMAT_INT(check)', 'FORMAT_INT(check) ++ digits')],
])('a check digit that is computed otherwise does not: %s', (_, source) => {
  expectRefuted(source);
});

test('a list that each of many rounds may change is written out in few nodes', () => {
  const { core } = programOf(`circuit c {
  input flags: [bool; 40]
  input step: 2..7
  output left: 0..40
  marked = fold m = flags for i in 0..39 { if i % step == 0 and i < LENGTH(m) { SET(m, i, false) } else { m } }
  left = count f in marked { f }
}`);
  const [graph] = core.graphs;
  // Without a memory of bounds the time would double with each round.
  expect(graph === undefined ? null : inlined(core, graph, 'guarded')?.graph.nodes.length).toBeGreaterThan(40);
});

interface Observed {
  readonly ending: { readonly type: string };
  readonly fault: Fault | null;
  /** The values of the evaluated graph, in the order of evaluation. */
  readonly values: readonly (readonly [NodeId, Value])[];
}

function observed(run: CoreRunner, inputs: readonly Value[]): Observed {
  const values: [NodeId, Value][] = [];
  const { steps: _, ...ending } = run({ graph: 0 }, inputs, {
    observer: (graph, node, value) => {
      if ('graph' in graph) values.push([node, value]);
    },
  });
  return {
    ending: ending.type === 'fault' ? { type: 'fault' } : ending,
    fault: ending.type === 'fault' ? ending.fault : null,
    values,
  };
}

/** Returns true if `some` is a subsequence of `all`: operations on literals are omitted from the unrolled graph. */
function isWithin(some: readonly Value[], all: readonly Value[]): boolean {
  let at = 0;
  for (const value of some) {
    while (at < all.length && JSON.stringify(value, spelled) !== JSON.stringify(all[at], spelled)) at += 1;
    if (at === all.length) return false;
    at += 1;
  }
  return true;
}

function spelled(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`;
  return value instanceof Map ? [...value] : value;
}

test.each([
  ['33 rounds', 'circuit c {\n input k: 0..3\n output o: i64\n o = SUM(map i in 0..32 { i * k })\n}'],
  ['a length that is not known', 'circuit c {\n input xs: [0..3; 1..3]\n output o: i64\n o = SUM(map x in xs { x + 1 })\n}'],
  ['an end that is not known', 'circuit c {\n input n: 0..3\n output o: i64\n o = SUM(map i in 0..n { i })\n}'],
  [
    'rounds that add no node, too many of them',
    `circuit c {
 input k: 0..3
 output o: i64
 xs = [k, ${'0, '.repeat(30)}k]
 o = fold a = 0 for x in xs { fold b = a for y in xs { fold c = b for z in xs { fold d = c for w in xs { MAX(d, w) } } } }
}`,
  ],
])('a loop stays as it is: %s', (_, source) => {
  const { core } = programOf(source);
  const [graph] = core.graphs;
  expect(graph && inlined(core, graph, 'written_out')).toBeNull();
});
