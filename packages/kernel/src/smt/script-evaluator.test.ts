import { ParsedScript, parse, type SmtValue, vectorWidth } from './script-evaluator.js';

const refuse = (): SmtValue => {
  throw new Error('no constant was expected');
};
const valueOf = (text: string, script = ''): SmtValue => new ParsedScript(script).under(refuse, refuse).value(parse(text));
const bits = (value: number, width: number): string => `(_ bv${value} ${width})`;

/** Values by the definitions of SMT-LIB 2.6. */
test.each<readonly [string, boolean | bigint]>([
  ['(+ 1 2 4)', 7n],
  ['(* 2 3 4)', 24n],
  ['(- 5)', -5n],
  ['(- 5 8)', -3n],
  ['(div 7 2)', 3n],
  ['(div (- 7) 2)', -4n],
  ['(div 7 (- 2))', -3n],
  ['(div (- 7) (- 2))', 4n],
  ['(div 6 (- 2))', -3n],
  ['(mod 7 2)', 1n],
  ['(mod (- 7) 2)', 1n],
  ['(mod 7 (- 2))', 1n],
  ['(mod (- 7) (- 3))', 2n],
  ['(mod (- 6) 3)', 0n],
  ['(< 1 2)', true],
  ['(< 2 2)', false],
  ['(<= 2 2)', true],
  ['(<= 3 2)', false],
  ['(= 1 1 1)', true],
  ['(= 1 1 2)', false],
  ['(distinct 1 2 3)', true],
  ['(distinct 1 2 1)', false],
  ['(distinct 2 1 1)', false],
  ['(not true)', false],
  ['(not false)', true],
  ['(and true true false)', false],
  ['(and true true)', true],
  ['(or false false true)', true],
  ['(or false false)', false],
  ['(=> true false)', false],
  ['(=> true true)', true],
  ['(=> false false)', true],
  ['(ite true 1 2)', 1n],
  ['(ite false 1 2)', 2n],
  ['(= true false)', false],
  ['(= (_ bv3 4) (_ bv3 4))', true],
  ['(= (_ bv3 4) (_ bv3 5))', false],
  ['(= (_ bv3 4) (_ bv2 4))', false],
  ['(= (_ bv18 4) (_ bv2 4))', true],
])('%s is %s', (text, value) => {
  expect(valueOf(text)).toBe(value);
});

/** All operands -8..7 in four bits. The quotients of two negative numbers, and those by 0, distinguish the divisions. */
test.each<readonly [string, number, number, number | boolean]>([
  ['bvadd', 9, 8, 1],
  ['bvsub', 1, 2, 15],
  ['bvmul', 5, 7, 3],
  ['bvand', 12, 10, 8],
  ['bvor', 12, 10, 14],
  ['bvxor', 12, 10, 6],
  ['bvshl', 5, 2, 4],
  ['bvshl', 5, 4, 0],
  ['bvlshr', 13, 2, 3],
  ['bvlshr', 13, 4, 0],
  ['bvudiv', 13, 3, 4],
  ['bvudiv', 13, 0, 15],
  ['bvurem', 13, 3, 1],
  ['bvurem', 13, 0, 13],
  ['bvsdiv', 9, 2, 13],
  ['bvsdiv', 7, 14, 13],
  ['bvsdiv', 9, 0, 1],
  ['bvsdiv', 7, 0, 15],
  ['bvsdiv', 0, 0, 15],
  ['bvsrem', 9, 2, 15],
  ['bvsrem', 7, 13, 1],
  ['bvsrem', 9, 0, 9],
  ['bvsmod', 9, 2, 1],
  ['bvsmod', 7, 13, 14],
  ['bvsmod', 9, 0, 9],
  ['bvsmod', 6, 3, 0],
  ['bvslt', 8, 7, true],
  ['bvslt', 7, 7, false],
  ['bvsle', 7, 7, true],
  ['bvsle', 7, 8, false],
])('(%s %i %i) is %s in four bits', (name, a, b, value) => {
  const expected = typeof value === 'number' ? { width: 4, bits: BigInt(value) } : value;
  expect(valueOf(`(${name} ${bits(a, 4)} ${bits(b, 4)})`)).toEqual(expected);
});

test('vectors are extended and cut', () => {
  expect(valueOf('((_ sign_extend 2) (_ bv5 3))')).toEqual({ width: 5, bits: 29n });
  expect(valueOf('((_ zero_extend 2) (_ bv5 3))')).toEqual({ width: 5, bits: 5n });
  expect(valueOf('((_ extract 3 1) (_ bv13 4))')).toEqual({ width: 3, bits: 6n });
  expect([vectorWidth(parse('(_ BitVec 7)')), vectorWidth('Int')]).toEqual([7, undefined]);
});

/** A solver rejects these queries. If the evaluator accepted them, a meaningless query could seem to hold. */
test.each([
  '(and 1 true)',
  '(not 1)',
  '(+ true 1)',
  '(- true)',
  '(< 1 true)',
  '(bvadd (_ bv1 3) (_ bv1 4))',
  '(bvadd (_ bv1 3) 1)',
  '(= )',
  '()',
  '(foo 1 2)',
  '(foo (_ bv1 3) (_ bv1 3))',
  '(foo 1)',
  '(_ xx 3)',
  '((_ rotate_left 1) (_ bv1 3))',
  '((_ extract 0 0) 1)',
  'unknown',
  '(+ 1 2',
  '(+ 1 2))',
  '',
])('%j is refused', (text) => {
  expect(() => valueOf(text)).toThrow();
});

test('a script declares, defines and asserts; other commands are refused', () => {
  const script = new ParsedScript(
    [
      '(declare-sort Type0 0)',
      '(declare-fun size0 (Type0) Int)',
      '(declare-const x Int)',
      '(declare-const t Type0)',
      '(define-fun n1 () Int (+ x 1))',
      '(assert (< x n1))',
      '(assert (< n1 (size0 t)))',
      '(check-sat)',
      '',
    ].join('\n'),
  );
  expect(script.assertions.map(({ text }) => text)).toEqual(['(< x n1)', '(< n1 (size0 t))']);
  const asked: string[] = [];
  const under = (size: bigint) =>
    script.under(
      (name, sort) => {
        asked.push(`${name}: ${String(sort)}`);
        return sort === 'Int' ? 4n : 'some text';
      },
      (name, element, sort) => {
        asked.push(`${name} of ${element}: ${String(sort)}`);
        return size;
      },
    );
  const holding = (size: bigint): readonly boolean[] => {
    const evaluator = under(size);
    return script.assertions.map(({ formula }) => evaluator.holds(formula));
  };
  expect([holding(6n), holding(5n)]).toEqual([
    [true, true],
    [true, false],
  ]);
  expect(asked.slice(0, 3)).toEqual(['x: Int', 't: Type0', 'size0 of some text: Int']);
  expect(() => under(1n).value(parse('(size0 x)'))).toThrow('of no element');
  expect(() => under(1n).holds('x')).toThrow('no Boolean');
  expect(() => new ParsedScript('(push 1)')).toThrow('unknown command');
});
