import * as fc from 'fast-check';
import { formatSource } from './format.js';
import { parseSource } from './parse.js';
import { circuitWith, diagnosticsOf, withoutSpans } from './testing.js';

const MANY = 100_000;
describe('chains of any length parse and print', () => {
  test.each([
    ['+', `a${' + a'.repeat(MANY)}`],
    ['and', `a${' and a'.repeat(80_000)}`],
    ['implies', `a${' implies a'.repeat(40_000)}`],
    ['??', `a${' ?? a'.repeat(80_000)}`],
    ['-', `${'-'.repeat(MANY)}a`],
    ['not', `${'not '.repeat(MANY)}a`],
    ['some', `${'some '.repeat(MANY)}a`],
    ['.f', `a${'.f'.repeat(MANY)}`],
    ['[0]', `a${'[0]'.repeat(MANY)}`],
    ['as', `a${' as u8'.repeat(60_000)}`],
    ['else if', `if a { 1 }${' else if a { 1 }'.repeat(30_000)} else { 0 }`],
    ['arms', `match a { ${Array.from({ length: 50_000 }, (_, i) => `${i}=>1`).join(',')} }`],
    ['items', `[${'1,'.repeat(MANY)}]`],
    ['one name', 'a'.repeat(500_000)],
    ['one text', `"${'\\n'.repeat(200_000)}"`],
    ['one comment', `a //${'/'.repeat(500_000)}`],
  ])('%s', (_what, expression) => {
    const source = circuitWith(expression);
    const { file, diagnostics } = parseSource(source);
    expect(diagnostics).toEqual([]);
    if (file === null) throw new Error('no tree');
    expect(formatSource(file, source).length).toBeGreaterThan(source.length / 2);
  });
});

const parentheses = (depth: number) => circuitWith('('.repeat(depth) + 'a' + ')'.repeat(depth));
const blocks = (depth: number) => {
  let inner = 'a';
  for (let i = 0; i < depth; i += 1) inner = `if if a { a } else { a } { ${inner} } else { a }`;
  return circuitWith(inner);
};
const operators = (depth: number) => {
  let inner = 'a';
  for (let i = 0; i < depth; i += 1) inner = `not a or a and a == a ?? a | a ^ a & a << a + a * -(${inner}).f`;
  return circuitWith(inner);
};
const option = (depth: number) => `circuit c {\n  output y: u8${'?'.repeat(depth)}\n}`;
const list = (depth: number) => `circuit c {\n  output y: ${'['.repeat(depth)}u8${'; 1]'.repeat(depth)}\n}`;
const mixed = (depth: number) => `circuit c {\n  output y: ${'(x: ['.repeat(depth / 4)}u8${'?; 1])?'.repeat(depth / 4)}\n}`;
const pattern = (depth: number) => circuitWith(`match a { ${'some '.repeat(depth)}b => 1 }`);

describe('nesting', () => {
  test.each([
    ['parentheses', parentheses],
    ['blocks', blocks],
    ['operators of every level', operators],
    ['lists', (depth: number) => circuitWith(`${'['.repeat(depth)}a${']'.repeat(depth)}`)],
    ['calls', (depth: number) => circuitWith(`${'f('.repeat(depth)}a${')'.repeat(depth)}`)],
    ['indexes', (depth: number) => circuitWith(`${'a['.repeat(depth)}a${']'.repeat(depth)}`)],
  ])('%s go 256 deep and no deeper', (_what, nested) => {
    const source = nested(256);
    const { file, diagnostics } = parseSource(source);
    expect(diagnostics).toEqual([]);
    if (file === null) throw new Error('no tree');
    expect(formatSource(file, source)).toContain('circuit c');
    expect(diagnosticsOf(nested(257))).toMatchObject([{ code: 'nested-too-deep', line: 4 }]);
  });

  test('domains and patterns go 64 deep and no deeper', () => {
    for (const nested of [option, list, mixed, pattern]) {
      expect(diagnosticsOf(nested(64))).toEqual([]);
      expect(diagnosticsOf(nested(68))).toMatchObject([{ code: 'nested-too-deep' }]);
    }
  });

  test.each([
    ['parentheses', circuitWith('('.repeat(MANY) + 'a' + ')'.repeat(MANY))],
    ['unclosed parentheses', circuitWith('('.repeat(400_000))],
    ['parentheses alone', '('.repeat(500_000)],
    ['braces alone', '{'.repeat(500_000)],
    ['closing braces', '}'.repeat(500_000)],
    ['mismatched brackets', circuitWith('({['.repeat(MANY) + ')}]'.repeat(60_000))],
    ['closing parentheses in open braces', circuitWith(`${'{'.repeat(200_000)}${')'.repeat(200_000)}`)],
    ['if in if', circuitWith('if '.repeat(MANY))],
    ['match in match', circuitWith('match '.repeat(80_000))],
    ['map in map', circuitWith('map x in '.repeat(50_000))],
    ['fold in fold', circuitWith('fold x = '.repeat(50_000))],
    ['blocks', circuitWith('if a { '.repeat(70_000))],
    ['copies of records', circuitWith('(..'.repeat(MANY))],
    ['names in parentheses', circuitWith('map '.repeat(20_000) + '(a, '.repeat(60_000))],
    ['options', `circuit c { output y: u8${'?'.repeat(MANY)} }`],
    ['lists of lists', `circuit c { output y: ${'['.repeat(MANY)}u8${'; 1]'.repeat(MANY)} }`],
    ['bad escapes', circuitWith(`"${'😀\\q'.repeat(60_000)}"`)],
    ['digits', circuitWith('9'.repeat(500_000))],
    ['digits and underscores', circuitWith('1' + '_1'.repeat(200_000))],
    ['errors', circuitWith('1\n  x x'.repeat(70_000))],
    ['circuits', 'domain A = 0..1\n'.repeat(15_000) + 'circuit c {}\n'.repeat(15_000)],
    ['unknown characters', 'é\n'.repeat(150_000)],
  ])('%s beyond all limits are refused in linear time', (_what, source) => {
    const diagnostics = diagnosticsOf(source);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.length).toBeLessThanOrEqual(100);
  });
});

describe('whatever comes in', () => {
  const PIECES =
    'domain component circuit policy use as input output require ensure if else match map filter fold any all in and or not implies ' +
    'true false none some bool enum text bytes count action rule allow deny on when default result for a b C MC_00 f( x" " \\u{ // ' +
    ". .. -> => == = != < <= >> + ++ - * / ? ?? : ; , ( ) [ ] { } _ 1 -1 0x1f 9223372036854775808 1.5 && ' # \u0000 é 😀 \ud800 \r";
  const token = fc.constantFrom(...PIECES.split(' '), '\n', '\n', ' ');
  const soup = fc.array(token, { maxLength: 60 }).map((pieces) => pieces.join(' '));
  const inCircuit = soup.map((text) => circuitWith(text));
  const sound = fc.constantFrom(
    'circuit c {\n  input a: enum { x, y }\n  output y: [u8; ..3]?\n  require a == .x\n  y = match a { .x => { w = 1\n some [w] }, .y if 1 < 2 => { (q, r: s) = (..p, q: 1)\n q }, _ => none }\n  ensure true "t"\n}\n',
    'policy p {\n  action "a.b" (x: text[..5])\n  rule r deny on "a.*" when x == "\\u{41}" and not x in ["a"] "no"\n}\n',
    "component k(a: (x: u8)) -> bool {\n  any i in 0..a.x { i * 2 >> 1 == 4 } or all i, (x, y: z) in ys { x } and count c in t { c in 'a'..'\\u{7a}' } == 1\n}\ncircuit c { output y: bool }\n",
  );
  const damaged = fc
    .tuple(sound, fc.nat(), fc.nat({ max: 8 }), fc.oneof(token, fc.string({ unit: 'binary', maxLength: 4 })))
    .map(([source, at, length, inserted]) => {
      const start = at % source.length;
      return source.slice(0, start) + inserted + source.slice(start + length);
    });

  test('the parser gives a tree or says where it is wrong, and a tree prints and parses back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), soup, inCircuit, damaged), (source) => {
        const { file, diagnostics } = parseSource(source);
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        expect(file === null).toBe(errors.length > 0);
        const lines = source.split('\n').length;
        for (const { line, column, text, message } of diagnostics) {
          expect(line >= 1 && line <= lines && column >= 1 && Array.from(text).length <= 60 && message !== '').toBe(true);
        }
        if (file === null) return;
        const printed = formatSource(file, source);
        const again = parseSource(printed);
        expect(again.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
        expect(withoutSpans(again.file)).toEqual(withoutSpans(file));
        expect(again.file === null ? '' : formatSource(again.file, printed)).toBe(printed);
      }),
      { numRuns: 5_000 },
    );
  });
});
