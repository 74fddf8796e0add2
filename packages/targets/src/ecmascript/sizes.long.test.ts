import { compile } from '../compile.js';
import { MAX_PROGRAM_LENGTH } from '../target.js';
import { targetNamed } from '../targets.js';
import { componentChain, longProgram, TWO_RECORDS } from '../testing/hard-sources.js';
import { loaded } from '../testing/loaded.js';
import { circuitOf } from '../testing/reference.js';
import { holdTextToReference, holdToReference, scriptOf } from '../testing/variants.js';

/** Returns distinct names that are not reserved words. */
function names(count: number): readonly string[] {
  const letters = 'bcdfghjklmnpqrstvwxz';
  const found: string[] = [];
  for (const a of letters) for (const b of letters) for (const c of letters) for (const d of letters) found.push(`${a}${b}${c}${d}`);
  return found.slice(0, count);
}

/** Compares the compiled module with the reference on one line. Its closure is not proven here, since that takes long. */
function holdOneLine(source: string, inputs: object): void {
  const program = circuitOf(source);
  for (const certified of [true, false]) holdTextToReference(scriptOf(program, certified), program, [JSON.stringify(inputs)]);
}

test('two named records on inputs and outputs are read and written by functions of their own', () => {
  holdToReference(circuitOf(TWO_RECORDS));
});

test('a domain is written out once, under whatever names and however often', () => {
  const [first = ''] = names(1);
  const tags = names(400).join(', ');
  const ports = names(200);
  const inputs = ports.map((port, index) => `  input ${port}: ${index % 2 === 0 ? 'Tag' : `enum { ${tags} }`}\n  input i${index}: 0..7`);
  const stated = ports.map((port) => `  s${port}: Tag = ${port}`);
  const source = `domain Tag = enum { ${tags} }\ncircuit many {\n${inputs.join('\n')}\n  output y: i64\n${stated.join('\n')}\n  y = LENGTH([${ports.map((port) => `s${port}`).join(', ')}])\n}`;
  for (const certified of [true, false]) {
    const text = scriptOf(circuitOf(source), certified);
    expect(text.split(`'${first}'`).length - 1).toBeLessThanOrEqual(3);
  }
  holdOneLine(
    source,
    Object.fromEntries(
      ports.flatMap((port, index) => [
        [port, first],
        [`i${index}`, 7],
      ]),
    ),
  );
});

test('a chain of 12,000 components runs', () => {
  holdOneLine(componentChain(12_000), { x: 3 });
});

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
  y = if x == 0 and c600(x) == 0 { share(x, b) } else { share(c600(x), b) }
  z = count i in 1..3 { c600(x) == i % 2 }
  w = map i in 1..3 { c600((i + x) % 2) }
}`;
  const program = circuitOf(source);
  expect(scriptOf(program, false).includes('function* c600(')).toBe(true);
  holdTextToReference(scriptOf(program, false), program, ['{"x":0,"b":"7"}', '{"x":1,"b":"0"}', '{"x":1,"b":"3"}', '{"x":2,"b":"3"}']);
});

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
  holdTextToReference(scriptOf(program, false), program, ['{"x":3}', '{"x":9}']);
});

test('an enumeration of 60,000 tags is read, compared and refused', () => {
  const tags = names(60_000);
  const source = `circuit many {\n input t: enum { ${tags.join(', ')} }\n output y: bool\n y = t == .${tags.at(-1)}\n}`;
  const program = circuitOf(source);
  holdTextToReference(
    scriptOf(program, true),
    program,
    [tags.at(-1), tags[0], 'other'].map((t) => JSON.stringify({ t })),
  );
});

test('30,000 ports are read, and one too many is refused', () => {
  const ports = names(30_000);
  const source = `circuit wide {\n${ports.map((port) => `input ${port}: 0..9`).join('\n')}\noutput y: 0..9\ny = ${ports[7]}\n}`;
  const program = circuitOf(source);
  const answer = loaded(scriptOf(program, true));
  const inputs = Object.fromEntries(ports.map((port, index) => [port, index % 10]));
  expect(answer(JSON.stringify(inputs))).toEqual({ outputs: '{"y":7}' });
  expect(answer(JSON.stringify({ ...inputs, other: 1 }))).toEqual({ domain_error: { port: 'other', path: '' } });
});

function nested(open: string, inner: string, close: string, depth: number): string {
  return open.repeat(depth) + inner + close.repeat(depth);
}

test('what nests as deep as it may is compiled', () => {
  const folds = Array.from({ length: 120 }).reduce<string>(
    (inner, _, i) => `fold s${i} = 0 for e${i} in 1..1 { MAX(s${i}, ${inner}) }`,
    'a',
  );
  const source = `circuit deep {
  input a: 0..9
  output ifs: 0..9
  output folds: 0..9
  output lists: ${nested('[', '0..9', '; 1]', 60)}
  output records: ${nested('(r: ', '0..9', ')', 60)}
  output options: ${nested('(', '0..9', ')?', 60)}
  ifs = ${nested('if a > 3 { ', 'a', ' } else { 1 }', 250)}
  folds = ${folds}
  lists = ${nested('[', 'a', ']', 60)}
  records = ${nested('(r: ', 'a', ')', 60)}
  options = ${'some '.repeat(60)}a
}`;
  const program = circuitOf(source);
  for (const certified of [true, false]) holdTextToReference(scriptOf(program, certified), program);
});

test('as many variables as a source can name fit in one frame', () => {
  const wires = names(32_000);
  const lines = wires.map((wire, index) => `${wire} = ${wires[index - 1] ?? 'a'} ^ a`);
  holdOneLine(`circuit wide {\ninput a: 0..1\noutput y: 0..1\n${lines.join('\n')}\ny = ${wires.at(-1)}\n}`, { a: 1 });
});

test('a program that would be longer than it may be is refused, and says so', () => {
  const target = targetNamed('js');
  if (target === undefined) throw new Error('no JavaScript');
  const program = circuitOf(longProgram());
  const compilation = compile(program, target, { certified: true, allowOpen: false });
  expect(compilation).toEqual({
    ok: false,
    refusal: 'too-long',
    message: `the program would be longer than ${MAX_PROGRAM_LENGTH} characters`,
  });
});
