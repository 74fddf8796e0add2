import { hashCore } from '@kirchhoff/language/canonical/canonical';
import { evaluate } from '@kirchhoff/language/program/evaluate';
import { programsOf } from '@kirchhoff/language/program/pinned-sources';
import { pinsOf } from '@kirchhoff/language/program/pins';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certify } from '@kirchhoff/prover/certify';

function programOf(source: string, pins = new Map<string, Program>()): Program {
  const reading = read(source, { pins });
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

const SPLIT = programOf(`component half(a: 0..100) -> 0..50 { a / 2 }
component spare(a: u8) -> u8 { a }
circuit split {
  input low: 0..100
  input high: 0..100
  output upper: 0..100
  output middle: 0..100
  require low <= high
  middle = half(low) + half(high)
  upper = high
  ensure upper >= low
}`);
const DOUBLE = programOf('circuit double {\n input a: u8\n output twice: 0..510\n twice = a * 2\n}');
const SPLIT_PIN = `cir_split@${SPLIT.hash}`;
const DOUBLE_PIN = `cir_double@${DOUBLE.hash}`;
const PINS = new Map([
  [SPLIT_PIN, SPLIT],
  [DOUBLE_PIN, DOUBLE],
]);

const SOURCE = `use "${SPLIT_PIN}" as split
use "${DOUBLE_PIN}" as double
component half(n: u8) -> u8 { n / 3 }
circuit main {
  input p: 0..50
  output q: 0..1000
  parts = split(p, p + 50)
  q = parts.upper + parts.middle + double(half(p))
}`;

test('what a source pins is found without resolving it, each once', () => {
  const twice = SOURCE.replace('component half', `use "${SPLIT_PIN}" as other\ncomponent half`);
  const pins = [
    { id: 'cir_split', hash: SPLIT.hash },
    { id: 'cir_double', hash: DOUBLE.hash },
  ];
  expect(pinsOf(twice)).toEqual({ ok: true, pins });
  expect(pinsOf('circuit c { output y: u8 }')).toEqual({ ok: true, pins: [] });
  expect(pinsOf('use "cir_a@1" as b\ncircuit c { output y: u8 }')).toMatchObject({ ok: false, diagnostics: [{ code: 'bad-pin' }] });
});

test('a pinned circuit is called like a component: one output is its value, several are a record', () => {
  const program = programOf(SOURCE, PINS);
  expect(certify(program)).toMatchObject({ certified: true });
  expect(evaluate(program, 0, [9])).toMatchObject({ type: 'outputs', outputs: new Map([['q', 59 + (4 + 29) + 6]]) });
});

test('in the core it is a component with its ports by position, one output, its requires, its ensures and its hash', () => {
  const { core } = programOf(SOURCE, PINS);
  const pinned = core.components.find((component) => component.pin === SPLIT.hash);
  expect(pinned).toMatchObject({ role: 'component', parameters: [{ name: '' }, { name: '' }] });
  expect(pinned?.requires).toHaveLength(1);
  expect(pinned?.ensures).toHaveLength(1);
  const [output, ...others] = pinned?.outputs ?? [];
  expect(others).toEqual([]);
  expect(output).toMatchObject({ name: '', domain: { kind: 'record', fields: [{ name: 'middle' }, { name: 'upper' }] } });
  expect(pinned?.nodes[output?.node ?? -1]).toMatchObject({ op: 'record' });
  expect(pinned?.regions[pinned.body]?.nodes.at(-1)).toBe(output?.node);
  // Uncalled components of the pinned source are left out, and so is an uncalled circuit.
  expect(core.components).toHaveLength(4);
  const unused = programOf(SOURCE.replace('double(half(p))', 'half(p)'), PINS);
  expect(unused.core.components).toHaveLength(3);
});

test('a program that pins has the hash of its core, in which calls name the hash of the pin', () => {
  const program = programOf(SOURCE, PINS);
  expect(hashCore(program.core).hash).toBe(program.hash);
  const renamed = SOURCE.replaceAll('cir_split', 'cir_other').replace('as double', 'as twice').replace('double(', 'twice(');
  const pins = new Map([
    [`cir_other@${SPLIT.hash}`, SPLIT],
    [DOUBLE_PIN, DOUBLE],
  ]);
  expect(programOf(renamed, pins).hash).toBe(program.hash);
  const triple = programOf('circuit double {\n input a: u8\n output twice: 0..510\n twice = a + a\n}');
  const other = programOf(SOURCE.replace(DOUBLE.hash, triple.hash), new Map([...PINS, [`cir_double@${triple.hash}`, triple]]));
  expect(other.hash).not.toBe(program.hash);
});

test('a component that means the same as a pinned circuit is not that circuit', () => {
  const own = 'component double(a: u8) -> 0..510 { a * 2 }\ncircuit c {\n input x: u8\n output y: 0..510\n y = double(x)\n}';
  const pinned = `use "${DOUBLE_PIN}" as double\n${own.slice(own.indexOf('circuit'))}`;
  expect(programOf(pinned, PINS).hash).not.toBe(programOf(own).hash);
});

test('a circuit that pins can be pinned', () => {
  const middle = programOf(SOURCE, PINS);
  const pin = `cir_main@${middle.hash}`;
  const source = `use "${pin}" as main\nuse "${DOUBLE_PIN}" as double\ncircuit outer {\n input p: 0..50\n output q: 0..2000\n q = main(p) + double(p)\n}`;
  const program = programOf(source, new Map([...PINS, [pin, middle]]));
  expect(hashCore(program.core).hash).toBe(program.hash);
  expect(certify(program)).toMatchObject({ certified: true });
  expect(evaluate(program, 0, [9])).toMatchObject({ outputs: new Map([['q', 98 + 18]]) });
  expect(program.cost).toBeGreaterThan(middle.cost);
});

test('a call of a pinned circuit has to be in its domains and to satisfy its requires, at the place of the call', () => {
  const report = certify(programOf(SOURCE.replace('split(p, p + 50)', 'split(p + 50, p)'), PINS));
  expect(report).toMatchObject({ certified: false, errors: [{ type: 'unclosed_domain', domain: 'parts', line: 7 }] });
});

const ALONE = `use "${DOUBLE_PIN}" as double\ncircuit c {\n input x: u8\n output y: 0..510\n y = double(x)\n}`;

test.each<readonly [what: string, source: string, pins: ReadonlyMap<string, Program>, said: readonly string[]]>([
  ['a pin that is not given', ALONE, new Map(), [`unresolved-pin 1:5 "cir_double@`]],
  ['a program with another hash than the pin', ALONE, new Map([[DOUBLE_PIN, SPLIT]]), ['unresolved-pin 1:5 "cir_double@']],
  [
    'a program that only says it had the hash',
    ALONE,
    new Map([[DOUBLE_PIN, { ...SPLIT, hash: DOUBLE.hash }]]),
    ['unresolved-pin 1:5 "cir_double@'],
  ],
  ['two pins of one name', `use "${DOUBLE_PIN}" as double\n${ALONE}`, PINS, ['duplicate-name 2:86 double']],
  ['a pin with the name of a component', `component double(a: u8) -> u8 { a }\n${ALONE}`, PINS, ['duplicate-name 2:86 double']],
  ['a wire with the name of a pin', ALONE.replace(' y =', ' double = x\n y ='), PINS, ['duplicate-name 5:2 double']],
  ['too many arguments', ALONE.replace('double(x)', 'double(x, x)'), PINS, ['wrong-arguments 5:6 double']],
  ['an argument of another type', ALONE.replace('double(x)', 'double(true)'), PINS, ['kind-mismatch 5:13 true']],
  ['a pinned circuit as a value', ALONE.replace('double(x)', 'double'), PINS, ['unknown-name 5:6 double']],
])('%s is an error at its place', (_, source, pins, expected) => {
  const reading = read(source, { pins });
  if (reading.ok) throw new Error('it was read');
  expect(
    reading.diagnostics.map(
      ({ code, line, column, text }) => `${code} ${line}:${column} ${text.split('@')[0]}${text.includes('@') ? '@' : ''}`,
    ),
  ).toEqual(expected);
});

test('a policy cannot be pinned, though its rules may call circuits', () => {
  const policy = programOf('policy p {\n action "a" (x: u8)\n rule r allow on "a" when x > 3\n}');
  const reading = read(ALONE.replace(DOUBLE.hash, policy.hash), { pins: new Map([[`cir_double@${policy.hash}`, policy]]) });
  expect(reading).toMatchObject({ ok: false, diagnostics: [{ code: 'unresolved-pin' }] });
  const calling = `use "${DOUBLE_PIN}" as double\npolicy p {\n action "a" (x: u8)\n rule r allow on "a" when double(x) > 3\n}`;
  expect(certify(programOf(calling, PINS))).toMatchObject({ certified: true });
});

test('why a pin has no circuit is said at the pin', () => {
  const reading = read(ALONE, { refused: new Map([[DOUBLE_PIN, 'it is not certified']]) });
  expect(reading).toMatchObject({
    ok: false,
    diagnostics: [{ code: 'unresolved-pin', message: 'it is not certified', line: 1, column: 5 }],
  });
});

test('sources that were resolved are read in their order, and one that pins what comes later is left out', () => {
  const inner = { pin: DOUBLE_PIN, source: 'circuit double {\n input a: u8\n output twice: 0..510\n twice = a * 2\n}' };
  const outer = { pin: `cir_alone@${programOf(ALONE, PINS).hash}`, source: ALONE };
  expect([...programsOf([inner, outer]).values()].map(({ hash }) => hash)).toEqual([DOUBLE.hash, programOf(ALONE, PINS).hash]);
  expect([...programsOf([outer, inner]).keys()]).toEqual([DOUBLE_PIN]);
});
