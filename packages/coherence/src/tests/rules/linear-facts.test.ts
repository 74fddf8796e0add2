import { ofDomain } from '@kirchhoff/kernel/abstract/abstract';
import { run } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { MONOMERS, monomerAt } from '@kirchhoff/kernel/monomers/catalog';
import type { LinearFact } from '@kirchhoff/kernel/monomers/linear';
import { LinearFacts } from '@kirchhoff/kernel/rules/linear-facts';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { valueClasses } from '@kirchhoff/kernel/rules/value-classes';
import type { Value } from '@kirchhoff/kernel/values/value';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { GraphSearch } from '@kirchhoff/prover/prove-graph';
import { sampleInputs } from '@kirchhoff/prover/samples';
import * as fc from 'fast-check';
import { Draws } from '../../testing/draws.js';
import { Atoms, holdToRun, inLoops, measureOf, namesBy } from '../../testing/linear-atoms.js';
import { programOf } from '../../testing/outcome.js';
import { randomCircuit } from '../../testing/random-circuit.js';
import { countingProgram } from '../../testing/text-programs.js';

const SEED = 20_261_127;
const DRAWN = Number(process.env['TEXT_PROGRAMS'] ?? 120);

/** Programs that together use every monomer with facts, with operands of both signs if possible. Failing runs are skipped. */
const SOURCES: readonly string[] = [
  'input a: -4..4\n input b: -3..3\n output o: i64\n o = MIN(a, b) * 3 - MAX(a, b - 1) + ABS(a) - -b + a * b * a',
  'input a: -9..9\n input b: -3..3\n output o: i64\n o = a / b + a % b * 2 + FLOOR_DIV(a, b) + FLOOR_MOD(a, b) * 3 + a * b / b + (a + b) % 2',
  'input a: -4..4\n input b: -3..3\n input c: -3..3\n output o: i64\n o = MULDIV(a, b, c) + MULDIV_EVEN(a, b, c) * 2 + MULDIV(a, 6, 3)',
  'input a: -4..4\n input b: -3..3\n input c: -3..3\n output o: i64\n o = CLAMP(a, b, c)',
  'input a: 0..40\n output o: i64\n o = ISQRT(a) + (a >> 2) * 3 + (a & 3) + (7 & a) + (a << 2) + a / 4 + a % 4 + (a & 5)',
  'input xs: [-2..3; ..3]\n input t: text[..2]\n output o: i64\n n = count x in xs { x > LENGTH(xs) - 1 }\n o = SUM(xs) * 2 + LENGTH(xs) - n + TEXT_LENGTH(t)',
  'input a: -2..2\n input b: -2..2\n output o: bool\n o = (a < b and a / b == 1) or (a <= b implies a != b - 1) and not (a > b or b >= a + 1)',
  'input a: -2..2\n input b: -2..2\n output o: i64\n x = if a > b { if a == 2 { MIN(a, 1) } else { a - b } } else { MAX(a / b, b) }\n o = x + (if x >= b { x * b } else { b })',
  'input a: 0..3\n input b: 0..3\n output o: [i64; ..4]\n require a <= b\n o = map i in 0..a { MIN(i, b) + (if i < b { b / (b - i) } else { a }) }',
  'input s: text[..1]\n input b: bool\n output o: bool\n o = (s == "a" or s < "b") and (b != (s == ""))',
  'input y: 3..5\n input m: 1..12\n input d: 1..31\n output o: i64\n require d <= DAYS_IN_MONTH(y, m)\n o = DAYS_FROM_CIVIL(y, m, d) + DAYS_IN_MONTH(y, 2) + (if IS_LEAP_YEAR(y) { 1 } else { 0 })',
  'input y: 9_998..9_999\n input m: 11..12\n output o: i64\n o = DAYS_FROM_CIVIL(y, m, 30) + DAYS_FROM_CIVIL(9_999, 12, 31)',
  'input n: -719_162..2_932_896\n output o: i64\n c = CIVIL_FROM_DAYS(n)\n o = c.year + c.month * c.day + (if c.year < 9_999 { DAYS_FROM_CIVIL(c.year + 1, 1, 1) } else { 0 })',
  'input k: enum { a, b, c }\n input l: enum { c, a, b }\n input n: -2..3\n output o: i64\n m: enum { x, y, z } = match k { .a => .x, .c => .y, _ => .z }\n o = (match k { .a => n, .b => MIN(n, 1), .c => 3 }) + (match n { -2..0 => n, 1 => n * n, _ => MAX(n, 2) }) + (if l == .a or m != .y { n } else { 2 * n }) + (match l == .c { true => n, false => 1 })',
  'input x: (0..2)?\n input k: enum { a, b, c }\n output o: i64\n p: enum { a, b, c } = if k == .a { .b } else { k }\n o = (match x { some 1 => 4, some v => v * 2, none => 7 }) + (if p == .c and k != .b { 1 } else { 2 })',
  'input a: -3..3\n input b: -3..3\n output o: i64\n o = a * b + (a + 1) * (b - 1) + MIN(a, 2) + MIN(b, 1) + ABS(a) + ABS(b) + MULDIV(a, b, 2) + MULDIV(b, a, 3) + (if a >= 0 and b >= 0 { (a << b) + (b << 1) + (7 >> a) + (9 >> b) + POW(a, b) + POW(b, 2) } else { a / (b * b + 1) + (b + 2) / (a * a + 2) })',
  'input x: (0..2)?\n input y: (0..2)?\n input b: bool\n input k: enum { a, b, c }\n input l: enum { a, b, c }\n output o: i64\n z = if b { x } else { some 2 }\n r = if b { (t: k, h: x, n: 1) } else { (t: l, h: none, n: 2) }\n o = (x ?? 5) + (match z { some w => w, none => MIN(y ?? 3, 4) }) + (if k == l or x == y { 1 } else { if b == (y == none) { 2 } else { 3 } }) + (if r.t == .b and r.h != none { r.n } else { 7 })',
  'input n: -5..9\n output o: i64\n o = (match n { 2..4 => n, -1..6 => 2, 8 => 3, _ => 1 - n }) + (match n { 5 => 1, 7 => 2, 1..3 => 3, _ => 4 })',
  'input xs: [-2..3; ..3]\n input n: 0..4\n input m: -1..2\n output o: i64\n ys = REVERSE(xs) ++ SORT(xs)\n zs = APPEND(TAKE(xs, n), n)\n ws = SET(DROP(ys, n) ++ [0, 1], 0, m)\n o = SUM(ys) + SUM(zs) * 2 + LENGTH(ws) + SUM(FILL(n, m)) + LENGTH(RANGE(m, n - 1)) + LENGTH(ZIP(ys, zs)) + LENGTH(ZIP(ws, xs)) + (if n <= LENGTH(ys) and m >= 0 and m <= n { SUM(SLICE(ys, m, n)) } else { 0 })',
  'input a: text[..2]\n input n: 0..3\n output o: i64\n b = a ++ PAD_START(a, n, "x")\n o = TEXT_LENGTH(b) + (if n <= TEXT_LENGTH(b) { TEXT_LENGTH(SUBSTRING(b, 0, n)) } else { 9 })',
  'input n: -9..9\n input k: -13..13\n output o: i64\n o = WEEKDAY(n) + (ADD_MONTHS(n + 30, k) ?? 0) + (ADD_MONTHS(n, 12 * k) ?? 0)',
  'input n: -719_162..2_932_896\n input k: 0..13\n output o: i64\n o = WEEKDAY(n) * (ADD_MONTHS(n, k) ?? 0) - (ADD_MONTHS(n, -k) ?? 0)',
  'input xs: [-2..3; ..3]\n input n: -2..2\n output o: i64\n r = fold (s, t) = (s: n, t: 1) for x in xs { (s: if x > 0 { s + 6 * x - 9 } else { s + 3 }, t: t) }\n o = r.s + r.t + SUM(map x in xs { 4 * x - 2 }) + (fold s = n for x in xs { if x > 1 { s - 4 } else { s + 2 * x } })',
  'input xs: [-2..3; 2..3]\n input i: 0..1\n input j: 0..1\n output o: i64\n s = SORT(xs)\n t = REVERSE(s)\n f = filter x in t { x > 0 }\n d = DROP(s, 1)\n o = xs[i] + xs[j] * 2 + s[i] * 3 + s[j] + t[i] + t[j] * 5 + d[0] + (if LENGTH(f) > 1 { f[i] + f[j] } else { 9 })',
  'input b: bool\n input n: 0..3\n output o: i64\n x = if b { some (p: n, q: 1) } else { none }\n y = match n { 0 => none, 1 => some b, _ => some b }\n z = x ?? (p: 7, q: n)\n o = (match x { some r => r.p * 2, none => 9 }) + z.p + z.q * 3 + (match y { some c => if c { 1 } else { 2 }, none => 3 }) + if y ?? true { 4 } else { 5 }',
  'input k: enum { a, b, c }\n input l: bool\n output o: i64\n o = (if k in [.a, .c] { 1 } else { 2 }) + (if k in [.b, .b] { 3 } else { 4 }) + (if l in [true] { 5 } else { 6 }) + (if k in [.a, .b, .c] { 7 } else { 8 })',
  'input r: (t: enum { a, b }, n: 0..1, o: (0..1)?)\n input s: (t: enum { a, b }, n: 0..1, o: (0..1)?)\n output o: i64\n o = (if r == s { r.n + s.n * 2 } else { 3 }) + (if r != s and r.t == .a { 4 } else { 5 }) + (if s.t == .b { 6 } else { 7 }) + (r.o ?? 2) - (s.o ?? 2)',
  'input r: (t: enum { a, b }, n: 0..2, b: bool)\n input c: bool\n input k: enum { a, b }\n input m: 0..2\n output o: i64\n u = (..r, b: c)\n v = (..r, n: m)\n w = (..r, t: k)\n o = (if r == u { 1 } else { 2 }) + (if v != r { 3 } else { r.n }) + (if w == r { 4 } else { 5 }) + (if r.t == .a and w.t == .b { 6 } else { 7 })',
  'input xs: [0..3; 1..3]\n input n: 0..3\n output o: i64\n e = (first x in xs { x >= n }) ?? xs[0]\n f = if n == 1 { xs[LENGTH(xs) - 1] } else { SORT(xs)[0] }\n g = match n { 0 => xs[0], 1 => f, _ => e }\n o = (if e in xs { 1 } else { 2 }) + (if f in xs { 3 } else { 4 }) + (if g in xs { 5 } else { 6 }) + (if n in xs { 7 } else { 8 })',
  'input xs: [(g: enum { a, b }, n: 0..1); ..2]\n input b: bool\n output o: i64\n u = match first x in xs { x.n > 0 } { some x => some x, none => first y in xs { y.g == .a } }\n v = if b { u } else { none }\n o = (match u { some w => if w in xs and w.g == .a { w.n } else { 2 }, none => 3 }) + (match v { some w => if w.g == .b { w.n + 4 } else { 5 }, none => 6 })',
  'input a: -70..70\n output o: i64\n o = a % 12 / 4 + a % 12 % 3 * 2 + FLOOR_DIV(FLOOR_MOD(a, 12), 6) * 3 + FLOOR_MOD(FLOOR_MOD(a, 12), 2) + a / 4 + a % 12 / 5 + FLOOR_MOD(a, 12) / 6 + a % 12 / 12',
  'input a: 0..300\n input b: 0..6\n output o: i64\n o = (a & 0x54) + (72 & a) + (a >> 2 & 1) * 3 + (a >> 1 >> 3) + (a & 0x3c) / 4 + (a & 240 >> 1) + (b & 0) + (a & 0x155_5555)',
  'input a: -40..40\n output o: i64\n o = a / 3 / 5 + FLOOR_DIV(FLOOR_DIV(a, 4), 3) + FLOOR_DIV(a / 2, 5) + FLOOR_DIV(a, 12) + a / 15 + a / 3 % 5 + MULDIV(a, a, 7) / 2',
  'input a: 0..40\n input b: 0..5\n input c: bool\n output o: i64\n d = a >> 3 << 3\n e = d | b\n o = e + (d ^ b) * 2 + (b | a << 3) + (a | b) + (a ^ b) + ((if c { 64 } else { 0 } | b * 8) | (a & 7)) + (0 | a)',
  'input a: -3..6\n input b: -2..5\n input c: -2..4\n output o: i64\n require c != 0\n o = a * b / c + FLOOR_DIV(-(a * b), c) * 2 + FLOOR_DIV(a * b, c) + (-a * b) / c + (2 * a * b + ABS(c)) / (2 * c) + 6 * a * b / c + MULDIV(a, b, c) + a * b * b / (c * c) + DIV_ROUND(a * b, c)',
  'input a: 0..25\n input b: 8..13\n output o: i64\n x = PAD_START(FORMAT_INT(a), 2, "0") ++ ":" ++ FORMAT_INT(b % 4)\n y = PAD_START(FORMAT_INT(b), 2, "0") ++ ":" ++ FORMAT_INT(a % 3)\n o = (if x < y { 1 } else { 2 }) + (if y <= x { 4 } else { 3 }) + (if x > y { 5 } else { 6 }) + (if y >= x { 7 } else { 8 }) + (if x == y { 9 } else { 0 }) + (if y != x { 3 } else { 1 })',
  'input n: 10_000..10_400\n input t: text[10] of "0-9-"\n output o: i64\n d = FORMAT_DATE(n) ++ "x"\n m = PARSE_DATE(t) ?? 10_100\n o = m + (if FORMAT_DATE(n) < t { 1 } else { 2 }) + (if t == FORMAT_DATE(n) { 4 } else { 3 }) + (if d >= FORMAT_DATE(m as 10_000..10_400) ++ "x" { 1 } else { 0 })',
  'input xs: [-2..3; 1..3]\n input i: 0..2\n input j: 0..3\n output o: i64\n require i < LENGTH(xs)\n s = SORT(xs)\n t = REVERSE(s)\n k = MIN(j, LENGTH(xs))\n o = s[i] + xs[i] * 2 + t[i] * 3 + (if i <= k { SUM(SLICE(s, i, k)) + SUM(SLICE(t, i, k)) * 2 } else { 4 }) + SUM(TAKE(xs, j)) + SUM(DROP(s, j)) + SUM(SET(xs, i, j)) + s[LENGTH(s) - 1] + xs[k - 1] + SUM(xs)',
  'input xs: [0..2; 1..3]\n input n: 0..3\n input i: 0..2\n output o: i64\n require i < LENGTH(xs)\n f = FIND(xs, n)\n least = fold m = xs[0] for x in xs { MIN(m, x) }\n last = fold s = (x: xs[0], k: 0) for x in xs { (x: if x >= s.x { x } else { s.x }, k: s.k + 1) }\n g = FIND(xs, least)\n o = xs[i] + (match f { some p => xs[p], none => 5 }) + (g ?? 7) * 2 + xs[g ?? 0] + (FIND(xs, last.x) ?? 8) + (FIND(xs, MAX(xs[0], xs[i])) ?? 9)',
  'input xs: [-2..2; 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k == 0 or xs[k - 1] < x }\n f = filter x in REVERSE(xs) { x > -2 }\n o = xs[i] + xs[j] * 2 + (if LENGTH(f) > 1 { f[i % 2] + f[j % 2] } else { 9 }) + SUM(TAKE(xs, j))',
  'input xs: [-2..2; 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k in 0..LENGTH(xs) - 2 { xs[k] >= xs[k + 1] }\n o = xs[i] + xs[j] * 2',
  'input xs: [-2..2; 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k + 1 < LENGTH(xs) implies xs[k + 1] > x }\n o = xs[i] + xs[j] * 2',
  // A list whose neighbours are not all compared may be in no order.
  'input xs: [-2..2; 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k <= 1 or xs[k - 1] < x }\n o = xs[i] + xs[j] * 2',
  'input xs: [-2..2; 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k == 1 or k == 0 or xs[k - 1] < x }\n o = xs[i] + xs[j] * 2',
  'input xs: [-2..2; 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k in 1..LENGTH(xs) - 2 { xs[k] <= xs[k + 1] }\n o = xs[i] + xs[j] * 2',
  'input xs: [bool; 1..3]\n input c: bool\n input i: 0..2\n input j: 0..3\n output o: i64\n require i < LENGTH(xs)\n ys = SET(xs, i, not xs[i])\n zs = APPEND(TAKE(xs, j), xs[i]) ++ DROP(ys, j)\n ws = if c { zs } else { REVERSE(xs) }\n o = (count x in xs { x }) + (count y in ys { not y }) * 2 + (count z in zs { z == true }) + (count w in ws { w != c }) + (count x in xs { x and c }) + (count x in xs { xs[0] }) + (if c { count w in ws { w } } else { 0 })',
  'input t: text[..2] of "a0-"\n input c: bool\n output o: i64\n r = if c { "a" } else { t }\n s = "-" ++ r ++ PAD_START(t, 3, "0") ++ JOIN_TEXT([t, r], "a")\n x = if c { some s } else { none }\n o = (count e in s { e == 97 }) + (count e in s { e in [0x30, 0x2d] and e != 48 }) * 2 + (count e in t { e == 97 }) + (if any e in s { e == \'a\' } { 3 } else { 4 }) + (if all e in s { e != \'a\' } { 5 } else { 6 }) + (match x { some y => count e in y { not (e >= 98 or e < 48) }, none => count e in t { e == 97 or e == 48 implies e > 50 } })',
  'input n: 0..12\n input k: 0..9\n input c: bool\n input y: 10_000..10_040\n output o: i64\n s = SUBSTRING("ABCXYZabd0", k, k + 1) ++ (if c { "u" } else { "v" })\n p = PAD_START(FORMAT_INT(n), 2, "0") ++ s\n o = CODE_AT(s, 0) + CODE_AT("ABCXYZabd0", k) + CODE_AT(p, 2) + (PARSE_INT(SUBSTRING(p, 0, 2)) ?? 5) + (if c { PARSE_INT("-" ++ FORMAT_INT(n)) ?? 3 } else { 2 }) + (PARSE_DATE(FORMAT_DATE(y)) ?? 0)',
  'input xs: [-2..3; 3]\n input p: 0..2\n input i: 0..2\n input j: 0..2\n input v: -1..1\n output o: i64\n ys = SET(xs, p, v)\n zs = SET(SET(xs, 1, v), 2, v + 1)\n ps = ZIP(ys, xs)\n l = [v, 7, xs[0], i]\n o = xs[i] + ys[i] * 2 + ys[j] * 3 + xs[p] + zs[0] + zs[1] * 5 + zs[2] + zs[i] + ps[i].a + ps[1].b * 3 + l[1] + l[2] * 2 + l[3] + l[i] + SUM(FILL(i, v)) * 2 + SUM(FILL(j, p)) + SUM(xs)',
  'input xs: [-2..3; 1..3]\n input p: 0..2\n input i: 0..2\n input v: -1..1\n output o: i64\n require p < LENGTH(xs) and i < LENGTH(xs)\n ys = SET(xs, p, v)\n zs = SET(ys, i, v + 3)\n o = xs[i] + ys[i] * 2 + zs[p] * 3 + zs[i] + (if p == 0 { zs[0] } else { ys[0] }) + SUM(zs) + SUM(xs)',
  'input xs: [-2..2; ..3]\n input k: -1..1\n input c: bool\n output o: i64\n s = SORT(xs)\n f = filter x in xs { x * x > k }\n g = filter x in REVERSE(s) { x * x > k }\n m = map x in f { x * k + 1 }\n n = map x in SORT(g) { x * k + 1 }\n a = all x in s { x * x > k }\n b = all x in xs { x * x > k }\n d = any x in TAKE(s, 2) { x * x > k }\n e = any x in REVERSE(TAKE(s, 2)) { x * x > k }\n o = SUM(m) + SUM(n) + (count x in s { x > k }) + (if c { count x in REVERSE(xs) { x > k } } else { count x in f { x > k } }) + (count x in g { x > k }) + (count i in 0..LENGTH(xs) - 1 { xs[i] > i }) + (count i in 0..LENGTH(xs) - 1 { s[i] > i }) + (count i in 0..LENGTH(xs) - 1 { xs[i] > i }) + (if a == b and d == e { LENGTH(f) } else { LENGTH(g) })',
  'input xs: [(t: -1..2, b: bool); 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k == 0 or xs[k - 1].t <= x.t }\n ys = SET(xs, j, (t: 1, b: true))\n zs = REVERSE(TAKE(xs, 2))\n o = xs[i].t + xs[j].t * 2 + (if xs[i].b { 1 } else { 0 }) + (if xs[j].b { 3 } else { 4 }) + ys[i].t * 5 + (if ys[i].b { 2 } else { 6 }) + zs[0].t',
  // Another field than the one that is in order, and a list of which not all neighbours are compared.
  'input xs: [(t: -1..1, u: -1..1); 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k == 0 or xs[k - 1].t > x.t }\n require all k, x in xs { k <= 1 or xs[k - 1].u <= x.u }\n o = xs[i].t + xs[j].t * 2 + xs[i].u * 3 + xs[j].u * 5',
  'input xs: [(t: -1..1, u: -1..1); 1..3]\n input i: 0..2\n input j: 0..2\n output o: i64\n require i < LENGTH(xs) and j < LENGTH(xs)\n require all k, x in xs { k == 0 or xs[k - 1].t <= x.u }\n o = xs[i].t + xs[j].t * 2 + xs[i].u * 3 + xs[j].u * 5',
].map((body) => `circuit c {\n ${body}\n}\n`);

/** The facts that were compared with a run, by the name of the monomer and their position. */
type Seen = Set<string>;

/** Compares the facts of nodes at the end of a pass with runs of a program. */
function holdToRuns(program: Program, most: number, seen: Seen): void {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const parameters = graph.parameters.map(({ domain }) => ofDomain(domain));
  const search = new GraphSearch(program.core, graph, 'whole', { parameters, facts: [], meter: new CheckMeter() }, []);
  search.run(() => undefined);
  const facts = new LinearFacts(search.environment);
  const looped = inLoops(graph);
  const said = saidBy(graph, facts);
  let count = 0;
  for (const inputs of sampleInputs(program.core, parameters)) {
    const values = new Map<NodeId, Value>();
    const { type } = run(program.core, { graph: 0 }, inputs, {
      observer: (part, node, value) => {
        if ('graph' in part && !looped.has(node)) values.set(node, value);
      },
    });
    count += 1;
    if (count > most) return;
    if (type !== 'outputs') continue;
    for (const other of [0n, -9n, 9n]) {
      const atoms = new Atoms(facts.polynomials, graph, namesBy(valueClasses(graph)), values, other);
      for (const [, fact] of said) atoms.takeSteps(fact);
      for (const [id, value] of values) {
        const [measure, polynomial] = [measureOf(value), facts.polynomials.measure(id)];
        if (measure !== null && polynomial !== null && atoms.valueOf(polynomial) !== measure)
          throw new Error(`node ${id} is not ${measure}`);
      }
      for (const [name, fact] of said) if (holdToRun(name, fact, atoms)) seen.add(name);
    }
  }
}

/** Returns all facts and bounds of a graph, with their names. */
function saidBy(graph: Graph, facts: LinearFacts): readonly (readonly [string, LinearFact])[] {
  const ordered = graph.nodes.flatMap((_, low) =>
    graph.nodes.flatMap((node, high) =>
      facts.ordered(low, high).map((fact, way) => {
        const name = node.op === 'apply' ? monomerAt(node.monomer).name : '';
        return [`${name} ordered ${way}`, fact] as const;
      }),
    ),
  );
  const single = graph.nodes.flatMap((node, id) => {
    const name = node.op === 'apply' ? monomerAt(node.monomer).name : node.op === 'loop' ? node.loop : node.op;
    const bounds = (['lower', 'upper'] as const).flatMap((side) => facts.bound(id, side) ?? []);
    return [
      ...facts.of(id).map((fact, index) => [`${name} ${index}`, fact] as const),
      ...bounds.map((bound) => [`${name} bound`, bound] as const),
    ];
  });
  return [...single, ...ordered];
}

const FACTS_OF: Readonly<Record<string, number>> = {
  MIN: 4,
  MAX: 4,
  CLAMP: 5,
  ABS: 4,
  ISQRT: 2,
  SUM: 2,
  IS_LEAP_YEAR: 1,
  DAYS_FROM_CIVIL: 12,
  CIVIL_FROM_DAYS: 18,
  ADD_MONTHS: 8,
  DIV: 4,
  MOD: 4,
  EQ: 3,
  NE: 3,
  BIT_OR: 3,
  BIT_XOR: 3,
  SLICE: 3,
  TAKE: 4,
  DROP: 4,
  ...Object.fromEntries(['APPEND', 'JOIN', 'FILL', 'REVERSE', 'SORT', 'SET', 'CONCAT', 'SUBSTRING'].map((name) => [name, 1])),
};

test('every fact holds in every run, whatever is taken for what was not evaluated, and each is tried', () => {
  const seen: Seen = new Set();
  for (const source of SOURCES) holdToRuns(programOf(source), 1_000, seen);
  const stating = MONOMERS.filter(({ linear }) => linear !== null && linear.facts !== null);
  expect(stating.length).toBeGreaterThan(15);
  const expected = stating.flatMap(({ name }) => Array.from({ length: FACTS_OF[name] ?? 2 }, (_, index) => `${name} ${index}`));
  for (const name of ['MUL', 'MIN', 'ABS', 'MULDIV', 'SHL', 'SHR', 'POW', 'DIV']) expected.push(`${name} ordered 0`);
  for (const name of ['SLICE', 'TAKE', 'DROP']) expected.push(`${name} ordered 0`, `${name} ordered 1`);
  for (const way of [0, 1, 2, 3, 4, 5]) expected.push(`GET ordered ${way}`);
  for (const fact of [
    'GET 0',
    'GET 4',
    'SET 5',
    'SLICE 7',
    'FIND 4',
    'CODE_AT 0',
    'CODE_AT 3',
    'PARSE_INT 4',
    'PARSE_INT 5',
    'PARSE_DATE 5',
    'count 1',
    'any 0',
    'any 1',
    'all 0',
    'all 1',
  ])
    expected.push(fact);
  expect([...seen]).toEqual(
    expect.arrayContaining([
      ...expected,
      'select 0',
      'select 1',
      'shortCircuit 0',
      'shortCircuit 1',
      'match 0',
      'match 1',
      'match 4',
      'match 5',
      'match 8',
      'match 9',
      'fold 0',
      'fold 1',
      'map 0',
      'count 0',
      'parameter 0',
      'parameter 6',
    ]),
  );
});

test('every fact holds in runs of random programs', () => {
  const seen: Seen = new Set();
  fc.assert(
    fc.property(randomCircuit({ reach: 6, width: 6 }), (source) => {
      const reading = read(source);
      if (reading.ok && reading.program.core.components.length === 0) holdToRuns(reading.program, 40, seen);
    }),
    { numRuns: Number(process.env['SOUNDNESS_RUNS'] ?? 200) },
  );
  expect(seen.size).toBeGreaterThan(20);
});

test('every fact holds in runs of drawn programs that count characters and read texts', () => {
  const seen: Seen = new Set();
  let tooCostly = 0;
  for (let number = 0; number < DRAWN; number += 1) {
    const reading = read(countingProgram(new Draws(SEED + number)));
    if (reading.ok) holdToRuns(reading.program, 60, seen);
    else if (reading.diagnostics.every(({ code }) => code === 'too-costly')) tooCostly += 1;
    else throw new Error(JSON.stringify(reading.diagnostics));
  }
  expect(tooCostly).toBeLessThan(DRAWN / 10);
  expect([...seen]).toEqual(expect.arrayContaining(['count 0', 'count 1', 'any 0', 'any 1', 'all 0', 'all 1', 'CODE_AT 0', 'PARSE_INT 4']));
});
