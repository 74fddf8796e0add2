import { execSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CircuitProgram, read } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import { compile } from './compile.js';
import type { CompiledProgram } from './target.js';
import { TARGETS, targetNamed } from './targets.js';
import { lines } from './testing/inputs.js';
import { type Answer, answerOf, circuitOf, graphOf, referenceAnswer } from './testing/reference.js';

/** One suite for every target: each compiles the same circuits and answers the same lines. */

const CONFORMANCE = join(__dirname, '../../../conformance');

interface Vector {
  readonly inputs: unknown;
  readonly outputs?: unknown;
  readonly domain_error?: boolean;
}

interface Case {
  readonly name: string;
  readonly source: string;
  readonly certified: boolean;
  readonly vectors: readonly Vector[];
}

/** The cases whose circuits this version of the language reads, and that produce all their outputs. */
function conformanceCases(): readonly Case[] {
  return readdirSync(CONFORMANCE)
    .filter((file) => file.endsWith('.kir'))
    .flatMap((file) => {
      const source = readFileSync(join(CONFORMANCE, file), 'utf8');
      const { expect: verdict, vectors } = JSON.parse(readFileSync(join(CONFORMANCE, file.replace(/kir$/, 'json')), 'utf8'));
      const reading = read(source);
      if (!reading.ok || reading.program.core.graphs.some((graph) => graph.outputs.some((output) => output.node === null))) return [];
      return [{ name: file.replace(/\.kir$/, ''), source, certified: verdict === 'closed', vectors }];
    });
}

function compiled(program: CircuitProgram, id: string, certified: boolean): CompiledProgram {
  const target = targetNamed(id);
  if (target === undefined) throw new Error(`no target ${id}`);
  const compilation = compile(program, target, { certified, allowOpen: true, harness: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

/** What the program writes, run by its own commands in a folder of its own. */
function answers({ files, run }: CompiledProgram, input: readonly string[]): readonly Answer[] {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-target-'));
  try {
    for (const { path, content } of files) writeFileSync(join(folder, path), content);
    const text = run
      .map((command) =>
        execSync(command, { cwd: folder, input: input.map((line) => `${line}\n`).join(''), encoding: 'utf8', maxBuffer: 2 ** 28 }),
      )
      .at(-1);
    return (text ?? '').split('\n').slice(0, -1).map(answerOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function expectReference(program: CircuitProgram, id: string, input: readonly string[], certified = false): void {
  const found = answers(compiled(program, id, certified), input);
  expect(input.map((line, index) => ({ line, ...found[index] }))).toEqual(
    input.map((line) => ({ line, ...referenceAnswer(program, line) })),
  );
}

describe.each(TARGETS.map(({ id }) => id))('%s', (id) => {
  test.each(conformanceCases())('$name gives its vectors', ({ source, certified, vectors }) => {
    const program = circuitOf(source);
    const input = vectors.map(({ inputs }) => JSON.stringify(inputs));
    const found = answers(compiled(program, id, certified), input);
    const expected = vectors.map(({ outputs, domain_error }) => (domain_error ? 'refused' : { outputs: JSON.stringify(outputs) }));
    expect(found.map((answer) => ('outputs' in answer ? answer : 'refused'))).toEqual(expected);
    if (source.includes('NOW()')) return;
    expectReference(program, id, [...input, ...fc.sample(lines(graphOf(program)), { numRuns: 30, seed: 7 })], certified);
  });

  test('refuses at the boundary what the reference refuses, at the same port and path', () => {
    const source = `circuit every {
      input first: 0..9
      input wide: i64
      input flag: bool
      input tag: enum { a, constructor }
      input name: text[1..2]
      output good: bool
      require first > 0
      good = flag and first < wide and tag == .a and name != "b"
    }`;
    expectReference(circuitOf(source), id, BOUNDARY);
  });

  test('names of authors that mean something in the language are only names', () => {
    const source = `component delete(static: 0..9) -> 0..18 { static + static }
circuit function {
      input class: 0..9
      input inputs: 0..9
      output constructor: 0..99
      output fault: 0..99
      new = class + inputs
      constructor = new * 2
      fault = delete(class)
    }`;
    expectReference(circuitOf(source), id, ['{"class":1,"inputs":2}', '{"class":1}', '{"inputs":2,"class":-1}']);
  });

  test('texts with what has a meaning in strings, comments and patterns stay what they are', () => {
    const nasty = ['\\\\', "'", '\\"', '`${1}', '*/', '\\n', '\u2028', '</script>', '$&', '🎉', '\\u{10ffff}'];
    const wires = nasty.map((text, index) => `w${index} = REPLACE(t, "a", "${text}")`);
    const source = `circuit nasty {\n input t: text[..3]\n output o: text\n ${wires.join('\n')}\n o = ${nasty.map((_, index) => `w${index}`).join(' ++ ')}\n ensure o != "*/ 'x'" "it's */ \\\\ \`\${1}"\n}`;
    const program = circuitOf(source.replace('output o: text', 'output o: text[..999]'));
    expectReference(program, id, ['{"t":"aba"}', '{"t":""}', '{"t":"🎉a"}']);
  });

  test('a chain of else-ifs, of implications and of sums of any length runs', () => {
    const arms = Array.from({ length: 9_000 }, (_, index) => `if x == ${index} { ${index % 7} }`).join(' else ');
    const sum = Array.from({ length: 3_000 }, () => 'x').join(' + ');
    const implied = Array.from({ length: 3_000 }, (_, index) => `x > ${index}`).join(' implies ');
    const matched = Array.from({ length: 3_000 }, (_, index) => `${index} => ${index % 5}`).join(', ');
    const all = Array.from({ length: 3_000 }, (_, index) => `x != ${index}`).join(' and ');
    const source = `circuit long {
      input x: 0..10_000
      output a: 0..7
      output b: 0..100_000_000
      output c: bool
      output d: 0..9
      output e: bool
      a = ${arms} else { 7 }
      b = ${sum}
      c = ${implied}
      d = match x { ${matched}, _ => 9 }
      e = ${all}
    }`;
    expectReference(circuitOf(source), id, ['{"x":0}', '{"x":5}', '{"x":2999}', '{"x":8999}', '{"x":10000}']);
  });

  test('a text of the greatest length passes', () => {
    const source = 'circuit long {\n input t: text[..1_048_576]\n output n: 0..1_048_576\n n = TEXT_LENGTH(t)\n}';
    expectReference(circuitOf(source), id, [`{"t":"${'é'.repeat(1_048_576)}"}`, `{"t":"${'\\u0000'.repeat(1_048_577)}"}`]);
  });

  test('an else-if whose conditions need lines of their own stops at the first that holds', () => {
    const arms = Array.from({ length: 60 }, (_, index) => `if 100 / (x - ${index}) > 20 { 100 / (x - ${index} - 1) }`);
    const source = `circuit checked {\n input x: -100..100\n output r: -100..100\n r = ${arms.join(' else ')} else { -1 }\n}`;
    expectReference(circuitOf(source), id, fc.sample(lines(graphOf(circuitOf(source))), { numRuns: 60, seed: 3 }));
  });
});

const GOOD = '"first":1,"wide":"9007199254740993","flag":true,"tag":"a","name":"é🎉"';

function withMember(from: string, to: string, values: readonly string[]): readonly string[] {
  return values.map((value) => `{${GOOD.replace(from, to + value)}}`);
}

/** Lines that a boundary has to judge: values, spellings of numbers, members, and what is no JSON at all. */
// biome-ignore format: a table
const BOUNDARY: readonly string[] = [
  `{${GOOD}}`, ` { ${GOOD} }\r`,
  ...withMember('"first":1', '"first":', [
    '10', '-1', '0', '1.0', '1e0', '-0', '"1"', 'null', 'true', '[1]', '01', '9007199254740993', '1E400',
  ]),
  ...withMember('"9007199254740993"', '', [
    '7', '-0', '"-0"', '"07"', '"+7"', '" 7"', '"7\\n"', '""', '"9223372036854775807"', '"-9223372036854775808"', '"9223372036854775808"',
    '9007199254740992', '1.5', '"1e3"', '"0x1"',
  ]),
  ...withMember('true', '', ['1', '"true"', 'null']),
  ...withMember('"tag":"a"', '"tag":', ['"b"', '"constructor"', '"toString"', '["a"]', '0']),
  ...withMember('"é🎉"', '', ['""', '"abc"', '"🎉🎉🎉"', '"\\ud83c\\udf89"', '"\\ud83c"', '"\\udf89\\ud83c"', '"\\u0000"', '7']),
  `{${GOOD},"zeta":1,"alpha":2}`, `{${GOOD},"__proto__":1}`, `{${GOOD},"\\ue000":1,"🎉":2}`, `{${GOOD},"first":1}`,
  ...withMember('"first":1,', '', ['', '"\\u0066irst":1,']),
  '', '[]', 'null', '1', '"x"', '{', '{"first"}', `{${GOOD},}`, `{${GOOD}}}`, `{${GOOD}} 1`, 'nul', "{'first':1}", `{${GOOD}}/**/`, '1.', '-',
  '{"a":tru}', '[1,2', '{"a":1 "b":2}', '\ufeff{}', `{"first":${'['.repeat(100)}${']'.repeat(100)}}`,
];

test('targets are found by id and by alias, and by nothing else', () => {
  for (const target of TARGETS) for (const name of [target.id, ...target.aliases]) expect(targetNamed(name)).toBe(target);
  expect(targetNamed('cobol')).toBeUndefined();
  expect(targetNamed('constructor')).toBeUndefined();
});

test('an open circuit is refused unless it is asked for, and one without all outputs always', () => {
  const [target] = TARGETS;
  if (target === undefined) throw new Error('no target');
  const open = circuitOf('circuit open {\n input a: i64\n output b: i64\n b = a + 1\n}');
  const missing = circuitOf('circuit missing {\n input a: i64\n output b: i64\n output c: i64\n b = a\n}');
  expect(compile(open, target, { certified: false, allowOpen: false })).toMatchObject({ ok: false, refusal: 'open' });
  expect(compile(open, target, { certified: false, allowOpen: true })).toMatchObject({ ok: true });
  expect(compile(missing, target, { certified: false, allowOpen: true })).toMatchObject({ ok: false, refusal: 'missing-output' });
});
