import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DiagnosticSink } from '../diagnostics/sink.js';
import { CONTEXTUAL_WORDS, RESERVED_WORDS, SYMBOLS, WORD } from './grammar.js';
import { lex } from './lexer.js';

function tokens(source: string) {
  const sink = new DiagnosticSink(source);
  const { tokens: all, places } = lex(source, sink);
  const found = all.slice(0, -1).map((token, i) => ({ ...token, span: places.spanOf(i) }));
  return { found, diagnostics: sink.diagnostics() };
}

const texts = (source: string) => tokens(source).found.map((token) => token.text);

/** The value of the one literal of a sound source. */
function literal(source: string) {
  const { found, diagnostics } = tokens(source);
  expect(diagnostics).toEqual([]);
  const token = found[0];
  if (found.length !== 1 || token === undefined) throw new Error(`not one token: ${source}`);
  return token.kind === 'integer' ? token.magnitude : 'value' in token ? token.value : token.kind;
}

test.each([
  ['0', 0],
  ['10_000', 10_000],
  ['007', 7],
  ['0xff', 255],
  ['0xFF_FF', 65_535],
  ['9223372036854775808', 2n ** 63n],
  ['0x7fffffffffffffff', 2n ** 63n - 1n],
  [`1${'0'.repeat(5000)}`, 2n ** 64n],
  ['"a\\n\\t\\\\\\"\\u{1F600}\\u{e9}"', 'a\n\t\\"😀é'],
  ['"// no comment"', '// no comment'],
  ['""', ''],
  ['x"0aFF"', new Uint8Array([10, 255])],
  ['x""', new Uint8Array()],
  ['_', 'wildcard'],
  ['Cents', 'capital'],
  ['MC_00', 'capital'],
  ['a_1', 'name'],
])('%s is a literal or word', (source, value) => {
  expect(literal(source)).toEqual(value);
});

test('symbols are read longest first', () => {
  expect(texts('a..b.c->=><=<<==!=??++')).toEqual(['a', '..', 'b', '.', 'c', '->', '=>', '<=', '<<', '==', '!=', '??', '++']);
  expect(texts('1..2')).toEqual(['1', '..', '2']);
  expect(texts('a<-1')).toEqual(['a', '<', '-', '1']);
});

test('every reserved word, and no other, is a keyword', () => {
  for (const word of RESERVED_WORDS) expect(literal(word)).toBe('keyword');
  for (const word of 'count action rule allow deny review default on when result for u8 text bytes map any all use'.split(' '))
    expect(literal(word)).toBe('name');
  expect(RESERVED_WORDS.size).toBe(25);
});

test('columns count code points and lines end with a line feed, a carriage return before it or not', () => {
  const { found, diagnostics } = tokens('"😀" a\r\n\tb // é\n  c');
  expect(diagnostics).toEqual([]);
  expect(found.map(({ span, newlineBefore }) => [span.line, span.column, newlineBefore])).toEqual([
    [1, 1, true],
    [1, 5, false],
    [2, 2, true],
    [3, 3, true],
  ]);
});

test('a byte order mark at the start is no part of the text', () => {
  expect(tokens('\ufeffa').found[0]?.span).toEqual({ offset: 1, length: 1, line: 1, column: 1 });
});

test('comments are kept aside with their place', () => {
  const source = '// one \na // two\n';
  expect(lex(source, new DiagnosticSink(source)).comments).toEqual([
    { text: '// one', span: { offset: 0, length: 6, line: 1, column: 1 }, trailing: false },
    { text: '// two', span: { offset: 10, length: 6, line: 2, column: 3 }, trailing: true },
  ]);
});

test.each([
  ['1.5', 'bad-number', 1, '1.5', 'integers'],
  ['1e5', 'bad-number', 1, '1e5', 'integers'],
  ['1_', 'bad-number', 1, '1_', '_'],
  ['1__0', 'bad-number', 1, '1__0', '_'],
  ['0x', 'bad-number', 1, '0x', '0x'],
  ['0x_1', 'bad-number', 1, '0x_1', '0x'],
  ['12ab', 'bad-number', 1, '12ab', 'digits'],
  ['"abc', 'bad-text', 1, '"abc', 'close'],
  ['"a\\q"', 'bad-text', 3, '\\q', 'escapes'],
  ['"\\u{D800}"', 'bad-text', 2, '\\u{D800}', 'surrogate'],
  ['"\\u{110000}"', 'bad-text', 2, '\\u{110000}', 'hexadecimal'],
  ['"\\u{}"', 'bad-text', 2, '\\u{}', 'hexadecimal'],
  ['x"abc"', 'bad-bytes', 1, 'x"abc"', 'two'],
  ['x"zz"', 'bad-bytes', 1, 'x"zz"', 'two'],
  ['x"00', 'bad-bytes', 1, 'x"00', 'close'],
  ['a__b', 'bad-name', 1, 'a__b', '`a_b`'],
  ['_a', 'bad-name', 1, '_a', 'pattern'],
  ['fooBar', 'bad-name', 1, 'fooBar', '`foo_bar`'],
  ['Foo_bar', 'bad-name', 1, 'Foo_bar', 'capitals'],
  ['a && b', 'foreign-spelling', 3, '&&', '`and`'],
  ['a || b', 'foreign-spelling', 3, '||', '`or`'],
  ['!a', 'foreign-spelling', 1, '!', '`not`'],
  ['a === b', 'foreign-spelling', 3, '===', '`==`'],
  ['a <> b', 'foreign-spelling', 3, '<>', '`!=`'],
  ['0...5', 'foreign-spelling', 2, '...', '`..`'],
  ['0..=5', 'foreign-spelling', 2, '..=', 'included'],
  ['a += 1', 'foreign-spelling', 3, '+=', 'once'],
  ["'abc'", 'foreign-spelling', 1, "'abc'", '`"…"`'],
  ['# no', 'foreign-spelling', 1, '# no', '//'],
  ['/* no */', 'foreign-spelling', 1, '/* no */', '//'],
  ['é', 'unknown-character', 1, 'é', 'ASCII'],
  ['a $$ b', 'unknown-character', 3, '$$', 'ASCII'],
  ['~a', 'unknown-character', 1, '~', '^'],
  ['a\u2028b', 'unknown-character', 2, '\\u{2028}', 'ASCII'],
])('%s is refused as %s', (source, code, column, text, hint) => {
  const { diagnostics } = tokens(source);
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]).toMatchObject({ severity: 'error', code, line: 1, column, text });
  expect(diagnostics[0]?.hint).toContain(hint);
});

test('every word and symbol that the parser asks for is in the grammar', () => {
  const asked = readdirSync(__dirname)
    .filter((file) => file.endsWith('.js') && !file.endsWith('.test.js'))
    .flatMap((file) => [...readFileSync(join(__dirname, file), 'utf8').matchAll(/\.(?:at|accept|expect|open|close)\('([^']+)'/g)])
    .map(([, text = '']) => text);
  const known = new Set([...RESERVED_WORDS, ...CONTEXTUAL_WORDS, ...SYMBOLS, '_']);
  expect(asked.length).toBeGreaterThan(50);
  expect([...new Set(asked)].filter((text) => !known.has(text))).toEqual([]);
});

test('a word ends where the expression for editors ends it', () => {
  const units = Array.from({ length: 0x300 }, (_, unit) => String.fromCharCode(unit));
  const word = new RegExp(WORD.source);
  for (const source of units.flatMap((unit) => [unit, `a${unit}`, `_${unit}9`])) {
    const expected = word.exec(source);
    if (expected?.index === 0) expect(texts(source)[0]).toBe(expected[0]);
  }
});
