import { read } from '@kirchhoff/coherence';
import { formsInPython, holdPythonToReference } from '../testing/python-runs.js';
import { circuitOf } from '../testing/reference.js';
import { sampled } from '../testing/variants.js';
import { RESERVED, RESERVED_FOR_SOURCES } from './reserved.js';

/** Words with a meaning in Python, in its standard library, or in the emitted code; and ordinary words for comparison. */
const WORDS = [
  ...RESERVED,
  ...RESERVED_FOR_SOURCES,
  ...'none true false match case type print input id hash format filter map iter next vars self cls open exec eval del'.split(' '),
  ...'json sys typing types random string token calendar copy abc code main circuit test forms_circuit'.split(' '),
  ...'value port path fields content element index waiting running given called stop caller_line caller_domain pair x y'.split(' '),
  ...'class_ def_ class_2 len_ record domain_error fault guard_error host named_tuple optional any exception outputs'.split(' '),
];

/** A domain of each kind, with a literal of it. */
const LITERALS: readonly (readonly [string, string])[] = [
  ['0..9', '7'],
  ['i64', '-9_223_372_036_854_775_808'],
  ['bool', 'true'],
  ['text[..9]', '"a\'b\\"\\\\\\u{0}\\n\\u{1f389}\\u{2028}"'],
  ['bytes[..9]', 'x"0aff00"'],
  ['(0..9)?', 'none'],
  ['((0..9)?)?', 'some none'],
  ['[0..9; ..3]', '[1, 2]'],
  ['(class: (0..9)?, class_: 0..9, int: 0..9)', '(class: none, class_: 1, int: 2)'],
];

/** The words that an author may use as names. */
const names = [...new Set(WORDS)].filter((word) => read(`circuit ${word} {\n input ${word}: 0..9\n output y: 0..9\n y = ${word}\n}`).ok);

/** Returns circuits whose parts have the name: the circuit, a component, a field and a tag; and ports, wires and variables. */
function sourcesOf(name: string): readonly string[] {
  const outputs = LITERALS.map(([domain], index) => `  output o${index}: (${name}: ${domain})`);
  const wires = LITERALS.map(([, literal], index) => `  o${index} = (${name}: ${literal})`);
  const called = `component ${name}(x0: 0..9) -> (${name}: 0..9) {
  require x0 >= 0
  (${name}: x0)
}
circuit ${name} {
  input tag0: enum { ${name}, other_tag }
  input more0: [(${name}: [0..9; ..2])?; ..2]
  input n0: 0..9
  output three: 0..9
  output same: bool
  output total0: 0..99
${outputs.join('\n')}
${wires.join('\n')}
  same = tag0 == .${name}
  part0 = ${name}(n0)
  three = part0.${name}
  total0 = fold t0 = 0 for e0 in more0 { match e0 { some f0 => MIN(t0 + LENGTH(f0.${name}), 99), none => t0 } }
}`;
  const bound = `component twice(${name}: 0..9) -> 0..18 { ${name} + ${name} }
circuit binds {
  input ${name}: 0..9
  input list0: [0..9; ..3]
  output a0: 0..99
  a0 = ${name} + twice(${name}) + LENGTH(map e0 in list0 { e0 * ${name} })
}`;
  const given = `component ${name}(x0: 0..9) -> 0..18 { x0 * 2 }
circuit gives {
  input a0: 0..9
  output b0: 0..99
  c0 = fold t0 = 0 for e0 in [a0, 2] { MIN(t0 + ${name}(e0), 20) }
  b0 = c0 + ${name}(a0)
}
`;
  const output = `circuit names {\n input a0: 0..9\n output ${name}: 0..99\n ${name} = a0 + 1\n}`;
  return [called, bound, given, output];
}

test('words with a meaning in Python are names of circuits, ports, components, fields, tags and wires', () => {
  expect(names).toEqual(expect.arrayContaining(['class', 'def', 'len', 'lambda', 'host', 'type', 'class_']));
  expect(names.length).toBeGreaterThan(100);
  const runs = names.flatMap((name) => {
    return sourcesOf(name).flatMap((source) => {
      const program = circuitOf(source);
      return formsInPython(program, [...sampled(program, 4), '{}', `{"${name}":1}`]);
    });
  });
  holdPythonToReference(runs);
}, 300_000);

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
  holdPythonToReference(formsInPython(program, sampled(program, 20)));
});
