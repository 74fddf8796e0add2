import { everyValue, everyValueOfEach, isEveryValue } from '@kirchhoff/kernel/rules/every-value';
import { allInputsHold } from '@kirchhoff/kernel/rules/exhaustion';
import { CheckMeter } from '@kirchhoff/kernel/rules/meter';
import { type Domain, formDomain, textDomain } from '@kirchhoff/kernel/types/domain';
import { NONE, OptionValue, RecordValue, type Value } from '@kirchhoff/kernel/values/value';
import { read } from '@kirchhoff/language/program/read';

const BIT: Domain = { kind: 'integer', lo: 0, hi: 1 };
const ONE: Domain = { kind: 'integer', lo: 7, hi: 7 };
const ONLY: Domain = { kind: 'enumeration', tags: ['only'] };

const list = (element: Domain, lo: number, hi: number): Domain => ({ kind: 'list', element, lo, hi });
const pair = (a: Domain, b: Domain): Domain => ({
  kind: 'record',
  fields: [
    { name: 'a', domain: a },
    { name: 'b', domain: b },
  ],
});
const pairOf = (a: Value, b: Value): Value =>
  new RecordValue(
    new Map([
      ['a', a],
      ['b', b],
    ]),
  );

/** Small domains with all of their values, written out by hand. */
const SMALL: readonly (readonly [string, Domain, readonly Value[]])[] = [
  ['integers', { kind: 'integer', lo: -1, hi: 1 }, [-1, 0, 1]],
  ['booleans', { kind: 'boolean' }, [false, true]],
  ['tags', { kind: 'enumeration', tags: ['a', 'b'] }, ['a', 'b']],
  ['the empty text', textDomain(0, 0), ['']],
  ['the empty text of digits', textDomain(0, 0, [0x30, 0x39]), ['']],
  ['texts of two characters', textDomain(1, 2, [0x61, 0x61, 0xe000, 0xe000]), ['a', '\ue000', 'aa', 'a\ue000', '\ue000a', '\ue000\ue000']],
  ['texts of two characters beside the surrogates', textDomain(1, 1, [0xd7ff, 0xe000]), ['\ud7ff', '\ue000']],
  ['texts of one character', textDomain(1, 3, [0x1f600, 0x1f600]), ['😀', '😀😀', '😀😀😀']],
  ['no bytes', { kind: 'bytes', lo: 0, hi: 0 }, [new Uint8Array()]],
  ['lists', list(BIT, 1, 2), [[0], [1], [0, 0], [0, 1], [1, 0], [1, 1]]],
  ['lists of one value', list(ONE, 0, 3), [[], [7], [7, 7], [7, 7, 7]]],
  [
    'lists of lists',
    list(list(ONE, 0, 1), 2, 2),
    [
      [[], []],
      [[], [7]],
      [[7], []],
      [[7], [7]],
    ],
  ],
  ['options', { kind: 'option', value: BIT }, [NONE, new OptionValue(0), new OptionValue(1)]],
  ['records', pair(BIT, ONLY), [pairOf(0, 'only'), pairOf(1, 'only')]],
];

test.each(SMALL)('%s are enumerated, each value once', (_, domain, values) => {
  const found = everyValue(domain);
  expect(found).toHaveLength(values.length);
  expect(found).toEqual(expect.arrayContaining([...values]));
});

test.each(SMALL)('an enumeration of %s that leaves one out, gives one twice, or gives another is not taken', (_, domain, values) => {
  expect(isEveryValue(domain, values)).toBe(true);
  expect(isEveryValue(domain, values.slice(1))).toBe(false);
  expect(isEveryValue(domain, [...values, values[0] ?? 0])).toBe(false);
  const outside: Value = domain.kind === 'integer' ? 2 : domain.kind === 'list' ? [9, 9, 9, 9] : 'elsewhere';
  expect(isEveryValue(domain, [...values.slice(1), outside])).toBe(false);
  if (values.length > 1) expect(isEveryValue(domain, [...values.slice(1), values[1] ?? 0])).toBe(false);
});

test.each([
  ['lists of one value', list(ONE, 5_000, 5_000)],
  ['lists of one tag', list(ONLY, 4_097, 8_000)],
  ['lists of one record', list(pair(ONE, ONLY), 65_536, 65_536)],
  ['lists of the empty list', list(list(BIT, 0, 0), 4_000, 4_097)],
  ['records with such a list', pair(BIT, list(ONE, 5_000, 5_000))],
  ['one list of long lists', list(list(ONE, 1_024, 1_024), 1_024, 1_024)],
  ['lists of one value in a few thousand records', pair(list(ONE, 200, 200), { kind: 'integer', lo: 0, hi: 4_095 })],
  ['texts', textDomain(0, 1)],
  ['long texts of one character', textDomain(1_000, 2_000, [0x61, 0x61])],
  ['host names', formDomain('hostname')],
  ['addresses', formDomain('ipv4')],
  ['wide integers', { kind: 'integer', lo: 0, hi: 4_096 } as const],
])('%s that are too long, too large or too many are not enumerated', (_, domain) => {
  expect(everyValue(domain)).toBeNull();
});

test('several domains are enumerated as long as all of their values together are small', () => {
  const long = list(ONE, 4_096, 4_096);
  expect(everyValueOfEach([long, BIT])?.values.map(({ length }) => length)).toEqual([1, 2]);
  expect(everyValueOfEach(Array.from({ length: 100 }, () => long))).not.toBeNull();
  expect(everyValueOfEach(Array.from({ length: 200 }, () => long))).toBeNull();
  expect(everyValueOfEach(Array.from({ length: 13 }, () => BIT))).toBeNull();
});

/** Counted by hand: a list counts as one part, and so does each of its elements. */
test('the parts of all values together are counted without making them', () => {
  expect(everyValueOfEach([list(BIT, 1, 2), ONLY])?.parts).toBe(2 * 2 + 4 * 3 + 1);
  expect(everyValueOfEach([pair(BIT, ONLY)])?.parts).toBe(2 * 3);
  expect(everyValueOfEach([{ kind: 'option', value: BIT }])?.parts).toBe(1 + 2 * 2);
});

test('to enumerate large inputs is work, however few they are and whatever a run of them takes', () => {
  const reading = read('circuit c {\n  input xs: [0..0; 4_000]\n  input n: 0..1\n  output y: i64\n  y = n + LENGTH(xs)\n}\n');
  if (!reading.ok) throw new Error('unread');
  const { core } = reading.program;
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  const meter = new CheckMeter(1_000_000);
  expect(allInputsHold(core, { graph: 0 }, graph, meter)).toBe(true);
  expect(meter.spent).toBeGreaterThan(4_000);
});

test('lists as long as are written out are enumerated', () => {
  expect(everyValue(list(ONE, 4_095, 4_096))?.map((value) => (Array.isArray(value) ? value.length : 0))).toEqual([4_095, 4_096]);
});

test('a graph whose only failing input is a long list does not hold for all of its inputs', () => {
  const reading = read(
    'circuit c {\n  input xs: [0..0; 5_000]\n  output y: i64\n  y = if LENGTH(xs) > 4_096 { 1 / (LENGTH(xs) - 5_000) } else { 0 }\n}\n',
  );
  if (!reading.ok) throw new Error('unread');
  const { core } = reading.program;
  const [graph] = core.graphs;
  if (graph === undefined) throw new Error('no graph');
  expect(allInputsHold(core, { graph: 0 }, graph, new CheckMeter(1_000_000))).toBe(false);
});
