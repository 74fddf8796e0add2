import { DIAGNOSTIC_CODES } from '../diagnostics/codes.js';
import { faultsOf } from '../diagnostics/testing/wording.js';
import { circuitWith, diagnosticsOf } from './testing.js';

type Expected = readonly [source: string, code: string, line: number, column: number, text: string, says: string];

const inCircuit = (line: string) => `circuit c {\n  input a: i64\n  output y: i64\n  ${line}\n}\n`;
const inComponent = (line: string) => `component f(a: u8) -> u8 {\n  ${line}\n}\ncircuit c { output y: u8 }\n`;
const inPolicy = (line: string) => `policy p {\n  ${line}\n}\n`;

const ERRORS: readonly Expected[] = [
  ['', 'missing-program', 1, 1, '', 'circuit name'],
  ['domain A = 0..1\n', 'missing-program', 2, 1, '', 'no circuit'],
  ['circuit a { output y: u8 }\ncircuit b { output y: u8 }', 'second-program', 2, 1, 'circuit', 'line 1'],
  ['circuit a { output y: u8 }\npolicy b { default deny }', 'second-program', 2, 1, 'policy', 'one circuit or policy'],
  ['circuit c {\n input a: u8\n}', 'missing-output', 1, 9, 'c', 'output name: D'],
  ['circuit c { output y: u8 }\n}', 'unexpected', 2, 1, '}', 'closes nothing'],
  ['input a: u8\ncircuit c { output y: u8 }', 'unexpected', 1, 1, 'input', 'inside `circuit'],
  ['fn f() {}\ncircuit c { output y: u8 }', 'unexpected', 1, 1, 'fn', 'component'],
  ['domain cents = 0..1\ncircuit c { output y: u8 }', 'unexpected', 1, 8, 'cents', 'capital'],
  ['circuit Fee { output y: u8 }', 'bad-name', 1, 9, 'Fee', 'lower-case'],
  ['circuit match { output y: u8 }', 'reserved-word', 1, 9, 'match', '`match` is a reserved word'],
  ['use "cir_a@12" as b\ncircuit c { output y: u8 }', 'bad-pin', 1, 5, '"cir_a@12"', '64'],
  ['use cir_a as b\ncircuit c { output y: u8 }', 'unexpected', 1, 5, 'cir_a', 'quotes'],
  ['circuit c {\n  output y: u8\n  y = 1', 'unclosed-bracket', 1, 11, '{', 'never closed'],
  ['circuit c\n{ output y: u8 }', 'unexpected', 2, 1, '{', 'on the line before'],
  ['a\0b', 'source-not-text', 1, 2, '\\u{0}', 'NUL'],
  ['// é\n\ud800', 'source-not-text', 2, 1, '\ud800', 'surrogate'],
  ['// pay \u202eesle', 'unseen-character', 1, 8, '\\u{202E}', 'U+202E'],
  ['// é\r\n😀\u2066', 'unseen-character', 2, 2, '\\u{2066}', 'leave it out, or write `\\u{2066}` inside of a text'],
  [circuitWith('"a\u200bb"'), 'unseen-character', 4, 9, '\\u{200B}', '`\\u{200B}`'],
  [circuitWith('a\u2028'), 'unseen-character', 4, 8, '\\u{2028}', 'U+2028'],
  ['\ufeff\ufeffcircuit', 'unseen-character', 1, 1, '\\u{FEFF}', 'U+FEFF'],
  ['circuit c\u001b[2J', 'unseen-character', 1, 10, '\\u{1B}', 'U+001B'],
  ['# \u{e0041}', 'unseen-character', 1, 3, '\\u{E0041}', 'U+E0041'],
  ['a\rb', 'source-not-text', 1, 2, '\r', 'carriage'],
  ['a'.repeat(512 * 1024 + 1), 'source-too-long', 1, 1, '', '524288'],
  [`//${'é'.repeat(256 * 1024)}`, 'source-too-long', 1, 1, '', '524288'],

  [inCircuit('input b: u8, c: u8'), 'unexpected', 4, 14, ',', 'end of the line'],
  [inCircuit('y = a\n  input b: u8'), 'statement-order', 5, 3, 'input', 'ports stand before wires'],
  [inCircuit('y = a\n  require a > 1'), 'statement-order', 5, 3, 'require', 'ports, requires, wires, ensures'],
  [inCircuit('ensure y > 1\n  y = a'), 'statement-order', 5, 3, 'y', 'wires stand before ensures'],
  [inCircuit('require a > 1 "why"'), 'unexpected', 4, 17, '"why"', 'only `ensure`'],
  [inCircuit('fold = a'), 'reserved-word', 4, 3, 'fold', 'the name of a wire'],
  [inCircuit('if: u8 = a'), 'reserved-word', 4, 3, 'if', '`if`'],
  [inCircuit('Total = a'), 'bad-name', 4, 3, 'Total', 'lower-case'],
  [inCircuit('_ = a'), 'bad-name', 4, 3, '_', 'pattern'],
  [inCircuit('let y = a'), 'unexpected', 4, 3, 'let', 'leave `let` out'],
  [inCircuit('return a'), 'unexpected', 4, 3, 'return', 'leave `return` out'],
  [inCircuit('share(a)'), 'unexpected', 4, 3, 'share', 'a wire `name = …`'],
  [inCircuit('y = a\n  + 1'), 'unexpected', 5, 3, '+', 'at the end of the line before'],
  [inCircuit('y ='), 'unexpected', 4, 5, '=', 'expected a value'],
  [inCircuit('y = \n  z = a'), 'unexpected', 4, 5, '=', 'expected a value'],
  [inCircuit('y = a;'), 'foreign-spelling', 4, 8, ';', 'leave the `;` out'],
  [inCircuit('input b: int'), 'unexpected', 4, 12, 'int', '`0..100`'],
  [inCircuit('input b: string'), 'unexpected', 4, 12, 'string', '`text[..100]`'],
  [inCircuit('input b: text'), 'unexpected', 4, 12, 'text', '`text[..100]`'],
  [inCircuit('input b: 5'), 'unexpected', 4, 12, '5', '`..`'],
  [inCircuit('input b: 0.."n"'), 'unexpected', 4, 15, '"n"', 'an integer or a constant'],
  [inCircuit('use "./a.kir" b'), 'statement-order', 4, 3, 'use', 'top of the file'],
  [inCircuit('circuit d { output z: u8 }'), 'statement-order', 4, 3, 'circuit', 'stands in no other'],
  [inCircuit('input b: text[-1]'), 'unexpected', 4, 17, '-', 'never negative'],
  [inCircuit('input b: [u8]'), 'unexpected', 4, 15, ']', '`;` and the length'],
  [inCircuit('input b: enum { .a }'), 'unexpected', 4, 19, '.', 'without its dot'],
  [inCircuit('input b: enum { }'), 'unexpected', 4, 19, '}', 'a tag'],
  [inCircuit('input b: enum { a b }'), 'unexpected', 4, 21, 'b', '`,`'],
  [inCircuit('input b: enum { true }'), 'reserved-word', 4, 19, 'true', 'a tag'],
  [inCircuit('input b: (x: u8, in: u8)'), 'reserved-word', 4, 20, 'in', 'a field'],
  [inCircuit('input b: ()'), 'unexpected', 4, 13, ')', 'a domain'],
  [inCircuit('input b: 0..9223372036854775808'), 'number-out-of-range', 4, 15, '9223372036854775808', '9223372036854775807'],

  [circuitWith('a = 1'), 'unexpected', 4, 9, '=', '`==`'],
  [circuitWith('a b'), 'unexpected', 4, 9, 'b', 'end of the line'],
  [circuitWith('a < b < c'), 'chained-comparison', 4, 13, '<', 'a < b and b < c'],
  [circuitWith('a in 1..2 == b'), 'chained-comparison', 4, 17, '==', 'do not chain'],
  [
    circuitWith('fold t keeping (fold u keeping u > 0 = 1 for x in a { u }) > 0 = 1 for x in a { t }'),
    'nested-keeping',
    4,
    30,
    'keeping',
    'in what another',
  ],
  [circuitWith('1..2'), 'misplaced-range', 4, 8, '..', 'only after `in`'],
  [circuitWith('a in 1..2..3'), 'misplaced-range', 4, 16, '..', 'only after `in`'],
  [circuitWith('a == not b'), 'misplaced-not', 4, 12, 'not', '(not …)'],
  [circuitWith('a + '), 'unexpected', 4, 9, '+', 'expected a value'],
  [circuitWith('(a'), 'unclosed-bracket', 4, 7, '(', 'never closed'],
  [circuitWith('f(a'), 'unclosed-bracket', 4, 8, '(', 'never closed'],
  [circuitWith('a)'), 'unexpected', 4, 8, ')', 'end of the line'],
  [circuitWith('(a, b)'), 'unexpected', 4, 9, ',', 'have names'],
  [circuitWith('()'), 'unexpected', 4, 8, ')', 'a value'],
  [circuitWith('(x: 1, 2)'), 'unexpected', 4, 14, '2', 'the name of a field'],
  [circuitWith('[a b]'), 'unexpected', 4, 10, 'b', '`,` or `]`'],
  [circuitWith('{ a }'), 'unexpected', 4, 7, '{', 'a record is'],
  [circuitWith('Foo'), 'unexpected', 4, 7, 'Foo', 'a value'],
  [circuitWith('Colour.red'), 'unexpected', 4, 7, 'Colour', '`.red`'],
  [circuitWith('Abs(a)'), 'unexpected', 4, 7, 'Abs', 'in capitals'],
  [circuitWith('True'), 'unexpected', 4, 7, 'True', '`true`'],
  [circuitWith('None'), 'unexpected', 4, 7, 'None', '`none`'],
  [circuitWith('_'), 'unexpected', 4, 7, '_', 'a value'],
  [circuitWith('input'), 'unexpected', 4, 7, 'input', 'reserved word'],
  [circuitWith('a.match'), 'reserved-word', 4, 9, 'match', 'a field'],
  [circuitWith('.5'), 'unexpected', 4, 8, '5', 'a tag'],
  [circuitWith('x as D ?? d'), 'unexpected', 4, 17, 'd', '(x as D) ?? d'],
  [circuitWith('9223372036854775808'), 'number-out-of-range', 4, 7, '9223372036854775808', '-9223372036854775808'],
  [circuitWith('-9223372036854775809'), 'number-out-of-range', 4, 7, '-9223372036854775809', '9223372036854775807'],
  [circuitWith('- 9223372036854775808'), 'number-out-of-range', 4, 9, '9223372036854775808', '9223372036854775807'],
  [circuitWith('if a { 1 }'), 'missing-else', 4, 7, 'if', '`else` is missing'],
  [circuitWith('if a { 1 } else 2'), 'unexpected', 4, 23, '2', 'a block'],
  [circuitWith('if a { } else { 2 }'), 'missing-value', 4, 14, '}', 'ends with its value'],
  [circuitWith('if a { w = 1 } else { 2 }'), 'missing-value', 4, 20, '}', 'ends with its value'],
  [circuitWith('if a {\n 1\n 2\n} else { 2 }'), 'unexpected', 6, 2, '2', 'nothing stands after it'],
  [circuitWith('if a {\n require b\n 1\n} else { 2 }'), 'statement-order', 5, 2, 'require', 'not in blocks'],
  [circuitWith('if a\n { 1 } else { 2 }'), 'unexpected', 5, 2, '{', 'on the line before'],
  [circuitWith('match a { }'), 'unexpected', 4, 17, '}', 'an arm'],
  [circuitWith('match a { 1 }'), 'unexpected', 4, 19, '}', '`=>`'],
  [circuitWith('match a { 1 => 2 else => 3 }'), 'unexpected', 4, 24, 'else', '`,`'],
  [circuitWith('match a { 1 => 2, else => 3 }'), 'unexpected', 4, 25, 'else', '`_`'],
  [circuitWith('match a { b when c => 1 }'), 'unexpected', 4, 19, 'when', 'stands after `if`'],
  [circuitWith('match a { fold => 1 }'), 'reserved-word', 4, 17, 'fold', 'reserved'],
  [circuitWith('map in in xs { a }'), 'reserved-word', 4, 11, 'in', 'an element'],
  [circuitWith('map x of xs { a }'), 'unexpected', 4, 13, 'of', '`in`'],
  [circuitWith('fold t for x in xs { t }'), 'unexpected', 4, 14, 'for', 'first value'],
  [circuitWith('fold t = 0 in xs { t }'), 'unexpected', 4, 24, '{', '`for`'],

  [inComponent('a\n  w = 1'), 'statement-order', 3, 3, 'w', 'wires stand before the value'],
  [inComponent('ensure result > 1\n  a'), 'statement-order', 3, 3, 'a', 'the value stand before ensures'],
  [inComponent('w = 1'), 'missing-value', 3, 1, '}', 'ends with its value'],
  [inComponent('input b: u8\n  a'), 'unexpected', 2, 3, 'input', 'parameters'],
  ['component f(a: u8) {\n a\n}\ncircuit c { output y: u8 }', 'unexpected', 1, 20, '{', '`->`'],

  [inPolicy('action net (a: u8)'), 'unexpected', 2, 10, 'net', 'quotes'],
  [inPolicy('action "pay.*"'), 'bad-category', 2, 10, '"pay.*"', 'by its name'],
  [inPolicy('action "*"'), 'bad-category', 2, 10, '"*"', 'no `*`'],
  [inPolicy('action ""'), 'bad-category', 2, 10, '""', 'not empty'],
  [inPolicy('action "pay x" (a: u8)'), 'bad-category', 2, 10, '"pay x"', 'spaces'],
  [inPolicy('action "pay\\n"'), 'bad-category', 2, 10, '"pay\\n"', 'spaces'],
  [inPolicy('action "pay\\u{200B}"'), 'bad-category', 2, 10, '"pay\\u{200B}"', 'cannot be seen'],
  [inPolicy('action "pay\\u{0}"'), 'bad-category', 2, 10, '"pay\\u{0}"', 'cannot be seen'],
  [inPolicy('rule r permit on "a"'), 'unexpected', 2, 10, 'permit', '`allow`'],
  [inPolicy('rule r allow "a"'), 'unexpected', 2, 16, '"a"', '`on`'],
  [inPolicy('rule r allow on "a" if b'), 'unexpected', 2, 23, 'if', 'end of the line'],
  [inPolicy('rule r allow on "a"\n  w = 1'), 'statement-order', 3, 3, 'w', 'before the rules'],
  [inPolicy('default deny\n  default allow'), 'statement-order', 3, 3, 'default', 'one default'],
  [inPolicy('input a: u8'), 'unexpected', 2, 3, 'input', '`action`'],
];

test.each(ERRORS.map((entry) => [entry[0].slice(0, 200), entry] as const))(
  '%j is refused',
  (_title, [source, code, line, column, text, says]) => {
    const diagnostics = diagnosticsOf(source);
    expect(diagnostics[0]).toMatchObject({ severity: 'error', code, line, column, text });
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics.flatMap(faultsOf)).toEqual([]);
    expect(`${diagnostics[0]?.message} (${diagnostics[0]?.hint})`).toContain(says);
  },
);

test('columns after characters beyond 16 bits count them once', () => {
  expect(diagnosticsOf(circuitWith('"😀" == = 1'))[0]).toMatchObject({ line: 4, column: 14 });
});

const places = (source: string) => diagnosticsOf(source).map(({ line, column }) => `${line}:${column}`);

describe('several errors in one pass', () => {
  test('a line each', () => {
    const source = 'domain A = \nuse a as b\ncircuit c {\n  input a u8\n  output y: u8\n  b = (a\n  d = a +* 2\n  y = a\n  e = 1 = 2\n}\n';
    expect(places(source)).toEqual(['1:10', '2:5', '4:11', '6:7', '7:10', '9:9']);
  });

  test('inside blocks and arms, in the order of the source', () => {
    const source = circuitWith(
      'if a {\n  w = *\n  v = /\n  w\n} else {\n  match b {\n    1 => +\n    2 => ), 3 => *, 4 => 5\n    let x => 6\n  }\n}',
    );
    expect(places(source)).toEqual(['5:7', '6:7', '10:10', '11:10', '11:18', '12:9']);
  });

  test('an error in brackets over several lines spoils their statement only', () => {
    expect(places(circuitWith('f(a,\n  b c,\n  d e)\n  z = *'))).toEqual(['5:5', '7:7']);
  });

  test('an else on its own line belongs to the statement that failed', () => {
    expect(places(circuitWith('if a b { 1 }\n  else { 2 }\n  z = *'))).toEqual(['4:12', '6:7']);
  });

  test('a brace that is never closed spoils its own item only', () => {
    expect(
      places(
        'component f(a: u8) -> u8 {\n  if a > 1 {\n    a\n  } else {\n    1\n}\ndomain A = *\ncircuit c {\n  output y: u8\n  y = *\n}\n',
      ),
    ).toEqual(['1:26', '7:12', '10:7']);
    expect(places('circuit c {\n  output y: u8\n  y = match a {\n    1 => 2\n}\ncomponent g(a: u8) -> u8 {\n  a\n}\n')).toEqual(['1:11']);
    expect(places('policy p {\n  component g(a: u8) -> u8 {\n    a\n  }\n  w = (\n  default deny\ndomain A = *\n')).toEqual([
      '1:10',
      '5:7',
      '7:12',
    ]);
  });

  test('a circuit inside a component is one error', () => {
    expect(places('component f(a: u8) -> u8 {\n  circuit c {\n    output y: u8\n  }\n}\n')).toEqual(['2:3']);
  });

  test('of the lexer and the parser together', () => {
    expect(places(circuitWith('a && b = c\n  z = 1.5 + "x'))).toEqual(['4:9', '4:14', '5:7', '5:13']);
  });

  test('unseen characters, each at its place', () => {
    const source = '// \u202e\u2066\n\tcircuit \u200b {\n\n  \u{e0041}x\u{e0041}';
    expect(places(source)).toEqual(['1:4', '1:5', '2:10', '4:3', '4:5']);
  });

  test('at most 100', () => {
    expect(places('\u202e'.repeat(170_000))).toHaveLength(100);
    expect(places(circuitWith('1\n  x x'.repeat(500)))).toHaveLength(100);
  });
});

test('every code that the parser uses has a title', () => {
  for (const [, code] of ERRORS) expect(DIAGNOSTIC_CODES).toHaveProperty(code);
});
