import { type CircuitProgram, certify, evidenceOf, read } from '@kirchhoff/coherence';
import { randomCircuit } from '@kirchhoff/coherence/testing/random-circuit';
import * as fc from 'fast-check';
import { compile } from '../compile.js';
import { MAX_PROGRAM_LENGTH } from '../target.js';
import { targetNamed } from '../targets.js';
import { applicationCircuit } from './application-circuit.js';
import { BOUNDARY, COMPOUND_BOUNDARY, NARROW_BOUNDARY, textLines } from './boundary-lines.js';
import { CIRCUITS } from './corpus.js';
import { withEveryValue } from './every-value.js';
import { FORMS, formSource } from './forms.js';
import { BY_EXHAUSTION, componentChain, enumeration, longProgram, portsOfEnumeration, TWO_RECORDS } from './hard-sources.js';
import { extremeLines, lines as linesOf } from './inputs.js';
import { integerCircuits, OPERATIONS } from './integer-circuits.js';
import { APPLIED, EDGE_CIRCUITS, plain } from './monomer-circuits.js';
import { circuitOf, graphOf, referenceAnswer } from './reference.js';
import {
  answersOf,
  compiledTo,
  formsFor,
  formsOf,
  heldAnswers,
  holdToReference,
  isInstalled,
  type Run,
  type Toolchain,
} from './toolchain.js';
import { sampled } from './variants.js';
import { asGuard, claimed, WRONG_CIRCUITS } from './wrong-circuits.js';

/**
 * One suite for every target that has a compiler or an interpreter: the same circuits, the same lines. The short part runs with
 * the tests, the long part with the long tests.
 */

const MINUTES = 60_000;

/** True for `npm run targets:whole`, which draws more and leaves nothing out. */
const IS_WHOLE = process.env['TARGETS_WHOLE'] !== undefined;

/** The number of generated circuits of each of the three shapes in the long part. */
const RANDOM_RUNS = Number(process.env['TARGET_RUNS'] ?? (IS_WHOLE ? 80 : 12));

/** The same circuits in every run, and for every target. Another seed draws others. */
const SEED = Number(process.env['TARGET_SEED'] ?? 17);

function open(program: CircuitProgram, lines: readonly string[]): Run {
  return { program, options: { certified: false }, lines };
}

function unguarded(program: CircuitProgram, lines: readonly string[]): Run {
  return { program, options: { certified: true, guards: false }, lines };
}

/** Circuits that once failed in some target; few, for the short part. */
function someCircuits(): readonly Run[] {
  const corpus = CIRCUITS.filter((_, index) => index % 12 === 0).map(({ program, vectors }) => {
    return open(program, [...vectors.map(({ inputs }) => JSON.stringify(inputs)), ...sampled(program, 6)]);
  });
  const records = circuitOf(TWO_RECORDS);
  return [
    ...corpus,
    ...formsOf(records, sampled(records)),
    boundary(),
    compoundBoundary(),
    narrowBoundary(),
    ...narrowForms(),
    changedLists(),
  ];
}

/** The circuits about integers of 32 bits. */
function narrowForms(): readonly Run[] {
  return FORMS.filter(([name]) => /32 bits|narrow|options of lists/.test(name)).map(([, body]) => {
    const program = circuitOf(formSource(body));
    return open(program, sampled(program, 40, 9));
  });
}

/** Without checks, since a checked accumulator is not changed in place. */
function changedLists(): Run {
  const [, body = ''] = FORMS.find(([name]) => name.startsWith('lists that grow')) ?? [];
  const program = circuitOf(formSource(body));
  const lines = sampled(program, 80, 3).filter((line) => 'outputs' in referenceAnswer(program, line));
  if (lines.length < 20) throw new Error('too few lines without a fault');
  return unguarded(program, lines);
}

function boundary(): Run {
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
  return open(circuitOf(source), BOUNDARY);
}

function compoundBoundary(): Run {
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
  return open(circuitOf(source), COMPOUND_BOUNDARY);
}

function narrowBoundary(): Run {
  const source = `circuit narrow {
    input small: 0..9
    input whole: i32
    input list: [i32; ..2]
    input wide: [(s: 0..9, w: u32); ..2]
    input record: (n: 0..9, o: (0..9)?, ns: [u16; ..2])
    input nested: ([(0..9)?; ..3])?
    output sum: i64
    output options: [(0..9)?; ..4]
    sum = small + whole * 4 + SUM(list) + SUM(map each in wide { each.w + each.s }) + (record.o ?? record.n) + SUM(record.ns)
    options = APPEND(nested ?? [], record.o)
  }`;
  return open(circuitOf(source), NARROW_BOUNDARY);
}

/** A pinned circuit is compiled into what uses it. */
function pinned(): Run {
  const halves = circuitOf(`component twice(x: 0..9) -> 0..18 { x + x }
  circuit halves {
    input x: 0..9
    input by: 1..9
    output q: 0..9
    output r: 0..8
    require x >= by
    q = x / by
    r = (twice(x) - x) % by
  }`);
  const pin = `cir_1@${halves.hash}`;
  const source = `use "${pin}" as halves
  circuit user {
    input a: 0..9
    output o: 0..99
    parts = halves(a, 2)
    o = parts.q * 10 + parts.r
  }`;
  const reading = read(source, { pins: new Map([[pin, halves]]) });
  if (!reading.ok || reading.program.type !== 'circuit') throw new Error(JSON.stringify(reading));
  return open(reading.program, ['{"a":0}', '{"a":1}', '{"a":2}', '{"a":9}']);
}

/** Texts with a meaning in strings, comments and formats of some language. */
const NASTY = [
  '\\\\',
  "'",
  '\\"',
  '`${1}',
  '*/',
  '/*',
  '//',
  '\\n',
  '\\u{d}',
  '\\t',
  '\\u{0}',
  '\\u{7f}',
  '\\u{2028}',
  '\\u{202e}',
  '</script>',
  '$&',
  '%s%n',
  '{}',
  '{0}',
  '#',
  '\\"\\"\\"',
  '??/',
  '\\u{feff}',
  '\\u{1f389}',
  '\\u{10ffff}',
  '\\u{d7ff}',
  '\\\\u0022',
  '\\\\N',
  '#{1}',
  ']]>',
];

function nastyTexts(): Run {
  const wires = NASTY.map((text, index) => `w${index} = REPLACE(t, "a", "${text}")`);
  const ensures = NASTY.map((text) => ` ensure t != "${text} 1" "promise ${text} */"`);
  const source = `circuit nasty {\n input t: text[..3]\n output o: text[..999]\n ${wires.join('\n ')}\n o = ${NASTY.map((_, index) => `w${index}`).join(' ++ ')}\n${ensures.join('\n')}\n}`;
  return open(circuitOf(source), ['{"t":"aba"}', '{"t":""}', '{"t":"\\ud83c\\udf89a"}', '{"t":"a\\u0000b"}']);
}

/** Runs the short part. */
export function describeTarget(toolchain: Toolchain): void {
  const here = isInstalled(toolchain);
  (here ? describe : describe.skip)(`the target ${toolchain.target}`, () => {
    test(
      'circuits of the corpus, the boundary, texts with a meaning, the edges of monomers and random circuits run as the reference does',
      () => {
        const edges = EDGE_CIRCUITS.map(({ program, lines }) => open(program, lines));
        const random = fc
          .sample(randomCircuit({ reach: 2 ** 32, width: 2 ** 32 }), { numRuns: 12, seed: 4 })
          .filter((source) => read(source).ok)
          .map((source, index) => open(withEveryValue(circuitOf(source)), sampled(circuitOf(source), 8, index)));
        holdToReference(toolchain, [...someCircuits(), nastyTexts(), ...edges, ...random]);
      },
      5 * MINUTES,
    );
  });
}

/** Runs the long part. `words`: names with a meaning in the language or in the emitted code, allowed in circuits or not. */
export function describeTargetLong(toolchain: Toolchain, words: readonly string[]): void {
  const { target } = toolchain;
  const hold = (...runs: readonly Run[]): void => holdToReference(toolchain, runs);
  const here = isInstalled(toolchain);
  (here ? describe : describe.skip)(`the target ${target}, long`, () => {
    test(
      'every circuit of the documentation, the examples and the conformance cases runs open, closed, and guarded',
      () => {
        const circuits = CIRCUITS.map(({ program, closed, vectors }) => {
          return { program, closed, lines: [...vectors.map(({ inputs }) => JSON.stringify(inputs)), ...sampled(program, 20)] };
        });
        expect(circuits.length).toBeGreaterThan(150);
        hold(...formsFor(toolchain, circuits));
      },
      15 * MINUTES,
    );

    test(
      'the tests that a circuit brings pass',
      () => {
        const found = targetNamed(target);
        if (found === undefined) throw new Error(`no target ${target}`);
        const programs = CIRCUITS.flatMap(({ program, closed: certified }) => {
          const compilation = compile(program, found, { certified, allowOpen: true, tests: true });
          if (!compilation.ok) throw new Error(compilation.message);
          return compilation.program;
        });
        toolchain.runTests(programs);
      },
      10 * MINUTES,
    );

    test(
      'every monomer gives what its examples say, and the results and faults of the reference for at least eight inputs and at its edges',
      () => {
        const examples = APPLIED.flatMap((monomer) =>
          monomer.examples.flatMap((example) =>
            (['wide', 'narrow'] as const).map((width) => {
              const circuit = applicationCircuit(monomer, example.arguments, width);
              if (circuit === null) throw new Error(`no circuit for ${JSON.stringify(example)}`);
              return { ...circuit, expected: example.result };
            }),
          ),
        );
        // The same circuit is built once, with the lines of all its examples and the drawn ones.
        const applied = [...new Set(examples.map(({ source }) => source))].map((source) => {
          const own = examples.filter((each) => each.source === source);
          const program = circuitOf(source);
          return { program, own, lines: [...own.map(({ line }) => line), ...sampled(program, 20, 5)] };
        });
        expect(applied.every(({ lines }) => lines.length >= 8)).toBe(true);
        const runs = applied.flatMap((each) => formsFor(toolchain, [each]).map((run) => ({ ...run, own: each.own })));
        const edges = formsFor(toolchain, EDGE_CIRCUITS);
        const answers = heldAnswers(toolchain, [...runs, ...edges]);
        for (const [index, { program, own }] of runs.entries()) {
          const told = own.map((_, place) => answers[index]?.[place]);
          const results = told.map((answer) => plain(answer !== undefined && 'outputs' in answer ? JSON.parse(answer.outputs).r : answer));
          expect({ name: program.name, results }).toEqual({ name: program.name, results: own.map(({ expected }) => plain(expected)) });
        }
      },
      15 * MINUTES,
    );

    test(
      'every integer operation is exact at the edges of 32 bits, of safe integers and of 64 bits',
      () => {
        // A compiler takes long for all pairs of domains: each operation has some of them.
        const apart = (toolchain.isCompiled === true ? 3 : 1) * (IS_WHOLE ? 1 : 4);
        const sources = OPERATIONS.flatMap((operation, index) =>
          integerCircuits(operation).filter((_, pair) => (pair + index) % apart === 0),
        );
        hold(...sources.map((source) => open(circuitOf(source), sampled(circuitOf(source), 25, 1))));
      },
      15 * MINUTES,
    );

    test.each([
      ['small', { reach: 12, width: 30 }],
      ['of 32 bits', { reach: 2 ** 32, width: 2 ** 32 }],
      ['about the edge of safe integers', { reach: Number.MAX_SAFE_INTEGER, width: Number.MAX_SAFE_INTEGER }],
    ])(
      'random circuits over domains %s give the outputs, refusals and faults of the reference',
      (_, shape) => {
        const sources = fc.sample(randomCircuit(shape), { numRuns: RANDOM_RUNS, seed: SEED }).filter((source) => read(source).ok);
        const circuits = sources.map((source, index) => {
          const drawn = circuitOf(source);
          const program = index % 2 === 0 ? withEveryValue(drawn) : drawn;
          return { program, lines: sampled(program, 100, index) };
        });
        expect(circuits.length).toBeGreaterThan(RANDOM_RUNS / 4);
        hold(...formsFor(toolchain, circuits));
      },
      15 * MINUTES,
    );

    test(
      'every form of an expression and a statement runs as the reference does',
      () => {
        const runs = FORMS.flatMap(([, body]) => {
          const program = circuitOf(formSource(body));
          const lines = [...extremeLines(graphOf(program)), ...fc.sample(linesOf(graphOf(program)), { numRuns: 100, seed: 11 })];
          return formsOf(program, lines);
        });
        hold(...runs, boundary(), compoundBoundary(), narrowBoundary(), nastyTexts(), pinned(), changedLists());
      },
      10 * MINUTES,
    );

    test(
      'where a solver is wrong, a circuit refuses and gives no wrong value',
      () => {
        const forms = FORMS.map(([, body]) => ({ program: circuitOf(formSource(body)) }));
        const runs = [...WRONG_CIRCUITS, ...forms].map(({ program }) => ({
          program,
          options: { certified: true, evidence: claimed(program, 'smt') },
          lines: sampled(program, 60, 5),
        }));
        const answers = answersOf(toolchain, runs);
        for (const [index, { program, lines }] of runs.entries()) {
          const told = lines.map((line, place) => ({ line, ...answers[index]?.[place] }));
          expect(told).toEqual(lines.map((line) => ({ line, ...asGuard(referenceAnswer(program, line)) })));
        }
      },
      10 * MINUTES,
    );

    test(
      'the evidence of a certificate says which guards there are, and they change no answer',
      () => {
        const program = circuitOf(BY_EXHAUSTION);
        const { certified, certificate } = certify(program);
        const evidence = evidenceOf(certificate ?? new Uint8Array());
        hold({ program, options: { certified, evidence }, lines: sampled(program, 60) });
      },
      2 * MINUTES,
    );

    test(
      'words with a meaning in the language are names of circuits, ports, components, fields, tags and wires',
      () => {
        const names = [...new Set(words)].filter(
          (word) => read(`circuit ${word} {\n input ${word}: 0..9\n output y: 0..9\n y = ${word}\n}`).ok,
        );
        expect(names.length).toBeGreaterThan(60);
        // A compiler takes long for all: each name is tried in one of its places, in turns.
        const apart = toolchain.isCompiled === true && !IS_WHOLE ? 4 : 1;
        hold(
          ...names.flatMap((name, index) =>
            sourcesWithName(name)
              .filter((_, place) => (index + place) % apart === 0)
              .map((source) => open(circuitOf(source), [...sampled(circuitOf(source), 4), '{}', `{"${name}":1}`])),
          ),
        );
      },
      10 * MINUTES,
    );

    test(
      'texts of characters and closed texts are taken and refused as the reference does',
      () => {
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
        hold(open(circuitOf(source), textLines(600, 5)));
      },
      2 * MINUTES,
    );

    test(
      'a list that would be too long is a fault, and one that is not runs',
      () => {
        const source = `circuit long {
        input n: 0..70_000
        output a: 0..70_000
        output b: 0..70_000
        output c: 0..70_000
        a = LENGTH(filter i in 1..n { i > 100 })
        b = LENGTH(RANGE(1, n - 50))
        c = LENGTH(map i in 51..n { i })
      }`;
        hold(open(circuitOf(source), ['{"n":0}', '{"n":65536}', '{"n":65586}', '{"n":65587}', '{"n":65637}', '{"n":70000}']));
      },
      2 * MINUTES,
    );

    test(
      'long periodic parts are found where they are',
      () => {
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
        c = REPLACE(whole, part, "\\u{e9}")
        d = SPLIT(if TEXT_LENGTH(whole) > 90 { SUBSTRING(whole, 0, 90) } else { whole }, part)
      }`;
        const inputs = ['ab', 'ba', 'aba', '\u{1f389}'].map((end) =>
          JSON.stringify({ whole: 'ab'.repeat(2_400) + end, part: 'ab'.repeat(400) + end }),
        );
        const few = [
          ['\u{e9}\u{1f389}\u{e9}\u{1f389}', '\u{1f389}'],
          ['', 'a'],
          ['aaa', 'aa'],
        ].map(([whole, part]) => JSON.stringify({ whole, part }));
        hold(open(circuitOf(source), [...inputs, ...few]));
      },
      2 * MINUTES,
    );

    test(
      'digests and checksums agree with the reference at every length about their blocks',
      () => {
        const names = ['SHA1', 'SHA256', 'SHA512', 'SHA3_256', 'CRC16', 'CRC32', 'ADLER32', 'FNV1A_32'];
        const all = [
          ...names.map((name) => [name.toLowerCase(), `${name}(b)`] as const),
          ['hmac1', 'HMAC_SHA256(b, x"00")'] as const,
          ['hmac2', 'HMAC_SHA512(b, b)'] as const,
          ['hkdf', 'HKDF_SHA256(b, b, b, 255)'] as const,
          ['murmur', 'MURMUR3_32(b, 4_294_967_295)'] as const,
        ];
        const outputs = all.map(([name, call]) => ` output ${name}: ${/^(?:CRC|ADL|FNV|MUR)/.test(call) ? 'u32' : 'bytes[..255]'}`);
        const source = `circuit digests {\n input b: bytes[..300]\n${outputs.join('\n')}\n${all.map(([name, call]) => ` ${name} = ${call}`).join('\n')}\n}`;
        const lengths = [0, 1, 2, 3, 55, 56, 63, 64, 65, 111, 112, 119, 127, 128, 129, 135, 136, 137, 240, 271, 272, 300];
        const lines = lengths.map((length) => {
          const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + length) % 256);
          return `{"b":"${Buffer.from(bytes).toString('base64')}"}`;
        });
        hold(open(circuitOf(source), lines));
      },
      2 * MINUTES,
    );

    test(
      'a text of the greatest length passes',
      () => {
        const source = 'circuit long {\n input t: text[..1_048_576]\n output n: 0..1_048_576\n n = TEXT_LENGTH(t)\n}';
        hold(open(circuitOf(source), [`{"t":"${'\u{e9}'.repeat(1_048_576)}"}`, `{"t":"${'\\u0000'.repeat(1_048_577)}"}`]));
      },
      2 * MINUTES,
    );

    test(
      'a chain of else-ifs, of implications and of sums of any length runs',
      () => {
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
        const lines = [0, 5, 2_999, 8_999, 10_000].map((x) => `{"x":${x}}`);
        hold(open(circuitOf(source), lines));
      },
      5 * MINUTES,
    );

    test(
      'an else-if whose conditions need lines of their own stops at the first that holds',
      () => {
        const arms = Array.from({ length: 60 }, (_, index) => `if 100 / (x - ${index}) > 20 { 100 / (x - ${index} - 1) }`);
        const program = circuitOf(
          `circuit checked {\n input x: -100..100\n output r: -100..100\n r = ${arms.join(' else ')} else { -1 }\n}`,
        );
        hold(open(program, fc.sample(linesOf(graphOf(program)), { numRuns: 60, seed: 3 })));
      },
      2 * MINUTES,
    );

    test(
      'a circuit that nests as deep as the language allows runs',
      () => {
        const program = circuitOf(deepest());
        const lines = sampled(program);
        hold(open(program, lines), unguarded(program, lines));
      },
      5 * MINUTES,
    );

    // A compiler takes long for each.
    const further = [
      ['3,000 constants', constantsSource(), ['{"a":3}']],
      ['a chain of 2,000 components', componentChain(2_000), ['{"x":3}']],
      ['an enumeration of 5,000 tags', enumeration(5_000), ['{"t":"t4999"}', '{"t":"t0"}', '{"t":"other"}']],
    ] as const;
    const isPart = toolchain.isCompiled === true && !IS_WHOLE;
    test.each([['10,000 wires', wideSource(10_000), ['{"a":1}']] as const, ...(isPart ? [] : further)])(
      'a circuit with %s runs',
      (_, source, lines) => {
        const program = circuitOf(source);
        hold(unguarded(program, lines), ...(isPart ? [] : [open(program, lines)]));
      },
      5 * MINUTES,
    );

    test(
      'many ports share the tags of one domain, and 1,000 ports are read',
      () => {
        const tags = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, `t${index}`]));
        const ports = namesOf(1_000);
        const wide = `circuit wide {\n${ports.map((port) => `input ${port}: 0..9`).join('\n')}\noutput y: 0..9\ny = ${ports[7]}\n}`;
        const inputs = Object.fromEntries(ports.map((port, index) => [port, index % 10]));
        hold(
          open(circuitOf(portsOfEnumeration(100)), [JSON.stringify(tags)]),
          open(circuitOf(wide), [JSON.stringify(inputs), JSON.stringify({ ...inputs, other: 1 })]),
        );
      },
      5 * MINUTES,
    );

    test(
      'a program that would be longer than it may be is refused',
      () => {
        const found = targetNamed(target);
        if (found === undefined) throw new Error(`no target ${target}`);
        // A character beyond the first 65,536 takes ten in most languages, at each use of its text.
        const text = `"${'\u{1f389}'.repeat(120_000)}"`;
        const long = `circuit long {\n input a: bool\n output y: bool\n t = ${text}\n y = a and LENGTH([${'t, '.repeat(9)}t]) > 3\n}`;
        for (const source of IS_WHOLE || target === 'js' ? [longProgram(), long] : [long]) {
          const compilation = compile(circuitOf(source), found, { certified: false, allowOpen: true });
          const length = compilation.ok ? compilation.program.compiled.length : 0;
          expect(length).toBeLessThanOrEqual(MAX_PROGRAM_LENGTH);
        }
      },
      2 * MINUTES,
    );

    test(
      'the same circuit gives the same bytes',
      () => {
        for (const { program } of CIRCUITS.slice(0, 40)) {
          const options = { certified: false };
          expect(compiledTo(target, program, options)).toEqual(compiledTo(target, program, options));
        }
      },
      2 * MINUTES,
    );
  });
}

function nested(opening: string, inner: string, closing: string, depth: number): string {
  return opening.repeat(depth) + inner + closing.repeat(depth);
}

/** Returns a circuit whose statements, types and values nest as deep as a source may. */
function deepest(): string {
  const folds = Array.from({ length: 120 }).reduce<string>(
    (inner, _, i) => `fold s${i} = 0 for e${i} in 1..1 { MAX(s${i}, ${inner}) }`,
    'a',
  );
  return `circuit deep {
  input a: 0..9
  output ifs: 0..9
  output folds: 0..9
  output lists: ${nested('[', '0..9', '; 1]', 60)}
  output records: ${nested('(r: ', '0..9', ')', 60)}
  output options: ${nested('(', '0..9', ')?', 60)}
  output same: bool
  ifs = ${nested('if a > 3 { ', 'a', ' } else { 1 }', 250)}
  folds = ${folds}
  lists = ${nested('[', 'a', ']', 60)}
  records = ${nested('(r: ', 'a', ')', 60)}
  options = ${'some '.repeat(60)}a
  same = lists == ${nested('[', '1', ']', 60)} or options == ${'some '.repeat(60)}2
}`;
}

/** Returns distinct names that are not reserved words. */
function namesOf(count: number): readonly string[] {
  const letters = 'bcdfghjklmnpqrstvwxz';
  const found: string[] = [];
  for (const a of letters) for (const b of letters) for (const c of letters) for (const d of letters) found.push(`${a}${b}${c}${d}`);
  return found.slice(0, count);
}

function wideSource(count: number): string {
  const wires = namesOf(count);
  const lines = wires.map((wire, index) => `${wire} = ${wires[index - 1] ?? 'a'} ^ a`);
  return `circuit wide {\ninput a: 0..1\noutput y: 0..1\n${lines.join('\n')}\ny = ${wires.at(-1)}\n}`;
}

function constantsSource(): string {
  const wires = Array.from({ length: 3_000 }, (_, index) => `w${index} = (k: ${index}, t: "t${index}", l: [${index}, 1])`);
  const sum = Array.from({ length: 3_000 }, (_, index) => `w${index}.k`).join(' + ');
  return `circuit tables {\n input a: 0..9\n output y: 0..9_000_000\n ${wires.join('\n ')}\n y = a + ${sum}\n}`;
}

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

/** Returns circuits whose parts have the name: the circuit, a component, a field and a tag; and ports, wires and variables. */
function sourcesWithName(name: string): readonly string[] {
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
