import { parseStrictJson } from './strict-json.js';

const read = (text: string) => parseStrictJson(Buffer.from(text, 'utf8'));

it.each([
  '{"a":1,"b":[true,false,null,"x"],"c":{"a":2}}',
  '[{"a":1},{"a":1}]',
  '"\\"\\\\\\u00e9\\ud83d\\ude00"',
  '{"a\\"b":1,"a\\\\":2,"\\\\":[]}',
  ' { "" : { "" : "," } } ',
  '-9007199254740991',
  '[0,-1,9007199254740991]',
  '"1.0 {\\"a\\":1}"',
])('%s reads as it always does', (text) => {
  expect(read(text)).toEqual({ kind: 'json', value: JSON.parse(text) as unknown });
});

it.each(['1.0', '1e3', '-0', '1E400', '9007199254740992', '-9007199254740992', '0.5', '123456789012345678901234567890'])(
  '%s is no plain integer and reads as Infinity',
  (number) => {
    expect(read(`{"a":[${number},1],"b":"${number}"}`)).toEqual({ kind: 'json', value: { a: [Number.POSITIVE_INFINITY, 1], b: number } });
  },
);

it.each([
  ['{"a":1,"a":1}', 'The member "a" is given twice.'],
  ['{"a":1,"\\u0061":1}', 'The member "a" is given twice.'],
  ['[{"x":{"a":1,"b":[],"a":{}}}]', 'The member "a" is given twice.'],
  ['{"a":[{"a":1}],"a":2}', 'The member "a" is given twice.'],
  ['{"__proto__":1,"__proto__":2}', 'The member "__proto__" is given twice.'],
  ['"\\ud800"', 'The body holds half of a surrogate pair.'],
  ['{"\\udc00":1}', 'The body holds half of a surrogate pair.'],
  ['{"a":1', 'The body is not a JSON text.'],
  ['{"a":01}', 'The body is not a JSON text: it goes wrong at character 6.'],
  ["{'a':1}", 'The body is not a JSON text: it goes wrong at character 1.'],
  ['', 'The body is not a JSON text.'],
  ['NaN', 'The body is not a JSON text.'],
  ['[1,]', 'The body is not a JSON text.'],
  ['{} {}', 'The body is not a JSON text: it goes wrong at character 3.'],
])('%s is refused: %s', (text, detail) => {
  const result = read(text);
  expect(result.kind === 'malformed' ? result.detail.replace(/: it goes wrong at character \d+/, '') : result).toEqual(
    detail.replace(/: it goes wrong at character \d+/, ''),
  );
});

it('octets that are not UTF-8 are refused', () => {
  expect(parseStrictJson(new Uint8Array([0x22, 0xff, 0x22])).kind).toBe('malformed');
  expect(parseStrictJson(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])).kind).toBe('malformed');
});

it.each([129, 100_000, 1_000_000])('%d levels are refused and no stack is spent', (depth) => {
  expect(read('['.repeat(depth) + ']'.repeat(depth)).kind).toBe('malformed');
  expect(read('['.repeat(depth)).kind).toBe('malformed');
});

it('128 levels are read', () => {
  expect(read('['.repeat(128) + ']'.repeat(128)).kind).toBe('json');
});

it('eight mebibytes of one string, of escapes and of members are read', () => {
  expect(read(`"${'x'.repeat(8_000_000)}"`).kind).toBe('json');
  expect(read(`"${'\\\\'.repeat(4_000_000)}"`).kind).toBe('json');
  expect(read(`{${Array.from({ length: 400_000 }, (_, index) => `"m${index}":${index}`).join(',')}}`).kind).toBe('json');
});
