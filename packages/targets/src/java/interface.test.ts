import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compile } from '../compile.js';
import type { CompiledProgram, CompileOptions } from '../target.js';
import { changedByClangFormat, hasClangFormat, JAVA_STYLE } from '../testing/clang-format.js';
import { JAVA } from '../testing/java-toolchain.js';
import { circuitOf } from '../testing/reference.js';
import { compiledTo, isInstalled } from '../testing/toolchain.js';
import { java } from './java.js';

/** The method that Java code calls, without JSON between. */

const describeHere = isInstalled({ target: 'java', commands: ['javac', 'java'] }) ? describe : describe.skip;

function javaOf(source: string, options: Omit<CompileOptions, 'allowOpen'>): string {
  return compiledTo('java', circuitOf(source), options).compiled;
}

/** Compiles a circuit and statements that use it, and returns the lines that they print. */
function printed(name: string, text: string, imports: string, statements: string, members: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-java-'));
  try {
    writeFileSync(join(folder, `${name}.java`), text);
    const main = `${imports}\npublic class Use {\n${members}\npublic static void main(String[] args) {\n${statements}\n}\n}\n`;
    writeFileSync(join(folder, 'Use.java'), main);
    execFileSync('javac', ['-J-XX:TieredStopAtLevel=1', '-Xlint:all', '-Werror', 'Use.java'], { cwd: folder, stdio: 'pipe' });
    const output = execFileSync('java', ['-XX:TieredStopAtLevel=1', 'Use'], { cwd: folder, encoding: 'utf8' });
    return output.trimEnd().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const EVERY = `circuit every {
  input small: 0..9
  input tag: enum { a, b }
  input name: text[1..2]
  input chars: text[..3] of "a-c"
  input raw: bytes[..2]
  input items: [[0..9; ..2]; 1..2]
  input option: (0..9)?
  input nested: ((bool)?)?
  input point: (y: [0..9; ..2], x: i64)
  output point_out: (y: [0..9; ..2], x: i64)
  output nested_out: ((bool)?)?
  output lists: [[0..9; ..2]; ..3]
  output raw_out: bytes[..2]
  output good: bool
  require small > 0
  point_out = point
  nested_out = nested
  lists = items
  raw_out = raw
  good = small > 3 and tag == .a and name != chars and LENGTH(raw) > (option ?? 0)
}`;

/** Calls with one value changed, and the port and the path of their refusal. */
const HOSTILE: readonly (readonly [call: string, refusal: string])[] = [
  ['10, Every.Tag.A, "n", "a", RAW, ITEMS, NONE, NESTED, POINT', 'small '],
  ['1, null, "n", "a", RAW, ITEMS, NONE, NESTED, POINT', 'tag '],
  ['1, Every.Tag.A, null, "a", RAW, ITEMS, NONE, NESTED, POINT', 'name '],
  ['1, Every.Tag.A, "\\ud83c", "a", RAW, ITEMS, NONE, NESTED, POINT', 'name '],
  ['1, Every.Tag.A, "n", "ad", RAW, ITEMS, NONE, NESTED, POINT', 'chars '],
  ['1, Every.Tag.A, "n", "a", Every.Bytes.of(new byte[3]), ITEMS, NONE, NESTED, POINT', 'raw '],
  ['1, Every.Tag.A, "n", "a", RAW, List.of(List.of(1L), List.of(10L)), NONE, NESTED, POINT', 'items [1][0]'],
  ['1, Every.Tag.A, "n", "a", RAW, Arrays.asList(List.of(1L), null), NONE, NESTED, POINT', 'items [1]'],
  ['1, Every.Tag.A, "n", "a", RAW, List.of(Arrays.asList(1L, null)), NONE, NESTED, POINT', 'items [0][1]'],
  ['1, Every.Tag.A, "n", "a", RAW, ITEMS, Optional.of(10L), NESTED, POINT', 'option '],
  ['1, Every.Tag.A, "n", "a", RAW, ITEMS, null, NESTED, POINT', 'option '],
  ['1, Every.Tag.A, "n", "a", RAW, ITEMS, NONE, null, POINT', 'nested '],
  ['1, Every.Tag.A, "n", "a", RAW, ITEMS, NONE, NESTED, new Every.Point(1, null)', 'point .y'],
  ['1, Every.Tag.A, "n", "a", RAW, ITEMS, NONE, NESTED, new Every.Point(1, List.of(10L))', 'point .y[0]'],
  ['0, Every.Tag.A, "n", "a", RAW, ITEMS, NONE, NESTED, POINT', 'null '],
];

describeHere('the interface of Java', () => {
  test('values of Java are taken and given, and refused at their port and path; lists are copied', () => {
    const members = `
  static final Every.Bytes RAW = Every.Bytes.of(new byte[] {(byte) 255});
  static final List<List<Long>> ITEMS = List.of(List.of(1L), List.of(2L, 3L));
  static final Optional<Long> NONE = Optional.empty();
  static final Optional<Optional<Boolean>> NESTED = Optional.of(Optional.empty());
  static final Every.Point POINT = new Every.Point(Long.MAX_VALUE, List.of(7L));
  static void refused(Runnable call) {
    try {
      call.run();
      System.out.println("taken");
    } catch (Every.DomainError error) {
      String place = (error.port() == null ? "inputs" : error.port()) + error.path() + ": ";
      System.out.println(error.getMessage().startsWith(place) ? error.port() + " " + error.path() : error.toString());
    }
  }`;
    const statements = `
    List<Long> mine = new ArrayList<>(List.of(7L));
    Every.Outputs outputs = Every.compute(5, Every.Tag.A, "n", "a", RAW, ITEMS, NONE, NESTED, new Every.Point(1, mine));
    mine.set(0, 8L);
    System.out.println(outputs);
    System.out.println(outputs.rawOut().equals(Every.Bytes.of((byte) 255)) + " " + outputs.rawOut().at(0));
${HOSTILE.map(([call]) => `    refused(() -> Every.compute(${call}));`).join('\n')}`;
    const imports = 'import java.util.ArrayList;\nimport java.util.Arrays;\nimport java.util.List;\nimport java.util.Optional;';
    const [outputs, bytes, ...refusals] = printed('Every', javaOf(EVERY, { certified: false }), imports, statements, members);
    expect(outputs).toBe(
      'Outputs[pointOut=Point[x=1, y=[7]], nestedOut=Optional[Optional.empty], lists=[[1], [2, 3]], rawOut=ff, good=true]',
    );
    expect(bytes).toBe('true 255');
    expect(refusals.map((line) => line.trim())).toEqual(HOSTILE.map(([, refusal]) => refusal.trim()));
  }, 120_000);

  test('entropy sources ask the host that the caller gives, within their ranges', () => {
    const source = `circuit asks {
    input host: 0..9
    output now: i64
    output luck: i64
    output id: text[36]
    output env: text[..4096]?
    now = NOW() + host
    luck = lucky(host)
    id = UUID()
    env = ENV("HOME")
  }
  component lucky(n: 0..9) -> i64 { RANDOM(n, 12) }`;
    const members = `
  record Given(long now, long luck, String uuid, Optional<String> env) implements Asks.Host {
    public long random(long lo, long hi) {
      return lo == 9 && hi == 12 ? luck : -1;
    }
    public Optional<String> env(String name) {
      return name.equals("HOME") ? env : Optional.empty();
    }
  }
  static void told(Given given) {
    try {
      System.out.println(Asks.compute(given, 9));
    } catch (Asks.DomainError error) {
      System.out.println(error.port() + error.path());
    }
  }`;
    const id = '"00000000-0000-4000-8000-000000000000"';
    const statements = `
    told(new Given(5, 12, ${id}, Optional.of("here")));
    told(new Given(-1, 12, ${id}, Optional.empty()));
    told(new Given(5, 13, ${id}, Optional.empty()));
    told(new Given(5, 12, "x", Optional.empty()));
    told(new Given(5, 12, ${id}, Optional.of("x".repeat(4097))));
    Asks.Outputs own = Asks.compute(9);
    System.out.println(own.luck() >= 9 && own.luck() <= 12 && own.now() > 1_000_000_000_000L && own.id().length() == 36);`;
    expect(printed('Asks', javaOf(source, { certified: false }), 'import java.util.Optional;', statements, members)).toEqual([
      'Outputs[now=14, luck=12, id=00000000-0000-4000-8000-000000000000, env=Optional[here]]',
      ...Array.from({ length: 4 }, () => 'null'),
      'true',
    ]);
  }, 120_000);

  test('a program has a header, ports and promises in its documentation, and only the helpers that it uses', () => {
    const source = `circuit halves {
    input n: 0..9
    input class: text[..3] of "a-c\\"\\\\"
    output half: 0..9
    half = n / 2
    ensure half <= n "it's */ \\\\u000a <b> at most @n é"
  }`;
    const { hash } = circuitOf(source);
    const text = javaOf(source, { certified: true, guards: false });
    expect(text).toContain(`// halves: compiled by Kirchhoff from the circuit\n// ${hash}.\n// Closed (phi_c 1)`);
    expect(text).toContain('public static Outputs compute(int n, String class_) {\n');
    expect(text).toContain("   *   <li>it's *&#47; &#92;u000a &#60;b&#62; at most &#64;n &#xe9;\n");
    expect(text).toContain('   * @param n 0..9\n');
    expect(text).toContain('    int half = n / 2;\n    return new Outputs(half);\n');
    expect(text).not.toMatch(/Fault|GuardError|List|Optional|BigInteger|sumFits/);
  });

  test('the tests of a circuit pass, and fail for another circuit', () => {
    const programs = TESTED.map(testedBy);
    JAVA.runTests?.(programs);
    const [right, wrong] = [TESTED[0] ?? '', (TESTED[0] ?? '').replace('9 / L', '8 / L')].map(testedBy);
    const mixed = [...(wrong?.files.slice(0, 1) ?? []), ...(right?.files.slice(1) ?? [])];
    if (right === undefined) throw new Error('no circuit');
    expect(() => JAVA.runTests?.([{ ...right, files: mixed }])).toThrow(/, reaches .*: expected .*, got /);
    expect(right.test).toEqual(['javac Tested.java TestedTest.java', 'java TestedTest']);
    if (!hasClangFormat()) return;
    const texts = programs.flatMap(({ files }) => files.map(({ content }) => content));
    expect(changedByClangFormat(texts, JAVA_STYLE, 'java')).toEqual([]);
  }, 300_000);
});

const WIDE = Array.from({ length: 130 }, (_, index) => `n${index}`);

/** Values of every kind, and more of them than a method of Java takes. */
const TESTED: readonly string[] = [
  `circuit tested {
    input xs: [0..9; ..3]
    input o: (text[..2])?
    input e: enum { red, green }
    input p: (y: [0..9; ..2], x: i64, raw: bytes[..100])
    output rs: [0..9; ..3]
    output r: ((0..9)?)?
    output d: 0..9
    output same: (y: [0..9; ..2], x: i64, raw: bytes[..100])
    require LENGTH(xs) < 3
    rs = REVERSE(xs)
    r = if o == none { none } else { some GET_OR(map x in xs { some x }, 0, none) }
    d = if e == .red { 9 / LENGTH(xs) } else { 1 }
    same = p
  }`,
  `circuit wide {
${WIDE.map((name) => `    input ${name}: 0..9\n    output ${name}_out: 0..9`).join('\n')}
    input name: text[..200]
    input flags: (${WIDE.map((name) => `${name}: bool`).join(', ')})
    output name_out: text[..200]
    output flags_out: (${WIDE.map((name) => `${name}: bool`).join(', ')})
${WIDE.map((name) => `    ${name}_out = ${name}`).join('\n')}
    name_out = name
    flags_out = flags
  }`,
  `circuit long {
    input deep: ((((((((0..9)?)?)?)?)?)?)?)?
    input lists: [[[[[i64; ..2]; ..2]; ..2]; ..2]; ..2]
    output deep_out: ((((((((0..9)?)?)?)?)?)?)?)?
    output lists_out: [[[[[i64; ..2]; ..2]; ..2]; ..2]; ..2]
    output many: [0..99_999; 3_000]
    output words: [text[..5]; ..2]
    deep_out = deep
    lists_out = lists
    many = RANGE(1, 3_000)
    words = ["\\\\u{7f}\\u{1f389}", "\\"\\n"]
  }`,
];

function testedBy(source: string): CompiledProgram {
  const compilation = compile(circuitOf(source), java.target, { certified: false, allowOpen: true, tests: true });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}
