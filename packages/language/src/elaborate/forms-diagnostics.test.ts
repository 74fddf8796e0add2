import { read } from '../program/read.js';

/** In a circuit with `x: u8`, `flag: bool`, `xs: [u8; ..9]` and `maybe: u8?`, whose wires begin at line 7. */
function circuit(...lines: readonly string[]): string {
  const ports = ['  input x: u8', '  input flag: bool', '  input xs: [u8; ..9]', '  input maybe: u8?', '  output y: i64'];
  return ['circuit c {', ...ports, ...lines, '}'].join('\n');
}

function said(source: string): readonly string[] {
  const reading = read(source);
  const diagnostics = reading.ok ? reading.program.warnings : reading.diagnostics;
  return diagnostics.map(({ code, line, column, text }) => `${code} ${line}:${column} ${text}`);
}

const ERRORS: readonly (readonly [what: string, source: string, said: readonly string[]])[] = [
  ['elements of two types', circuit('a = [1, flag, 3]', 'y = 1'), ['kind-mismatch 7:9 flag']],
  ['a field that stands twice', circuit('a = (f: 1, f: 2)', 'y = 1'), ['duplicate-name 7:12 f']],
  ['a field that the record has not', circuit('a = (alpha: 1)', 'y = a.alhpa'), ['unknown-field 8:7 alhpa']],
  ['a field of what is no record', circuit('y = x.f'), ['kind-mismatch 7:7 f']],
  ['a field of what nothing knows', circuit('a = [][0].f', 'y = 1'), ['undetermined-kind 7:5 [', 'undetermined-kind 7:11 f']],
  ['records with other fields', circuit('a = (f: 1) == (g: 1)', 'y = 1'), ['kind-mismatch 7:15 (']],
  ['records with more fields', circuit('a = (f: 1) == (f: 1, g: 1)', 'y = 1'), ['kind-mismatch 7:15 (']],
  ['an element of what is no list', circuit('y = x[0]'), ['kind-mismatch 7:5 x']],
  ['an index that is no integer', circuit('y = xs[flag]'), ['kind-mismatch 7:8 flag']],
  ['membership in what is no list', circuit('a = x in x', 'y = 1'), ['kind-mismatch 7:10 x']],
  ['membership of another type', circuit('a = flag in xs', 'y = 1'), ['kind-mismatch 7:5 flag']],
  ['lists and integers joined', circuit('a = xs ++ x', 'y = 1'), ['kind-mismatch 7:8 ++']],
  ['a default of what is no option', circuit('y = x ?? 1'), ['kind-mismatch 7:5 x']],
  ['a default of another type', circuit('y = maybe ?? flag'), ['kind-mismatch 7:14 flag']],
  ['a loop over what is no list', circuit('a = map i in x { i }', 'y = 1'), ['kind-mismatch 7:14 x']],
  ['a loop over a range of booleans', circuit('a = map i in 1..flag { i }', 'y = 1'), ['kind-mismatch 7:17 flag']],
  ['a filter by what is no condition', circuit('a = filter i in xs { i }', 'y = 1'), ['kind-mismatch 7:22 i']],
  ['a count by what is no condition', circuit('y = count i in xs { i }'), ['kind-mismatch 7:21 i']],
  ['a step of another type', circuit('a = fold s = 1 for i in xs { flag }', 'y = 1'), ['kind-mismatch 7:30 flag']],
  ['a first value of another type', circuit('a = fold s: bool = 1 for i in xs { s }', 'y = 1'), ['kind-mismatch 7:20 1']],
  ['an element with a name in scope', circuit('a = map x in xs { x }', 'y = 1'), ['duplicate-name 7:9 x']],
  ['an accumulator and an element of one name', circuit('a = fold s = 1 for s in xs { s }', 'y = 1'), ['duplicate-name 7:20 s']],
  ['an element outside of its loop', circuit('a = map i in xs { i }', 'y = i'), ['unknown-name 8:5 i']],
  [
    'a pattern of options for an integer',
    circuit('y = match x { none => 1, some v => 2 }'),
    ['kind-mismatch 7:15 none', 'kind-mismatch 7:26 some'],
  ],
  ['a pattern of bytes for an integer', circuit('y = match x { x"00" => 1, _ => 2 }'), ['kind-mismatch 7:15 x"00"']],
  ['a pattern nested deeper than its subject', circuit('y = match maybe { some some v => v, _ => 2 }'), ['kind-mismatch 7:24 some']],
  ['`none` of no option', circuit('a = none == none', 'y = 1'), ['undetermined-kind 7:5 none']],
  ['an empty list of nothing', circuit('a = [[], []]', 'y = 1'), ['undetermined-kind 7:6 [']],
  ['a type within itself', circuit('a = []', 'b = if flag { a } else { [a] }', 'y = 1'), ['kind-mismatch 8:26 [']],
  [
    'a monomer of a loop by its name',
    circuit('a = MAP(xs, x)', 'b = MC_52(xs)', 'y = 1'),
    ['syntax-only 7:5 MAP', 'syntax-only 8:5 MC_52'],
  ],
  ['FIELD and NARROW by name', circuit('a = FIELD(x)', 'b = NARROW(x)', 'y = 1'), ['syntax-only 7:5 FIELD', 'syntax-only 8:5 NARROW']],
  ['UNWRAP_OR of one argument', circuit('y = UNWRAP_OR(maybe)'), ['wrong-arguments 7:5 UNWRAP_OR']],
  ['a list domain that is too long', 'circuit c {\n input a: [u8; ..65_537]\n output y: u8\n y = 1\n}', ['domain-too-large 2:16 ..']],
  [
    'a bytes domain that is too long',
    'circuit c {\n input a: bytes[1_048_577]\n output y: u8\n y = 1\n}',
    ['domain-too-large 2:17 1_048_577'],
  ],
  ['a list domain without a value', 'circuit c {\n input a: [u8; 3..2]\n output y: u8\n y = 1\n}', ['empty-domain 2:16 3']],
  ['a record domain with a field twice', 'circuit c {\n input a: (f: u8, f: u8)\n output y: u8\n y = 1\n}', ['duplicate-name 2:19 f']],
  [
    'a domain of values above 16 MiB',
    'circuit c {\n input a: [bytes[..1000]; ..65_536]\n output y: u8\n y = 1\n}',
    ['domain-too-large 2:11 ['],
  ],
  ['a list of itself', 'domain A = [A; ..3]\ncircuit c {\n output y: u8\n y = 1\n}', ['recursive-domain 1:13 A']],
  [
    'records of one another',
    'domain A = (b: B)\ndomain B = A?\ncircuit c {\n input a: A\n output y: u8\n y = 1\n}',
    ['recursive-domain 2:12 A'],
  ],
];

test.each(ERRORS)('%s is an error at its place', (_, source, expected) => {
  expect(read(source).ok).toBe(false);
  expect(said(source)).toEqual(expected);
});

const WARNINGS: readonly (readonly [what: string, source: string, said: readonly string[]])[] = [
  ['an element or accumulator that nothing reads', circuit('y = fold s = 0 for i in xs { 1 }'), []],
  ['a wire of a body that nothing reads', circuit('y = count i in xs {', '  spare = i / 2', '  flag', '}'), ['unused-wire 8:3 spare']],
  ['a bound content that nothing reads', circuit('y = match maybe { some v => 1, none => 2 }'), ['unused-wire 7:24 v']],
  ['an arm after `none` and every content', circuit('y = match maybe { none => 1, some _ => 2, _ => 3 }'), ['unreachable-arm 7:43 _']],
  ['a second `none`', circuit('y = match maybe { none => 1, none => 2, _ => 3 }'), ['unreachable-arm 7:30 none']],
  ['a content within those before it', circuit('y = match maybe { some 1..5 => 1, some 2 => 2, _ => 3 }'), ['unreachable-arm 7:35 some']],
  ['bytes that stand twice', circuit('y = match x"00" { x"01" => 1, x"01" => 2, _ => 3 }'), ['unreachable-arm 7:31 x"01"']],
];

test.each(WARNINGS)('%s is said at its place, if at all', (_, source, expected) => {
  expect(read(source).ok).toBe(true);
  expect(said(source)).toEqual(expected);
});

function firstOf(source: string) {
  const reading = read(source);
  return reading.ok ? undefined : reading.diagnostics[0];
}

test('a message names what was met and what is wanted', () => {
  expect(firstOf(circuit('a = (alpha: 1, beta: flag)', 'y = a.alhpa'))).toMatchObject({
    message: "there is no field 'alhpa': this is record (alpha: integer, beta: bool)",
    hint: "did you mean 'alpha'?",
  });
  expect(firstOf(circuit('y = x in flag'))?.message).toBe("the right side of 'in' has to be list or bytes, and this is bool");
  expect(firstOf(circuit('y = x ?? 1'))?.message).toBe("the left side of '??' has to be option, and this is integer");
  expect(firstOf(circuit('a = MAP(xs, x)', 'y = 1'))?.hint).toBe('write `map x in xs { e }`');
});

test('an error within a compound says nothing of what only follows from it', () => {
  const wires = ['a = [nothing]', 'b = a[0] + 1', 'd = (f: a).f', 'e = some a ?? xs', 'y = fold s = b for i in a { s + i }'];
  expect(said(circuit(...wires))).toEqual(['unknown-name 7:6 nothing']);
});
