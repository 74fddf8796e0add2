import { expressionOf, grouping } from './testing.js';

const BINARY_LEVELS = [['or'], ['and'], ['=='], ['|'], ['^'], ['&'], ['<<', '>>'], ['++', '+', '-'], ['*', '/', '%']];

describe('operators between operands', () => {
  const flat = BINARY_LEVELS.flatMap((level, index) => level.map((operator) => ({ operator, index })));
  const pairs = flat.flatMap((loose) => flat.filter((tight) => tight.index > loose.index).map((tight) => [loose.operator, tight.operator]));

  test.each(pairs)('%s binds looser than %s', (loose, tight) => {
    expect(grouping(expressionOf(`a ${loose} b ${tight} c`))).toBe(`(a ${loose} (b ${tight} c))`);
    expect(grouping(expressionOf(`a ${tight} b ${loose} c`))).toBe(`((a ${tight} b) ${loose} c)`);
  });

  test.each(flat.filter(({ operator }) => operator !== '=='))('$operator groups to the left', ({ operator }) => {
    expect(grouping(expressionOf(`a ${operator} b ${operator} c`))).toBe(`((a ${operator} b) ${operator} c)`);
  });

  test.each(['==', '!=', '<', '<=', '>', '>='])('%s is a comparison', (operator) => {
    expect(grouping(expressionOf(`a | b ${operator} c and d`))).toBe(`(((a | b) ${operator} c) and d)`);
  });
});

describe('precedence', () => {
  test.each([
    ['a implies b implies c', '(a implies (b implies c))'],
    ['a implies b or c', '(a implies (b or c))'],
    ['a or b implies c', '((a or b) implies c)'],
    ['a ?? b ?? c', '(a ?? (b ?? c))'],
    ['a == b ?? c', '(a == (b ?? c))'],
    ['a ?? b | c', '(a ?? (b | c))'],
    ['not a == b', '(not (a == b))'],
    ['not a and b', '((not a) and b)'],
    ['a and not b or c', '((a and (not b)) or c)'],
    ['not not a', '(not (not a))'],
    ['a in 0..5 and b', '((a in 0..5) and b)'],
    ['a in b + 1..c ?? d', '(a in (b + 1)..(c ?? d))'],
    ['a in xs', '(a in xs)'],
    ['a + b in xs', '((a + b) in xs)'],
    ['-a * b', '((- a) * b)'],
    ['a ** b ** c', '(a ** (b ** c))'],
    ['a * b ** c', '(a * (b ** c))'],
    ['-a ** b', '(- (a ** b))'],
    ['(-2) ** b', '(-2 ** b)'],
    ['a ** b.f', '(a ** (b.f))'],
    ['some a + b * c', '(some (a + (b * c)))'],
    ['some a | b', '(some (a | b))'],
    ['some some a ++ b', '(some (some (a ++ b)))'],
    ['some a ?? b', '((some a) ?? b)'],
    ['a ?? some b + c', '(a ?? (some (b + c)))'],
    ['some a + b == c', '((some (a + b)) == c)'],
    ['some -a + b', '(some ((- a) + b))'],
    ['a + some b + c', '((a + (some b)) + c)'],
    ['a not in xs', '(a not in xs)'],
    ['a + 1 not in b..c and d', '(((a + 1) not in b..c) and d)'],
    ['not a not in xs', '(not (a not in xs))'],
    ['some a == b', '((some a) == b)'],
    ['a == some b', '(a == (some b))'],
    ['-a.f', '(- (a.f))'],
    ['some a[1]', '(some (a[1]))'],
    ['- some -a', '(- (some (- a)))'],
    ['-a as D', '(- (a as D))'],
    ['a as D.f[b + 1]', '(((a as D).f)[(b + 1)])'],
    ['(x as D) ?? d', '((x as D) ?? d)'],
    ['x as (0..9)? == y', '((x as D) == y)'],
    ['if a { b } else { c } + 1', '(if + 1)'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a - (b - c)', '(a - (b - c))'],
    ['(a - b) - c', '((a - b) - c)'],
    ['(a implies b) implies c', '((a implies b) implies c)'],
    ['a == .x', '(a == .x)'],
  ])('%s reads as %s', (text, expected) => {
    expect(grouping(expressionOf(text))).toBe(expected);
  });
});

describe('a minus', () => {
  test.each([
    ['a -1', '(a - 1)'],
    ['a - 1', '(a - 1)'],
    ['a-1', '(a - 1)'],
    ['a - -1', '(a - -1)'],
    ['a--1', '(a - -1)'],
    ['-1', '-1'],
    ['- 1', '(- 1)'],
    ['-(1)', '(- 1)'],
    ['--1', '(- -1)'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['-1 as D', '(-1 as D)'],
    ['2 * -3', '(2 * -3)'],
    ['-0', '0'],
  ])('%s reads as %s', (text, expected) => {
    expect(grouping(expressionOf(text))).toBe(expected);
  });
});

test('parentheses that change nothing leave no trace in the tree', () => {
  for (const [plain, bracketed] of [
    ['a + b - c + d', '((a + b) - c) + (d)'],
    ['a implies b implies c', 'a implies (b implies c)'],
    ['a ?? b ?? c', 'a ?? (b ?? c)'],
    ['not not a', 'not (not a)'],
    ['a.f.g', '(a.f).g'],
  ] as const) {
    expect(Object.keys(expressionOf(bracketed))).toEqual(Object.keys(expressionOf(plain)));
    expect(grouping(expressionOf(bracketed))).toBe(grouping(expressionOf(plain)));
    expect(expressionOf(bracketed)).not.toHaveProperty('first.first');
  }
});

const column = (text: string) => expressionOf(text).span.column - 6;

test('the place of an operation is that of its operator, of a call its name, of a chain its last operator', () => {
  expect(column('abc + d')).toBe(5);
  expect(column('abc + d - e')).toBe(9);
  expect(column('abc implies d implies e')).toBe(5);
  expect(column('abc in 1..2')).toBe(5);
  expect(column('not -abc')).toBe(1);
  expect(column('abc.f[1]')).toBe(6);
  expect(column('(share(a))')).toBe(2);
  expect(column('-12')).toBe(1);
  expect(expressionOf('-12').span.length).toBe(3);
  expect(expressionOf('a +\n    b').span.line).toBe(4);
});
