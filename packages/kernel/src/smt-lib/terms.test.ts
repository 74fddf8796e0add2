import { BYTES, INTEGER, TEXT, type Type } from '../types/domain.js';
import { INT64_BOUNDS } from './bounds.js';
import { INTEGERS } from './integers.js';
import { Script } from './script.js';
import { Terms } from './terms.js';

const AB: Type = { kind: 'enumeration', tags: ['a', 'b'] };
const BA: Type = { kind: 'enumeration', tags: ['b', 'a'] };
const listOf = (element: Type): Type => ({ kind: 'list', element });

const ALL: readonly Type[] = [
  INTEGER,
  { kind: 'boolean' },
  TEXT,
  BYTES,
  AB,
  BA,
  listOf(INTEGER),
  listOf(AB),
  listOf(BA),
  listOf(listOf(INTEGER)),
  { kind: 'option', value: AB },
  { kind: 'option', value: BA },
  { kind: 'record', fields: [{ name: 'a', type: AB }] },
  { kind: 'record', fields: [{ name: 'b', type: AB }] },
  { kind: 'record', fields: [{ name: 'a', type: BA }] },
];

function terms(): Terms {
  return new Terms(new Script(), INTEGERS);
}

const declare = (at: Terms, type: Type, name: string) => at.declare(type, name, () => INT64_BOUNDS);

test('each type has a number, and equal types have the same', () => {
  const at = terms();
  expect(new Set(ALL.map((type) => at.typeOf(type))).size).toBe(ALL.length);
  expect(structuredClone(ALL).map((type) => at.typeOf(type))).toEqual(ALL.map((type) => at.typeOf(type)));
});

test('texts, bytes and the lists of each type have a sort of their own, with a length of its own', () => {
  const at = terms();
  const things = ALL.map((type, index) => declare(at, type, `x${index}`)).flatMap((term) => (term.kind === 'thing' ? [term] : []));
  expect(things).toHaveLength(6);
  expect(new Set(things.map(({ sort }) => sort.name)).size).toBe(6);
  expect(new Set(things.map((thing) => at.size(thing).text.split(' ')[0])).size).toBe(6);
});

test('each text of a sort has one name of its own', () => {
  const { script } = terms();
  const [first, again, other] = ['(+ x 1)', '(+ x 1)', '(+ x 2)'].map((text) => script.name('Int', text));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(script.text('Int').match(/define-fun/g)).toHaveLength(2);
});

test('a choice between lists of one length has the chosen elements, and one between other lists has none', () => {
  const at = terms();
  const [one, two, longer] = [[1], [2], [1, 2]].map((bytes) => at.bytesLiteral(Uint8Array.from(bytes)));
  if (one?.kind !== 'thing' || two === undefined || longer === undefined) throw new Error('no bytes');
  expect(at.choose('p', one, one)).toEqual(one);
  expect(at.choose('p', one, two)).toMatchObject({ kind: 'thing', items: [{ integer: { bounds: { lo: 1n, hi: 2n } } }] });
  expect(at.script.text('Int')).toContain('(ite p 1 2)');
  expect(at.choose('p', one, longer)).toMatchObject({ kind: 'thing', items: null });
});

test('literals are distinct only within their sort', () => {
  const at = terms();
  at.textLiteral('a');
  at.textLiteral('b');
  at.bytesLiteral(Uint8Array.of(1));
  const text = at.script.text('Int');
  expect(text.match(/distinct/g)).toHaveLength(1);
  expect(text).toContain('(distinct t0 t1)');
});

test('a tag that an enumeration lacks ends the encoding, and so do combined terms of two enumerations', () => {
  const at = terms();
  expect(() => at.tag(['a', 'b'], 'c')).toThrow('no tag c');
  const [x, y] = [declare(at, AB, 'x'), declare(at, BA, 'y')];
  expect(() => at.equal(x, y)).toThrow('tags of two enumerations are combined: a, b; b, a');
  expect(() => at.choose('p', x, y)).toThrow('tags of two enumerations are combined: a, b; b, a');
  expect(() => at.equal(x, declare(at, INTEGER, 'n'))).toThrow();
});

function sumOfUnknowns(count: number) {
  return Array.from({ length: count }, (_, index) => ({ text: `x${index}`, bounds: INT64_BOUNDS })).reduce((a, b) => INTEGERS.add(a, b));
}

test('a product of integers has a form only if it is short after multiplying out', () => {
  const [short, long] = [sumOfUnknowns(16), terms().named(sumOfUnknowns(64))];
  expect(INTEGERS.multiply(short, short)).not.toBeNull();
  expect(INTEGERS.multiply(long, long)).toBeNull();
  expect(INTEGERS.multiply(long, INTEGERS.literal(3n))).not.toBeNull();
  const fourth = INTEGERS.multiply(sumOfUnknowns(3), sumOfUnknowns(3));
  expect(fourth && INTEGERS.multiply(fourth, fourth)).not.toBeNull();
  const squared = INTEGERS.multiply(short, short);
  expect(squared && INTEGERS.multiply(squared, squared)).toBeNull();
});

test('a product with a literal has a form for any length of the other factor', () => {
  const long = terms().named(sumOfUnknowns(3_000));
  expect(INTEGERS.multiply(long, INTEGERS.literal(3n))).not.toBeNull();
  expect(INTEGERS.multiply(INTEGERS.literal(3n), long)).not.toBeNull();
});

test('a sum has the monomials of all its terms and the greatest of their degrees; a literal has degree 0', () => {
  const [half, eight, eleven] = [sumOfUnknowns(32), sumOfUnknowns(8), sumOfUnknowns(11)];
  const whole = INTEGERS.add(half, half);
  expect(INTEGERS.multiply(half, half)).not.toBeNull();
  expect(INTEGERS.multiply(whole, whole)).toBeNull();
  expect(INTEGERS.multiply(INTEGERS.add(half, INTEGERS.literal(1n)), half)).toBeNull();
  const squares = INTEGERS.multiply(eight, eight);
  expect(squares && INTEGERS.multiply(INTEGERS.add(squares, sumOfUnknowns(1)), eleven)).toBeNull();
  expect(squares && INTEGERS.multiply(squares, sumOfUnknowns(10))).not.toBeNull();
});
