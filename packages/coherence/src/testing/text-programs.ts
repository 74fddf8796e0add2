import type { Draws } from './draws.js';

/** Programs that build texts and read them back, and near relatives whose promises are false. */
export interface TextProgram {
  readonly why: string;
  readonly source: string;
}

function circuit(inputs: readonly string[], ...body: readonly string[]): string {
  return `circuit c {\n${[...inputs.map((input) => `input ${input}`), ...body].map((line) => `  ${line}\n`).join('')}}\n`;
}

const T = 't: text[5] of "A-Z0-9-"';
const N = 'n: 0..99';

/** Each line is a promise about a text, and the same promise with a fault in it. */
export const PROMISES: readonly (readonly [why: string, inputs: readonly string[], kept: readonly string[], broken: readonly string[]])[] =
  [
    [
      'parts that meet are the text',
      [T, 'k: 0..3'],
      ['output o: text[5]', 'o = SUBSTRING(t, 0, k) ++ SUBSTRING(t, k, 5)', 'ensure o == t'],
      ['output o: text[..6]', 'o = SUBSTRING(t, 0, k) ++ SUBSTRING(t, 1, 5)', 'ensure o == t'],
    ],
    [
      'a separator is removed from parts without it',
      ['t: text[4] of "0-9"'],
      ['output o: text[5]', 'o = SUBSTRING(t, 0, 2) ++ "-" ++ SUBSTRING(t, 2, 4)', 'ensure REPLACE(o, "-", "") == t'],
      ['output o: text[5]', 'o = SUBSTRING(t, 0, 2) ++ "0" ++ SUBSTRING(t, 2, 4)', 'ensure REPLACE(o, "0", "") == t'],
    ],
    [
      'a number of known width is read back',
      [N, 's: text[3]'],
      ['output o: text[5]', 'o = s ++ PAD_START(FORMAT_INT(n), 2, "0")', 'ensure PARSE_INT(SUBSTRING(o, 3, 5)) == some n'],
      ['output o: text[4..5]', 'o = s ++ FORMAT_INT(n)', 'ensure PARSE_INT(SUBSTRING(o, TEXT_LENGTH(o) - 1, TEXT_LENGTH(o))) == some n'],
    ],
    [
      'the digits of an amount are read back',
      ['n: -9_999..9_999'],
      [
        'output o: text[4..7]',
        'sign = if n < 0 { "-" } else { "" }',
        'o = sign ++ FORMAT_INT(ABS(n) / 100) ++ "." ++ PAD_START(FORMAT_INT(ABS(n) % 100), 2, "0")',
        'ensure PARSE_INT(REPLACE(o, ".", "")) == some n',
      ],
      [
        'output o: text[3..7]',
        'sign = if n < 0 { "-" } else { "" }',
        'o = sign ++ FORMAT_INT(ABS(n) / 100) ++ "." ++ FORMAT_INT(ABS(n) % 100)',
        'ensure PARSE_INT(REPLACE(o, ".", "")) == some n',
      ],
    ],
    [
      'spaces before a text without spaces are removed',
      ['t: text[..5] of "a-z"'],
      ['output o: text[8]', 'o = PAD_START(t, 8, " ")', 'ensure TRIM(o) == t'],
      ['output o: text[8]', 'o = PAD_START(t, 8, "x")', 'ensure TRIM(o) == t'],
    ],
    [
      'spaces within a text are kept',
      ['t: text[3] of "a-z"', 'u: text[..3] of "a-z"'],
      ['output o: text[4..7]', 'o = u ++ " " ++ t', 'ensure TRIM(" " ++ "x" ++ o) == "x" ++ o'],
      ['output o: text[4..7]', 'o = u ++ " " ++ t', 'ensure TRIM(o) == o'],
    ],
    [
      'a pattern tells the characters of a text',
      ['t: text[5] of "a-z0-9-"'],
      [
        'output o: bool',
        'o = MATCHES_GLOB(t, "?-???")',
        'ensure o implies SUBSTRING(t, 0, 1) ++ "-" ++ SUBSTRING(t, 2, 5) == t',
        'ensure o implies CODE_AT(t, 1) == 45',
      ],
      ['output o: bool', 'o = MATCHES_GLOB(t, "??-??")', 'ensure o implies SUBSTRING(t, 0, 1) ++ "-" ++ SUBSTRING(t, 2, 5) == t'],
    ],
    [
      'a pattern that did not match tells nothing',
      [T],
      ['output o: bool', 'o = MATCHES_GLOB(t, "?-???")', 'ensure o implies STARTS_WITH(t, SUBSTRING(t, 0, 1) ++ "-")'],
      ['output o: bool', 'o = not MATCHES_GLOB(t, "?-???")', 'ensure o implies STARTS_WITH(t, SUBSTRING(t, 0, 1) ++ "-")'],
    ],
    [
      'a text is the parts between its separators',
      [T],
      [
        'output o: bool',
        'parts = SPLIT(t, "-")',
        'o = LENGTH(parts) == 2',
        'ensure if LENGTH(parts) == 2 { parts[0] ++ "-" ++ parts[1] == t } else { true }',
      ],
      [
        'output o: bool',
        'parts = SPLIT(t, "-")',
        'o = LENGTH(parts) == 2',
        'ensure if LENGTH(parts) >= 2 { parts[0] ++ "-" ++ parts[1] == t } else { true }',
      ],
    ],
    [
      'the integer of digits is written with as many digits',
      ['t: text[3] of "0-9"'],
      [
        'output o: text[3]?',
        'o = match PARSE_INT(t) { some k => some PAD_START(FORMAT_INT(k), 3, "0"), none => none }',
        'ensure match o { some w => w == t, none => true }',
      ],
      [
        'output o: text[1..3]?',
        'o = match PARSE_INT(t) { some k => some FORMAT_INT(k), none => none }',
        'ensure match o { some w => w == t, none => true }',
      ],
    ],
    [
      'a minus is no digit',
      ['t: text[1] of "0-9-"'],
      ['output o: bool', 'o = PARSE_INT(t) == none', 'ensure match PARSE_INT(t) { some k => FORMAT_INT(k) == t, none => true }'],
      [
        'output o: bool',
        's = "0" ++ t',
        'o = PARSE_INT(s) == none',
        'ensure match PARSE_INT(s) { some k => FORMAT_INT(k) == s, none => true }',
      ],
    ],
    [
      'zeros after a minus are no padding',
      ['t: text[2] of "0-9"'],
      [
        'output o: bool',
        'o = PARSE_INT(t) == none',
        'ensure match PARSE_INT(t) { some k => PAD_START(FORMAT_INT(ABS(k)), 2, "0") == t, none => true }',
      ],
      [
        'output o: bool',
        's = "-" ++ SUBSTRING(t, 0, 1)',
        'o = PARSE_INT(t) == none',
        'ensure match PARSE_INT(s) { some k => PAD_START(FORMAT_INT(ABS(k)), 2, "0") == s, none => true }',
      ],
    ],
    [
      'a comparison with another integer is used only if it is true',
      ['t: text[1] of "0-9"', 'n: 0..9'],
      ['output o: bool', 'o = match PARSE_INT(t) { some k => k == n, none => false }', 'ensure o implies FORMAT_INT(n) == t'],
      ['output o: bool', 'o = match PARSE_INT(t) { some k => k != n, none => false }', 'ensure o implies FORMAT_INT(n) == t'],
    ],
    [
      'tags stand for texts',
      ['t: text[1..2] of "A-Z"'],
      [
        'output o: (enum { small, large })?',
        'o = match t { "S" => some .small, "XL" => some .large, _ => none }',
        'ensure match o { some s => (match s { .small => "S", .large => "XL" }) == t, none => true }',
      ],
      [
        'output o: (enum { small, large })?',
        'o = match t { "S" => some .small, "L" => some .large, "XL" => some .large, _ => none }',
        'ensure match o { some s => (match s { .small => "S", .large => "XL" }) == t, none => true }',
      ],
    ],
    [
      'the end of a text is counted from its end',
      ['e: text[1..8] of "A-Z0-9"', N],
      [
        'output o: text[10]',
        'o = PAD_START(e, 8, "0") ++ PAD_START(FORMAT_INT(n), 2, "0")',
        'ensure PARSE_INT(SUBSTRING(o, 8, 10)) == some n',
      ],
      [
        'output o: text[3..10]',
        'o = e ++ PAD_START(FORMAT_INT(n), 2, "0")',
        'ensure TEXT_LENGTH(o) < 10 or PARSE_INT(SUBSTRING(o, 7, 9)) == some n',
      ],
    ],
    [
      'each character of a text passed the test of a loop',
      ['t: text[2] of "A-Z0-9-"'],
      ['output o: 0..99', "o = if all c in t { c in '0'..'9' } { PARSE_INT(t) ?? 0 } else { 0 }"],
      ['output o: 0..99', "o = if any c in t { c in '0'..'9' } { PARSE_INT(t) ?? 0 } else { 0 }"],
    ],
    [
      'each character from the first to the last passed the test',
      ['t: text[1] of "0-9-"', 'k: 0..1'],
      [
        'output o: 0..9',
        "o = if (all i in 0..TEXT_LENGTH(t) - 1 { CODE_AT(t, i) in '0'..'9' }) and k == 0 { PARSE_INT(t) ?? 0 } else { 0 }",
        "ensure (all i in 0..TEXT_LENGTH(t) - 1 { CODE_AT(t, i) in '0'..'9' }) implies PARSE_INT(t) != none",
      ],
      [
        'output o: 0..9',
        "o = if all i in k..TEXT_LENGTH(t) - 1 { CODE_AT(t, i) in '0'..'9' } { PARSE_INT(t) ?? 0 } else { 0 }",
        "ensure (all i in k..TEXT_LENGTH(t) - 1 { CODE_AT(t, i) in '0'..'9' }) implies PARSE_INT(t) != none",
      ],
    ],
    [
      'no character of a text passed the test of a loop',
      ['t: text[2] of "0-9-"'],
      ['output o: 0..99', "o = if any c in t { c == '-' } { 0 } else { PARSE_INT(t) ?? 0 }"],
      ['output o: 0..99', "o = if all c in t { c == '-' } { 0 } else { PARSE_INT(t) ?? 0 }"],
    ],
    [
      'a text without a name in small letters has it in no letters',
      ['name: text[1..3] of "a-z"', 't: text[..6]'],
      ['output o: bool', 'o = INCLUDES(LOWER(t), name)', 'ensure not o implies not INCLUDES(t, name)'],
      ['output o: bool', 'o = INCLUDES(UPPER(t), name)', 'ensure not o implies not INCLUDES(t, name)'],
    ],
    [
      'a character that is read as a part',
      ['t: text[3] of "XY"'],
      ['output o: bool', 'o = SUBSTRING(t, 1, 2) == "X"', "ensure o implies CODE_AT(t, 1) == 'X'"],
      ['output o: bool', 'o = SUBSTRING(t, 1, 2) == "X"', "ensure o implies CODE_AT(t, 2) == 'X'"],
    ],
    [
      'each round of a fold spells its own number',
      ['first: 0..4', 'xs: [0..2; ..3]'],
      [
        'output o: bool',
        'o = fold ok = true for i, x in xs { n = first + i + x\n ok and PARSE_INT("0" ++ FORMAT_INT(n)) == some n }',
        'ensure o',
      ],
      [
        'output o: bool',
        'o = fold ok = true for i, x in xs { n = first + i + x\n ok and PARSE_INT("0" ++ FORMAT_INT(n)) == some (n - n / 8) }',
        'ensure o',
      ],
    ],
    [
      'a condition that becomes known chooses an arm',
      ['t: text[2] of "A-C"', 'u: text[4]'],
      [
        'output o: text[2..3]',
        'end = if t == "AA" { 3 } else { 2 }',
        'o = SUBSTRING(u, 0, end)',
        'ensure t == "AB" implies TEXT_LENGTH(o) == 2',
      ],
      [
        'output o: text[2..3]',
        'end = if t == "AA" { 3 } else { 2 }',
        'o = SUBSTRING(u, 0, end)',
        'ensure t == "AA" implies TEXT_LENGTH(o) == 2',
      ],
    ],
    [
      'the digits of a text are those of its parts',
      ['t: text[1..9] of "0-9+ -"', 'u: text[..3] of "0-9"', 'c: bool'],
      [
        'output o: text[1..13]',
        "d = filter x in t { x in '0'..'9' }",
        'full = if c { d } else { u ++ d }',
        'o = "+" ++ full',
        "ensure (count x in o { x in '0'..'9' }) == TEXT_LENGTH(o) - 1",
      ],
      [
        'output o: text[1..13]',
        "d = filter x in t { x in '0'..'9' or x == '-' }",
        'full = if c { d } else { u ++ d }',
        'o = "+" ++ full',
        "ensure (count x in o { x in '0'..'9' }) == TEXT_LENGTH(o) - 1",
      ],
    ],
    [
      'a condition of several comparisons counts the same characters',
      ['t: text[..4] of "a-c"', 'u: text[..4] of "0-9"'],
      [
        'output o: text[1..9]',
        'o = t ++ "é" ++ u',
        "ensure (count x in o { not (x < '0' or x >= 58) and x != 233 or 233 == x }) == TEXT_LENGTH(u) + 1",
        'ensure (count x in o { x in [0x61, 0x62, 0x63] }) == TEXT_LENGTH(t)',
      ],
      [
        'output o: text[1..9]',
        'o = t ++ "é" ++ u',
        "ensure (count x in o { not (x < '0' or x > 58) and x != 48 or 233 == x }) == TEXT_LENGTH(u) + 1",
      ],
    ],
    [
      'a choice of texts has the characters of the chosen one',
      ['t: text[..3] of "0-9"', 'c: bool'],
      [
        'output o: text[1..5]',
        'sign = if c { "--" } else { "-" }',
        'o = sign ++ t',
        "n = count x in o { x == '-' }",
        'ensure c implies n == 2',
        'ensure not c implies n == 1',
      ],
      [
        'output o: text[1..5]',
        'sign = if c { "--" } else { "-" }',
        'o = sign ++ t',
        "n = count x in o { x == '-' }",
        'ensure c implies n == 1',
      ],
    ],
    [
      'zeros before a text count as they are many',
      ['t: text[..4] of "a-z"'],
      ['output o: text[6]', 'o = PAD_START(t, 6, "0")', "ensure (count x in o { x == '0' }) == 6 - TEXT_LENGTH(t)"],
      ['output o: text[4..6]', 'o = PAD_START(t, 4, "0") ++ t', "ensure (count x in o { x == '0' }) == 6 - TEXT_LENGTH(t)"],
    ],
    [
      'a part of several kinds of characters is counted on its own',
      ['t: text[..4] of "a0-"', 'u: text[..2] of "0"'],
      ['output o: text[..7]', 'o = t ++ "." ++ u', "ensure (count x in o { x == '0' }) == (count x in t { x == '0' }) + TEXT_LENGTH(u)"],
      ['output o: text[..7]', 'o = t ++ "." ++ u', "ensure (count x in o { x == '0' }) == (count x in t { x == 'a' }) + TEXT_LENGTH(u)"],
    ],
    [
      'an any and an all of characters read the parts',
      ['t: text[..4] of "a-z"', 'u: text[1..4] of "0-9a-z"', 'c: bool'],
      [
        'output o: text[..9]',
        'o = (if c { "#" } else { "" }) ++ t ++ u',
        "ensure c implies any x in o { x == '#' }",
        "ensure not c implies not (any x in o { x == '#' })",
        "ensure c implies not (all x in o { x != '#' })",
        "ensure not c implies all x in o { x in '0'..'9' or x in 'a'..'z' }",
      ],
      ['output o: text[..9]', 'o = (if c { "#" } else { "" }) ++ t ++ u', "ensure not c implies all x in o { x in 'a'..'z' }"],
    ],
    [
      'a letter of the alphabet is read back as its place',
      ['n: 0..24', 'k: enum { a, b }'],
      [
        'output o: text[2]',
        'o = SUBSTRING("ABCDEFGHIJKLMNOPQRSTUVWXY", n, n + 1) ++ (match k { .a => "x", .b => "y" })',
        "ensure CODE_AT(o, 0) - 'A' == n",
        'ensure CODE_AT("ABCDEFGHIJKLMNOPQRSTUVWXY", n) == n + 65',
      ],
      [
        'output o: text[2]',
        'o = SUBSTRING("ABCDEFGHJKLMNOPQRSTUVWXYZ", n, n + 1) ++ (match k { .a => "x", .b => "y" })',
        "ensure CODE_AT(o, 0) - 'A' == n",
      ],
    ],
    [
      'a letter of an alphabet with gaps is read back in each stretch',
      ['n: 0..23'],
      [
        'output o: text[1]',
        'o = SUBSTRING("ABCDEFGHJKLMNPQRSTUVWXYZ", n, n + 1)',
        'c = CODE_AT(o, 0)',
        "read = if c < 'I' { c - 65 } else if c < 'O' { c - 66 } else { c - 67 }",
        'ensure read == n',
      ],
      [
        'output o: text[1]',
        'o = SUBSTRING("ABCDEFGHJKLMNPQRSTUVWXYZ", n, n + 1)',
        'c = CODE_AT(o, 0)',
        "read = if c < 'I' { c - 65 } else if c < 'Q' { c - 66 } else { c - 67 }",
        'ensure read == n',
      ],
    ],
    [
      'the letter that is cut out is the one at the place',
      ['n: 0..9', 'm: 0..9', 'c: bool'],
      [
        'output o: text[1..2]',
        'o = if c { SUBSTRING("abcdefghij", n, n + 1) ++ "x" } else { SUBSTRING("abcdefghij", n, n + 1) }',
        'ensure CODE_AT(o, 0) + m == n + m + 97',
      ],
      [
        'output o: text[1]',
        'o = if c { SUBSTRING("abcdefghij", n, n + 1) } else { SUBSTRING("abcdefghij", m, m + 1) }',
        'ensure CODE_AT(o, 0) + m == n + m + 97',
      ],
    ],
    [
      'a number in a text is the number that is computed with',
      ['n: 0..999', 'k: 0..9'],
      [
        'output o: text[5]',
        'o = PAD_START(FORMAT_INT(n), 3, "0") ++ "-" ++ FORMAT_INT(k)',
        'ensure (PARSE_INT(SUBSTRING(o, 0, 3)) ?? 0) + (PARSE_INT(SUBSTRING(o, 4, 5)) ?? 7) == n + k',
      ],
      [
        'output o: text[5]',
        'o = PAD_START(FORMAT_INT(n), 3, "0") ++ "-" ++ FORMAT_INT(k)',
        'ensure (PARSE_INT(SUBSTRING(o, 0, 2)) ?? 0) + (PARSE_INT(SUBSTRING(o, 4, 5)) ?? 7) == n + k',
      ],
    ],
    [
      'a day in a text is the day that is computed with',
      ['n: 10_000..20_000'],
      ['output o: text[10]', 'o = FORMAT_DATE(n)', 'ensure (PARSE_DATE(o) ?? 0) + 1 == n + 1'],
      ['output o: text[10]', 'o = FORMAT_DATE(n + 1)', 'ensure (PARSE_DATE(o) ?? 0) + 1 == n + 1'],
    ],
    [
      'a day of the year has three digits',
      ['n: 0..30_000'],
      [
        'output o: text[3] of "0-9"',
        'd = n - DAYS_FROM_CIVIL(CIVIL_FROM_DAYS(n).year, 1, 1)',
        'o = PAD_START(FORMAT_INT(d), 3, "0")',
        'ensure PARSE_INT(o) == some d',
      ],
      [
        'output o: text[2..3] of "0-9"',
        'd = n - DAYS_FROM_CIVIL(CIVIL_FROM_DAYS(n).year, 1, 1)',
        'o = PAD_START(FORMAT_INT(d), 2, "0")',
        'ensure PARSE_INT(SUBSTRING(o, 0, 2)) == some d',
      ],
    ],
  ];

export const KEPT: readonly TextProgram[] = PROMISES.map(([why, inputs, kept]) => ({ why, source: circuit(inputs, ...kept) }));
export const BROKEN: readonly TextProgram[] = PROMISES.map(([why, inputs, , broken]) => ({ why, source: circuit(inputs, ...broken) }));

const INPUTS = ['t: text[..3] of "ab0ß-𝒳-"', 'u: text[3] of "0-9-"', 'n: 0..120', 'm: -12..12', 'c: bool'];

/**
 * Generates a circuit without partial operations left open, so that it closes. It builds texts from parts, numbers, padding and
 * choices, and asks what they begin with, contain, spell and equal.
 */
export function textProgram(draws: Draws): string {
  const wires = ['t', 'u'];
  const lines: string[] = [];
  const count = draws.between(3, 7);
  for (let index = 0; index < count; index += 1) {
    lines.push(`w${index} = ${textOf(draws, wires)}`);
    wires.push(`w${index}`);
  }
  const questions = Array.from({ length: draws.between(2, 5) }, () => questionOf(draws, wires));
  const outputs = questions.map((_, index) => `output o${index}: bool`);
  const used = `used = TEXT_LENGTH(t) + TEXT_LENGTH(u) + n + m + (if c { 1 } else { 0 }) + ${wires.map((wire) => `TEXT_LENGTH(${wire})`).join(' + ')}`;
  return circuit(INPUTS, ...outputs, 'output used: i64', ...lines, used, ...questions.map((question, index) => `o${index} = ${question}`));
}

/**
 * Generates a circuit that builds texts as {@link textProgram} does. It counts their characters, reads letters of constant texts and
 * reads integers back. Runs may fail.
 */
export function countingProgram(draws: Draws): string {
  const wires = ['t', 'u'];
  const lines: string[] = [];
  for (let index = 0; index < draws.between(2, 5); index += 1) {
    lines.push(`w${index} = ${draws.once(4) ? filteredOf(draws, wires) : textOf(draws, wires)}`);
    wires.push(`w${index}`);
  }
  const integers = Array.from({ length: draws.between(3, 6) }, () => integerOf(draws, wires));
  return circuit(INPUTS, 'output o: i64', ...lines, `o = ${['n', 'm', 'TEXT_LENGTH(u)', ...integers].join(' + ')}`);
}

function filteredOf(draws: Draws, wires: Wires): string {
  const [x, y] = [wireOf(draws, wires), wireOf(draws, wires)];
  switch (draws.below(3)) {
    case 0:
      return `filter x in ${x} { ${conditionOf(draws, 2)} }`;
    case 1:
      return `JOIN_TEXT([${x}, ${y}, ${x}], "${draws.pick(['', '-', '0a'])}")`;
    default:
      return `match (if c { some ${x} } else { none }) { some x => x, none => ${y} }`;
  }
}

/** A condition on the code point `x`. */
function conditionOf(draws: Draws, depth: number): string {
  const code = draws.pick(["'0'", "'9'", "'a'", "'-'", "' '", '0xdf', '0x1d4b3', '-1', '1_200_000']);
  const inner = (): string => conditionOf(draws, depth - 1);
  switch (draws.below(depth === 0 ? 4 : 8)) {
    case 0:
    case 1:
      return draws.once(3)
        ? `${code} ${draws.pick(['<', '<=', '==', '!='])} x`
        : `x ${draws.pick(['<', '<=', '>', '>=', '==', '!='])} ${code}`;
    case 2:
      return `x in ${draws.pick(["'0'..'9'", "'a'..'z'", "' '..'a'"])}`;
    case 3:
      return `x in ${draws.pick(['[0x30, 0x61]', '[0x2d]', '[0x37, 0x20, 0x30, 0x37]'])}`;
    case 4:
      return `(${inner()} and ${inner()})`;
    case 5:
      return `(${inner()} or ${inner()})`;
    case 6:
      return `(${inner()} implies ${inner()})`;
    default:
      return `not (${inner()})`;
  }
}

function integerOf(draws: Draws, wires: Wires): string {
  const x = wireOf(draws, wires);
  const other = draws.pick(['u', 'SUBSTRING("abcdefgh", n % 2, n % 2 + 1)', 'SUBSTRING("ba", m, m + 1)']);
  const alphabet = draws.pick(['"abcdefgh"', '"ABxyz01a"', '"ba"', '"ßà𝒳𝒴"']);
  switch (draws.below(6)) {
    case 0:
    case 1:
      return `(count x in ${x} { ${conditionOf(draws, 2)} })`;
    case 2:
      return `(if ${draws.pick(['any', 'all'])} x in ${x} { ${conditionOf(draws, 1)} } { 1 } else { 2 })`;
    case 3:
      return `(if n < TEXT_LENGTH(${alphabet}) { CODE_AT(${alphabet}, n) + CODE_AT(SUBSTRING(${alphabet}, n, n + 1) ++ ${x}, 0) } else { 0 })`;
    case 4:
      return `(if m in 0..1 { CODE_AT((if c { SUBSTRING(${alphabet}, m, m + 1) } else { ${other} }) ++ ${x}, 0) } else { 3 })`;
    default:
      return `(PARSE_INT(${x}) ?? 7)`;
  }
}

type Wires = readonly string[];

function wireOf(draws: Draws, wires: Wires): string {
  return draws.from(wires) ?? 't';
}

function textOf(draws: Draws, wires: Wires): string {
  const [x, y] = [wireOf(draws, wires), wireOf(draws, wires)];
  const width = draws.between(1, 4);
  switch (draws.below(12)) {
    case 0:
    case 1:
      return `${x} ++ ${y}`;
    case 2:
      return `${x} ++ "${draws.pick(['-', '0', ' ', 'a-', '', '7'])}" ++ ${y}`;
    case 3:
      return `FORMAT_INT(${draws.pick(['n', 'm', 'n % 10', 'n / 10', 'ABS(m)', 'n + 100'])})`;
    case 4:
      return `PAD_START(FORMAT_INT(${draws.pick(['n', 'ABS(m)', 'n % 10', 'm'])}), ${width}, "${draws.pick(['0', ' ', '-'])}")`;
    case 5:
      return `PAD_START(${x}, ${width}, "${draws.pick(['0', ' ', 'a'])}")`;
    case 6:
      return `if ${draws.pick(['c', 'n > 9', 'm < 0', `${x} == ${y}`])} { ${x} } else { ${y} }`;
    case 7:
      return `REPLACE(${x}, "${draws.pick(['-', '0', 'a'])}", "${draws.pick(['', '1', 'xy'])}")`;
    case 8:
      return `TRIM(${x})`;
    case 9:
      return `if TEXT_LENGTH(${x}) >= ${width} { SUBSTRING(${x}, ${draws.below(width)}, ${width}) } else { ${y} }`;
    case 10:
      return `SUBSTRING(${x}, MIN(${width}, TEXT_LENGTH(${x})), TEXT_LENGTH(${x}))`;
    default:
      return `match PARSE_INT(${x}) { some k => PAD_START(FORMAT_INT(k), ${width}, "0"), none => ${y} }`;
  }
}

function questionOf(draws: Draws, wires: Wires): string {
  const [x, y] = [wireOf(draws, wires), wireOf(draws, wires)];
  const place = draws.below(4);
  switch (draws.below(10)) {
    case 0:
      return `${x} == ${y}`;
    case 1:
      return `${draws.pick(['STARTS_WITH', 'ENDS_WITH', 'INCLUDES'])}(${x}, ${y})`;
    case 2:
      return `STARTS_WITH(${x} ++ ${y}, ${x})`;
    case 3:
      return `ENDS_WITH(${y} ++ ${x}, ${x})`;
    case 4:
      return `PARSE_INT(${x}) == ${draws.pick(['some n', 'some m', `PARSE_INT(${y})`])}`;
    case 5:
      return `TEXT_LENGTH(${x}) > ${place} and CODE_AT(${x}, ${place}) == ${draws.pick(["'-'", "'0'", "'a'"])}`;
    case 6:
      return `MATCHES_GLOB(u, "?-?") and SUBSTRING(u, 0, 1) ++ "-" ++ SUBSTRING(u, 2, 3) == ${draws.pick(['u', 'u', x])}`;
    case 7:
      return `if LENGTH(SPLIT(${x}, "-")) == 2 { SPLIT(${x}, "-")[0] ++ "-" ++ SPLIT(${x}, "-")[1] == ${draws.pick([x, x, y])} } else { false }`;
    case 8:
      return `TEXT_LENGTH(${x}) >= 2 and SUBSTRING(${x}, 0, 1) ++ SUBSTRING(${x}, 1, TEXT_LENGTH(${x})) == ${draws.pick([x, x, y])}`;
    default:
      return `(all k in ${x} { ${draws.pick(["k in '0'..'9'", "k in '0'..'9'", "k == 'x'"])} }) and PARSE_INT(${x}) == none`;
  }
}
