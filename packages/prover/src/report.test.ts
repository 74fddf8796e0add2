import { faultsOf } from '@kirchhoff/language/diagnostics/testing/wording';
import { read } from '@kirchhoff/language/program/read';
import { certify } from './certify.js';

/** A circuit that is open at each of the given number of lines, each for a different input. */
function openAt(lines: number, text: string): string {
  const arms = Array.from({ length: lines }, (_, n) => `  ${n} => 5 / (a - ${n}),`).join('\n');
  return `circuit long {\n input a: 0..${lines}\n input t: ${text}\n output b: i64\n w = match a {\n${arms}\n _ => 1\n }\n b = w + TEXT_LENGTH(t)\n}`;
}

function errorsOf(source: string) {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return certify(reading.program).errors;
}

test('each refuted closure domain has its counterexample', () => {
  const errors = errorsOf(openAt(20, 'text[0..9]'));
  expect(errors.map(({ counterexample }) => counterexample?.['a'])).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('long counterexamples are listed up to a limit, open domains without limit', () => {
  const errors = errorsOf(openAt(20, 'text[1_048_576..1_048_576]'));
  expect(errors.map(({ line }) => line)).toEqual(Array.from({ length: 20 }, (_, n) => n + 6));
  expect(errors[0]?.counterexample).toMatchObject({ a: 0 });
  expect(errors[19]).not.toHaveProperty('counterexample');
  expect(errors[19]?.message).toMatch(/for example inputs that are too long to be listed here/);
  expect(JSON.stringify(errors).length).toBeLessThan(5_000_000);
});

test('counterexamples have the fields of records as they are declared', () => {
  const [error] = errorsOf('circuit c {\n  input p: (z: 0..9, a: 0..9)\n  output y: i64\n  y = 5 / (p.a - p.z)\n}');
  expect(JSON.stringify(error?.counterexample)).toBe('{"p":{"z":0,"a":0}}');
  expect(error?.message).toContain('p = {"z":0,"a":0}');
});

test('an open domain in a used file names the file beside the line', () => {
  const source = 'use "./ratio.kir" inverse\ncircuit c {\n  input n: 1..9\n  output y: 0..9\n  y = inverse(n)\n  ensure y > 1\n}';
  const files = new Map([['./ratio.kir', '\n\ncomponent inverse(n: 0..9) -> 0..9 {\n  9 / n\n}']]);
  const reading = read(source, { files });
  const certification = reading.ok ? certify(reading.program) : undefined;
  expect(certification?.errors).toMatchObject([
    { type: 'unclosed_domain', domain: 'ensure y > 1', line: 6, column: 3 },
    {
      type: 'unclosed_domain',
      domain: 'inverse',
      file: './ratio.kir',
      line: 4,
      column: 5,
      component: 'inverse',
      counterexample: { 'inverse.n': 0 },
    },
  ]);
  expect(certification?.errors[0]).not.toHaveProperty('file');
  expect(certification?.errors[1]?.message).toContain('at line 4 of ./ratio.kir');
  expect(certification?.closure_domains.map(({ file }) => file)).toContain('./ratio.kir');
});

test('warnings at one line and column of two files are two warnings', () => {
  const source = 'use "./a.kir" a\nuse "./b.kir" b\ncircuit c {\n  input n: 0..9\n  output y: 0..9\n  y = MAX(a(n), b(n))\n}';
  const files = new Map(
    ['a', 'b'].map((name) => {
      return [`./${name}.kir`, `component ${name}(n: 0..9) -> 0..9 {\n  match n { 0..5 => 1, 3 => 2, _ => 3 }\n}`];
    }),
  );
  const reading = read(source, { files });
  expect(reading.ok && certify(reading.program).warnings.map(({ code, file: path }) => [code, path])).toEqual([
    ['unreachable-arm', './a.kir'],
    ['unreachable-arm', './b.kir'],
  ]);
});

const IN_CIRCUIT = (ports: string, ...lines: readonly string[]) => `circuit c {\n${ports}\n${lines.map((line) => `  ${line}\n`).join('')}}`;
const PORTS = '  input a: 0..20\n  input b: 0..5\n  input xs: [0..9; ..5]\n  output y: i64';

function saidOf(source: string) {
  const errors = errorsOf(source).map((error) => {
    const isLocated = !['input', 'output', 'entropy', 'requires'].includes(error.reason ?? '');
    expect(error.message.split(` at line ${error.line}`)).toHaveLength(isLocated ? 2 : 1);
    return { ...error, message: error.message.replace(` at line ${error.line}`, '') };
  });
  expect(errors.flatMap(faultsOf)).toEqual([]);
  return errors.map(({ reason, message }) => `${reason}: ${message}`);
}

const REFUTED: readonly (readonly [string, string])[] = [
  [
    IN_CIRCUIT(PORTS, 'y = a / b + xs[0]'),
    "division: A divisor in 'y' can be 0: DIV needs: b is not 0, has a in 0..20, b in 0..5 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = xs[a] + b'),
    "index: An index in 'y' is out of range: GET needs: i in 0..length−1, has xs in [0..9; 0..5], i in 0..20 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = 9_223_372_036_854_775_807 + a + b + SUM(xs)'),
    "overflow: A value in 'y' does not fit 64 bits: ADD needs: the result fits 64 bits, has a in 9223372036854775807, b in 0..20 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'w: 0..9 = a + b', 'y = w + SUM(xs)'),
    "bound: The bound stated in 'w' does not hold: needs 0..9, has 0..25 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = (a as 0..9) + b + SUM(xs)'),
    "bound: The bound stated in 'y' does not hold: needs 0..9, has 0..20 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = fold s: 0..20 = a for x in xs { s + x } + b'),
    "accumulator: The accumulator in 'y' leaves its domain: needs 0..20, has 0..20 at first and 0..29 after a step (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = match a { 0..9 => b } + SUM(xs)'),
    "match: The match in 'y' does not cover every value: the subject is 0..20 (for example …)",
  ],
  [IN_CIRCUIT(PORTS, 'y = a + b + SUM(xs)', 'ensure y > 3 "enough"'), "promise: The promise 'enough' does not hold (for example …)"],
  [
    IN_CIRCUIT(PORTS.replace('i64', '0..9'), 'y = a + b + SUM(xs)'),
    "result: The result 'y' leaves its domain: needs 0..9, has 0..70 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = part(a, b) + SUM(xs)').concat('\ncomponent part(n: 0..9, m: 0..9) -> 0..9 { n }'),
    "argument: An argument in 'y' is invalid: part needs: n in 0..9, has n in 0..20 (for example …)",
  ],
  [
    IN_CIRCUIT(PORTS, 'y = part(a, b) + SUM(xs)').concat('\ncomponent part(n: 0..20, m: 0..9) -> 0..20 { require m <= n\n n }'),
    "argument: An argument in 'y' is invalid: part needs: `m <= n`, has n in 0..20, m in 0..5 (for example …)",
  ],
  [
    IN_CIRCUIT('  input a: 0..20\n  output y: i64\n  output z: i64', 'y = NOW()'),
    "entropy: The value of 'y' depends on an entropy source, which the inputs do not determine: take the value as an input instead",
  ],
];

test.each(REFUTED)('the reason and the sentence state the violation, of %j', (source, said) => {
  const shown = saidOf(source).map((each) => each.replace(/\(for example .*\)$/, '(for example …)'));
  expect(shown).toContain(said);
});

test('an unused input, a missing output and unsatisfiable requires have their own reasons', () => {
  expect(saidOf(IN_CIRCUIT('  input a: 0..9\n  output y: i64\n  output z: i64', 'y = 1'))).toEqual([
    "input: The input 'a' is not consumed: it reaches no output, require or ensure; use it or remove it",
    expect.stringMatching(/^output: The output 'z' is not produced: bind a wire of that name to a value in -9223/),
  ]);
  expect(saidOf(IN_CIRCUIT('  input a: 0..9\n  output y: i64', 'require a > 9', 'y = a'))).toEqual([
    'requires: The requires admit no input that could be found: a circuit that can never be called proves nothing',
  ]);
});

const UNDECIDED: readonly (readonly [what: string, source: string, said: string])[] = [
  [
    'of each side of a promise, and of which sums are not related',
    IN_CIRCUIT(
      '  input ls: [0..99; ..4]\n  output y: bool',
      'v = SUM(map l in ls { l * l })',
      'n = SUM(ls)',
      'y = v == 0',
      'ensure v <= n * n',
    ),
    "promise: The promise 'v <= n * n' could not be proven; known: v in 0..39204, n * n in 0..156816; the analysis knows only the range of SUM at line 4, not its relation to other lists; bound its result at line 4",
  ],
  [
    'of an accumulator, that its rounds are not related',
    IN_CIRCUIT('  input xs: [0..9; ..100]\n  output y: 0..890', 'require SUM(xs) <= 890', 'y = fold s: 0..890 = 0 for x in xs { s + x }'),
    "accumulator: That the accumulator in 'y' stays in its domain could not be proven: needs 0..890, has 0 at first and 0..899 after a step; the analysis found no stronger invariant of the fold here; state its invariant with 'keeping' here, or bound it in the step",
  ],
  [
    'of the result of a component, that its body does not show it',
    IN_CIRCUIT('  input a: 0..99_999\n  output y: i64', 'y = square(a)', 'ensure y % 4 < 2').concat(
      '\ncomponent square(n: 0..99_999) -> 0..9_999_800_001 { n * n }',
    ),
    "promise: The promise 'y % 4 < 2' could not be proven; known: y % 4 in 0..3; the body of 'square', called at line 4, does not show it; state the needed property in an ensure of 'square' at line 7",
  ],
  [
    'of what stands beside something that fails, to mend that first',
    IN_CIRCUIT('  input a: 0..9\n  output y: 0..5\n  output z: 0..9', 'y = a', 'z = a / (y + 1)', 'ensure y * y + 1 > y * 2 - 1'),
    "promise: The promise 'y * y + 1 > y * 2 - 1' could not be proven; known: a * a + 1 in 1..82, a * 2 - 1 in -1..3 or 5 or 7 or 9 or 11 or 13 or 15 or 17; the search went no further, since line 5 fails for some input: mend that first",
  ],
];

test.each(UNDECIDED)('without a failure and without a proof the message states the known facts: %s', (_, source, said) => {
  expect(saidOf(source)).toContain(said);
});
