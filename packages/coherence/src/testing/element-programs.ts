/** Promises about elements of lists. Each row: what is promised, the program, and a relative whose promise fails. */
export const ELEMENTS: readonly (readonly [promise: string, source: string, from: string, to: string])[] = [
  [
    'a tag is one of several',
    `circuit c {
  input n: 0..9
  output k: enum { low, middle, high }
  k = if n < 3 { .low } else if n < 7 { .middle } else { .high }
  ensure n > 2 implies k in [.middle, .high]
}`,
    'n > 2 implies',
    'n > 1 implies',
  ],
  [
    'what is chosen from a list is in the list',
    `circuit c {
  input times: [0..99; 1..9]
  input now: 0..99
  output next: 0..99
  next = (first time in times { time >= now }) ?? times[0]
  ensure next in times
}`,
    '?? times[0]',
    '?? now',
  ],
  [
    'a record that is found has what was asked for',
    `domain Bag = (kind: enum { a, b }, fresh: bool)
circuit c {
  input wanted: Bag
  input stock: [Bag; ..9]
  output found: Bag?
  found = match first bag in stock { bag == wanted } { some bag => some bag, none => first bag in stock { bag.fresh or not wanted.fresh } }
  ensure match found { some bag => (bag.fresh or not wanted.fresh) and bag in stock, none => true }
}`,
    'bag.fresh or not wanted.fresh }',
    'bag.fresh or wanted.fresh }',
  ],
  [
    'each part of a promise has elements of its own',
    `circuit c {
  input taken: [bool; 24]
  input wished: 0..23
  output offered: (0..23)?
  output busy: 0..24
  output free: 0..24
  offered = first i in 0..23 { i >= wished and not taken[i] }
  busy = count slot in taken { slot }
  free = count slot in taken { not slot }
  ensure match offered {
    some i => not taken[i] and all j in wished..i - 1 { taken[j] }
    none => all j in wished..23 { taken[j] }
  }
}`,
    'i >= wished and',
    'i > wished and',
  ],
  [
    'a network ends before the addresses do',
    `circuit c {
  input address: 0..4_294_967_295
  input prefix: 0..32
  output broadcast: ipv4
  size = 1 << 32 - prefix
  broadcast = FORMAT_IPV4(address - address % size + size - 1)
}`,
    '+ size - 1)',
    '+ size)',
  ],
  [
    'few urgent signs',
    `circuit c {
  input pulse: 0..300
  input oxygen: 0..100
  output points: 0..6
  output urgency: enum { green, orange, red }
  by_pulse = match pulse { 51..90 => 0, 41..50, 91..110 => 1, 111..130 => 2, _ => 3 }
  by_oxygen = match oxygen { 96..100 => 0, 94..95 => 1, 92..93 => 2, _ => 3 }
  signs = [by_pulse, by_oxygen]
  points = SUM(signs)
  worst = any sign in signs { sign == 3 }
  urgency = if points >= 5 { .red } else if points >= 4 or worst { .orange } else { .green }
  ensure by_oxygen == 3 implies urgency in [.orange, .red]
}`,
    'sign == 3 }',
    'sign > 3 }',
  ],
  [
    'a full environment has a count of each kind',
    `domain Field = enum { empty, x, o }
circuit c {
  input environment: [Field; 9]
  output full: bool
  xs = count f in environment { f == .x }
  os = count f in environment { f == .o }
  full = all f in environment { f != .empty }
  ensure full implies xs + os == 9
}`,
    'xs + os == 9',
    'xs + os == 8',
  ],
  [
    'it takes three to win',
    `domain Field = enum { empty, x, o }
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]]
component has_line(environment: [Field; 9], who: Field) -> bool {
  any line in LINES { all place in line { environment[place] == who } }
}
circuit c {
  input environment: [Field; 9]
  output winner: enum { nobody, x, o }
  xs = count f in environment { f == .x }
  x_wins = has_line(environment, .x)
  o_wins = has_line(environment, .o)
  winner = if x_wins and not o_wins { .x } else if o_wins and not x_wins { .o } else { .nobody }
  ensure winner == .x implies xs >= 3
}`,
    'xs >= 3',
    'xs >= 4',
  ],
  [
    'the highest value is one of the list, at its first place',
    `circuit c {
  input watts: [0..500; 1..9]
  output peak: 0..500
  output place: 0..8
  output near: 1..9
  peak = fold top = watts[0] for reading in watts { MAX(top, reading) }
  place = FIND(watts, peak) ?? 0
  near = count reading in watts { reading * 10 >= peak * 9 }
  ensure watts[place] == peak
  ensure all i, reading in watts { i < place implies reading < peak }
}`,
    'i < place implies',
    'i <= place implies',
  ],
  [
    'the record with the least field is one of the list',
    `circuit c {
  input legs: [(runner: 0..9, time: 40..99); 1..8]
  output fastest: 40..99
  best = fold lead = legs[0] for leg in legs { if leg.time < lead.time { leg } else { lead } }
  fastest = best.time
  ensure best in legs and all leg in legs { fastest <= leg.time }
}`,
    '{ leg } else { lead }',
    '{ (..leg, runner: 0) } else { lead }',
  ],
  [
    'a running sum rises and ends with the total',
    `circuit c {
  input times: [4..99; 1..8]
  output sums: [4..792; 1..8]
  sums = map i, time in times { SUM(TAKE(times, i)) + time }
  ensure sums[LENGTH(sums) - 1] == SUM(times)
  ensure all i, sum in sums { i == 0 or sums[i - 1] + 4 <= sum }
}`,
    '+ 4 <= sum',
    '+ 5 <= sum',
  ],
  [
    'a mean without the ends of a sorted list lies between them',
    `circuit c {
  input marks: [0..100; 5..9]
  output mean: 0..100
  sorted = SORT(marks)
  last = LENGTH(sorted) - 1
  counted = SLICE(sorted, 1, last)
  mean = SUM(counted) / LENGTH(counted)
  ensure mean in sorted[0]..sorted[last]
  ensure SUM(counted) + sorted[0] + sorted[last] == SUM(marks)
}`,
    'SLICE(sorted, 1, last)',
    'SLICE(sorted, 2, last)',
  ],
  [
    'a list with one element replaced',
    `circuit c {
  input xs: [0..100; 1..9]
  input i: 0..8
  output ys: [0..900; 1..9]
  require i < LENGTH(xs)
  ys = SET(xs, i, SUM(xs))
  ensure SUM(ys) + xs[i] == 2 * SUM(xs)
}`,
    '2 * SUM(xs)',
    '3 * SUM(xs)',
  ],
  [
    'a share by one element of a sum is no more than the whole',
    `circuit c {
  input pool: 0..9_000
  input heads: [0..50; 1..9]
  output shares: [0..9_000; 1..9]
  require SUM(heads) > 0
  rounded = map number in heads { pool * number / SUM(heads) }
  shares = SET(rounded, 0, rounded[0] + (pool - SUM(rounded)))
  ensure SUM(shares) == pool
}`,
    'SET(rounded, 0, rounded[0]',
    'SET(rounded, 0, 2 * rounded[0]',
  ],
  [
    'the first of a list whose neighbours are in order is the least',
    `circuit c {
  input times: [0..99; 1..9]
  input now: 0..99
  output next: 0..99
  require all i, time in times { i == 0 or times[i - 1] < time }
  next = (first time in times { time >= now }) ?? times[0]
  ensure all time in times { time >= now implies next <= time }
}`,
    'i == 0 or',
    'i <= 1 or',
  ],
  [
    'bits that are set stay below the next power of two',
    `circuit c {
  input loads: [0..99; ..16]
  input limit: 0..4_000
  output running: u16
  state = fold s = (kept: 0, running: 0) for i, load in loads {
    if s.kept + load <= limit { (kept: s.kept + load, running: s.running | 1 << i) } else { s }
  }
  running = state.running
  ensure state.kept <= limit
}`,
    '1 << i',
    '2 << i',
  ],
  [
    'one more is true after one of a list of truth values is set',
    `circuit c {
  input taken: [bool; 1..24]
  input i: 0..23
  output after: [bool; 1..24]
  require i < LENGTH(taken)
  require not taken[i]
  after = SET(taken, i, true)
  ensure (count slot in after { slot }) == (count slot in taken { slot }) + 1
}`,
    'require not taken[i]',
    'require taken[i]',
  ],
  [
    'the first of a list of truth values have no more false ones than all',
    `circuit c {
  input passed: [bool; ..24]
  input n: 0..24
  output failed: 0..24
  require n <= LENGTH(passed)
  failed = count each in TAKE(passed, n) { not each }
  ensure failed <= count each in passed { not each }
}`,
    'in passed { not each }',
    'in passed { each }',
  ],
  [
    'if a whole is above a limit, so is the sum up to some place',
    `circuit c {
  input limit: 0..1_000_000
  input counted: [0..10_000; ..100]
  output reached: (0..99)?
  reached = first i in 0..LENGTH(counted) - 1 { SUM(TAKE(counted, i + 1)) > limit }
  ensure SUM(counted) > limit implies reached != none
}`,
    'LENGTH(counted) - 1 {',
    'LENGTH(counted) - 2 {',
  ],
  [
    'what is true for a range at the first place is true for it there',
    `circuit c {
  input free: [bool; 1..60]
  input group: 1..8
  output place: (0..59)?
  place = first at in 0..LENGTH(free) - group { all k in 0..group - 1 { free[at + k] } }
  ensure match place { some at => all k in 0..group - 1 { free[at + k] }, none => true }
}`,
    'LENGTH(free) - group { all k in 0..',
    'LENGTH(free) - group { all k in 1..',
  ],
  [
    'an element beside the one that SET replaces stays',
    `circuit c {
  input xs: [0..9; 1..8]
  input i: 0..7
  input j: 0..7
  output ys: [0..9; 1..8]
  require i < LENGTH(xs) and j < LENGTH(xs)
  ys = SET(xs, i, 3)
  ensure i != j implies ys[j] == xs[j]
  ensure i == j implies ys[j] == 3
}`,
    'i != j implies',
    'i >= j implies',
  ],
  [
    'all elements but one stay',
    `circuit c {
  input xs: [0..9; 1..8]
  input i: 0..7
  output ys: [0..9; 1..8]
  require i < LENGTH(xs)
  ys = SET(xs, i, 3)
  ensure all k, x in xs { k != i implies ys[k] == x }
}`,
    'k != i implies',
    'k > 0 implies',
  ],
  [
    'no element passes its limit through a fold that replaces elements',
    `circuit c {
  input limits: [0..500; 8]
  input asked: [(place: 0..7, size: 1..100); ..9]
  output used: [0..500; 8]
  used = fold kept: [0..500; 8] keeping all i, limit in limits { kept[i] <= limit } = FILL(8, 0) for (place, size) in asked {
    SET(kept, place, kept[place] + if kept[place] + size <= limits[place] { size } else { 0 })
  }
  ensure all (a: own, b: limit) in ZIP(used, limits) { own <= limit }
}`,
    'size <= limits[place] {',
    'size <= limits[place] + 1 {',
  ],
  [
    'what a fold adds to elements is their sum',
    `circuit c {
  input asked: [(place: 0..7, size: 1..100); ..9]
  output used: [0..1_000; 8]
  used = fold kept: [0..1_000; 8] = FILL(8, 0) for (place, size) in asked { SET(kept, place, MIN(kept[place] + size, 1_000)) }
  ensure SUM(used) <= SUM(map each in asked { each.size })
}`,
    'kept[place] + size,',
    'kept[place] + size + 1,',
  ],
  [
    'the elements of a literal list are its items',
    `circuit c {
  input limits: [0..50; 3]
  input n: 0..50
  output used: [0..50; 3]
  used = [MIN(n, limits[0]), MIN(limits[1], n), 0]
  ensure all pair in ZIP(used, limits) { pair.a <= pair.b }
  ensure used[0] <= n
}`,
    'MIN(limits[1], n)',
    'MAX(limits[1], n)',
  ],
  [
    'who has nothing is not the one that has something',
    `circuit c {
  input heads: [0..500; 1..30]
  input bearer: 0..29
  output people: 1..500
  require bearer < LENGTH(heads)
  require heads[bearer] > 0
  people = heads[bearer]
  ensure all i, number in heads { number == 0 implies i != bearer }
}`,
    'number == 0 implies',
    'number == 1 implies',
  ],
  [
    'an element at a place is at most the sum',
    `circuit c {
  input heads: [0..500; 1..30]
  input whole: 0..1_000
  output shares: [0..1_000; 1..30]
  require any number in heads { number > 0 }
  shares = map i, number in heads { MULDIV(whole, number, SUM(heads)) + (if i < 0 { 1 } else { 0 }) }
  ensure all share in shares { share <= whole }
}`,
    'share <= whole }',
    'share < whole }',
  ],
  [
    'the last of records in the order of a field has the greatest',
    `circuit c {
  input calls: [(at: 0..99, cost: 0..9); 1..20]
  output final: 0..99
  require all i, call in calls { i == 0 or calls[i - 1].at <= call.at }
  final = calls[LENGTH(calls) - 1].at
  ensure all call in calls { call.at <= final }
}`,
    'calls[i - 1].at <= call.at',
    'calls[i - 1].cost <= call.cost',
  ],
  [
    'the time of a fold over records in order is never after the last',
    `circuit c {
  input calls: [(at: 0..99, cost: 0..9); 1..20]
  output time: 0..99
  require all i, call in calls { i == 0 or calls[i - 1].at <= call.at }
  final = calls[LENGTH(calls) - 1].at
  time = fold t keeping t <= final = 0 for i, call in calls { MAX(t, call.at) }
  ensure time <= final
}`,
    'i == 0 or calls',
    'i <= 1 or calls',
  ],
];
