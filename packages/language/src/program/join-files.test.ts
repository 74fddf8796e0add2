import { SOURCE_BYTES, SOURCE_FILES } from '@kirchhoff/kernel/limits';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { formatSource } from '../syntax/format.js';
import { parseSource } from '../syntax/parse.js';
import { pinsOf } from './pins.js';
import type { Reading } from './program.js';
import { read } from './read.js';

const MONEY = `// What money is here.
domain Cents = 0..10_000
const MOST = 9_999

component part(amount: Cents, points: 0..10_000) -> Cents {
  MULDIV(amount, points, 10_000)
  ensure result <= amount
}
`;
const FEE = `use "./money.kir" Cents, MOST, part

circuit fee {
  input amount: Cents
  output fee: Cents

  fee = MIN(part(amount, 150), MOST)
}
`;

function readWith(source: string, files: Record<string, string>): Reading {
  return read(source, { files: new Map(Object.entries(files)) });
}

function refusalsOf(source: string, files: Record<string, string>): readonly Diagnostic[] {
  const reading = readWith(source, files);
  return reading.ok ? [] : reading.diagnostics;
}

function hashOf(reading: Reading): string {
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program.hash;
}

/** A circuit without inputs, after its uses. */
function usedBy(...uses: readonly string[]): string {
  return `${uses.join('\n')}\ncircuit c {\n  output y: 0..9\n  y = 1\n}\n`;
}

test('a program that uses a file, the same in one text, and its inlined source have one hash', () => {
  const reading = readWith(FEE, { './money.kir': MONEY });
  const inOne = `${MONEY}${FEE.replace(/^use.*\n/, '')}`;
  expect(reading).toMatchObject({ ok: true, program: { warnings: [] } });
  expect(hashOf(read(inOne))).toBe(hashOf(reading));
  if (reading.ok) expect(hashOf(read(reading.source))).toBe(hashOf(reading));
});

test('the inlined source reads by itself, says where its parts came from and keeps all that was written', () => {
  const reading = readWith(FEE, { './money.kir': MONEY });
  expect(reading.ok && reading.source).toBe(`// From ./money.kir\n${MONEY}\n// The program\n// ${FEE}`);
});

test('the source of a program that uses no file is the source', () => {
  const source = '\ufeffcircuit c {\r\n  output y: 0..9\r\n  y = 1\r\n}';
  expect(read(source)).toMatchObject({ ok: true, source });
});

test('line ends, a byte order mark and a missing last line end of a file change nothing', () => {
  const money = `\ufeff${MONEY.trimEnd().replaceAll('\n', '\r\n')}`;
  const fee = `\ufeff${FEE.replace('Cents, MOST, part', 'Cents, // two\r\n  MOST,\r\n  part // three').trimEnd()}`;
  const reading = readWith(fee, { './money.kir': money });
  expect(hashOf(reading)).toBe(hashOf(readWith(FEE, { './money.kir': MONEY })));
  if (reading.ok) expect(hashOf(read(reading.source))).toBe(hashOf(reading));
});

test('files that use one file share it, and paths lead from the folder of the file that they stand in', () => {
  const files = {
    './lib/base.kir': 'domain Small = 0..9\n',
    './lib/one.kir': 'use "./base.kir" Small\ncomponent one(a: Small) -> Small { a }\n',
    './lib/two.kir': 'use "./base.kir" Small\ncomponent two(a: Small) -> Small { 9 - a }\n',
  };
  const source = `use "./lib/one.kir" one
use "./lib/two.kir" two
use "./lib/base.kir" Small

circuit c {
  input a: Small
  output y: Small
  y = two(one(a))
}
`;
  const reading = readWith(source, files);
  const inOne = `domain Small = 0..9
component one(a: Small) -> Small { a }
component two(a: Small) -> Small { 9 - a }
${source.replace(/^use.*\n/gm, '')}`;
  expect(hashOf(reading)).toBe(hashOf(read(inOne)));
  expect(reading.ok && reading.source.match(/domain Small/g)).toHaveLength(1);
});

const PINNED = `cir_x@${'0'.repeat(64)}`;

test('a file may pin a circuit, and those that use the file may list its name', () => {
  const files = new Map([['./pins.kir', `use "${PINNED}" as pinned\n`]]);
  const source = usedBy('use "./pins.kir" pinned');
  expect(pinsOf(source, files)).toEqual({ ok: true, pins: [{ id: 'cir_x', hash: '0'.repeat(64) }] });
  expect(read(source, { files })).toMatchObject({ diagnostics: [{ code: 'unresolved-pin', file: './pins.kir', line: 1, column: 5 }] });
});

test.each([
  ['./money.kir', 'domain Cents = 0..', 'unexpected', { file: './money.kir', line: 1 }],
  ['./money.kir', 'circuit c { output y: 0..9 }', 'program-in-file', { file: './money.kir', line: 1, column: 1 }],
  ['./money.kir', 'policy p { default deny }', 'program-in-file', { file: './money.kir', line: 1, column: 1 }],
  [
    './money.kir',
    `${MONEY}\ncomponent half(a: Cents) -> Cents {\n  a / "x"\n}`,
    'kind-mismatch',
    { file: './money.kir', line: 11, column: 7 },
  ],
  ['./money.kir', MONEY.replace('part', 'share'), 'unknown-name', { line: 1, column: 32, text: 'part' }],
  ['./mony.kir', MONEY, 'unknown-file', { line: 1, column: 5, hint: "did you mean './mony.kir'?" }],
])('in %s, %j is %s at its place', (path, text, code, place) => {
  const refusals = refusalsOf(FEE, { [path]: text });
  expect(refusals).toMatchObject([{ code, ...place }]);
  if (!Object.hasOwn(place, 'file')) expect(refusals[0]).not.toHaveProperty('file');
});

test.each([
  'money.kir',
  '../money.kir',
  '/money.kir',
  './a/../money.kir',
  './../money.kir',
  './a//money.kir',
  './a/./money.kir',
  '././money.kir',
  './.kir',
  './.a/money.kir',
  'C:\\money.kir',
  '.\\money.kir',
  './money.kir/',
  './money',
  './mo ney.kir',
  './m\u00f6ney.kir',
  './money.kir\n',
  '.\u0000',
  './money\u0000.kir',
  '__proto__',
  'constructor',
  '',
  `./${'a'.repeat(250)}.kir`,
])('%j is no path of a file', (path) => {
  expect(refusalsOf(usedBy(), { [path]: MONEY })).toMatchObject([{ code: 'bad-path', line: 1, column: 1 }]);
  const written = JSON.stringify(path).replace('\\u0000', '\\u{0}');
  if (/[./\\]/.test(path)) {
    expect(refusalsOf(usedBy(`use ${written} part`), {})[0]).toMatchObject({ code: 'bad-path', line: 1, column: 5 });
  }
});

test.each(['__proto__', 'constructor', 'toString'])('names of objects are names like others: ./%s.kir', (name) => {
  expect(refusalsOf(usedBy(`use "./${name}.kir" part`), {})).toMatchObject([{ code: 'unknown-file' }]);
  expect(refusalsOf(usedBy(`use "./${name}.kir" constructor`), { [`./${name}.kir`]: MONEY })).toMatchObject([{ code: 'unknown-name' }]);
});

test('a file of another name is named as the file that asks for it would', () => {
  const files = { './x/a.kir': 'use "./x/b.kir" y\nconst x = 1', './x/b.kir': 'const y = 1' };
  expect(refusalsOf(usedBy('use "./x/a.kir" x'), files)).toMatchObject([
    { code: 'unknown-file', file: './x/a.kir', message: 'there is no file ./x/x/b.kir', hint: "did you mean './b.kir'?" },
  ]);
});

test('a file that uses itself is refused with the chain', () => {
  const files = {
    './a.kir': 'use "./b/b.kir" x\nconst x = 1',
    './b/b.kir': 'use "./c.kir" x\nconst x = 1',
    './b/c.kir': 'use "./b.kir" x\nconst x = 1',
  };
  expect(refusalsOf(usedBy('use "./a.kir" x'), files)).toMatchObject([
    { code: 'recursive-file', file: './b/c.kir', line: 1, message: 'the file ./b/b.kir uses itself: ./b/b.kir → ./b/c.kir → ./b/b.kir' },
  ]);
});

test.each([
  ['a domain', 'domain Cents = 0..9', 'domain Cents = 0..10', 'Cents'],
  ['a constant', 'const most = 1', 'const most = 2', 'most'],
  ['a component', 'component part(a: 0..9) -> 0..9 { a }', 'component part(a: 0..8) -> 0..8 { a }', 'part'],
])('%s that two files declare is one error with both places', (_, one, other, name) => {
  const source = usedBy(`use "./one.kir" ${name}`, `use "./other.kir" ${name}`);
  const [first, ...more] = refusalsOf(source, { './one.kir': one, './other.kir': `\n${other}` });
  expect(more).toEqual([]);
  expect(first).toMatchObject({ code: 'duplicate-name', file: './other.kir', line: 2 });
  expect(first?.message).toContain('at line 1 of ./one.kir');
});

test('a wire with the name of what another file declares is a clash that names the file', () => {
  const source = usedBy('use "./money.kir" Cents').replace('  y = 1', '  part = 1\n  y = part');
  expect(refusalsOf(source, { './money.kir': MONEY })).toMatchObject([
    { code: 'duplicate-name', line: 4, message: "the name 'part' is already bound by a component at line 5 of ./money.kir" },
  ]);
});

test.each([
  ['a domain', 'input a: Cents\n  output y: 0..9', 'y = 1'],
  ['a constant', 'output y: i64', 'y = MOST'],
  ['a constant in a bound', 'output y: 0..MOST', 'y = 1'],
  ['a constant in a pattern', 'input a: 0..9\n  output y: 0..9', 'y = match a { MOST => 1, _ => 2 }'],
  ['a component', 'output y: i64', 'y = part(1, 2)'],
])('%s that is not listed is refused', (_, ports, wire) => {
  const source = `use "./other.kir" other\ncircuit c {\n  ${ports}\n  ${wire}\n}`;
  const files = { './other.kir': 'use "./money.kir" part\nconst other = 1', './money.kir': MONEY };
  const [first, ...more] = refusalsOf(source, files);
  expect(more).toEqual([]);
  expect(first).toMatchObject({ code: 'unlisted-name' });
  expect(first).not.toHaveProperty('file');
});

test('a constant made of one that is not listed is refused in its file', () => {
  const files = { './money.kir': MONEY, './more.kir': 'use "./money.kir" Cents\nconst more = MOST + 1' };
  expect(refusalsOf(usedBy('use "./more.kir" more'), files)).toMatchObject([
    { code: 'unlisted-name', file: './more.kir', line: 2, column: 14, text: 'MOST' },
  ]);
});

test('a file knows nothing of the source that uses it', () => {
  const source = `domain Cents = 0..9\n${usedBy('use "./part.kir" part')}`;
  expect(refusalsOf(source, { './part.kir': 'component part(a: Cents) -> Cents { a }' })).toMatchObject([
    { code: 'unlisted-name', file: './part.kir', line: 1, column: 19 },
    { code: 'unlisted-name', file: './part.kir', line: 1, column: 29 },
  ]);
});

test('a file that nothing uses is a warning, and is not read', () => {
  expect(readWith(usedBy(), { './money.kir': 'not a program' })).toMatchObject({
    ok: true,
    source: usedBy(),
    program: { warnings: [{ severity: 'warning', code: 'unused-file', file: './money.kir', line: 1, column: 1, text: './money.kir' }] },
  });
});

test('a warning in a file names it', () => {
  const files = { './a.kir': 'const x = 1\ncomponent first(a: 0..9, b: 0..9) -> 0..9 {\n  a\n}' };
  const reading = readWith(usedBy('use "./a.kir" first'), files);
  expect(reading.ok && reading.program.warnings).toMatchObject([{ code: 'unused-parameter', file: './a.kir', line: 2, column: 26 }]);
});

test('what costs too much in a file is refused at its line', () => {
  const file = '\ncomponent large(n: 0..9) -> 0..65_536 {\n  LENGTH(FILL(65_536, FILL(65_536, n)))\n}';
  expect(refusalsOf(usedBy('use "./large.kir" large'), { './large.kir': file })).toMatchObject([
    { code: 'value-too-large', file: './large.kir', line: 3, column: 3, text: 'LENGTH(FILL(65_536, FILL(65_536, n)))' },
  ]);
});

/** Each file of a chain uses the next one. */
function chain(count: number): Record<string, string> {
  const files = Array.from({ length: count }, (_, i): [string, string] => {
    const [own, next] = [`c${count - i - 1}`, `c${count - i - 2}`];
    return [`./f${i}.kir`, i + 1 === count ? `const ${own} = 1` : `use "./f${i + 1}.kir" ${next}\nconst ${own} = ${next}`];
  });
  return Object.fromEntries(files);
}

test('a chain of as many files as may be is read, and one more is refused', () => {
  const source = usedBy('use "./f0.kir" c63');
  expect(readWith(source, chain(SOURCE_FILES))).toMatchObject({ ok: true });
  expect(refusalsOf(source, chain(SOURCE_FILES + 1))).toMatchObject([{ code: 'too-many-files' }]);
});

test('a source and its files are as long together as a source may be', () => {
  const file = `const x = 1\n${'//\u00e9\n'.repeat(SOURCE_BYTES / 10)}`;
  const source = usedBy('use "./a.kir" x');
  expect(readWith(source, { './a.kir': file })).toMatchObject({ ok: true });
  const files = { './a.kir': file, './b.kir': '//\u00e9\n'.repeat(SOURCE_BYTES / 10) };
  expect(refusalsOf(source, files)).toMatchObject([{ code: 'source-too-long', line: 1, column: 1 }]);
  const whole = { './a.kir': `const x = 1\n${' '.repeat(SOURCE_BYTES - 12 - source.length)}` };
  expect(refusalsOf(source, whole)).toMatchObject([{ code: 'source-too-long', line: 1, column: 1 }]);
});

test.each([
  ['use "./money.kir"', 'expected the names that are used of the file after `"./money.kir"`, found the end of the line'],
  ['use "./money.kir" as money', 'expected the names that are used of the file, found `as`'],
  ['use "./money.kir" (part)', 'expected the names that are used of the file, found `(`'],
  ['use "./money.kir": part', 'expected the names that are used of the file, found `:`'],
  ['use "./money.kir" *', 'expected the names that are used of the file, found `*`'],
  ['use part from "./money.kir"', 'expected a file or a pin in quotes, found `part`'],
])('%s: says how a file is used', (use, message) => {
  expect(refusalsOf(usedBy(use), { './money.kir': MONEY })).toMatchObject([
    { code: 'unexpected', message, hint: expect.stringContaining('`use "./money.kir" share, Cents`') },
  ]);
});

function layoutOf(source: string): string {
  const { file } = parseSource(source);
  return file === null ? '' : formatSource(file, source);
}

test('the layout of a use of a file is one line where it fits', () => {
  expect(layoutOf(usedBy('use   "./money.kir"   Cents,MOST,', '  part'))).toContain('use "./money.kir" Cents, MOST, part\n');
  const names = Array.from({ length: 40 }, (_, i) => `name${i}`);
  const broken = layoutOf(usedBy(`use "./money.kir" ${names.join(', ')}`));
  expect(broken).toContain('use "./money.kir" name0,\n  name1,\n');
  expect(layoutOf(broken)).toBe(broken);
});
