import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import { smtQueries } from '@kirchhoff/kernel/smt/query';
import { isInDomain } from '@kirchhoff/kernel/values/within';
import { inputsOf } from '@kirchhoff/prover/models';
import { asked, isAt } from '../../testing/asked.js';
import { modelOf } from '../../testing/model-finder.js';
import { programOf } from '../../testing/outcome.js';

const MAX_BOXES = 10_000;
const STEPS = 100_000;

/** Programs in which one input fails, or so many that only a length matters. Each row names the type of the parameters. */
const ROWS: readonly (readonly [type: string, inputs: string, expression: string])[] = [
  ['an integer', 'input a: -9..9', '6 / (a - 7)'],
  ['a negative integer', 'input a: -9..9', '6 / (a + 7)'],
  ['a truth value', 'input c: bool', '6 / (if c { 0 } else { 1 })'],
  ['a truth value that is false', 'input c: bool', '6 / (if c { 1 } else { 0 })'],
  ['a tag', 'input k: enum { red, green, blue }', '6 / (if k == .green { 0 } else { 1 })'],
  ['the last tag', 'input k: enum { red, green, blue }', '6 / (if k == .blue { 0 } else { 1 })'],
  ['the length of a text', 'input t: text[..5]', '6 / (TEXT_LENGTH(t) - 3)'],
  ['a text of the program', 'input t: text[..5]', '6 / (if t == "abc" { 0 } else { 1 })'],
  ['another text of the program', 'input t: text[..5]', '6 / (if t == "abc" { 1 } else { if t == "xyz" { 0 } else { 2 } })'],
  ['the length of bytes', 'input b: bytes[..5]', '6 / (LENGTH(b) - 3)'],
  ['the length of a list', 'input xs: [1..3; ..5]', '6 / (LENGTH(xs) - 3)'],
  ['a record', 'input r: (x: 0..9, y: (z: text[..5], w: 0..9))', '6 / (if r.x == 7 and r.y.z == "abc" and r.y.w == 5 { 0 } else { 1 })'],
  ['no option', 'input a: (0..9)?', '6 / (if a == none { 0 } else { 1 })'],
  ['an option', 'input a: (0..9)?', '6 / (if a == some 7 { 0 } else { 1 })'],
  ['an option of a text', 'input t: (text[..5])?', '6 / (match t { some u => TEXT_LENGTH(u) - 3, none => 1 })'],
  ['the second parameter', 'input a: 0..9\n input b: 0..9', '6 / (b - a - 9)'],
];

test.each(ROWS)('a model of each query is an input that fails: %s', (_, inputs, expression) => {
  const program = programOf(`circuit c {\n ${inputs}\n output o: i64\n o = ${expression}\n}\n`);
  let models = 0;
  for (const question of asked(program)) {
    const { core, graph } = question.request;
    for (const query of smtQueries(question.request)) {
      const model = modelOf(query.text, MAX_BOXES);
      if (typeof model === 'string') continue;
      const values = inputsOf(query, graph.parameters, model);
      expect(graph.parameters.map(({ domain }, index) => isInDomain(domain, values[index] ?? -1))).not.toContain(false);
      const ending = runner(core)(question.part, values, { budget: STEPS });
      expect(ending.type === 'fault' && isAt(ending.fault, question)).toBe(true);
      models += 1;
    }
  }
  expect(models).toBeGreaterThan(0);
});
