import { read } from '@kirchhoff/coherence';
import { loaded } from '../testing/loaded.js';
import { circuitOf } from '../testing/reference.js';
import { holdToReference, programOf, scriptOf } from '../testing/variants.js';

/**
 * Words with a meaning in JavaScript, in its module loader, in Node, or in the emitted code; and ordinary words for comparison.
 */
const WORDS = [
  ...'arguments as async await break case catch class const continue debugger default delete do double'.split(' '),
  ...'else enum eval export extends false finally for from function get if implements import in instanceof int'.split(' '),
  ...'interface let meta new null of package private protected public return set static super switch'.split(' '),
  ...'this throw true try typeof undefined var void while with yield'.split(' '),
  ...'constructor prototype then catch finally length name caller apply call has_own_property to_string value_of'.split(' '),
  ...'global global_this process require module exports console crypto queue_microtask'.split(' '),
  ...'inputs line item list record option value port path read result element part tags answer fault error some none'.split(' '),
  ...'con prn aux nul com1 lpt9 main circuit index package_json a_2 then_2 default_2'.split(' '),
];

/** A domain of each kind, with a literal of it. */
const LITERALS: readonly (readonly [string, string])[] = [
  ['0..9', '7'],
  ['i64', '-9_223_372_036_854_775_808'],
  ['bool', 'true'],
  ['text[..9]', '"a\'b"'],
  ['bytes[..9]', 'x"0aff"'],
  ['(0..9)?', 'none'],
  ['(0..9)?', 'some 3'],
  ['((0..9)?)?', 'some none'],
  ['[0..9; ..3]', '[1, 2]'],
  ['(null: (0..9)?, then: 0..9)', '(null: none, then: 1)'],
];

/** The words that an author may use as names. */
const names = [...new Set(WORDS)].filter((word) => read(`circuit ${word} {\n input ${word}: 0..9\n output y: 0..9\n y = ${word}\n}`).ok);

test('most words that are reserved elsewhere are names of authors', () => {
  for (const name of ['null', 'then', 'default', 'constructor', 'delete', 'await', 'con']) expect(names).toContain(name);
  expect(names.length).toBeGreaterThan(70);
});

const LINES = (input: string) => [input, '{}'];

test.each(names)('%s names circuit, component, field and tag', (name) => {
  const outputs = LITERALS.map(([domain], index) => `  output o${index}: (${name}: ${domain})`);
  const wires = LITERALS.map(([, literal], index) => `  o${index} = (${name}: ${literal})`);
  const source = `component ${name}(x: 0..9) -> (${name}: 0..9) { (${name}: x) }
circuit ${name} {
  input given: (${name}: enum { ${name}, other_tag }, more: [(${name}: 0..9)?; ..2])
  output three: 0..9
  output is_it: bool
  output maybe: ((${name}: 0..9))?
${outputs.join('\n')}
  three = ${name}(3).${name}
  is_it = given.${name} == .${name} and match given.${name} { .${name} => true, .other_tag => false }
  maybe = match GET_OR(given.more, 0, none) { some n => some (${name}: n), none => none }
${wires.join('\n')}
}`.replace(`[(${name}: 0..9)?; ..2]`, '[(0..9)?; ..2]');
  holdToReference(circuitOf(source), LINES(`{"given":{"${name}":"${name}","more":[4]}}`));
});

test.each(names)('%s names a parameter, a wire and ports, whatever literal they stand for', (name) => {
  for (const [domain, literal] of LITERALS) {
    const source = `circuit c {\n input q: 0..9\n output ${name}: ${domain}\n ${name} = ${literal}\n ensure q >= 0\n}`;
    holdToReference(circuitOf(source), LINES('{"q":1}'));
  }
  const source = `component two(${name}: 0..9) -> 0..18 { ${name} * 2 }
circuit c {
  input ${name}: 0..9
  output o: 0..9
  output p: 0..9
  o = ${name}
  p = two(${name}) / 2
}`;
  holdToReference(circuitOf(source), LINES(`{"${name}":4}`));
  const wired = `circuit c {\n input q: 0..9\n output o: 0..99\n ${name} = q * 2\n o = ${name} * ${name} / 4\n}`;
  holdToReference(circuitOf(wired), LINES('{"q":4}'));
});

test('a port named after a global does not hide it from what is emitted', () => {
  const source = 'circuit c {\n input crypto: 0..9\n output y: bool\n y = UUID() != "" and crypto == 4\n}';
  expect(loaded(scriptOf(circuitOf(source), false))('{"crypto":4}')).toEqual({ outputs: '{"y":true}' });
});

test('a circuit whose name is taken has the next that is free, before any component', () => {
  const source = 'component then_2(x: 0..9) -> 0..9 { x }\ncircuit then {\n input a: 0..9\n output y: 0..9\n y = then_2(a)\n}';
  expect(scriptOf(circuitOf(source), true)).toContain('export function then_2(inputs)');
  holdToReference(circuitOf(source));
});

/** Returns the file of a circuit with that name. */
function fileOf(name: string, harness: boolean): string | undefined {
  const copy = circuitOf(`circuit ${name} {\n input a: 0..9\n output y: 0..9\n y = a\n}`);
  return programOf(copy, { certified: true, harness }).files[0]?.path;
}

test('no file has a name that a file system does not take', () => {
  for (const name of ['con', 'prn', 'aux', 'nul', 'com1', 'lpt9', 'x'.repeat(300)]) expect(fileOf(name, false)).toBe('circuit.mjs');
  for (const name of ['cone', 'com', 'common', 'lpt', 'aux_2']) expect(fileOf(name, false)).toBe(`${name}.mjs`);
  expect(fileOf('main', false)).toBe('main.mjs');
  expect(fileOf('main', true)).toBe('circuit.mjs');
});
