import * as fc from 'fast-check';
import { formatExpression, formatSource } from './format.js';
import { circuitWith, expressionOf, fileOf, withoutSpans } from './testing.js';

const format = (source: string) => formatSource(fileOf(source), source);

describe('an expression', () => {
  test.each([
    ['( a+b )*c', '(a + b) * c'],
    ['((a*b))+c', 'a * b + c'],
    ['(a+b)-c', 'a + b - c'],
    ['a-(b-c)', 'a - (b - c)'],
    ['(a implies b) implies c', '(a implies b) implies c'],
    ['a implies (b implies c)', 'a implies b implies c'],
    ['not (a == b)', 'not a == b'],
    ['(not a) == b', '(not a) == b'],
    ['- 1', '- 1'],
    ['-(a)', '-a'],
    ['-(1).f', '- 1.f'],
    ['-(a + 1)', '-(a + 1)'],
    ['- -1', '--1'],
    ['some some (a)', 'some some a'],
    ['(x as u8) ?? 1', '(x as u8) ?? 1'],
    ['(a + x as u8) ?? 1', '(a + x as u8) ?? 1'],
    ['a * (b + x as u8) ?? 1', 'a * (b + x as u8) ?? 1'],
    ['(a ** x as u8) ?? 1', '(a ** x as u8) ?? 1'],
    ['(-a ** x as u8) ?? 1', '(-a ** x as u8) ?? 1'],
    ['1 ?? (x as u8)', '1 ?? x as u8'],
    ['a ?? (b ?? x as u8) ?? 1', 'a ?? (b ?? x as u8) ?? 1'],
    ['(x as (0..5)?).f[ 1 ]', 'x as (0..5)?.f[1]'],
    ['x as text[0..5]', 'x as text[..5]'],
    ['x as text[ 1 ] of  "a-z\\u{41}"', 'x as text[1] of "a-zA"'],
    ['x as [u8;5..5]', 'x as [u8; 5]'],
    ['a in 1..n+1', 'a in 1..n + 1'],
    ['a in .x .. .y', 'a in .x.. .y'],
    ['(a==b) in xs', '(a == b) in xs'],
    ['a in (b and c)', 'a in (b and c)'],
    ['if a{1}else if b{2}else{3}', 'if a { 1 } else if b { 2 } else { 3 }'],
    ['if a {\n w = 1\n w } else { 2 }', 'if a { w = 1; w } else { 2 }'],
    ['match a {\n .x => 1\n some 5..7 => { 2 } }', 'match a { .x => 1, some 5..7 => 2 }'],
    ['match a{\n 1,2 if b>3=>1\n c if(b)=>{ w=1\n w} }', 'match a { 1, 2 if b > 3 => 1, c if b => { w = 1; w } }'],
    ['first i,(a)in t{a==0}', 'first i, (a) in t { a == 0 }'],
    ['fold s=0 for i,x in xs{s}', 'fold s = 0 for i, x in xs { s }'],
    ['map( a,b :c ,)in xs{a}', 'map (a, b: c) in xs { a }'],
    ['fold t:u8  keeping t<=n and(t>=0)=0 for x in xs{t}', 'fold t: u8 keeping t <= n and t >= 0 = 0 for x in xs { t }'],
    ['fold(a ,b)=p for(x)in xs{p}', 'fold (a, b) = p for (x) in xs { p }'],
    ['if a{(q,r : s)=p\n q}else{1}', 'if a { (q, r: s) = p; q } else { 1 }'],
    ['( ..p\n x:1,)', '(..p, x: 1)'],
    ['(.. .x,y:1)', '(.. .x, y: 1)'],
    ['f( a,b , )', 'f(a, b)'],
    ['[ ]', '[]'],
    ['(x:1,y:-2)', '(x: 1, y: -2)'],
    ['count x in xs{x>1}', 'count x in xs { x > 1 }'],
    ['map x in 1..3{x}', 'map x in 1..3 { x }'],
    ['fold t:u8=0 for x in xs{t}', 'fold t: u8 = 0 for x in xs { t }'],
    ['10000 + 0xff + 999', '10_000 + 255 + 999'],
    ['"\\u{41}\\u{0}\\u{202e}\\n\\""', '"A\\u{0}\\u{202E}\\n\\""'],
    ['x"0AFF"', 'x"0aff"'],
  ])('%s is set as %s', (text, expected) => {
    expect(formatExpression(expressionOf(text))).toBe(expected);
  });

  test('is spelt alike however it was bracketed', () => {
    expect(formatExpression(expressionOf('(((fee)) <= (amount))'))).toBe(formatExpression(expressionOf('fee<=amount')));
  });
});

describe('a source', () => {
  test.each(['[..0]', '[0]', '[0..0]', '[0x0]'])('spells the length %s as one number', (length) => {
    const spelt = length === '[0x0]' ? '[0x0]' : '[0]';
    expect(format(`circuit c {\n  output y: text${length}\n}\n`)).toBe(`circuit c {\n  output y: text${spelt}\n}\n`);
  });

  test('is set in one layout, its comments and the spelling of its integers kept', () => {
    const source = `// head
domain A=0xff..0x1_00   // hex


circuit   d {   // open
    input   a : u8
  output y:bool
  // about the promise

  require a in 1..5 and not (a in [1,2]);
  y = if a==1 { true } else if a == 2 { // two
      false }
    else { r = 1
      // nearly
      r == 1 }
  big = match a { 1 => 2 // one
    2 => { q = 1
       q+1 }, 3 => 4
    // last
  }
  ensure y implies
     y     "why" // done
  // end
}
// tail`.replace(';', '');
    expect(format(source)).toBe(`// head
domain A = 0xff..0x1_00 // hex

circuit d { // open
  input a: u8
  output y: bool
  // about the promise

  require a in 1..5 and not a in [1, 2]
  y = if a == 1 {
    true
  } else if a == 2 { // two
    false
  } else {
    r = 1
    // nearly
    r == 1
  }
  big = match a {
    1 => 2 // one
    2 => {
      q = 1
      q + 1
    }
    3 => 4
    // last
  }
  ensure y implies y "why" // done
  // end
}
// tail
`);
  });

  test('keeps policies and what stands in them in the order of the source', () => {
    const source = `policy p {
  default deny
  action "a.b" (x: u8)

  component k(a: u8) -> bool {
    a == 1
  } // k
  w = 1
  rule r allow on "a.b", "a.*" when x == 1 and k(x) "why" // r
  rule s deny on "a.b" "no"
}
`;
    expect(format(source)).toBe(source);
  });

  test.each([
    ['in lines', 'match a {\n    .x => 1\n    .y => 2\n  }'],
    ['on one line', 'match a { .x => 1, .y => 2 }'],
    ['in lines within another', 'match a { .x => 1, .y => match b {\n      1 => 2\n      _ => 3\n    } }'],
  ])('leaves a table of arms that stands %s as it is', (_, value) => {
    const source = circuitWith(value);
    const expected = value.startsWith('match a { .x => 1, .y => match')
      ? circuitWith('match a {\n    .x => 1\n    .y => match b {\n      1 => 2\n      _ => 3\n    }\n  }')
      : source;
    expect(format(source)).toBe(expected);
  });

  test('breaks a table between all arms where the author broke it between some', () => {
    expect(format(circuitWith('match a { .x => 1,\n .y => 2, .z => 3 }'))).toBe(
      circuitWith('match a {\n    .x => 1\n    .y => 2\n    .z => 3\n  }'),
    );
  });

  test.each([
    ['a or (b and c)', 'a or (b and c)'],
    ['(a and b) or c', '(a and b) or c'],
    ['a and b or c', 'a and b or c'],
    ['((a) and b) or (c)', '(a and b) or c'],
    ['a or ((b and c)) or d and e', 'a or (b and c) or d and e'],
    ['(a or b) implies c', '(a or b) implies c'],
    ['a and b implies (c and d)', 'a and b implies (c and d)'],
    ['(a or b) and c', '(a or b) and c'],
    ['f(a and b) or c', 'f(a and b) or c'],
    ['(a + b) or (c == d)', 'a + b or c == d'],
  ])('sets %s as %s: parentheses beside another connective stay', (value, expected) => {
    expect(format(circuitWith(value))).toBe(circuitWith(expected));
  });

  test('keeps comments aligned that the author aligned, and one space before others', () => {
    const source = `circuit c {\n  input a:u8     // one\n  input bcd:u8   // two\n  output y: bool      // three\n\n  x = 1  // four\n  y = a==1   // five\n}\n`;
    expect(format(source)).toBe(
      `circuit c {\n  input a: u8   // one\n  input bcd: u8 // two\n  output y: bool // three\n\n  x = 1 // four\n  y = a == 1 // five\n}\n`,
    );
  });

  test('breaks lines that are too long after operators and inside brackets', () => {
    const long = 'abcdefghijklmnopqrstuvwxyz_0123456789';
    expect(format(circuitWith(`${long} + ${long} + f(${long}, ${long}, ${long})`))).toBe(
      circuitWith(`${long} +\n    ${long} +\n    f(\n      ${long},\n      ${long},\n      ${long}\n    )`),
    );
  });
});

/** Expressions with parentheses everywhere, independent of precedence. */
const { expression } = fc.letrec<{ expression: string; atom: string; source: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie('atom'),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom(...'+ - * / % & | ^ << >> == != < <= and or implies ++ ?? **'.split(' ')),
        tie('expression'),
      )
      .map(([left, operator, right]) => `((${left}) ${operator} (${right}))`),
    fc.tuple(fc.constantFrom('-', 'not', 'some'), tie('expression')).map(([operator, operand]) => `(${operator} (${operand}))`),
    fc
      .tuple(
        tie('expression'),
        fc.constantFrom('.f', '[1]', ' as u8', ' as u8?', ' as -5..5', ' as text[1]', ' as text[1] of "a-z"', ' as path?'),
      )
      .map(([base, step]) => `((${base})${step})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('in', 'not in'), tie('source'))
      .map(([value, word, source]) => `((${value}) ${word} ${source})`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `f((${a}), [(${b})])`),
    fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `if (${a}) { w = (${b})\n (w) } else { (${c}) }`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `match (${a}) { -1, 2..3 => (x: (${b})), _ => { v = (${b})\n v } }`),
    fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `match ((${a}), (${b})) { (.a, some q), _ => 1 }`),
    fc
      .tuple(fc.constantFrom('map', 'filter', 'any', 'count'), tie('source'), tie('expression'))
      .map(([word, source, body]) => `${word} x in ${source} { (${body}) }`),
    fc.tuple(tie('expression'), tie('source')).map(([initial, source]) => `fold t = (${initial}) for x in ${source} { t }`),
    fc
      .tuple(tie('expression'), tie('source'))
      .map(([initial, source]) => `fold t keeping t >= low = (${initial}) for x in ${source} { t }`),
  ),
  source: fc.oneof(
    tie('expression').map((value) => `(${value})`),
    fc.tuple(tie('expression'), tie('expression')).map(([lo, hi]) => `(${lo})..(${hi})`),
  ),
  atom: fc.constantFrom('a', 'count', '1', '-1', '- 1', '0x1f', '.t', 'none', '"q"', 'x"00"', '[]', '(x: 1)'),
}));

test('the layout of any expression reads as the same tree, and is its own layout', () => {
  fc.assert(
    fc.property(expression, (text) => {
      const source = circuitWith(text);
      const tree = fileOf(source);
      const printed = formatSource(tree, source);
      expect(withoutSpans(fileOf(printed))).toEqual(withoutSpans(tree));
      expect(format(printed)).toBe(printed);
      expect(formatExpression(expressionOf(text))).toBe(formatExpression(expressionOf(`(${text})`)));
    }),
    { numRuns: 2_000 },
  );
});
