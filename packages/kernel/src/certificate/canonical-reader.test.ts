import * as fc from 'fast-check';
import { JSON_NESTING } from '../values/json.js';
import { encodeUtf8 } from '../values/utf8.js';
import { CanonicalReader, Malformed, OtherSpelling } from './canonical-reader.js';

type Read<T> = (from: CanonicalReader) => T;

/** Reads the whole text. */
function whole<T>(text: string | Uint8Array, read: Read<T>): T {
  const from = new CanonicalReader(typeof text === 'string' ? encodeUtf8(text) : text);
  const value = read(from);
  if (!from.isAtEnd()) from.refuse('the end is missing');
  return value;
}

const count: Read<unknown> = (from) => from.count();
const safeInteger: Read<unknown> = (from) => from.safeInteger();
const integer: Read<unknown> = (from) => from.integer();
const bounds: Read<unknown> = (from) => from.bounds();
const counts: Read<unknown> = (from) => from.list((each) => each.count());
const nullable: Read<unknown> = (from) => from.nullable((each) => each.count());
const truth: Read<unknown> = (from) => from.truth();
const word: Read<unknown> = (from) => from.word(['sum', 'sums', 'rest']);
const text: Read<unknown> = (from) => from.text();
const json: Read<unknown> = (from) => from.json();

const CHARACTERS = ['[', ']', '{', '}', ',', ':', '"', '\\', '-', '0', '1', '.', 'e', ' ', '\n'];
const listsOf = (depth: number, inner = ''): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

it.each<readonly [string, Read<unknown>, unknown]>([
  ['0', count, 0],
  ['120', count, 120],
  ['9007199254740991', count, Number.MAX_SAFE_INTEGER],
  ['-1', safeInteger, -1],
  ['-9007199254740991', safeInteger, Number.MIN_SAFE_INTEGER],
  ['"9007199254740992"', integer, 2n ** 53n],
  ['"-9223372036854775808"', integer, -(2n ** 63n)],
  ['[0,9]', bounds, [0, 9]],
  ['[-5,0,7,"9223372036854775807"]', bounds, [-5, 0, 7, 2n ** 63n - 1n]],
  ['[]', counts, []],
  ['[3,1,2]', counts, [3, 1, 2]],
  ['null', nullable, null],
  ['7', nullable, 7],
  ['true', truth, true],
  ['false', truth, false],
  ['"sums"', word, 'sums'],
  ['""', text, ''],
  ['"a\u007f~"', text, 'a\u007f~'],
  ['"é𝒳\\n\\"\\\\\\u0001\\ud800"', text, 'é𝒳\n"\\\u0001\ud800'],
  ['{"a":[1,"]",{}],"b":null}', json, { a: [1, ']', {}], b: null }],
  ['1.5', json, 1.5],
  [listsOf(JSON_NESTING), json, JSON.parse(listsOf(JSON_NESTING))],
  [listsOf(JSON_NESTING - 1, '1'), json, JSON.parse(listsOf(JSON_NESTING - 1, '1'))],
])('reads %s', (source, read, value) => {
  expect(whole(source, read)).toEqual(value);
});

it.each<readonly [string, Read<unknown>]>([
  ['', count],
  ['-1', count],
  ['01', count],
  ['1.0', count],
  ['1e2', count],
  ['/', count],
  [':', count],
  ['"1"', count],
  ['9007199254740992', count],
  ['9007199254740993', count],
  ['9'.repeat(400), count],
  ['-', safeInteger],
  ['-0', safeInteger],
  ['--1', safeInteger],
  ['-9007199254740992', safeInteger],
  ['"0"', integer],
  ['"01"', integer],
  ['"+9007199254740992"', integer],
  [`"${'9'.repeat(62)}"`, integer],
  ['[]', bounds],
  ['[0]', bounds],
  ['[0,]', bounds],
  ['[0,1', bounds],
  ['[,]', counts],
  ['[1,]', counts],
  ['[1;2]', counts],
  ['[1', counts],
  ['nul', nullable],
  ['tru', truth],
  ['"su"', word],
  ['"sumx"', word],
  ['sum', word],
  ['"\\u0073um"', word],
  ['"', text],
  ['"a', text],
  ['"a\\"', text],
  ['"\u0001"', text],
  ['"\\x"', text],
  ['', json],
  [']', json],
  ['[', json],
  ['[}', json],
  ['{"a"}', json],
  ['undefined', json],
  [listsOf(JSON_NESTING + 1), json],
  [listsOf(JSON_NESTING, '1'), json],
  [listsOf(JSON_NESTING, '""'), json],
  ['['.repeat(100_000), json],
])('refuses %.20s', (source, read) => {
  expect(() => whole(source, read)).toThrow(Malformed);
});

it.each<readonly [string, Read<unknown>]>([
  [' 1', count],
  ['1 ', count],
  ['[ 1]', counts],
  ['[1 ,2]', counts],
  ['[1,\n2]', counts],
  ['[\t]', counts],
  ['[0,1\r]', bounds],
  [' "sum"', word],
  ['"9007199254740991"', integer],
  ['"\\u0061"', text],
  ['"\\/"', text],
  ['"\\u00E9"', text],
  ['{"a":1,"a":2}', json],
  ['{"b":0,"1":0}', json],
  ['[1.0]', json],
  ['-0', json],
  ['[1, 2]', json],
])('takes %j for another spelling', (source, read) => {
  expect(() => whole(source, read)).toThrow(OtherSpelling);
});

it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xc0, 0x80, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xe2, 0x82, 0x22]]])(
  'refuses a text of ill-formed UTF-8',
  (bytes) => {
    expect(() => whole(Uint8Array.from(bytes), text)).toThrow(Malformed);
    expect(() => whole(Uint8Array.from([0x5b, ...bytes, 0x5d]), json)).toThrow(Malformed);
  },
);

it('names the byte where it stopped', () => {
  expect(() => whole('[1,2,x]', counts)).toThrow('at byte 5: a count is missing');
  expect(() => whole('{"a"', (from) => from.expect('{"b"'))).toThrow('at byte 2: {"b" is missing');
});

it('takes a text only if it is there', () => {
  const from = new CanonicalReader(encodeUtf8('{"a":1}'));
  expect([from.isNext('{"b"'), from.takes('{"b"'), from.isNext('{"a"'), from.at]).toEqual([false, false, true, 0]);
  expect([from.takes('{"a":'), from.at, from.after('1').takes('}'), from.isAtEnd(), from.takes('}')]).toEqual([true, 5, true, true, false]);
});

it('reads every text and value as JSON.parse does, in the spelling of JSON.stringify', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (value) => whole(JSON.stringify(value), text) === value));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const source = JSON.stringify(value);
      expect(whole(source, json)).toEqual(JSON.parse(source));
    }),
  );
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => whole(`${value}`, safeInteger) === value));
});

/** The value of a text; `undefined` for one that is refused. */
function valueOf(source: string): unknown {
  try {
    return whole(source, json);
  } catch (error) {
    if (error instanceof Malformed || error instanceof OtherSpelling) return undefined;
    throw error;
  }
}

it('reads a changed text only if it is spelled like its value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom(...CHARACTERS), (value, place, character) => {
      const source = JSON.stringify(value);
      const at = place % (source.length + 1);
      for (const changed of [source.slice(0, at) + character + source.slice(at), source.slice(0, at) + character + source.slice(at + 1)]) {
        const found = valueOf(changed);
        if (found !== undefined) expect(JSON.stringify(found)).toBe(changed);
      }
    }),
  );
});
