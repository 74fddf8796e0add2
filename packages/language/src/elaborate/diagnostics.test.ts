import { faultsOf } from '../diagnostics/testing/wording.js';
import { read } from '../program/read.js';

/** In a circuit with `x: u8`, `flag: bool` and `name: text`, whose wires begin at line 6. */
function circuit(...lines: readonly string[]): string {
  return ['circuit c {', '  input x: u8', '  input flag: bool', '  input name: text[..9]', '  output y: i64', ...lines, '}'].join('\n');
}

function said(source: string): readonly string[] {
  const reading = read(source);
  const diagnostics = reading.ok ? reading.program.warnings : reading.diagnostics;
  expect(diagnostics.flatMap(faultsOf)).toEqual([]);
  return diagnostics.map(({ code, line, column, text }) => `${code} ${line}:${column} ${text}`);
}

const ERRORS: readonly (readonly [what: string, source: string, said: readonly string[]])[] = [
  ['a name that nothing binds', circuit('y = x + z'), ['unknown-name 6:9 z']],
  ['a wire before it is bound', circuit('y = z', 'z = 1'), ['used-before-bound 6:5 z']],
  ['a wire that names itself', circuit('y = y + 1'), ['used-before-bound 6:5 y']],
  ['a wire that is bound twice', circuit('y = 1', 'y = 2'), ['duplicate-name 7:1 y']],
  ['a wire with the name of an input', circuit('x = 1', 'y = 2'), ['duplicate-name 6:1 x']],
  ['a wire with the name of a component', `component f(a: u8) -> u8 { a }\n${circuit('f = 1', 'y = f')}`, ['duplicate-name 7:1 f']],
  ['a local wire with a name in scope', circuit('t = 1', 'y = if flag {', '  t = 2', '  t', '} else { t }'), ['duplicate-name 8:3 t']],
  [
    'a local wire with the name of an output',
    circuit('t = if flag {', '  y = 2', '  y', '} else { 1 }', 'y = t'),
    ['duplicate-name 7:3 y'],
  ],
  ['an input and an output of one name', 'circuit c {\n input y: u8\n output y: u8\n}', ['duplicate-name 2:8 y']],
  ['two outputs of one name', 'circuit c {\n output y: u8\n output y: u8\n y = 1\n}', ['duplicate-name 3:9 y']],
  [
    'two components of one name',
    `component f(a: u8) -> u8 { a }\ncomponent f(a: u8) -> u8 { a }\n${circuit('y = f(x)')}`,
    ['duplicate-name 2:11 f'],
  ],
  ['a block wire outside of its block', circuit('a = if flag {', ' t = 1', ' t', '} else { 2 }', 'y = t + a'), ['unknown-name 10:5 t']],
  ['an ensure over an output that nothing produces', circuit('ensure y > 0'), ['unknown-name 6:8 y']],
  ['a domain that is declared nowhere', 'circuit c {\n output y: Cent\n y = 1\n}\ndomain Cents = u8', ['unknown-domain 2:12 Cent']],
  ['two domains of one name', 'domain A = u8\ndomain A = u8\ncircuit c {\n output y: A\n y = 1\n}', ['duplicate-name 2:8 A']],
  ['a domain that is defined by itself', 'domain A = B\ndomain B = A\ncircuit c {\n output y: u8\n y = 1\n}', ['recursive-domain 2:12 A']],
  ['a range without a value', 'circuit c {\n output y: 5..4\n y = 1\n}', ['empty-domain 2:12 5']],
  ['a range of characters without one', 'circuit c {\n input t: text[9] of "z-a"\n output y: u8\n y = 1\n}', ['bad-characters 2:22 "z-a"']],
  ['no characters', 'circuit c {\n input t: text[9] of ""\n output y: u8\n y = 1\n}', ['bad-characters 2:22 ""']],
  ['a hyphen behind a range', 'circuit c {\n input t: text[9] of "a-z-9"\n output y: u8\n y = 1\n}', ['bad-characters 2:22 "a-z-9"']],
  [
    'too many ranges of characters',
    'circuit c {\n input t: text[9] of "acegikmoqsuwyACEGI"\n output y: u8\n y = 1\n}',
    ['bad-characters 2:22 "acegikmoqsuwyACEGI"'],
  ],
  ['a text that is too long', 'circuit c {\n input t: text[..1_048_577]\n output y: u8\n y = 1\n}', ['domain-too-large 2:16 ..']],
  ['a tag that stands twice', 'circuit c {\n input t: enum { a, b, a }\n output y: u8\n y = 1\n}', ['duplicate-name 2:24 a']],
  [
    'a tag that the enum has not',
    'circuit c {\n input t: enum { eu, us }\n output y: bool\n y = t == .asia\n}',
    ['unknown-tag 4:11 .asia'],
  ],
  ['a tag that nothing determines', circuit('a = .b == .c', 'y = 1'), ['undetermined-kind 6:5 .b']],
  ['a number where a boolean stands', circuit('y = if x { 1 } else { 2 }'), ['kind-mismatch 6:8 x']],
  ['arms of two types', circuit('y = if flag { 1 } else { name }'), ['kind-mismatch 6:26 name']],
  ['a pattern of another type', circuit('y = match x { "a" => 1, _ => 2 }'), ['kind-mismatch 6:15 "a"']],
  ['a pattern without a value', circuit('y = match x { 5..4 => 1, _ => 2 }'), ['empty-range 6:15 5']],
  ['an output of another type', circuit('y = name'), ['kind-mismatch 6:5 name']],
  ['a stated domain of another type', circuit('a: bool = x', 'y = 1'), ['kind-mismatch 6:11 x']],
  ['`as` of another type', circuit('y = name as u8'), ['kind-mismatch 6:5 name']],
  [
    'operands of two types',
    circuit('a = x < name', 'b = x == name', 'y = x + flag'),
    ['kind-mismatch 6:9 name', 'kind-mismatch 7:10 name', 'kind-mismatch 8:9 flag'],
  ],
  ['an order of booleans', circuit('a = flag < flag', 'y = 1'), ['kind-mismatch 6:10 <']],
  ['a require that is no condition', circuit('require x', 'y = 1'), ['kind-mismatch 6:9 x']],
  ['a monomer that does not exist', circuit('y = MUL_DIV(x, 2, 3)'), ['unknown-operation 6:5 MUL_DIV']],
  ['a component that does not exist', circuit('y = half(x)'), ['unknown-operation 6:5 half']],
  ['too few arguments', circuit('y = MIN(x)'), ['wrong-arguments 6:5 MIN']],
  ['too many arguments', `component f(a: u8) -> u8 { a }\n${circuit('y = f(x, x)')}`, ['wrong-arguments 7:5 f']],
  ['an argument of another type', `component f(a: u8) -> u8 { a }\n${circuit('y = f(name)')}`, ['kind-mismatch 7:7 name']],
  ['a monomer that is syntax only', circuit('y = SELECT(flag, 1, 2)', 'z = MC_63(x)'), ['syntax-only 6:5 SELECT', 'syntax-only 7:5 MC_63']],
  ['a wire where a literal stands', circuit('y = MUL_WRAP(x, x, x)'), ['literal-expected 6:20 x']],
  ['a literal that the catalog does not allow', circuit('y = MUL_WRAP(x, x, 64)'), ['bad-literal 6:20 64']],
  ['a pattern that ends in an open quote', circuit('a = MATCHES_GLOB(name, "a\\\\")', 'y = 1'), ['bad-literal 6:24 "a\\\\"']],
  [
    'a component that calls itself',
    `component f(a: u8) -> u8 { g(a) }\ncomponent g(a: u8) -> u8 { f(a) }\n${circuit('y = 1')}`,
    ['recursive-component 2:28 f'],
  ],
  ['a constant that is computed too late for a require', circuit('require x > low', 'low = 3', 'y = low'), ['used-before-bound 6:13 low']],
];

test.each(ERRORS)('%s is an error at its place', (_, source, expected) => {
  expect(read(source).ok).toBe(false);
  expect(said(source)).toEqual(expected);
});

const WARNINGS: readonly (readonly [what: string, source: string, said: readonly string[]])[] = [
  ['a wire that nothing uses', circuit('spare = x / 2', 'y = 1'), ['unused-wire 6:1 spare']],
  ['a parameter that nothing uses', `component f(a: u8, b: u8) -> u8 { a }\n${circuit('y = f(x, 1)')}`, ['unused-parameter 1:20 b']],
  ['an arm after one that takes everything', circuit('y = match x { 1 => 1, _ => 2, 3 => 3 }'), ['unreachable-arm 6:31 3']],
  ['an arm within those before it', circuit('y = match x { 0..3 => 1, 4..9 => 2, 2..7 => 3, _ => 4 }'), ['unreachable-arm 6:37 2']],
  [
    'an arm after all tags',
    'circuit c {\n input t: enum { a, b }\n output y: u8\n y = match t { .a => 1, .b => 2, _ => 3 }\n}',
    ['unreachable-arm 4:34 _'],
  ],
];

test.each(WARNINGS)('%s is a warning at its place', (_, source, expected) => {
  expect(read(source).ok).toBe(true);
  expect(said(source)).toEqual(expected);
});

test('several errors are found in one pass, in the order of the source, at most 100', () => {
  expect(said(circuit('a = z', 'b = x + flag', 'y = name'))).toEqual([
    'unknown-name 6:5 z',
    'kind-mismatch 7:9 flag',
    'kind-mismatch 8:5 name',
  ]);
  const many = circuit(...Array.from({ length: 500 }, (_, i) => `w${i} = z${i}`));
  expect(said(many)).toHaveLength(100);
});

test('an error says nothing of what only follows from it', () => {
  expect(said(circuit('a = nothing', 'b = a + 1', 'c = a == name', 'y = if a { b } else { a }'))).toEqual(['unknown-name 6:5 nothing']);
});

function hintOf(source: string): string | undefined {
  const reading = read(source);
  return reading.ok ? undefined : reading.diagnostics[0]?.hint;
}

test('a slip of the pen gets a hint', () => {
  expect(hintOf(circuit('y = flog'))).toBe("did you mean 'flag'?");
  expect(hintOf(circuit('y = MULDVI(1, 2, 3)'))).toBe("did you mean 'MULDIV'?");
  expect(hintOf(circuit('y = SELECT(flag, 1, 2)'))).toBe('write `if c { a } else { b }`');
});
