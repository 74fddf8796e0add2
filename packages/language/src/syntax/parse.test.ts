import { parseSource } from './parse.js';
import { circuitWith, domainOf, expressionOf, fileOf, withoutSpans } from './testing.js';

const tree = (expression: string) => withoutSpans(expressionOf(expression));
const domain = (text: string) => withoutSpans(domainOf(text));
const integer = (value: number) => ({ form: 'integer', value });
const name = (text: string) => ({ form: 'name', name: text });
const named = (text: string) => ({ binder: 'name', name: { text } });
const block = (value: unknown, wires: readonly unknown[] = []) => ({ wires, value });
const literal = (value: number) => ({ bound: 'literal', value });
const range = (lo: number, hi: number) => ({ domain: 'range', lo: literal(lo), hi: literal(hi) });

describe('operands', () => {
  test.each([
    ['true', { form: 'boolean', value: true }],
    ['none', { form: 'none' }],
    ['"a"', { form: 'text', value: 'a' }],
    ['x"00ff"', { form: 'bytes', value: { 0: 0, 1: 255 } }],
    ['.a', { form: 'tag', tag: 'a' }],
    ['[]', { form: 'list', items: [] }],
    ['[1, 2,]', { form: 'list', items: [integer(1), integer(2)] }],
    [
      '(x: 1, y: b)',
      {
        form: 'record',
        base: null,
        fields: [
          { name: { text: 'x' }, value: integer(1) },
          { name: { text: 'y' }, value: name('b') },
        ],
      },
    ],
    ['(..a, x: 1)', { form: 'record', base: name('a'), fields: [{ name: { text: 'x' }, value: integer(1) }] }],
    ['map(a, b)', { form: 'call', callee: 'map', arguments: [name('a'), name('b')] }],
    [
      '(x: 1\n y: b\n)',
      {
        form: 'record',
        base: null,
        fields: [
          { name: { text: 'x' }, value: integer(1) },
          { name: { text: 'y' }, value: name('b') },
        ],
      },
    ],
    ['NOW()', { form: 'call', callee: 'NOW', arguments: [] }],
    ['MC_00(a, 1)', { form: 'call', callee: 'MC_00', arguments: [name('a'), integer(1)] }],
    ['share(a)', { form: 'call', callee: 'share', arguments: [name('a')] }],
    ['((a))', name('a')],
    ['count', name('count')],
    ["'a'", integer(97)],
    ["-'😀'", integer(-128_512)],
    ["'\\''", integer(39)],
    ["'\\u{7f}'", integer(127)],
    ['-9223372036854775808', { form: 'integer', value: '-9223372036854775808' }],
  ])('%s', (text, expected) => {
    expect(tree(text)).toEqual(expected);
  });
});

/** Returns a pattern of several tags, possibly with `_`. */
function alternative(...tags: readonly string[]) {
  return { patterns: tags.map((tag) => (tag === '_' ? { pattern: 'wildcard' } : { pattern: 'tag', tag })) };
}

describe('forms', () => {
  const loop = { index: null, variable: named('x'), source: { source: 'value', value: name('xs') }, body: block(name('x')) };

  test.each([
    ['map x in xs { x }', { form: 'map', ...loop }],
    ['filter x in xs { x }', { form: 'filter', ...loop }],
    ['any x in xs { x }', { form: 'quantifier', quantifier: 'any', ...loop }],
    ['all x in xs { x }', { form: 'quantifier', quantifier: 'all', ...loop }],
    ['first x in xs { x }', { form: 'first', ...loop }],
    ['map i, x in xs { x }', { form: 'map', ...loop, index: { text: 'i' } }],
    ['count i, x in xs { x }', { form: 'quantifier', quantifier: 'count', ...loop, index: { text: 'i' } }],
    ['count x in xs { x }', { form: 'quantifier', quantifier: 'count', ...loop }],
    [
      'map (a, b: c) in xs { x }',
      {
        form: 'map',
        ...loop,
        variable: {
          binder: 'fields',
          fields: [
            { field: { text: 'a' }, name: { text: 'a' } },
            { field: { text: 'b' }, name: { text: 'c' } },
          ],
        },
      },
    ],
    ['map x in 1..n { x }', { form: 'map', ...loop, source: { source: 'range', lo: integer(1), hi: name('n') } }],
    ['a in 1..5', { form: 'in', value: name('a'), source: { source: 'range', lo: integer(1), hi: integer(5) }, negated: false }],
    ['a not in 1..5', { form: 'in', value: name('a'), source: { source: 'range', lo: integer(1), hi: integer(5) }, negated: true }],
    ['count in xs', { form: 'in', value: name('count'), source: { source: 'value', value: name('xs') }, negated: false }],
    [
      'fold t: 0..9 = 0 for x in xs { t }',
      {
        form: 'fold',
        accumulator: named('t'),
        domain: range(0, 9),
        keeping: null,
        initial: integer(0),
        index: null,
        variable: loop.variable,
        source: loop.source,
        body: block(name('t')),
      },
    ],
    [
      'fold t: 0..9 keeping t <= n = 0 for x in xs { t }',
      {
        form: 'fold',
        accumulator: named('t'),
        domain: range(0, 9),
        keeping: { form: 'chain', first: name('t'), rest: [{ operator: '<=', operand: name('n') }] },
        initial: integer(0),
        index: null,
        variable: loop.variable,
        source: loop.source,
        body: block(name('t')),
      },
    ],
    [
      'fold t = 0 for x in xs { t }',
      {
        form: 'fold',
        accumulator: named('t'),
        domain: null,
        keeping: null,
        initial: integer(0),
        index: null,
        variable: loop.variable,
        source: loop.source,
        body: block(name('t')),
      },
    ],
    ['a as 0..5?', { form: 'postfix', base: name('a'), steps: [{ step: 'as', domain: { domain: 'option', value: range(0, 5) } }] }],
    [
      'if a { 1 } else if b { 2 }\nelse { 3 }',
      {
        form: 'if',
        branches: [
          { condition: name('a'), block: block(integer(1)) },
          { condition: name('b'), block: block(integer(2)) },
        ],
        otherwise: block(integer(3)),
      },
    ],
    [
      'if a {\n w: u8 = 1\n v = 2\n\n w\n} else { 3 }',
      {
        form: 'if',
        branches: [
          {
            condition: name('a'),
            block: block(name('w'), [
              { item: 'wire', binder: named('w'), domain: { domain: 'name', name: { text: 'u8' } }, value: integer(1) },
              { item: 'wire', binder: named('v'), domain: null, value: integer(2) },
            ]),
          },
        ],
        otherwise: block(integer(3)),
      },
    ],
  ])('%s', (text, expected) => {
    expect(tree(text)).toEqual(expected);
  });

  test('every pattern, arms with commas or on lines of their own, values with blocks', () => {
    const patterns = ['.a', '-1', '-5..5', '"t"', 'x"00"', 'true', 'none', 'some some b', 'other', '_'];
    const expected = [
      { pattern: 'tag', tag: 'a' },
      { pattern: 'integer', value: -1 },
      { pattern: 'range', lo: literal(-5), hi: literal(5) },
      { pattern: 'text', value: 't' },
      { pattern: 'bytes', value: { 0: 0 } },
      { pattern: 'boolean', value: true },
      { pattern: 'none' },
      { pattern: 'some', inner: { pattern: 'some', inner: { pattern: 'bind', name: { text: 'b' } } } },
      { pattern: 'bind', name: { text: 'other' } },
      { pattern: 'wildcard' },
    ].map((pattern) => ({ alternatives: [{ patterns: [pattern] }], guard: null, block: block(integer(1)) }));
    for (const separator of [', ', '\n', ',\n']) {
      const arms = patterns.map((pattern, index) => `${pattern} => ${index % 2 === 0 ? '1' : '{ 1 }'}`);
      expect(tree(`match a { ${arms.join(separator)} }`)).toEqual({ form: 'match', subjects: [name('a')], arms: expected });
    }
  });

  test('a loop with names in parentheses is a call where something has the name of its word', () => {
    const inLoop = circuitWith('map (a, b) in xs');
    expect(parseSource(inLoop).diagnostics).toMatchObject([{ code: 'unexpected' }]);
    expect(parseSource(`component map(a: u8, b: u8) -> u8 { a + b }\n${inLoop}`).diagnostics).toEqual([]);
  });

  test('several patterns of an arm, over lines too, and several subjects', () => {
    const arms = [
      { alternatives: [alternative('a'), alternative('b')], guard: null, block: block(integer(1)) },
      { alternatives: [alternative('_')], guard: null, block: block(integer(2)) },
    ];
    const guarded = arms.map((arm, i) => (i === 0 ? { ...arm, guard: name('b') } : arm));
    expect(tree('match a { .a, .b if b => 1, _ => 2 }')).toEqual({ form: 'match', subjects: [name('a')], arms: guarded });
    for (const text of ['.a, .b => 1, _ => 2', '.a,\n.b => 1\n_ => 2', '.a, .b => { 1 },\n_ => 2,\n']) {
      expect(tree(`match a { ${text} }`)).toEqual({ form: 'match', subjects: [name('a')], arms });
    }
    const both = [
      { alternatives: [alternative('a', '_'), alternative('_', 'b')], guard: null, block: block(integer(1)) },
      { alternatives: [alternative('_')], guard: null, block: block(integer(2)) },
    ];
    expect(tree('match (a, a,) { (.a, _), (_, .b) => 1, _ => 2 }')).toEqual({
      form: 'match',
      subjects: [name('a'), name('a')],
      arms: both,
    });
    expect(tree('match (x: 1, y: a) { _ => 2 }')).toMatchObject({ subjects: [{ form: 'record' }] });
  });
});

describe('domains', () => {
  const u8 = { domain: 'name', name: { text: 'u8' } };

  test.each([
    ['-5..0x10', range(-5, 16)],
    ['bool', { domain: 'name', name: { text: 'bool' } }],
    ['Cents', { domain: 'name', name: { text: 'Cents' } }],
    ['enum { a, b\n c }', { domain: 'enumeration', tags: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] }],
    ['text[1..5]', { domain: 'text', length: { lo: literal(1), hi: literal(5) }, of: null }],
    ['text[..5]', { domain: 'text', length: { lo: literal(0), hi: literal(5) }, of: null }],
    ['text[..5] of "a-z\\n"', { domain: 'text', length: { lo: literal(0), hi: literal(5) }, of: { value: 'a-z\n' } }],
    ['text[5] of "a"?', { domain: 'option', value: { domain: 'text', length: { lo: literal(5), hi: literal(5) }, of: { value: 'a' } } }],
    [
      '(x: text[5]\nof: hostname)',
      {
        domain: 'record',
        fields: [
          { name: { text: 'x' }, domain: { domain: 'text', length: { lo: literal(5), hi: literal(5) }, of: null } },
          { name: { text: 'of' }, domain: { domain: 'name', name: { text: 'hostname' } } },
        ],
      },
    ],
    ['bytes[5]', { domain: 'bytes', length: { lo: literal(5), hi: literal(5) } }],
    ['[u8; 2..3]', { domain: 'list', element: u8, length: { lo: literal(2), hi: literal(3) } }],
    [
      '(x: u8, y: u8?)',
      {
        domain: 'record',
        fields: [
          { name: { text: 'x' }, domain: u8 },
          { name: { text: 'y' }, domain: { domain: 'option', value: u8 } },
        ],
      },
    ],
    [
      '(x: u8\ny: u8)',
      {
        domain: 'record',
        fields: [
          { name: { text: 'x' }, domain: u8 },
          { name: { text: 'y' }, domain: u8 },
        ],
      },
    ],
    ['(0..5)?', { domain: 'option', value: range(0, 5) }],
    ['u8??', { domain: 'option', value: { domain: 'option', value: u8 } }],
  ])('%s', (text, expected) => {
    expect(domain(text)).toEqual(expected);
  });
});

test('a circuit in its order, with domains, components and pins around it', () => {
  const pin = `cir_0Ab@${'0f'.repeat(32)}`;
  const file = fileOf(`
    use "${pin}" as other
    domain A = 0..9
    component half(a: A, b: A) -> A {
      require a > 1
      w = a / 2
      w
      ensure result <= a "less"
    }
    circuit c {
      input count: A
      output y: A
      input rule: A
      require count > rule
      y: A = half(count, rule)
      ensure y < 9
    }
  `);
  expect(file.items.map((item) => item.item)).toEqual(['use', 'domain', 'component', 'circuit']);
  expect(file.items[0]).toMatchObject({ pin, name: { text: 'other' }, pinSpan: { line: 2, column: 9 } });
  expect(file.items[2]).toMatchObject({
    name: { text: 'half' },
    parameters: [{ name: { text: 'a' } }, { name: { text: 'b' } }],
    requires: [{ span: { line: 5, column: 7 } }],
    wires: [{ binder: named('w'), span: { line: 6, column: 7 } }],
    value: { form: 'name', name: 'w' },
    ensures: [{ why: 'less' }],
  });
  expect(file.items[3]).toMatchObject({
    name: { text: 'c' },
    inputs: [{ name: { text: 'count' } }, { name: { text: 'rule' } }],
    outputs: [{ name: { text: 'y' } }],
    requires: [{}],
    wires: [{ domain: { domain: 'name' } }],
    ensures: [{ why: null }],
  });
});

test('a policy', () => {
  const file = fileOf(`policy gateway {
    action "net.connect" (host: text[1..255], port: 0..65535)
    action "pay.none"
    component big(a: u8) -> bool { a > 9 }
    limit = 5
    rule web allow on "net.connect",
      "pay.*" when port == 443 and
        host == "a" "fine"
    rule all_of deny on "pay.none" "never"
    rule rest review on "pay.none"
    default deny
  }`);
  expect(file.items.map((item) => item.item)).toEqual(['component', 'policy']);
  expect(withoutSpans(file.items[1])).toMatchObject({
    actions: [
      { category: 'net.connect', parameters: [{ name: { text: 'host' } }, { name: { text: 'port' } }] },
      { category: 'pay.none', parameters: [] },
    ],
    wires: [{ binder: named('limit') }],
    rules: [
      {
        name: { text: 'web' },
        verdict: 'allow',
        on: [{ category: 'net.connect' }, { category: 'pay.*' }],
        when: { form: 'chain' },
        why: 'fine',
      },
      { name: { text: 'all_of' }, verdict: 'deny', when: null, why: 'never' },
      { name: { text: 'rest' }, verdict: 'review', when: null, why: null },
    ],
    default: { verdict: 'deny' },
  });
});

describe('the end of a line', () => {
  test.each([
    ['after an operator', 'a +\n b'],
    ['after a comma', 'f(a,\n b)'],
    ['before an operator in parentheses', '(a\n + b)'],
    ['before an operator in square brackets', '[a\n + b]'],
    ['in parentheses of a call', 'f(\n a\n , b\n )'],
    ['after the equals sign', '\n a'],
    ['before else', 'if a { 1 }\n else { 2 }'],
    ['before else if, with a comment between', 'if a { 1 } // why\n\n else if b { 2 }\n else { 3 }'],
    ['after an arrow', 'match a { _ =>\n 1 }'],
  ])('%s ends nothing', (_where, text) => {
    expect(parseSource(circuitWith(text)).diagnostics).toEqual([]);
  });

  test('counts again in a block in parentheses: the innermost bracket decides', () => {
    const value = expressionOf('(if a {\n w = b\n -w\n} else { c }\n + 1)');
    expect(value).toMatchObject({
      form: 'chain',
      first: { form: 'if', branches: [{ block: { wires: [{}], value: { form: 'prefix' } } }] },
    });
  });

  test('separates arms, so that a tag on the next line is no field', () => {
    expect(expressionOf('match a {\n .x => b\n .y => c\n}')).toMatchObject({ arms: [{ block: { value: { form: 'name' } } }, {}] });
  });

  test('stands before a value in brackets without becoming a call or an index', () => {
    const value = expressionOf('if a {\n w = b\n [w]\n} else {\n w = c\n (w)\n}');
    expect(value).toMatchObject({ branches: [{ block: { value: { form: 'list' } } }], otherwise: { value: { form: 'name' } } });
  });
});
