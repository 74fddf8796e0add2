import { apply, BOOLEAN, between, block, choose, INT64, integer, literal, truth } from '../drawing/build.js';
import type { Random } from '../drawing/random.js';
import { CLOSED, type TextType } from '../drawing/texts.js';
import { type Component, type DrawnExpression, type DrawnType, Optional } from '../drawing/tree.js';

/** Accepts all integers but 0. */
export const NEEDS_SOME: Component = {
  name: 'needs_some',
  parameters: [{ name: 'some_p', type: between(0n, 9n) }],
  requires: [apply(BOOLEAN, 'GT', { type: between(0n, 9n), form: 'name', name: 'some_p' }, integer(0n))],
  body: block(apply(between(0n, 90n), 'DIV', integer(90n), { type: between(0n, 9n), form: 'name', name: 'some_p' })),
  ensures: [],
  result: between(0n, 90n),
};

/** An expression that fails exactly if a condition holds. */
type Fault = (condition: DrawnExpression, random: Random, fresh: (prefix: string) => string) => DrawnExpression;

const PAIR: DrawnType = { kind: 'enumeration', tags: ['left', 'right'] };
const OPTION: DrawnType = { kind: 'option', value: between(0n, 9n) };
const WORD: DrawnType = { kind: 'text', lo: 3, hi: 3 };
const SIGNED: DrawnType = { kind: 'text', lo: 3, hi: 3, of: { letters: ['7', '-'] } };
/** For each closed domain one of its texts, and texts outside of it that use mostly its letters. */
const OUTSIDE: Readonly<Record<string, readonly [within: string, ...outside: readonly string[]]>> = {
  hostname: ['a-7.b', 'a..b', 'a.7', 'a-.b', 'A.b', 'a.b.', 'xn--a', '0x7f'],
  ipv4: ['10.0.0.1', '10.0.0.01', '256.1.1.1', '1.2.3', '1.2.3.4.5', '0x7f.0.0.1', '1.2.3.4.'],
  ipv6: ['1::2', '1::0', '0::1', '1::2::3', '::ffff:1.2.3.4', '01::', '::A', '1:2:3:4:5:6::8', 'fe80::1%e'],
  path: ['/a/b', 'a/b', '/a/', '//a', '/a/../b', '/./a', '/a%2f', ''],
};

function either(condition: DrawnExpression, whenTrue: bigint, whenFalse: bigint): DrawnExpression {
  return choose(between(-(2n ** 63n), 2n ** 63n - 1n), condition, integer(whenTrue), integer(whenFalse));
}

function domainOf({ of }: TextType): string {
  return of !== undefined && 'domain' in of ? of.domain : '';
}

function outsideOf(type: TextType): Fault {
  const [good = '', ...bad] = OUTSIDE[domainOf(type)] ?? [];
  const texts: DrawnType = { kind: 'text', lo: 0, hi: 15 };
  return (condition, random) => {
    const operand = choose(texts, condition, literal(texts, random.pick(bad)), literal(texts, good));
    return { type, form: 'as', operand, domain: type };
  };
}

/** The fault that cannot stand within the condition that a fold keeps. */
export const BREAKS_WHAT_IS_KEPT = 'an accumulator that breaks what is kept';

/** Every fault by name. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'a divisor of 0': (condition, random) =>
    apply(INT64, random.pick(['DIV', 'MOD', 'FLOOR_DIV', 'FLOOR_MOD']), integer(random.within(-9n, 9n)), either(condition, 0n, 1n)),
  'a divisor of 0 in an arm': (condition, random) => {
    const zero = apply(INT64, 'MOD', either(condition, 6n, 7n), integer(random.pick([2n, 3n, 6n])));
    return choose(INT64, condition, apply(INT64, 'DIV', integer(1n), zero), integer(0n));
  },
  'a place past the end of a list': (condition) => {
    const items = [5n, 6n, 7n].map(integer);
    const list: DrawnExpression = { type: { kind: 'list', element: between(5n, 7n), lo: 3, hi: 3 }, form: 'list', items };
    return apply(INT64, 'GET', list, either(condition, 3n, 2n));
  },
  'a place past the end of bytes': (condition) =>
    apply(INT64, 'GET', literal({ kind: 'bytes', lo: 2, hi: 2 }, Uint8Array.of(1, 2)), either(condition, -1n, 0n)),
  'a place past the end of a text': (condition) => apply(INT64, 'CODE_AT', literal(WORD, 'abc'), either(condition, 3n, 2n)),
  'a part past the end of a text': (condition) => apply(WORD, 'SUBSTRING', literal(WORD, 'abc'), either(condition, 4n, 1n), integer(3n)),
  'a value outside a stated domain': (condition) => ({
    type: between(0n, 10n),
    form: 'as',
    operand: either(condition, 11n, 10n),
    domain: between(0n, 10n),
  }),
  'a text of other characters than stated': (condition, random) => {
    const outside = random.pick(['7a-', '77é', '-7 ']);
    return { type: SIGNED, form: 'as', operand: choose(WORD, condition, literal(WORD, outside), literal(WORD, '-7-')), domain: SIGNED };
  },
  ...Object.fromEntries(CLOSED.map((type) => [`a text outside of ${domainOf(type)}`, outsideOf(type)])),
  'a tag that no arm takes': (condition) => ({
    type: INT64,
    form: 'match',
    subject: choose(PAIR, condition, literal(PAIR, 'right'), literal(PAIR, 'left')),
    arms: [{ pattern: { pattern: 'tag', tag: 'left' }, body: block(integer(1n)) }],
  }),
  'an integer that no arm takes': (condition) => ({
    type: INT64,
    form: 'match',
    subject: either(condition, 3n, 1n),
    arms: [
      { pattern: { pattern: 'range', lo: 0n, hi: 2n }, body: block(integer(1n)) },
      { pattern: { pattern: 'range', lo: 4n, hi: 9n }, body: block(integer(2n)) },
    ],
  }),
  'an option that no arm takes': (condition, _, fresh) => ({
    type: INT64,
    form: 'match',
    subject: choose(OPTION, condition, literal(OPTION, new Optional(null)), literal(OPTION, new Optional(4n))),
    arms: [{ pattern: { pattern: 'some', inner: { pattern: 'name', name: fresh('c') } }, body: block(integer(1n)) }],
  }),
  'values that no row takes': (condition) => ({
    type: INT64,
    form: 'rows',
    subjects: [choose(PAIR, condition, literal(PAIR, 'right'), literal(PAIR, 'left')), either(condition, 3n, 1n)],
    rows: [
      { alternatives: [[{ pattern: 'tag', tag: 'left' }, { pattern: 'any' }]], body: block(integer(1n)) },
      {
        alternatives: [
          [{ pattern: 'any' }, { pattern: 'range', lo: 0n, hi: 2n }],
          [{ pattern: 'any' }, { pattern: 'range', lo: 4n, hi: 9n }],
        ],
        body: block(integer(2n)),
      },
    ],
  }),
  'a rounded quotient by 0': (condition, random) =>
    apply(INT64, random.pick(['DIV_UP', 'DIV_ROUND']), integer(random.within(-9n, 9n)), either(condition, 0n, 1n)),
  'a text filled up to a negative length': (condition) =>
    apply(WORD, 'PAD_END', literal(WORD, 'abc'), either(condition, -1n, 5n), literal({ kind: 'text', lo: 1, hi: 1 }, '7')),
  'a field of an update that may be 0': (condition) => {
    const fields = [{ name: 'a', type: between(0n, 9n) }];
    const type: DrawnType = { kind: 'record', fields };
    const record: DrawnExpression = { type, form: 'record', fields: [{ name: 'a', value: integer(1n) }] };
    const update: DrawnExpression = { type, form: 'update', record, fields: [{ name: 'a', value: either(condition, 0n, 1n) }] };
    return apply(INT64, 'DIV', integer(9n), { type: between(0n, 9n), form: 'field', record: update, name: 'a' });
  },
  'an element that is not found': (condition, _, fresh) => {
    const name = fresh('e');
    const element: DrawnExpression = { type: between(5n, 7n), form: 'name', name };
    const items = [5n, 6n, 7n].map(integer);
    const list: DrawnExpression = { type: { kind: 'list', element: between(5n, 7n), lo: 3, hi: 3 }, form: 'list', items };
    const body = block(apply(BOOLEAN, 'EQ', element, either(condition, 8n, 6n)));
    const first: DrawnExpression = { type: OPTION, form: 'loop', loop: 'first', name, source: { over: 'value', value: list }, body };
    const arms = [{ pattern: { pattern: 'some', inner: { pattern: 'name', name: fresh('c') } } as const, body: block(integer(1n)) }];
    return { type: INT64, form: 'match', subject: first, arms };
  },
  'a truth that no arm takes': (condition) => ({
    type: INT64,
    form: 'match',
    subject: condition,
    arms: [{ pattern: { pattern: 'value', value: false }, body: block(integer(1n)) }],
  }),
  'a sum beyond 64 bits': (condition) => apply(INT64, 'ADD', integer(2n ** 63n - 1n), either(condition, 1n, 0n)),
  'a product beyond 64 bits': (condition) => apply(INT64, 'MUL', integer(2n ** 40n), either(condition, 2n ** 40n, 3n)),
  'a shift too far': (condition) => apply(INT64, 'SHL', integer(1n), either(condition, 63n, 3n)),
  'bits of a negative': (condition, random) =>
    apply(INT64, random.pick(['BIT_AND', 'BIT_OR', 'BIT_XOR']), integer(5n), either(condition, -1n, 1n)),
  'bounds in the wrong order': (condition) => apply(INT64, 'CLAMP', integer(4n), either(condition, 9n, 1n), integer(8n)),
  'a negative length': (condition) =>
    apply({ kind: 'list', element: BOOLEAN, lo: 0, hi: 2 }, 'FILL', either(condition, -1n, 2n), truth(true)),
  'an accumulator outside its domain': (condition, _, fresh) => {
    const accumulator = fresh('a');
    const before: DrawnExpression = { type: between(0n, 9n), form: 'name', name: accumulator };
    return {
      type: between(0n, 9n),
      form: 'fold',
      accumulator,
      stated: between(0n, 9n),
      initial: integer(0n),
      name: fresh('e'),
      source: { over: 'range', lo: integer(1n), hi: integer(3n) },
      body: block(choose(between(0n, 10n), condition, apply(between(0n, 10n), 'ADD', before, integer(4n)), before)),
    };
  },
  [BREAKS_WHAT_IS_KEPT]: (condition, _, fresh) => {
    const accumulator = fresh('a');
    const before: DrawnExpression = { type: between(0n, 12n), form: 'name', name: accumulator };
    return {
      type: between(0n, 12n),
      form: 'fold',
      accumulator,
      stated: null,
      keeping: apply(BOOLEAN, 'LE', before, integer(3n)),
      initial: integer(0n),
      name: fresh('e'),
      source: { over: 'range', lo: integer(1n), hi: integer(3n) },
      body: block(choose(between(0n, 12n), condition, apply(between(0n, 12n), 'ADD', before, integer(4n)), before)),
    };
  },
  'a broken require of a component': (condition) => ({
    type: NEEDS_SOME.result,
    form: 'call',
    component: NEEDS_SOME.name,
    operands: [either(condition, 0n, 1n)],
  }),
};
