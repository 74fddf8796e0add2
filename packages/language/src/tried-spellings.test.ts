import { read } from './program/read.js';

/** Spellings of newcomers from other languages, each in a circuit with these ports, and the answer. */
const PORTS = `  input a: 0..9
  input b: 0..9
  input t: text[..9]
  input xs: [0..9; ..3]
  input kind: enum { red, blue }
  input o: (0..9)?
  input p: (x: 0..9, z: 0..9)
  output y: i64
`;

const inCircuit = (...lines: readonly string[]) => `circuit c {\n${PORTS}${lines.map((line) => `  ${line}\n`).join('')}}\n`;

function answersTo(source: string): readonly string[] {
  const reading = read(source);
  const diagnostics = reading.ok ? reading.program.warnings : reading.diagnostics;
  return diagnostics
    .filter(({ code }) => code !== 'unused-wire')
    .map(({ message, hint }) => (hint === undefined ? message : `${message}; ${hint}`));
}

test.each([
  ['patterns that share a value', 'y = match kind { .red, .blue => 1 }'],
  ['integers among them', 'y = match a { 1, 3..5 => 1, _ => 2 }'],
  ['a match of two values', 'y = match (kind, a) { (.red, 0..3) => 1, _ => 2 }'],
  ['`some` before a sum', 'y = (some a + b) ?? 0'],
  ['`not in`', 'y = if a not in [1, 2] { 1 } else { 2 }'],
  ['a power', 'y = a ** 2'],
  ['a constant', 'const RATE = 19', 'y = a * RATE'],
  ['a constant in a bound', 'const MOST = 90', 'w: 0..MOST = a * 10', 'y = w'],
  ['a domain inside of the circuit', 'domain Small = 0..9', 'w: Small = a', 'y = w'],
  ['a component inside of the circuit', 'component twice(n: 0..9) -> 0..18 { n * 2 }', 'y = twice(a)'],
  ['fields taken by name', '(x, z: last) = p', 'y = x + last'],
  ['fields of each element', 'y = fold s = 0 for (a: l, b: r) in ZIP(xs, xs) { s + l * r }'],
  ['a record with another field', 'q = (..p, x: 1)', 'y = q.x'],
  ['a constant with another field', 'const P = (x: 1, z: 2)', 'const Q = (..P, z: 3)', 'y = Q.x + Q.z'],
  ['rounded quotients', 'y = DIV_UP(a, 2) + DIV_ROUND(b, 3)'],
  ['a text padded at its end', 'w = PAD_END(t, 12, "_")', 'y = TEXT_LENGTH(w)'],
  ['the characters of a text', "y = count c in t { c in 'a'..'z' or c == '_' }"],
  ['a text without some characters', "w = filter c in t { c != ' ' }", 'y = TEXT_LENGTH(w)'],
  ['a loop with its index', 'y = fold s = 0 for i, x in xs { s + i * x }'],
  ['an index of characters', 'y = count i, c in t { c == i }'],
  ['the first that satisfies', 'y = first x in xs { x > 3 } ?? 0'],
  ['arms with conditions', 'y = match a { 0 => 1, n if n > b => 2, 1..3 if b == 0 => 3, _ => 4 }'],
  ['names that are words elsewhere', 'text = a', 'bytes = text', 'all = bytes', 'any = all', 'map = any', 'use = map', 'y = use'],
  [
    'such a name at the start of a line',
    'y = match a {',
    '  0 => 1',
    '  use if use > 3 => 2',
    '  use => if use > 1 {',
    '    use',
    '  } else { 2 }',
    '}',
  ],
])('%s: reads as meant', (_, ...lines) => {
  expect(answersTo(inCircuit(...lines))).toEqual([]);
});

test.each([
  ['y = a > 3 ? a : b', 'expected the end of the line, found `?`; write `if c { a } else { b }`'],
  [
    'y = match a { 1 | 2 => 1, _ => 2 }',
    'expected `=>` and a value, found `|`; patterns that share a value stand with commas between: `.a, .b => value`',
  ],
  ['w = t + "x"', "'+' adds integers, and this is text; texts, bytes and lists are joined with `++`"],
  ['y = min(a, b)', "there is no component 'min'; monomers are in capitals: `MIN(…)`"],
  ['y = len(xs)', "there is no component 'len'; `LENGTH(xs)` is that of a list or bytes, `TEXT_LENGTH(t)` that of a text"],
  ['y = LEN(xs)', "the catalog has no monomer 'LEN'; `LENGTH(xs)` is that of a list or bytes, `TEXT_LENGTH(t)` that of a text"],
  ['w = padEnd(t, 9, "x")', 'a name is lower-case; monomers are in capitals: `PAD_END(…)`'],
  ['w = charAt(t, 0)', 'a name is lower-case; write `CODE_AT(t, i)`'],
  ['myWire = a\ny = myWire', 'a name is lower-case; write `my_wire`'],
  ['input q: text[..9] of a-z', 'expected the characters in quotes, found `a`; write `of "a-z"`'],
  ["input q: text[..9] of 'a'..'z'", 'expected the characters in quotes, found `\'a\'`; write `of "a-z"`'],
  ['input q: text[..9] of [a-z0-9]', 'expected the characters in quotes, found `[`; write `of "a-z0-9"`'],
  ['input q: text[..9] of ["a", "b"]', 'expected the characters in quotes, found `[`; they are a text, as in `of "a-z0-9"`'],
  [
    'input q: text[..9] of LETTERS',
    'expected the characters in quotes, found `LETTERS`; no name stands for characters: write them where they are needed, as in `of "a-z0-9"`, and name the whole, `domain Code = text[..9] of "a-z0-9"`',
  ],
  ['input q: ip', 'expected a domain, found `ip`; write `ipv4` or `ipv6`'],
  ['input q: host', 'expected a domain, found `host`; write `hostname`'],
  ['input q: Ip', "there is no domain 'Ip'; write `ipv4` or `ipv6`"],
  ['y = LENGTH(t)', 'LENGTH is that of a list or bytes, and this is text; write `TEXT_LENGTH(t)`'],
  ['y = TEXT_LENGTH(xs)', 'TEXT_LENGTH is that of a text, and this is list of integer; write `LENGTH(xs)`'],
  ['y = length(t)', "there is no component 'length'; `LENGTH(xs)` is that of a list or bytes, `TEXT_LENGTH(t)` that of a text"],
  ['y = t.length', 'only a record has fields, and this is text; write `TEXT_LENGTH(t)`'],
  ['y = xs.length', 'only a record has fields, and this is list of integer; write `LENGTH(xs)`'],
  [
    'y = xs.length()',
    'expected the end of the line, found `(`; there are no methods: `LENGTH(xs)` is that of a list or bytes, `TEXT_LENGTH(t)` that of a text',
  ],
  ['w = t.upper()', 'expected the end of the line, found `(`; there are no methods: write `UPPER(…)`'],
  ['w = xs.map(x)', 'expected the end of the line, found `(`; there are no methods: write `map x in xs { e }`'],
  ['y = xs.filter(x)', 'expected the name of a field, found `filter`; there are no methods: write `filter x in xs { c }`'],
  ['y = xs.reduce(x)', 'expected the end of the line, found `(`; there are no methods: write `fold total = 0 for x in xs { … }`'],
  ['y = t.charAt(0)', 'a name is lower-case; there are no methods: write `CODE_AT(t, i)`'],
  ['w = toUpperCase(t)', 'a name is lower-case; write `UPPER(t)`'],
  ['Total = a\nb2 = Total\nTotal = b2', 'the name of a wire is lower-case; write `total`'],
  ['w = map(xs)', "there is no component 'map'; write `map x in xs { e }`"],
  [
    'y = o.value',
    'only a record has fields, and this is option of integer; an option is taken apart: `match o { some value => …, none => … }`, or `o ?? other`',
  ],
  ['y = f', "nothing binds the name 'f'"],
  ['(x, y: w) = p', "there is no field 'y': this is record (x: integer, z: integer)"],
  ['q = (..p, b: 2)\ny = q.b + q.x', "there is no field 'b': this is record (x: integer, z: integer)"],
  ['q = {...p, x: 1}', '`...` is written otherwise here; a record with another value in a field is `(..p, x: 1)`'],
  ['q = {..p, x: 1}', 'expected a value, found `{`; a record with another value in a field is `(..p, x: 1)`'],
  ['w = [...xs, 1]', '`...` is written otherwise here; lists are joined with `++`: `xs ++ [x]`'],
  ['const MyConst = 3\ny = MyConst', 'the name of a constant is lower-case; write `my_const`'],
  ['enum = a\ny = enum', '`enum` is a reserved word and cannot be the name of a wire'],
  ['const OPT = some 3\ny = match a { 0..OPT => 1, _ => 2 }', "a bound is an integer, and the constant 'OPT' is an option"],
  ['const OPT = "x"\nw: 0..OPT = a', "a bound is an integer, and the constant 'OPT' is a text"],
  ['w = pad_end(t, 9, "x")', "there is no component 'pad_end'; monomers are in capitals: `PAD_END(…)`"],
  ['w = LJUST(t, 9)', 'the catalog has no monomer \'LJUST\'; write `PAD_END(t, length, " ")`'],
  [
    'y = ROUND_DIV(a, 2)',
    "the catalog has no monomer 'ROUND_DIV'; `DIV_ROUND(a, b)` rounds to the nearest, halves away from 0; `DIV_UP(a, b)` rounds up, `FLOOR_DIV(a, b)` down",
  ],
  [
    'w = FROM_CODES([a])',
    'the catalog has no monomer \'FROM_CODES\'; no text is made of code points: keep those of a text by `filter c in t { … }`, or join texts by `JOIN_TEXT(xs, "")`',
  ],
  ['y = DIV_UPP(a, 2)', "the catalog has no monomer 'DIV_UPP'; did you mean 'DIV_UP'?"],
  ['y = DIV_UP(a)', 'DIV_UP takes 2 arguments (a, b), and here are 1'],
  ['y = DIV_UP(t, 2)', 'argument 1 of DIV_UP has to be integer, and this is text; nothing is ever converted'],
  [
    'w = "a" in t',
    'the right side of \'in\' has to be list or bytes, and this is text; a part of a text: `INCLUDES(text, part)`; one of some texts: `t in ["a", "b"]`',
  ],
  [
    'y = a\nensure y < 99\n"small"',
    'expected `input`, `output`, `require`, a wire `name = …` or `ensure`, found `"small"`; the text of an `ensure` stands on the line on which its condition ends',
  ],
  ['y = count _ in xs { true }', '`_` is a pattern and cannot be the name of an element'],
  ['y = match some p { some (x) => x, none => 0 }', 'expected a pattern, found `(`; bind the record and read its fields: `some p => p.x`'],
  ['y = DIV_UP', "'DIV_UP' is a component, not a value; call it with its arguments: DIV_UP(…)"],
  [
    'x, z = p',
    'expected `input`, `output`, `require`, a wire `name = …` or `ensure`, found `x`; several fields of a record stand in parentheses: `(a, b) = …`',
  ],
  [
    '[q, r] = xs',
    'expected `input`, `output`, `require`, a wire `name = …` or `ensure`, found `[`; an element is read by its index: `a = xs[0]`',
  ],
  ['(x, _) = p', 'expected the name of a field, found `_`; fields go by their names: leave out what is not needed'],
  ['(x, y1) = p', "there is no field 'y1': this is record (x: integer, z: integer)"],
  ['(x, zz) = p', "there is no field 'zz': this is record (x: integer, z: integer); did you mean 'z'?"],
  ['(q, r) = a', 'names in parentheses take fields of a record, and this is integer'],
  [
    '(q, r) = xs',
    'names in parentheses take fields of a record, and this is list of integer; an element is read by its index: `a = xs[0]`',
  ],
  [
    'q = map (i, x) in xs { i + x }',
    'names in parentheses take fields of a record, and this is integer; an index stands before a comma: `map i, x in xs { … }`',
  ],
  ['(x, z): i64 = p', 'expected `=` and a value, found `:`; the domain stands behind the value: `(a, b) = value as D`'],
  ['q = p with (x: 1)', 'expected the end of the line, found `with`; write `(..p, x: 1)`: the other fields are those of `p`'],
  ['q = (x: 1, ..p)', 'expected the name of a field, found `..`; the record that is copied stands first: `(..p, x: 1)`'],
  ['q = (..p)', 'expected a field as in `x: 1`, found `)`; a record is copied to change a field of it'],
  ['q = (...p, x: 1)', '`...` is written otherwise here; write `..`'],
  ['q = (..p, zz: 1)', "there is no field 'zz': this is record (x: integer, z: integer); did you mean 'z'?"],
  ['q = (..a, x: 1)', '`..` copies the fields of a record, and this is integer'],
  [
    'y = match kind { .red when a > 3 => 1, _ => 2 }',
    'expected `=>` and a value, found `when`; the condition of an arm stands after `if`: `.a if c => value`',
  ],
  [
    'y = match kind { .red if a > 3 => 1, .blue => 2 }',
    'no arm is left for what this pattern matches where its condition fails; add one without a condition after it, such as `_ => value`',
  ],
  ['y = if kind == Colour.red { 1 } else { 2 }', 'expected a value, found `Colour`; a tag stands without its enum: `.red`'],
  ['y = if kind == red { 1 } else { 2 }', "nothing binds the name 'red'; a tag begins with a dot: `.red`"],
  ['y = if o == null { 1 } else { 2 }', "nothing binds the name 'null'; write `none`"],
  [
    'y = if o == 3 { 1 } else { 2 }',
    'this is integer, and the other side option of integer; an option is compared with `none` or `some …`',
  ],
  ['y = count x in a { true }', "'count' goes over a list, text, bytes or a range of integers, and this is integer"],
  [
    'y = count c in t { c == "a" }',
    'this is text, and the other side integer; `\'a\'` is the code point of a character, an integer, and `"a"` a text; `CODE_AT(t, i)` reads one from a text',
  ],
  ["w = 'abc'", 'texts are written otherwise here; write `"…"`; one character in `\'` is its code point'],
  ['y = find x in xs { x > 3 } ?? 0', 'expected the end of the line, found `x`; write `first x in xs { … }`, which gives an option'],
  ['y = map i, x in 0..9 { x }', 'a range has no index beside its integers; leave the index out, as in `map i in 0..9 { … }`'],
  ['w = map (x, z), i in [p] { x }', 'the index stands first, as in `i, (a, b) in xs`'],
  ['w = filter i, x in x"00" { x == i }', "'filter' over bytes has no index; go over a list of them, `map octet in xs { octet }`"],
  ['w = t[0]', "'[…]' reads from a list or bytes, and this is text; `CODE_AT(t, i)` is a character, and `SUBSTRING(t, from, to)` a part"],
  [
    'input d: date',
    'expected a domain, found `date`; count days since 1970-01-01 or seconds, as in `0..3_000_000`; `PARSE_DATE` reads a date',
  ],
  ['output z: 0..100 = a * 2', 'expected the end of the line, found `=`; a wire produces it: `z = …`, on a line of its own'],
  ['input zs: [0..9]', 'expected `;` and the length, as in `[D; ..100]`, found `]`'],
  ['w = "a is " ++ a', "'++' joins texts, and this is integer; write `FORMAT_INT(n)`"],
  [
    'w = f"a is {a}"',
    'expected the end of the line, found `"a is {a}"`; texts are joined with `++`: `"…" ++ name`, of an integer `FORMAT_INT(name)`',
  ],
  ['w = `a is ${a}`', 'texts are written otherwise here; write `"…"`, and join what goes between with `++`: `"…" ++ FORMAT_INT(n)`'],
  [
    'y = { .red: 1, .blue: 2 }[kind]',
    'expected a value, found `{`; a table is a `match`: `match key { .a => 1, _ => 0 }`, or with texts as patterns',
  ],
  [
    'y = { "a": 1, "b": 2 }[t]',
    'expected a value, found `{`; a table is a `match`: `match key { .a => 1, _ => 0 }`, or with texts as patterns',
  ],
  ['y = if a > 3 then 1 else 2', 'expected `{` and a block, found `then`; write `if c { a } else { b }`'],
  ['y = if a > 3: 1', 'expected `{` and a block, found `:`; write `if c { a } else { b }`'],
  ['y = IF(a > 3, 1, 2)', "the catalog has no monomer 'IF'; write `if c { a } else { b }`"],
  [
    'if a > 3 { y = 1 } else { y = 2 }',
    'expected `input`, `output`, `require`, a wire `name = …` or `ensure`, found `if`; a wire takes the value: `name = if c { a } else { b }`',
  ],
  ['input q: 0..100,000', 'expected the end of the line, found `,`; digits are grouped by `_`: write `100_000`'],
  ['y = 1,000,000', 'expected the end of the line, found `,`; digits are grouped by `_`: write `1_000_000`'],
  [
    'y = a * 10%',
    'expected a value after `%`, found the end of the line; `%` is the remainder of a division: 19 percent of `a` are `a * 19 / 100`',
  ],
  ['y = 10% * a', 'expected a value, found `*`; `%` is the remainder of a division: 19 percent of `a` are `a * 19 / 100`'],
  [
    'w = a * b%\n  y = w',
    'expected the end of the line, found `=`; `==` compares; `%` is the remainder of a division: 19 percent of `a` are `a * 19 / 100`',
  ],
  ['w = MIN', "'MIN' is a monomer, not a value; call it with its arguments: MIN(…)"],
])('%s: one sentence says what to write', (line, answer) => {
  expect(answersTo(inCircuit(line))).toEqual([answer]);
});

test.each([
  ['y = a // 3', 'this is a comment: `//` divides nothing; write `/`, which drops the rest'],
  ['y = a // b', 'this is a comment: `//` divides nothing; write `/`, which drops the rest'],
  ['y = a ^ 2', '`^` is exclusive or, bit by bit; a power is `a ** n`'],
  [
    'require t == t as text[..9] of "[a-z]"',
    'the set has the characters `[` and `]` too; write `"a-z"`, or where they are meant `"a-z[]"`',
  ],
  ['require t == t as text[..9] of "a..z"', 'the set has the character `.` too; write `"a-z"`, or where they are meant `"a-z."`'],
  ['require t == t as text[..9] of "[^a-z]"', 'the set has the characters `[`, `^` and `]` too; name the characters that may stand'],
  ['w = "a is {a}"', 'the text holds `{a}` as it stands; join texts with `++`: `"…" ++ a`, of an integer `FORMAT_INT(a)`'],
])('%s: means something else, and a warning says so', (line, answer) => {
  expect(answersTo(inCircuit(line))).toEqual([answer]);
});

test.each(['y = a // 3 of them', 'y = a ^ 0xff', 'w = "a is {nobody}"', '// 3', 'y = a // nobody'])('%s: is no trap', (line) => {
  expect(answersTo(inCircuit(line))).toEqual([]);
});

test.each([
  ['circuit my fee {', 'expected `{`, found `fee`; a name is one word: write `my_fee`'],
  ['circuit my-fee {', 'expected `{`, found `-`; a name is one word: write `my_fee`'],
  ['policy travel expenses {', 'expected `{`, found `expenses`; a name is one word: write `travel_expenses`'],
])('%s: one sentence says that a name is one word', (head, answer) => {
  expect(answersTo(`${head}\n  output y: 0..9\n  y = 1\n}`)).toEqual([answer]);
});

test('a domain in lower case is told once', () => {
  expect(answersTo('domain cents = 0..9\ncircuit c { output y: bool\n y = true }')).toEqual([
    'expected the name of a domain such as `Cents`, found `cents`; domains begin with a capital and have no underscore',
  ]);
});

test.each([
  [
    'use "./x.kir" f as g',
    'expected `,` or the end of the line, found `as`; what is used of a file keeps the name that it has there: leave `as` out',
  ],
  ['use "./x.kir" f circuit m {', 'expected the end of the line, found `circuit`; `circuit` begins a line of its own'],
])('%s before a circuit: one sentence says what to write', (use, answer) => {
  expect(answersTo(`${use}\ncircuit c {\n  output y: 0..9\n  y = 1\n}`)).toEqual([answer]);
});

test.each([
  [
    'circuit m { use "./x.kir" f',
    'expected `input`, `output`, `require`, a wire `name = …` or `ensure`, found `use`; a `use` stands at the top of the file, on a line of its own',
  ],
  ['circuit m {\n  use "./x.kir" f', '`use` stands in no other item; move it to the top of the file, on lines of its own'],
])('%s: one sentence says where a use stands', (begin, answer) => {
  expect(answersTo(`${begin}\n  output y: 0..9\n  y = 1\n}`)).toEqual([answer]);
});

test.each(['k = f(a)\n  y = k', 'k = 4\n  y = f(k)', 'y = fold k = 0 for x in [1, 2] { k + x }'])(
  '%s beside a file with an unlisted constant of the name is told once',
  (wires) => {
    const files = new Map([['./x.kir', 'const k = 3\ncomponent f(a: 0..9) -> 0..9 { a }\n']]);
    const reading = read(`use "./x.kir" f\ncircuit c {\n  input a: 0..9\n  output y: 0..9\n  ${wires}\n}`, { files });
    expect(reading.ok ? [] : reading.diagnostics.map(({ message }) => message)).toEqual([
      "the name 'k' is already bound by a constant at line 1 of ./x.kir",
    ]);
  },
);

test('`require` in a policy is told once', () => {
  const policy = `policy p {\n  action "a.b" (n: 0..9)\n  rule few allow on "a.b" when n < 3\n  require few implies n < 4\n}`;
  expect(answersTo(policy)).toEqual([
    'expected `action`, a component, a wire `name = …`, `rule`, `ensure` or `default`, found `require`; a policy has no `require`: what an action must be stands in the domains of its params, and in rules that deny',
  ]);
});

test('params and rules of a policy may have the names that people need', () => {
  const policy =
    'policy p {\n  action "a.b" (bytes: 0..9, text: text[..9])\n  rule all allow on "a.b" when bytes < 3 and text == ""\n  default deny\n}';
  expect(answersTo(policy)).toEqual([]);
});
