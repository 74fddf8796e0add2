import { compile } from '../compile.js';
import type { CompiledFile } from '../target.js';
import { circuitOf } from '../testing/reference.js';
import { builtInRust, RUST, ranInRust, testedInRust } from '../testing/rust-toolchain.js';
import { differences } from '../testing/rustfmt.js';
import { compiledTo, isInstalled } from '../testing/toolchain.js';
import { WIDTHS } from '../testing/width-circuit.js';
import { rust } from './rust.js';

const inRust = isInstalled(RUST) ? test : test.skip;

function rustOf(source: string) {
  return compiledTo('rust', circuitOf(source), { certified: false });
}

test('a loop that chooses one of several lists borrows it, and copies none', () => {
  const { compiled } = rustOf(`circuit chosen {
    input names: [text[..8]; 1..60_000]
    input others: [text[..8]; ..60_000]
    input people: [(name: text[..9], age: 0..150); 1..9]
    input n: 0..9
    output y: 0..60_000
    output z: 0..60_000
    output oldest: text[..9]
    y = LENGTH(fold s = names for i in 1..60_000 { if i > n { others } else { s } })
    z = count i in 1..60_000 { LENGTH(match n { 3 => names, 4 => others, _ => if i > 3 { names } else { others } }) > i }
    oldest = (fold s = people[0] for p in people { if p.age > s.age { p } else { s } }).name
  }`);
  expect(compiled).toMatch(/let mut \w+: &\[String\] = &inputs[.]names;/);
  expect(compiled.split('fn check_list_1(')[0]).not.toMatch(/clone\(|to_vec/);
});

inRust(
  'the caller supplies the entropy sources, whose answers are checked',
  () => {
    const compiled = rustOf(`circuit asks {
      output now: i64
      output die: 1..6
      output id: text[36]
      output home: (text[..4096])?
      now = NOW()
      die = RANDOM(1, 6)
      id = UUID()
      home = ENV("HOME")
    }`);
    const main = `mod asks;
struct Fixed(i64);
impl asks::Host for Fixed {
    fn now(&mut self) -> i64 { 5 }
    fn random(&mut self, _lo: i64, _hi: i64) -> i64 { self.0 += 1; self.0 }
    fn uuid(&mut self) -> String { String::from("01234567-89ab-4cde-8f01-23456789abcd") }
    fn env(&mut self, name: &str) -> Option<String> { Some(name.to_lowercase()) }
}
fn main() {
    println!("{:?}", asks::asks(&mut Fixed(3)));
    println!("{:?}", asks::asks(&mut Fixed(6)));
}
`;
    const lines = ranInRust(compiled, main).trim().split('\n');
    expect(lines[0]).toBe('Ok(Outputs { now: 5, die: 4, id: "01234567-89ab-4cde-8f01-23456789abcd", home: Some("home") })');
    expect(lines[1]).toMatch(/^Err\(.*port: None.*random integer/);
  },
  120_000,
);

inRust(
  'the function refuses typed inputs outside their domains, and names the port and the path',
  () => {
    const compiled = rustOf(`circuit sums {
      input rows: [(n: 0..9, label: text[1..3]); ..3]
      input note: text[..2]
      output total: 0..27
      total = fold s = 0 for row in rows { s + row.n }
    }`);
    const main = `mod sums;
fn main() {
    let row = |n, label: &str| sums::Rows { label: String::from(label), n };
    for (rows, note) in [
        (vec![row(4, "a"), row(5, "b")], "\\u{1f389}\\u{1f389}"),
        (vec![row(4, "a"), row(10, "")], "abc"),
        (vec![row(4, "a"), row(1, "")], "abc"),
        (vec![row(4, "a"); 4], ""),
        (vec![], "abc"),
    ] {
        match sums::sums(&sums::Inputs { rows, note: String::from(note) }) {
            Ok(outputs) => println!("{}", outputs.total),
            Err(error) => println!("{} {}", error.port.unwrap_or("none"), error.path),
        }
    }
}
`;
    const lines = ranInRust(compiled, main).split('\n').slice(0, -1);
    expect(lines).toEqual(['9', 'rows [1].label', 'rows [1].label', 'rows ', 'note ']);
  },
  120_000,
);

inRust('a circuit without checks gives a DomainError only, and no code that it does not need', () => {
  const { compiled } = compiledTo('rust', circuitOf('circuit plus {\n input a: 0..9\n output b: 1..10\n b = a + 1\n}'), {
    certified: true,
    guards: false,
  });
  expect(compiled.slice(compiled.indexOf('/// Computes'))).toBe(`/// Computes the outputs of the circuit \`plus\`.
///
/// # Errors
///
/// Refuses inputs outside their domains.
pub fn plus(inputs: &Inputs) -> Result<Outputs, Box<DomainError>> {
    if !(0..=9).contains(&inputs.a) {
        return Err(refused("a", "expected an integer from 0 to 9"));
    }
    let a = i64::from(inputs.a);
    let b = a + 1;
    Ok(Outputs { b: b as i32 })
}

#[cold]
fn refused(port: &'static str, message: &'static str) -> Box<DomainError> {
    Box::new(DomainError {
        port: Some(port),
        path: String::new(),
        message,
    })
}
`);
});

test('integers have 32 bits where the domains fit, and no check for that', () => {
  const { compiled } = compiledTo('rust', circuitOf(WIDTHS), { certified: false });
  const types = {
    edge: 'i32',
    above: 'i64',
    below: 'i64',
    natural: 'i32',
    list: 'Vec<i32>',
    narrow: 'i32',
    wide: 'i64',
    option: 'Option<i64>',
    other: 'Option<i64>',
    sum: 'i32',
    lists: 'Vec<Vec<i32>>',
    same: 'Option<i64>',
  };
  for (const [name, type] of Object.entries(types)) expect(compiled).toContain(`pub ${name}: ${type},`);
  expect(compiled).not.toMatch(/"edge"|"\.narrow"/);
  expect(compiled).toContain('if inputs.natural < 0 {');
  expect(compiled).toContain('let edge = i64::from(inputs.edge);');
});

inRust(
  'an option that is borrowed is checked although its content would be copied',
  () => {
    const eight = 'abcdefgh'.split('').map((name) => `${name}: 0..9`);
    const compiled = rustOf(`circuit eight {
      input record: ((${eight.join(', ')}))?
      input deep: ${'('.repeat(12)}0..9${')?'.repeat(12)}
      output is_none: bool
      is_none = record == none and deep == none
    }`);
    const main = `mod eight;
fn main() {
    let record = |h| Some(eight::Record { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, h });
    for record in [None, record(9), record(10)] {
        match eight::eight(&eight::Inputs { record, deep: None }) {
            Ok(outputs) => println!("{}", outputs.is_none),
            Err(error) => println!("{}", error),
        }
    }
}
`;
    expect(ranInRust(compiled, main)).toBe('true\nfalse\nrecord.h: expected an integer from 0 to 9\n');
  },
  120_000,
);

/** Every kind of value, texts to escape, long names and lists, and names that those of the tests have to leave free. */
const TESTED = `circuit assert_refused {
  input fn: enum { red, green }
  input rows: [(no_host: (text[..2])?, raw: bytes[..2]); ..3]
  input wide: i64
  input many: [0..10; 60]
  input deep: ${'('.repeat(10)}0..9${')?'.repeat(10)}
  input ${'p'.repeat(60)}: [bool; ..3]
  output result: [(no_host: (text[..2])?, raw: bytes[..2]); ..3]
  output outputs: text[..9]
  output d: 0..9
  output same: [0..10; 60]
  output inner: ${'('.repeat(10)}0..9${')?'.repeat(10)}
  require LENGTH(rows) < 3
  result = REVERSE(rows)
  outputs = if wide == 7 { "\\\\\\"\\u{0}{}" } else { "'\\u{1f389}\\n" }
  d = if fn == .red { 9 / LENGTH(rows) } else { 1 }
  same = many
  inner = deep
}`;

function withTests(source: string): readonly CompiledFile[] {
  const compilation = compile(circuitOf(source), rust.target, { certified: false, allowOpen: true, tests: true });
  if (!compilation.ok) throw new Error(compilation.message);
  const { program } = compilation;
  const [module, tests] = program.files.map(({ path }) => path);
  expect(tests).toBe(module?.replace('.rs', '_test.rs'));
  expect(program.test).toEqual([`rustc --edition 2021 --test ${tests} -o ${tests?.slice(0, -3)}`, `./${tests?.slice(0, -3)}`]);
  expect(differences([program])).toEqual([]);
  return program.files;
}

inRust(
  'the tests of a circuit pass, and fail for another circuit',
  () => {
    const files = withTests(TESTED);
    const text = files[1]?.content ?? '';
    for (const part of [
      'Some(String::from(',
      '.to_vec()',
      'i64::MIN',
      'vec![',
      '\\u{1f389}',
      'assert_fault(result, 16)',
      ' 10,',
      '#[rustfmt::skip]',
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/^[\n -~]*$/);
    expect(testedInRust(files)).toBe('');
    const changes = [
      ['9 / L', '8 / L'],
      ['(rows) < 3', '(rows) < 9'],
    ] as const;
    for (const [part, other] of changes) {
      const [wrong] = withTests(TESTED.replace(part, other));
      expect(testedInRust(wrong === undefined ? [] : [wrong, ...files.slice(1)])).toContain('test result: FAILED');
    }
  },
  300_000,
);

inRust(
  'the tests of a circuit that asks sources leave their answers out',
  () => {
    const files = withTests(`circuit asks {
      input least: 0..9
      output luck: 0..99
      output id: text[36]
      require least < 9
      luck = CLAMP(RANDOM(least, 99), 0, 99)
      id = UUID()
    }`);
    expect(files[1]?.content).toContain('&mut NoHost');
    expect(testedInRust(files)).toBe('');
    const [, tests] = withTests('circuit clock {\n output now: i64\n now = NOW()\n}');
    expect(tests?.content).not.toContain('#[test]');
  },
  300_000,
);

inRust.each(['0..9', 'bool', 'text[..9]', '[i64; ..9]', '(a: 0..9, b: (bool)?)'])(
  'no compiler warns about the main program of a circuit with one port of %s',
  (domain) => {
    const source = `circuit single {\n input p: ${domain}\n output q: ${domain}\n q = p\n}`;
    expect(() => builtInRust(rustOf(source))).not.toThrow();
  },
  60_000,
);
