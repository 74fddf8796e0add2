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
    'a full board has a count of each kind',
    `domain Field = enum { empty, x, o }
circuit c {
  input board: [Field; 9]
  output full: bool
  xs = count f in board { f == .x }
  os = count f in board { f == .o }
  full = all f in board { f != .empty }
  ensure full implies xs + os == 9
}`,
    'xs + os == 9',
    'xs + os == 8',
  ],
  [
    'it takes three to win',
    `domain Field = enum { empty, x, o }
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]]
component has_line(board: [Field; 9], who: Field) -> bool {
  any line in LINES { all place in line { board[place] == who } }
}
circuit c {
  input board: [Field; 9]
  output winner: enum { nobody, x, o }
  xs = count f in board { f == .x }
  x_wins = has_line(board, .x)
  o_wins = has_line(board, .o)
  winner = if x_wins and not o_wins { .x } else if o_wins and not x_wins { .o } else { .nobody }
  ensure winner == .x implies xs >= 3
}`,
    'xs >= 3',
    'xs >= 4',
  ],
];
