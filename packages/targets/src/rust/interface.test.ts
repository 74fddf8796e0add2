import { circuitOf } from '../testing/reference.js';
import { RUST, ranInRust } from '../testing/rust-toolchain.js';
import { compiledTo, isInstalled } from '../testing/toolchain.js';

const inRust = isInstalled(RUST) ? test : test.skip;

function rustOf(source: string) {
  return compiledTo('rust', circuitOf(source), { certified: false });
}

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
pub fn plus(inputs: &Inputs) -> Result<Outputs, DomainError> {
    if !(0..=9).contains(&inputs.a) {
        return Err(refused("a", "expected an integer from 0 to 9"));
    }
    let b = inputs.a + 1;
    Ok(Outputs { b })
}

#[cold]
fn refused(port: &'static str, message: &'static str) -> DomainError {
    DomainError {
        port: Some(port),
        path: String::new(),
        message,
    }
}
`);
});
