import { compile } from '../compile.js';
import { MAX_PROGRAM_LENGTH } from '../target.js';
import { targetNamed } from '../targets.js';
import { componentChain, enumeration, portsOfEnumeration } from '../testing/hard-sources.js';
import { PYTHON } from '../testing/python-toolchain.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo, formsOf, holdToReference } from '../testing/toolchain.js';
import { sampled } from '../testing/variants.js';

/** Compares the circuit with the reference, open and without its proof, which takes long here. */
function holdLines(source: string, ...lines: readonly string[]): void {
  const program = circuitOf(source);
  holdToReference(
    PYTHON,
    [true, false].map((certified) => ({ program, options: { certified, guards: false }, lines })),
  );
}

/** Returns distinct names that are not reserved words. */
function names(count: number): readonly string[] {
  const letters = 'bcdfghjklmnpqrstvwxz';
  const found: string[] = [];
  for (const a of letters) for (const b of letters) for (const c of letters) for (const d of letters) found.push(`${a}${b}${c}${d}`);
  return found.slice(0, count);
}

test('a chain of 12,000 components runs', () => {
  holdLines(componentChain(12_000), '{"x":3}');
}, 120_000);

test('a deep chain is called where its value is used, as often as it is, and refuses like any other', () => {
  const chain = Array.from(
    { length: 600 },
    (_, index) => `component c${index + 1}(x: 0..1) -> 0..1 {\n require x >= 0\n c${index}(x) ^ x\n}`,
  );
  const source = `component c0(x: 0..1) -> 0..1 { x }
${chain.join('\n')}
component share(a: 0..1, b: i64) -> i64 { if c600(a) == 1 { 10 / b } else { b } }
circuit deep {
  input x: 0..1
  input b: i64
  output y: i64
  output z: 0..3
  output w: [0..1; ..3]
  output v: bool
  y = if x == 0 and c600(x) == 0 { share(x, b) } else { share(c600(x), b) }
  z = count i in 1..3 { c600(x) == i % 2 }
  w = map i in 1..3 { c600((i + x) % 2) }
  v = any i in 1..3 { c600(x) == 1 and i > 2 }
}`;
  const program = circuitOf(source);
  const { compiled } = compiledTo('python', program, { certified: false });
  expect(compiled).toContain('yield c599(');
  expect(compiled).not.toContain('setrecursionlimit');
  holdToReference(PYTHON, [
    { program, options: { certified: false }, lines: ['{"x":0,"b":"7"}', '{"x":1,"b":"0"}', '{"x":1,"b":"3"}', '{"x":2,"b":"3"}'] },
  ]);
  holdToReference(PYTHON, [
    { program, options: { certified: true, guards: false }, lines: ['{"x":0,"b":"7"}', '{"x":1,"b":"3"}', '{"x":2,"b":"3"}'] },
  ]);
}, 120_000);

test('components of many parameters are called, and blamed at the line of the call', () => {
  const parameters = names(55_000);
  const source = `domain B = 0..9
component many(${parameters.map((name) => `${name}:B`).join()}) -> B {
 require ${parameters[0]} < 9
 MAX(${parameters[0]}, ${parameters.at(-1)})
}
circuit calls {
  input x: B
  output y: B
  y = many(${parameters.map(() => 'x').join()})
}`;
  const program = circuitOf(source);
  holdToReference(PYTHON, [{ program, options: { certified: false }, lines: ['{"x":3}', '{"x":9}'] }]);
}, 120_000);

test('an enumeration of 60,000 tags is read, compared and refused', () => {
  holdLines(enumeration(60_000), '{"t":"t59999"}', '{"t":"t0"}', '{"t":"other"}');
}, 120_000);

test('many ports share the tags of one domain', () => {
  holdLines(
    portsOfEnumeration(400),
    JSON.stringify(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`p${index}`, `t${index}`]))),
  );
}, 120_000);

test('20,000 ports are read, and one too many is refused', () => {
  const ports = names(20_000);
  const source = `circuit wide {\n${ports.map((port) => `input ${port}: 0..9`).join('\n')}\noutput y: 0..9\ny = ${ports[7]}\n}`;
  const inputs = Object.fromEntries(ports.map((port, index) => [port, index % 10]));
  const program = circuitOf(source);
  const lines = [JSON.stringify(inputs), JSON.stringify({ ...inputs, other: 1 })];
  holdToReference(PYTHON, [{ program, options: { certified: true, guards: false }, lines }]);
}, 120_000);

test('as many variables as a source can name fit in one frame', () => {
  const wires = names(32_000);
  const lines = wires.map((wire, index) => `${wire} = ${wires[index - 1] ?? 'a'} ^ a`);
  holdLines(`circuit wide {\ninput a: 0..1\noutput y: 0..1\n${lines.join('\n')}\ny = ${wires.at(-1)}\n}`, '{"a":1}');
}, 120_000);

test('a program that would be longer than it may be is refused, and says so', () => {
  const target = targetNamed('python');
  if (target === undefined) throw new Error('no Python');
  // Each character takes ten in Python, at each of its uses.
  const text = `"${'\u{1f389}'.repeat(120_000)}"`;
  const source = `circuit long {\n input a: bool\n output y: bool\n t = ${text}\n y = a and LENGTH([t, t, t, t, t, t, t, t, t]) > 3\n}`;
  const compilation = compile(circuitOf(source), target, { certified: false, allowOpen: true });
  expect(compilation).toEqual({
    ok: false,
    refusal: 'too-long',
    message: `the program would be longer than ${MAX_PROGRAM_LENGTH} characters`,
  });
});

test('wires and ports that clash in Python stay apart', () => {
  const source = `circuit clash {
  input class: 0..9
  input class_: 10..19
  input len: 20..29
  output def: 0..99
  output def_: 0..99
  output len_: 0..99
  lambda = class + class_
  lambda_ = lambda + len
  def = lambda
  def_ = lambda_
  len_ = len
}`;
  const program = circuitOf(source);
  holdToReference(PYTHON, formsOf(program, sampled(program, 20)));
});
