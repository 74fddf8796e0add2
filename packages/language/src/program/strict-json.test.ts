import { JSON_NESTING, JsonNumber } from '@kirchhoff/kernel/values/json';
import { parseJson } from './strict-json.js';

function parsed(text: string): unknown {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`${result.message} at ${result.offset}`);
  return result.json;
}

test.each([
  '0',
  '-1',
  'true',
  'null',
  '""',
  '[]',
  '{}',
  ' [ 1 , [ "a" ] , { "b" : false } ] ',
  '"\\u0041\\n\\"\\/\\ud83d\\ude00"',
  '{"constructor":1,"toString":{}}',
  '9007199254740991',
])('%s means what JSON.parse says', (text) => {
  expect(JSON.stringify(parsed(text))).toBe(JSON.stringify(JSON.parse(text)));
});

test.each(['1.0', '1e3', '-0', '0.5', '9007199254740993', '-9007199254740992', `1${'0'.repeat(400)}`])('%s keeps its spelling', (text) => {
  expect(parsed(text)).toEqual(new JsonNumber(text));
});

test('a member named __proto__ is an ordinary member', () => {
  const object = parsed('{"__proto__": {"polluted": 1}}');
  expect(Object.keys(Object(object))).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(object)).toBeNull();
});

test.each([
  ['', 0],
  ['  ', 2],
  ['01', 1],
  ['1.', 1],
  ['.5', 0],
  ['+1', 0],
  ['NaN', 0],
  ['nul', 0],
  ['truefalse', 4],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a":1,}', 7],
  ['{"a":1,"a":2}', 7],
  ['{"a":1,"\\u0061":2}', 7],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ['"a\nb"', 2],
  ['"abc', 4],
  ['"\\x"', 2],
  ['"\\u12g4"', 3],
  ['"\\ud800"', 0],
  ['"\ud800"', 0],
  ['"\\udc00\\ud800"', 0],
  ['{"\\ud800":1}', 1],
  ['\u00a01', 0],
  ['[1]]', 3],
])('%j is refused at offset %i', (text, offset) => {
  expect(parseJson(text)).toMatchObject({ ok: false, offset });
});

test('nesting is accepted to its limit and refused beyond it, however deep', () => {
  expect(parseJson(nestedArrays(JSON_NESTING)).ok).toBe(true);
  expect(parseJson(nestedArrays(JSON_NESTING + 1))).toMatchObject({ ok: false, offset: JSON_NESTING });
  expect(parseJson('{"a":'.repeat(1_000_000)).ok).toBe(false);
});

function nestedArrays(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}
