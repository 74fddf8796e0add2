import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compile } from '../compile.js';
import type { CompiledProgram } from '../target.js';
import { cToolchain } from '../testing/c-toolchain.js';
import { changedByClangFormat, hasClangFormat } from '../testing/clang-format.js';
import { circuitOf } from '../testing/reference.js';
import { isInstalled } from '../testing/toolchain.js';
import { WIDTHS } from '../testing/width-circuit.js';
import { c } from './c.js';
import { STYLE } from './layout.js';

/** The functions that C code calls, without JSON between. */

const SOURCE = `circuit every {
  input small: 0..9
  input flag: bool
  input tag: enum { a, b }
  input name: text[..3]
  input raw: bytes[..2]
  input items: [[0..9; ..2]; 1..2]
  input nested: ((0..9)?)?
  input point: (y: [0..9; ..2], x: i64)
  output greeting: text[..9]
  output point_out: (y: [0..9; ..2], x: i64)
  output good: bool
  require small > 0
  greeting = name ++ "\\u{0}!"
  point_out = point
  good = flag and tag == .a and LENGTH(raw) + LENGTH(items) > 0 and nested != some none
}`;

const GIVEN = `
#include "every_circuit.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

static const int32_t ones[] = {1, 2, 3};
static const every_int32_list lists[] = {{ones, 1}, {ones, 2}, {ones, 2}};

static every_inputs given(void) {
  return (every_inputs){.small = 1, .name = {"\\303\\251", 2}, .raw = {(const uint8_t *)"x", 1}, .items = {lists, 1}, .point = {.y = {ones, 2}}};
}

static void told(every_inputs inputs) {
  every_outputs outputs;
  every_error error;
  const every_status status = every(&inputs, &outputs, &error);
  if (status == EVERY_OK) {
    printf("%.*s %zu\\n", (int)outputs.greeting.size - 2, outputs.greeting.data, outputs.greeting.size);
    assert(outputs.point_out.y.items == ones);
    every_outputs_free(&outputs);
  } else {
    assert(status == EVERY_DOMAIN_ERROR);
    printf("%s%s\\n", error.port == NULL ? "-" : error.port, error.path);
    // Outputs of a call that failed have nothing, and may be released too.
    every_outputs_free(&outputs);
  }
}

int main(void) {
`;

/** Changes of the inputs, and what is told: the greeting and its size, or the refused port with the path. */
const CHANGES: readonly (readonly [change: string, told: string])[] = [
  ['', '\u00e9 4'],
  ['inputs.name = (every_text){NULL, 0};', ' 2'],
  ['inputs.small = 0;', '-'],
  ['inputs.small = 10;', 'small'],
  ['inputs.small = INT32_MIN;', 'small'],
  ['inputs.tag = (every_tag)2;', 'tag'],
  ['inputs.tag = (every_tag)-1;', 'tag'],
  ['inputs.name.size = 1;', 'name'],
  ['inputs.name = (every_text){"\\355\\240\\200", 3};', 'name'],
  ['inputs.name = (every_text){"\\300\\200", 2};', 'name'],
  ['inputs.name = (every_text){NULL, 1};', 'name'],
  ['inputs.name = (every_text){"abcd", 4};', 'name'],
  ['inputs.raw.size = 3;', 'raw'],
  ['inputs.raw = (every_bytes){NULL, 0};', '\u00e9 4'],
  ['inputs.raw = (every_bytes){NULL, 1};', 'raw'],
  ['inputs.items.count = 0;', 'items'],
  ['inputs.items.count = 3;', 'items'],
  ['inputs.items = (every_int32_list_list){(const every_int32_list[]){{ones, 1}, {ones, 3}}, 2};', 'items[1]'],
  ['inputs.items = (every_int32_list_list){(const every_int32_list[]){{(const int32_t[]){0, 10}, 2}}, 1};', 'items[0][1]'],
  ['inputs.nested.is_some = true; inputs.nested.value.is_some = true; inputs.nested.value.value = 10;', 'nested.some'],
  ['inputs.items.items = NULL;', 'items'],
  ['inputs.items = (every_int32_list_list){(const every_int32_list[]){{ones, 1}, {NULL, 1}}, 2};', 'items[1]'],
  ['inputs.point.y.items = NULL;', 'point.y'],
  ['inputs.point.y.count = 3;', 'point.y'],
  ['inputs.point.y.items = (const int32_t[]){1, -1};', 'point.y[1]'],
];

function withTests(source: string, vectors: readonly unknown[] = []): CompiledProgram {
  const compilation = compile(circuitOf(source), c.target, { certified: false, allowOpen: true, tests: true, vectors });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program;
}

/** Runs the commands of a program's tests; returns the exit code and what they print. */
function tested({ files, test: commands = [] }: CompiledProgram): { readonly status: number | null; readonly output: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-c-'));
  try {
    for (const { path: name, content } of files) writeFileSync(path.join(folder, name), content);
    const result = spawnSync('/bin/sh', ['-c', commands.join(' && ')], { cwd: folder, encoding: 'utf8' });
    return { status: result.status, output: result.stdout + result.stderr };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compiled(source: string, certified: boolean): readonly { readonly path: string; readonly content: string }[] {
  const compilation = compile(circuitOf(source), c.target, { certified, allowOpen: true, guards: false });
  if (!compilation.ok) throw new Error(compilation.message);
  return compilation.program.files;
}

const FLAGS = '-std=c11 -Wall -Wextra -Werror -pedantic -fsanitize=undefined,address -fno-sanitize-recover=all'.split(' ');

/** Compiles the files and a main program; returns what it prints. */
function printed(files: readonly { readonly path: string; readonly content: string }[], main: string, ...flags: readonly string[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kirchhoff-c-'));
  try {
    for (const file of [...files, { path: 'main.c', content: main }]) writeFileSync(path.join(folder, file.path), file.content);
    const sources = ['main.c', ...files.map((file) => file.path).filter((name) => name.endsWith('.c'))];
    execFileSync('gcc', [...FLAGS, ...flags, '-o', 'program', ...sources], { cwd: folder, stdio: 'pipe' });
    return execFileSync(path.join(folder, 'program'), { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const here = isInstalled({ target: 'c', commands: ['gcc'] });

(here ? describe : describe.skip)('the interface of C', () => {
  test('values outside their domains are refused at their port and path, and what is made is freed', () => {
    const calls = CHANGES.map(([change]) => `  {\n    every_inputs inputs = given();\n    ${change}\n    told(inputs);\n  }\n`);
    const told = printed(compiled(SOURCE, false), `${GIVEN}${calls.join('')}  return 0;\n}\n`)
      .split('\n')
      .slice(0, -1);
    expect(told.map((line, index) => [CHANGES[index]?.[0], line.replace('\0', '')])).toEqual(CHANGES);
  }, 120_000);

  test('entropy sources ask the host, within their ranges', () => {
    const source = `circuit asks {
      output now: i64
      output luck: i64
      output env: text[..4096]?
      now = NOW()
      luck = RANDOM(9, 12)
      env = ENV("HOME")
    }`;
    const main = `
#include "asks_circuit.h"
#include <stdio.h>

static int64_t fixed(void *context, int64_t lo, int64_t hi) {
  return lo + hi == 21 ? *(int64_t *)context : 0;
}

static const char *home(void *context, const char *name) {
  (void)context;
  return name[0] == 'H' ? "here" : NULL;
}

int main(void) {
  for (int64_t luck = 12; luck <= 13; luck++) {
    const asks_host host = {.context = &luck, .random = fixed, .env = home};
    asks_outputs outputs;
    asks_error error;
    if (asks(&host, &outputs, &error) == ASKS_OK) {
      printf("%d %.*s\\n", (int)outputs.luck, (int)outputs.env.value.size, outputs.env.value.data);
      asks_outputs_free(&outputs);
    } else {
      printf("%s\\n", error.message);
    }
  }
  return asks(NULL, &(asks_outputs){0}, &(asks_error){0}) == ASKS_DOMAIN_ERROR ? 0 : 1;
}
`;
    expect(printed(compiled(source, false), main)).toBe('12 here\nthe random integer is outside its range\n');
  }, 120_000);

  test('products of 128 bits are divided as exactly without the extension of the compiler', () => {
    const source = `circuit scaled {
      input a: i64
      input b: i64
      input c: i64
      output q: i64
      output r: i64
      q = MULDIV(a, b, c)
      r = MULDIV_EVEN(a, b, c)
    }`;
    const main = `
#include "scaled_circuit.h"
#include <inttypes.h>
#include <stdio.h>

int main(void) {
  static const int64_t values[] = {0, 1, -1, 3, -7, 1000000007, INT64_C(-4294967296), INT64_MAX, INT64_MIN, INT64_C(6148914691236517205)};
  for (size_t i = 0; i < 1000; i++) {
    const scaled_inputs inputs = {.a = values[i / 100], .b = values[i / 10 % 10], .c = values[i % 10]};
    scaled_outputs outputs = {0};
    scaled_error error;
    const int status = (int)scaled(&inputs, &outputs, &error);
    printf("%d %" PRId64 " %" PRId64 "\\n", status, outputs.q, outputs.r);
  }
  return 0;
}
`;
    const files = compiled(source, false);
    const portable = printed(files, main, '-DKIR_PORTABLE');
    expect(portable).toBe(printed(files, main));
    expect(portable).toContain(' 6148914691236517205 ');
  }, 120_000);

  test('operations on a byte have 64 bits', () => {
    const source = `circuit wide {
      input raw: bytes[2..4]
      input i: 0..9
      output product: i64
      output shifted: i64
      output negated: i64
      output chosen: i64
      product = raw[0] * 1_000_000_000
      shifted = SHL(raw[1], 40)
      negated = -raw[0] * 16_777_216
      chosen = GET_OR(raw, i, 7) * 1_000_000_000
    }`;
    const main = `
#include "wide_circuit.h"
#include <inttypes.h>
#include <stdio.h>

int main(void) {
  const uint8_t raw[] = {255, 3};
  const wide_inputs inputs = {.raw = {raw, 2}, .i = 1};
  wide_outputs outputs = {0};
  wide_error error;
  const int status = (int)wide(&inputs, &outputs, &error);
  printf("%d %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, status, outputs.product, outputs.shifted, outputs.negated, outputs.chosen);
  return 0;
}
`;
    expect(printed(compiled(source, true), main)).toBe('0 255000000000 3298534883328 -4278190080 3000000000');
  }, 120_000);

  test('integers have 32 bits where the domains fit, and no check for that', () => {
    const [header = '', text = ''] = compiled(WIDTHS, true).map(({ content }) => content);
    const members = ['int32_t edge', 'int64_t above', 'int64_t below', 'int32_t natural', 'widths_int32_list list', 'const int32_t *items'];
    const others = ['int32_t narrow', 'int64_t wide', 'widths_int64_option option', 'widths_int64_option other', 'int32_t sum'];
    for (const member of [...members, ...others]) expect(header).toContain(`  ${member};\n`);
    expect(text).not.toMatch(/"edge"|"narrow"/);
    expect(text).toContain('if (inputs->natural < 0) {');
    expect(text).toContain('const int64_t edge = inputs->edge;');
    expect(text).toContain('outputs->sum = (int32_t)sum;');
  });

  test('operations on parts of 32 bits have 64 bits, and compilers convert no integer silently', () => {
    const source = `circuit parts {
      input xs: [i32; 2..4]
      input raw: bytes[2..4]
      input r: (n: i32, o: (i32)?)
      input i: 0..9
      output product: i64
      output shifted: i64
      output negated: i64
      output chosen: i64
      output quotient: i64
      output never: bool
      output always: bool
      output made: [i32; ..12]
      output found: (i32)?
      output rows: [(a: i32, b: i32); ..4]
      output day: (day: i32, month: i32, year: i32)
      product = xs[0] * r.n
      shifted = SHL(ABS(xs[1]), 30) + xs[0]
      negated = -r.n * 16_777_216
      chosen = GET_OR(xs, i, 7) * 1_000_000_000 + (r.o ?? 1)
      quotient = xs[0] / -1 + r.n / xs[1]
      never = r.n > 3_000_000_000 or xs[0] == -2_147_483_649 or raw[0] > 300 or raw[0] < 0 or (r.o ?? 5) >= 2_147_483_648 or -3_000_000_000 >= r.n
      always = r.n <= 2_147_483_647 and xs[1] != 4_294_967_296 and raw[0] <= 255 and r.n % 9 < 3_000_000_000
      made = SET(APPEND(xs, r.n), 0, -2_147_483_648) ++ [r.n, i] ++ RANGE(i, 9) ++ FILL(i % 2, xs[1])
      found = FIND(xs, 4_294_967_296 - 4_294_967_294)
      rows = ZIP(xs, REVERSE(SORT(xs)))
      day = CIVIL_FROM_DAYS(i)
    }`;
    const main = `
#include "parts_circuit.h"
#include <inttypes.h>
#include <stdio.h>

int main(void) {
  static const int32_t xs[] = {INT32_MIN, 2};
  static const uint8_t raw[] = {255, 3};
  const parts_inputs inputs = {
      .xs = {xs, 2}, .raw = {raw, 2}, .r = {.n = INT32_MIN, .o = {.is_some = true, .value = INT32_MAX}}, .i = 8};
  parts_outputs o;
  parts_error error;
  const int status = (int)parts(&inputs, &o, &error);
  printf("%d %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64, status, o.product, o.shifted, o.negated, o.chosen, o.quotient);
  printf(" %d %d ", o.never, o.always);
  for (size_t i = 0; i < o.made.count; i++) {
    printf("%" PRId32 ",", o.made.items[i]);
  }
  printf(" %d:%" PRId32 " %" PRId32 " %" PRId32 " %" PRId32, o.found.is_some, o.found.value, o.rows.items[0].a, o.rows.items[0].b, o.day.day);
  parts_outputs_free(&o);
  return 0;
}
`;
    const flags = ['-Wconversion', '-Wtype-limits', '-Wsign-compare'];
    expect(printed(compiled(source, false), main, ...flags)).toBe(
      '0 4611686018427387904 0 36028797018963968 9147483647 1073741824 0 1 -2147483648,2,-2147483648,-2147483648,8,8,9, 1:1 -2147483648 2 9',
    );
  }, 120_000);

  test('each round of a loop frees its memory if only numbers are left of it', () => {
    const source = `circuit rounds {
      input k: 0..9
      input names: [text[..3]; ..9]
      output total: i64
      output most: (at: i64, is_long: bool)
      output lengths: [i64; ..9]
      output joined: text[..40]
      total = fold sum = 0 for i in 0..2_000 {
        xs = FILL(20_000, i + k)
        (sum + xs[7] + xs[9]) % 1_000
      }
      most = fold best = (at: 0, is_long: false) for i in 0..2_000 {
        xs = FILL(20_000, i * k)
        if xs[5] > best.at { (at: xs[5], is_long: LENGTH(xs) > 9) } else { best }
      }
      lengths = map name in names { TEXT_LENGTH(name ++ FORMAT_INT(k)) }
      joined = fold all = "" for name in names { if TEXT_LENGTH(all) < 30 { all ++ name ++ "," } else { all } }
    }`;
    const main = `
#define _DEFAULT_SOURCE
#include "rounds_circuit.h"
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
  const struct rlimit limit = {64 << 20, 64 << 20};
  setrlimit(RLIMIT_AS, &limit);
  const rounds_text names[] = {{"ab", 2}, {"", 0}, {"c", 1}};
  const rounds_inputs inputs = {.k = 3, .names = {names, 3}};
  rounds_outputs outputs;
  rounds_error error;
  if (rounds(&inputs, &outputs, &error) != ROUNDS_OK) {
    printf("%s\\n", error.message);
    return 0;
  }
  printf("%d %d %d %.*s", (int)outputs.total, (int)outputs.most.at, (int)outputs.lengths.items[2], (int)outputs.joined.size, outputs.joined.data);
  rounds_outputs_free(&outputs);
  return 0;
}
`;
    expect(printed(compiled(source, false), main, '-fno-sanitize=all')).toBe('6 6000 2 ab,,c,');
  }, 120_000);

  test.each(['accept', 'write', 'index', 'malloc', 'std'])('a circuit named %s leaves the function of the system alone', (name) => {
    const source = `circuit ${name} {\n  input index: 0..9\n  output y: 0..9\n  y = index\n}`;
    const [header] = compiled(source, true).map(({ content }) => content);
    expect(header).toContain(`\n${name}_circuit_status ${name}_circuit(const ${name}_circuit_inputs *inputs`);
    expect(header).toContain('  int32_t index;\n');
  });

  test('a closed circuit of scalars allocates nothing, and checks only its inputs', () => {
    const source = `circuit halves {
      input n: 0..9
      output half: 0..9
      half = n / 2
      ensure half <= n "it's */ at most \\\\ n \u00e9"
    }`;
    const [header, text] = compiled(source, true).map(({ content }) => content);
    expect(header).toContain('// Closed (phi_c 1)');
    expect(header).toContain("//   it's * / at most \\\\ n \\u{e9}\n");
    expect(header).toContain('halves_status halves(const halves_inputs *inputs, halves_outputs *outputs, halves_error *error);');
    expect(text).toContain(
      '  const int64_t n = inputs->n;\n  const int64_t half = (int32_t)n / 2;\n  outputs->half = (int32_t)half;\n  return HALVES_OK;\n}',
    );
    expect(text).not.toMatch(/malloc|setjmp|kir_fault/);
  });

  test('the tests of a circuit pass, and tell the cases that another circuit fails', () => {
    const source = `circuit each {
  input xs: [0..9; ..3]
  input o: (text[..2])?
  input e: enum { red, green }
  output rs: [0..9; ..3]
  output r: ((0..9)?)?
  output d: 0..9
  require LENGTH(xs) < 3
  rs = REVERSE(xs)
  r = if o == none { none } else { some GET_OR(map x in xs { some x }, 0, none) }
  d = if e == .red { 9 / LENGTH(xs) } else { 1 }
}`;
    const program = withTests(source);
    expect(tested(program)).toEqual({ status: 0, output: expect.stringMatching(/^(\d+) of \1 cases passed\n$/) });
    const changes: readonly (readonly [from: string, to: string, told: string])[] = [
      ['9 / L', '8 / L', 'the if whose condition is true in line 11'],
      ['some GET_OR(map x in xs { some x }, 0, none)', 'none', 'the if whose condition is false in line 10'],
      ['xs: [0..9; ..3]', 'xs: [0..10; ..3]', 'xs: with an element above its domain'],
      ['LENGTH(xs) < 3', 'LENGTH(xs) < 4', 'every port at its other end'],
      ['  d =', '\n  d =', 'every port at one end'],
    ];
    for (const [from, to, told] of changes) {
      const other = withTests(source.replace(from, to).replace('output rs: [0..9;', 'output rs: [0..10;'));
      const mixed = { ...program, files: [...other.files.slice(0, 2), ...program.files.slice(2)] };
      const { status, output } = tested(mixed);
      expect([from, status]).toEqual([from, 1]);
      expect(output).toContain(`${told}\n`);
      expect(() => cToolchain.runTests?.([mixed])).toThrow('failed: ');
    }
  }, 300_000);

  test('the tests of a circuit have no values that a caller cannot pass', () => {
    const program = withTests(`circuit narrow {
  input n: i32
  input xs: [-2_147_483_648..9; ..3]
  output o: i32
  output ys: [-2_147_483_648..9; ..3]
  o = CLAMP(n, -2_147_483_648, 9)
  ys = REVERSE(xs)
}`);
    expect(tested(program)).toEqual({ status: 0, output: expect.stringMatching(/^(\d+) of \1 cases passed\n$/) });
    expect(() => cToolchain.runTests?.([program])).not.toThrow();
    expect(program.files[2]?.content).toContain('INT32_MIN');
    expect(program.files[2]?.content).not.toContain('INT64_C(');
  }, 120_000);

  test('long and strange values are literals of the tests', () => {
    const source = `circuit status {
  input t: text[..9999]
  input xs: [(name: text[..9], at: i64); ..999]
  input raw: bytes[..999]
  input deep: [[(bool)?; ..2]; ..99]
  output t_out: text[..9999]
  output xs_out: [(name: text[..9], at: i64); ..999]
  output raw_out: bytes[..999]
  output deep_out: [[(bool)?; ..2]; ..99]
  t_out = t
  xs_out = REVERSE(xs)
  raw_out = raw
  deep_out = deep
}`;
    const strange = '\0"\\??/%s\n\u2028\u{1f389}*/';
    const vector = {
      t: strange.repeat(500),
      xs: Array.from({ length: 99 }, (_, index) => ({
        name: '{\n},??='.slice(0, index % 9),
        at: index % 2 === 0 ? '-9223372036854775808' : index,
      })),
      raw: Buffer.from(Array.from({ length: 300 }, (_, index) => index % 256)).toString('base64'),
      deep: Array.from({ length: 50 }, (_, index) => [null, index % 2 === 0]),
    };
    const program = withTests(source, [vector]);
    expect(program.files[2]?.content).toContain('vector 1');
    expect(() => cToolchain.runTests?.([program])).not.toThrow();
    if (hasClangFormat())
      expect(
        changedByClangFormat(
          program.files.map(({ content }) => content),
          STYLE,
        ),
      ).toEqual([]);
  }, 120_000);
});
