import { execSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CircuitProgram, read } from '@kirchhoff/coherence';
import * as fc from 'fast-check';
import { compile } from './compile.js';
import type { CompiledProgram } from './target.js';
import { TARGETS, targetNamed } from './targets.js';
import { BOUNDARY, COMPOUND_BOUNDARY, textLines } from './testing/boundary-lines.js';
import { FORMS, TOTAL } from './testing/forms.js';
import { extremeLines, lines } from './testing/inputs.js';
import { answerOf, circuitOf, type ExpectedAnswer, graphOf, referenceAnswer } from './testing/reference.js';

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

/** Returns the cases whose circuits this version of the language supports and that produce all outputs. */
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

/** Runs the program with its own commands in a new folder, and returns its output. */
function answers({ files, run }: CompiledProgram, input: readonly string[]): readonly ExpectedAnswer[] {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-target-'));
  try {
    for (const { path, content } of files) writeFileSync(join(folder, path), content);
    const text = run
      .map((command, index) => {
        // Only the last command is the program; a compiler would close its input.
        const given = index === run.length - 1 ? input.map((line) => `${line}\n`).join('') : '';
        return execSync(command, { cwd: folder, input: given, encoding: 'utf8', maxBuffer: 2 ** 28 });
      })
      .at(-1);
    return (text ?? '').split('\n').slice(0, -1).map(answerOf);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function expectReference(program: CircuitProgram, id: string, input: readonly string[], certified = false): void {
  expectAnswers(program, input, answers(compiled(program, id, certified), input));
}

function expectAnswers(program: CircuitProgram, input: readonly string[], found: readonly ExpectedAnswer[]): void {
  expect(input.map((line, index) => ({ line, ...found[index] }))).toEqual(
    input.map((line) => ({ line, ...referenceAnswer(program, line) })),
  );
}

describe.each(TARGETS.map(({ id }) => id))('%s', (id) => {
  test.each(conformanceCases())('$name gives its vectors', ({ source, certified, vectors }) => {
    const program = circuitOf(source);
    const input = vectors.map(({ inputs }) => JSON.stringify(inputs));
    const isPure = !source.includes('NOW()');
    const sampledLines = isPure ? fc.sample(lines(graphOf(program)), { numRuns: 30, seed: 7 }) : [];
    // One run, since the start of a process takes longer than all answers.
    const found = answers(compiled(program, id, certified), [...input, ...sampledLines]);
    const expected = vectors.map(({ outputs, domain_error }) => (domain_error ? 'refused' : { outputs: JSON.stringify(outputs) }));
    expect(found.slice(0, input.length).map((answer) => ('outputs' in answer ? answer : 'refused'))).toEqual(expected);
    if (isPure) expectAnswers(program, [...input, ...sampledLines], found);
  });

  test.each(FORMS)('%s', (_, body) => {
    const program = circuitOf(`${TOTAL}circuit forms {\n ${body}\n}`);
    const input = [...extremeLines(graphOf(program)), ...fc.sample(lines(graphOf(program)), { numRuns: 150, seed: 11 })];
    expectReference(program, id, input);
  });

  test('lists, records, options and bytes are refused where the reference refuses them, at the same path', () => {
    const source = `circuit every {
      input list: [0..9; 1..2]
      input wide: [i64; ..2]
      input bytes_in: bytes[1..2]
      input option: (0..9)?
      input nested: ((bool)?)?
      input record: (b: [0..9; ..2], a: (text[..1])?)
      output good: bool
      good = LENGTH(list) + LENGTH(wide) + LENGTH(bytes_in) + LENGTH(record.b) > (option ?? 0) and nested != some none and record.a != none
    }`;
    expectReference(circuitOf(source), id, COMPOUND_BOUNDARY);
  });

  test('a pinned circuit is compiled into what uses it', () => {
    const pinned = circuitOf(
      'component twice(x: 0..9) -> 0..18 { x + x }\ncircuit halves {\n input x: 0..9\n input by: 1..9\n output q: 0..9\n output r: 0..8\n require x >= by\n q = x / by\n r = (twice(x) - x) % by\n}',
    );
    const pin = `cir_1@${pinned.hash}`;
    const source = `use "${pin}" as halves\ncircuit user {\n input a: 0..9\n output o: 0..99\n parts = halves(a, 2)\n o = parts.q * 10 + parts.r\n}`;
    const reading = read(source, { pins: new Map([[pin, pinned]]) });
    if (!reading.ok || reading.program.type !== 'circuit') throw new Error(JSON.stringify(reading));
    expectReference(reading.program, id, ['{"a":0}', '{"a":1}', '{"a":2}', '{"a":9}']);
  });

  test('what would be longer than a list can be is a fault, and what is not runs', () => {
    const source = `circuit long {
      input n: 0..70_000
      output a: 0..70_000
      output b: 0..70_000
      output c: 0..70_000
      a = LENGTH(filter i in 1..n { i > 100 })
      b = LENGTH(RANGE(1, n - 50))
      c = LENGTH(map i in 51..n { i })
    }`;
    expectReference(circuitOf(source), id, ['{"n":0}', '{"n":65536}', '{"n":65586}', '{"n":65587}', '{"n":65637}', '{"n":70000}']);
  });

  test('long periodic parts are found where they are', () => {
    const source = `circuit search {
      input whole: text[..5_000]
      input part: text[..1_000]
      output a: bool
      output b: (0..5_000)?
      output c: text[..5_000]
      output d: [text[..5_000]; 1..100]
      require part != ""
      a = INCLUDES(whole, part)
      b = INDEX_OF(whole, part)
      c = REPLACE(whole, part, "é")
      d = SPLIT(TAKE_TEXT, part)
    }`.replace('TAKE_TEXT', 'if TEXT_LENGTH(whole) > 90 { SUBSTRING(whole, 0, 90) } else { whole }');
    const inputs = ['ab', 'ba', 'aba', '🎉'].map((end) =>
      JSON.stringify({ whole: 'ab'.repeat(2_400) + end, part: 'ab'.repeat(400) + end }),
    );
    expectReference(circuitOf(source), id, [
      ...inputs,
      '{"whole":"é🎉é🎉","part":"🎉"}',
      '{"whole":"","part":"a"}',
      '{"whole":"aaa","part":"aa"}',
    ]);
  });

  test('digests and checksums agree with the reference at every length about their blocks', () => {
    const names = ['SHA1', 'SHA256', 'SHA512', 'SHA3_256', 'CRC16', 'CRC32', 'ADLER32', 'FNV1A_32'];
    const unary = names.map((name) => [name.toLowerCase(), `${name}(b)`] as const);
    const others = [
      ['hmac1', 'HMAC_SHA256(b, x"00")'],
      ['hmac2', 'HMAC_SHA512(b, b)'],
      ['hkdf', 'HKDF_SHA256(b, b, b, 255)'],
      ['murmur', 'MURMUR3_32(b, 4_294_967_295)'],
    ] as const;
    const all = [...unary, ...others];
    const outputs = all.map(([name, call]) => ` output ${name}: ${/^(?:CRC|ADL|FNV|MUR)/.test(call) ? 'u32' : 'bytes[..255]'}`);
    const source = `circuit digests {\n input b: bytes[..300]\n${outputs.join('\n')}\n${all.map(([name, call]) => ` ${name} = ${call}`).join('\n')}\n}`;
    const lengths = [0, 1, 2, 3, 55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 129, 135, 136, 137, 240, 271, 272, 300];
    const input = lengths.map((length) => {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length) % 256);
      return `{"b":"${Buffer.from(bytes).toString('base64')}"}`;
    });
    expectReference(circuitOf(source), id, input);
  });

  test('texts of characters and closed texts are taken and refused as the reference does', () => {
    const source = `circuit texts {
      input chars: text[1..9] of "a-z0-9-"
      input unusual: text[..4] of "\\u{d000}-\\u{10fffe}"
      input host: hostname
      input four: ipv4
      input six: ipv6
      input path: path
      output good: bool
      good = chars != unusual and host != four and six != path
    }`;
    const program = circuitOf(source);
    const input = textLines(600, 5);
    expect(input.filter((line) => 'outputs' in referenceAnswer(program, line)).length).toBeGreaterThan(30);
    expectReference(program, id, input);
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
      input undefined: text[..3]
      output constructor: 0..99
      output note: text[..6]
      output fault: 0..99
      new = class + inputs
      constructor = new * 2
      fault = delete(class)
      trimmed = TRIM(undefined)
      note = trimmed ++ undefined
    }`;
    expectReference(circuitOf(source), id, ['{"class":1,"inputs":2,"undefined":" a"}', '{"class":1}', '{"inputs":2,"class":-1}']);
  });

  test('texts with what has a meaning in strings, comments and patterns stay what they are', () => {
    const nasty = ['\\\\', "'", '\\"', '`${1}', '*/', '\\n', '\\u{2028}', '</script>', '$&', '🎉', '\\u{10ffff}'];
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

test('targets are found by id and by alias only', () => {
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
