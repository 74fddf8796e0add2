import { MANY_NODES } from './failing-programs.js';

const circuit = (inputs: string, body: string): string => `circuit c {\n ${inputs}\n output o: i64\n ${body}\n}\n`;

/**
 * Small programs that the encoder's assertions about each construct close: with empty claims, each closure domain has an
 * unsatisfiable query. A missing assertion shows as a model that is not a run.
 */
export const CLOSED_IN_QUERIES: readonly (readonly [what: string, source: string])[] = [
  ['a condition', circuit('input a: 0..9', 'w = if a > 2 { a - 2 } else { 1 }\n o = 6 / w')],
  [
    'an arm behind a condition',
    circuit('input a: -9..9\n input b: 0..9', 'o = if a > 0 { if b < a { 6 / a } else { 6 / (b + 1) } } else { 6 / (1 - a) }'),
  ],
  ['a left side', circuit('input a: 0..3\n input b: 0..3', 'o = if a > 0 and 6 / a > b { 6 / a } else { 0 }')],
  ['a left side that is denied', circuit('input a: 0..3\n input b: 0..3', 'o = if a == 0 or 6 / a > b { 1 } else { 6 / a }')],
  ['an implication', circuit('input a: 0..3\n input b: 0..3', 'o = if (a > 0 implies 6 / a > b) and a > 0 { 6 / a } else { 1 }')],
  ['a default', circuit('input a: (1..3)?\n input b: 1..3', 'o = 6 / (a ?? b)')],
  ['a default where it is reached', circuit('input a: (1..3)?\n input b: 0..3', 'require a != none or b > 0\n o = 6 / (a ?? (6 / b + 1))')],
  ['the content of an option', circuit('input a: (0..3)?', 'o = match a { some 0 => 1, some x => 6 / x, none => 2 }')],
  [
    'an option of an option',
    circuit('input a: ((0..3)?)?', 'o = match a { some some 1..3 => 1, some none => 2, some some x => 6 / (x + 1), none => 3 }'),
  ],
  ['arms for integers', circuit('input a: 0..9', 'o = match a { 0 => 1, 1..3 => 6 / a, _ => 6 / (a - 3) }')],
  [
    'arms for tags',
    circuit(
      'input t: enum { red, green, blue }',
      'w = match t { .red => 1, .green => 2, .blue => 3 }\n o = 6 / (if t == .red { w } else { w - 1 })',
    ),
  ],
  ['arms for Booleans', circuit('input t: bool', 'o = 6 / (match t { true => 1, false => 2 })')],
  ['arms for texts', circuit('input t: text[..3]', 'o = match t { "ab" => 6 / TEXT_LENGTH(t), "c" => 6 / (2 - TEXT_LENGTH(t)), _ => 1 }')],
  ['texts that are equal', circuit('input t: text[1..3]\n input u: text[..3]', 'o = if t == u { 6 / TEXT_LENGTH(u) } else { 1 }')],
  ['two literals', circuit('input t: text[..3]', 'o = if t == "a" { 6 / (if t == "b" { 0 } else { 1 }) } else { 2 }')],
  ['bytes', circuit('input t: bytes[..3]', 'o = if t == x"0102" { 6 / (LENGTH(t) - 1) } else { 1 }')],
  [
    'records',
    circuit('input r: (x: 0..3, y: 1..3)\n input s: (x: 0..3, y: 1..3)', 'o = if r == s { 6 / (r.x - s.x + 1) } else { 6 / s.y }'),
  ],
  ['a chosen record', circuit('input c: bool\n input a: 1..3', 'r = if c { (x: a, y: 0) } else { (x: 0, y: a) }\n o = 6 / (r.x + r.y)')],
  [
    'a chosen option',
    circuit('input c: bool\n input a: 1..3', 'w: (1..3)? = if c { some a } else { none }\n o = if c { 6 / (w ?? 0) } else { 1 }'),
  ],
  [
    'a chosen tag',
    circuit('input c: bool', 'w: enum { red, green } = if c { .red } else { .green }\n o = 6 / (if c == (w == .red) { 1 } else { 0 })'),
  ],
  [
    'an absent option',
    circuit(
      'input c: bool\n input a: 1..3',
      'w = if c { some a } else { none }\n o = if c { 1 } else { 6 / (if w == none { 1 } else { 0 }) }',
    ),
  ],
  ['truth values', circuit('input c: bool\n input d: bool', 'o = 6 / (if c == true or d == false or c != d { 1 } else { 0 })')],
  ['a literal of 64 bits', circuit('input a: 0..9', 'o = 6 / (9_007_199_254_740_993 - a)')],
  ['a byte of a literal', circuit('input i: 0..1', 'o = 6 / x"0102"[i]')],
  ['a list by its index', circuit('input i: 0..2', 'xs = [5, 1, 7]\n o = 6 / xs[i]')],
  ['an index', circuit('input xs: [0..3; ..9]\n input i: 0..9', 'o = if i < LENGTH(xs) { xs[i] } else { 0 }')],
  ['one element more', circuit('input xs: [0..3; ..9]\n input x: 0..3', 'o = 6 / (LENGTH(APPEND(xs, x)) - LENGTH(xs))')],
  ['texts one after the other', circuit('input t: text[..3]\n input u: text[1..3]', 'o = 6 / TEXT_LENGTH(t ++ u)')],
  ['the length of a filter', circuit('input xs: [0..3; ..3]', 'o = 6 / (LENGTH(xs) - LENGTH(filter x in xs { x > 1 }) + 1)')],
  ['a range that makes a list', circuit('input n: 0..1_000', 'o = LENGTH(map i in n..1_000 { i })')],
  ['a require', circuit('input a: 0..9\n input b: 0..9', 'require a < b\n require b - a < 5\n o = 6 / (b - a)\n ensure o >= 1')],
  ['a stated wire', circuit('input a: -3..3', 'w: 0..9 = a * a\n o = 6 / (w + 1)')],
  ['a narrowed value', circuit('input a: -3..3', 'require a > 0\n o = 6 / (a as 1..3)')],
  [
    'a call',
    `component half(n: 0..10) -> 0..5 {\n require n % 2 == 0\n n / 2\n ensure result * 2 == n\n}\n${circuit('input a: 0..5', 'o = 6 / (half(a * 2) - a + 1)')}`,
  ],
  [
    'a call in a call',
    `component one(n: 0..10) -> 1..11 {\n n + 1\n}\ncomponent two(n: 0..9) -> 2..12 {\n one(one(n) - 1) + 1\n}\n${circuit('input a: 0..9', 'o = 6 / (two(a) - a - 1)')}`,
  ],
  [
    'a call with requires',
    `component part(n: 0..10, d: -2..10) -> 0..10 {\n require d > 0\n require n / d >= 1\n n / d\n}\n${circuit('input a: 1..4', 'o = part(a, 1)')}`,
  ],
  ['shifts', circuit('input a: 1..15\n input n: 0..3', 'o = 6 / ((a << n) >> n)')],
  ['a list that is given', 'circuit c {\n input a: 1..3\n output o: [1..3; 1..2]\n o = [a, a]\n}\n'],
  ['a record that is given', 'circuit c {\n input a: 1..3\n output o: (x: 1..3, y: (2..4)?)\n o = (x: a, y: some (a + 1))\n}\n'],
  ['the length of a list', circuit('input xs: [0..3; 1..3]', 'o = 6 / LENGTH(xs)')],
  ['the length of bytes', circuit('input b: bytes[1..3]', 'o = 6 / LENGTH(b)')],
  ['a text in a record', circuit('input r: (t: text[1..3], y: bool)', 'o = 6 / TEXT_LENGTH(r.t)')],
  ['a text in an option', circuit('input t: (text[1..3])?', 'o = match t { some u => 6 / TEXT_LENGTH(u), none => 1 }')],
  ['records in a record', circuit('input r: (x: (y: 1..3, z: (1..3)?), t: 0..3)', 'o = 6 / r.x.y + 6 / (r.x.z ?? 1)')],
  ['a map of constants', circuit('input xs: [0..3; ..3]', 'o = 6 / (LENGTH(map x in xs { 0 }) - LENGTH(xs) + 1)')],
  [
    'the lengths of two texts',
    circuit('input t: text[..3]\n input u: text[..3]', 'o = 6 / (TEXT_LENGTH(t ++ u) - TEXT_LENGTH(t) - TEXT_LENGTH(u) + 1)'),
  ],
  ['elements of a range', circuit('input n: 1..3', 'o = if any i in n..3 { 6 / i > 2 } { 1 } else { 2 }')],
  ['steps over a range', circuit('input n: 1..3', 'o = fold t: 0..9 = 0 for i in n..3 { 6 / i }')],
  [
    'one operation in two places',
    `component starts(t: text[..2]) -> bool {\n MATCHES_GLOB(t, "a*")\n}\n${circuit('input t: text[..2]', 'o = 6 / (if starts(t) == MATCHES_GLOB(t, "a*") { 1 } else { 0 })')}`,
  ],
  [
    'one list in two places',
    `component one(a: 0..3) -> [0..3; 1..1] {\n [a]\n}\n${circuit('input a: 0..3', 'o = 6 / (if one(a) == [a] { 1 } else { 0 })')}`,
  ],
  ['a list of bytes', circuit('input b: bytes[..3]', 'o = 6 / (LENGTH(map x in b { 0 }) + 1)')],
  ['a product of few bits', circuit('input a: 0..7', 'o = 6 / (MUL_WRAP(a, 1, 3) + 1)')],
  ['a root', circuit('input a: 1..9', 'o = 6 / ISQRT(a)')],
  [
    'requires that speak of one another',
    circuit('input a: 0..9\n input b: 0..9\n input c: 0..9', 'require c == 1\n require b == c\n require a == b\n o = 6 / a'),
  ],
  ['a text that is given', 'circuit c {\n input t: text[1..3]\n output o: text[1..4]\n o = t\n}\n'],
];

/** Programs that close by queries with claims: about loops a query contains only claims. */
export const CLOSED_BY_CLAIMS: typeof CLOSED_IN_QUERIES = [
  ['the length of a map', circuit('input xs: [0..3; 1..3]', 'o = 6 / LENGTH(map x in xs { x + 1 })')],
  ['a count', circuit('input xs: [0..3; ..3]', 'o = 6 / (LENGTH(xs) - (count x in xs { x > 1 }) + 1)')],
  ['the element of a range', circuit('input n: 1..3', 'o = fold t: 0..9 = 0 for i in n..3 { MIN(t, 6 / i) }')],
  ['a body that is entered', circuit('input n: 0..3', 'o = fold t: 0..9 = 0 for i in 1..n { MIN(t, 6 / n) }')],
  ['a body of a list that is entered', circuit('input xs: [0..3; ..3]', 'o = fold t: 0..9 = 0 for x in xs { MIN(t + x, 6 / LENGTH(xs)) }')],
  ['an accumulator', circuit('input n: 0..3', 'o = fold t: 0..9 = n for i in 0..n { (t + i) % 10 }')],
  [
    'what a large component promises',
    `component many(n: 0..9) -> 0..99 {\n ${MANY_NODES}\n ensure result >= n\n}\n${circuit('input a: 0..9', 'o = 6 / (many(a) - a + 1)')}`,
  ],
  [
    'a text that a fold keeps',
    circuit(
      'input n: 0..3',
      't = fold t = "a" for i in 0..n { if i > 1 { "b" } else { "a" } }\n o = 6 / (if t == "a" or t == "b" { 1 } else { 0 })',
    ),
  ],
  [
    'a tag that a fold keeps',
    circuit(
      'input n: 0..3',
      't = fold t: enum { red, green, blue } = .red for i in 0..n { .green }\n o = 6 / (if t == .blue { 0 } else { 1 })',
    ),
  ],
  ['two integers that a fold keeps', circuit('input n: 0..3', 'o = 6 / ((fold t = 1 for i in 0..n { if t == 1 { 5 } else { 1 } }) - 3)')],
  [
    'a record that a fold keeps',
    circuit(
      'input n: 0..3',
      'r = fold r: (x: 1..3, y: (1..3)?) = (x: 1, y: some 1) for i in 0..n { (x: 2, y: none) }\n o = 6 / r.x + 6 / (r.y ?? 1)',
    ),
  ],
  ['all elements', circuit('input xs: [0..3; ..3]', 'o = 6 / (if all x in xs { x < 9 } { 1 } else { 0 })')],
  ['any element', circuit('input xs: [0..3; ..3]', 'o = 6 / (if any x in xs { x > 9 } { 0 } else { 1 })')],
];

/** Programs with outputs whose elements are known only by the claims of the nodes that produce them. */
export const CLOSED_BY_ELEMENTS: typeof CLOSED_IN_QUERIES = [
  ['a list in an option', 'circuit c {\n input xs: [1..3; ..2]\n output o: ([1..3; ..2])?\n o = some xs\n}\n'],
  [
    'a list in a record',
    'circuit c {\n input xs: [1..3; ..2]\n input ys: [0..9; ..2]\n output o: (x: [0..9; ..2], y: [1..3; ..2])\n o = (x: ys, y: xs)\n}\n',
  ],
  ['lists in a list', 'circuit c {\n input xs: [[1..3; ..2]; ..2]\n output o: [[1..3; ..2]; ..2]\n o = xs\n}\n'],
  ['lists in a list that is built', 'circuit c {\n input xs: [1..3; ..2]\n output o: [[1..3; ..2]; ..3]\n o = [xs, xs]\n}\n'],
];

/**
 * Programs that may fail before the output. In every run that reaches the output it lies within its domain, because the earlier
 * operations succeeded.
 */
export const CLOSED_BEHIND: typeof CLOSED_IN_QUERIES = [
  ['a quotient', behind('input a: 0..3', '6 / a', 'a == 0')],
  ['a narrowed value', behind('input a: 0..3', 'a as 1..3', 'a == 0')],
  ['a stated value', behind('input a: 0..3', 'w', 'a == 0', 'w: 1..3 = a')],
  ['arms', behind('input a: 0..3', 'match a { 1 => 1, 2..3 => 2 }', 'a == 0')],
  ['an argument', `component f(n: 1..3) -> 0..3 {\n n\n}\n${behind('input a: 0..3', 'f(a)', 'a == 0')}`],
  ['a require of a component', `component f(n: 0..3) -> 0..3 {\n require n > 0\n n\n}\n${behind('input a: 0..3', 'f(a)', 'a == 0')}`],
  ['an index', behind('input xs: [0..3; ..3]\n input i: 0..9', 'xs[i]', 'i >= LENGTH(xs)')],
  ['bytes of one length', behind('input a: bytes[..2]\n input b: bytes[..2]', 'LENGTH(XOR_BYTES(a, b))', 'LENGTH(a) != LENGTH(b)')],
  ['a shift', behind('input n: 0..70', '1 << n', 'n > 62')],
  ['a part of a list', behind('input xs: [0..3; ..9]\n input i: 0..9\n input j: 0..9', 'LENGTH(SLICE(xs, i, j))', 'i > j')],
  [
    'texts one after the other',
    behind('input t: text[..1_048_576]\n input u: text[1..1]', 'TEXT_LENGTH(t ++ u)', 'TEXT_LENGTH(t) == 1_048_576'),
  ],
];

/** Returns a circuit whose output is 9, outside of its domain, only under a condition that fails an earlier operation. */
function behind(inputs: string, passed: string, never: string, before = ''): string {
  return `circuit c {\n ${inputs}\n output o: -1..1\n ${before}\n o = (if ${never} { 9 } else { 1 }) + 0 * (${passed})\n}\n`;
}
