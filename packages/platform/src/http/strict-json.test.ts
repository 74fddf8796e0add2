import { type JsonBounds, parseStrictJson, StrictReading } from './strict-json.js';

const UNBOUNDED: JsonBounds = { members: 1e9, elements: 1e9, parts: 1e9 };
const bytesOf = (text: string) => Buffer.from(text, 'utf8');
const read = (text: string) => {
  const result = parseStrictJson(bytesOf(text), UNBOUNDED);
  return result.kind === 'json' ? { kind: result.kind, value: result.value } : result;
};

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

it('finds the end of a string however long it is, and whatever is escaped in it', () => {
  for (let length = 0; length <= 100; length += 1) {
    for (const mark of ['', '\\"', '\\\\', '\\n', '\\u0041', '\\\\\\"', ' {[,:]} ']) {
      const long = `${'x'.repeat(length)}${mark}`;
      const [name, both, one] = [`"${long}a"`, `"${long}${long}"`, `"${long}"`];
      const value = {
        [String(JSON.parse(name))]: JSON.parse(both) as unknown,
        b: [JSON.parse(one) as unknown, Number.POSITIVE_INFINITY],
      };
      expect(read(`{${name}:${both},"b":[${one},1.5]}`)).toEqual({ kind: 'json', value });
    }
    expect(read(`["${'x'.repeat(length)}\\ud800"]`)).toMatchObject({ detail: 'The body contains half of a surrogate pair.' });
    expect(read(`["${'x'.repeat(length)}\\"]`)).toMatchObject({ kind: 'malformed' });
  }
});

it.each(['1.0', '1e3', '-0', '1E400', '9007199254740992', '-9007199254740992', '0.5', '123456789012345678901234567890'])(
  '%s is no plain integer and reads as Infinity',
  (number) => {
    expect(read(`{"a":[${number},1],"b":"${number}"}`)).toEqual({ kind: 'json', value: { a: [Number.POSITIVE_INFINITY, 1], b: number } });
  },
);

it.each([
  ['{"a":1,"a":1}', 'The member "a" is repeated.'],
  ['{"a":1,"\\u0061":1}', 'The member "a" is repeated.'],
  ['[{"x":{"a":1,"b":[],"a":{}}}]', 'The member "a" is repeated.'],
  ['{"a":[{"a":1}],"a":2}', 'The member "a" is repeated.'],
  ['{"__proto__":1,"__proto__":2}', 'The member "__proto__" is repeated.'],
  ['"\\ud800"', 'The body contains half of a surrogate pair.'],
  ['{"\\udc00":1}', 'The body contains half of a surrogate pair.'],
  ['{"a":1', 'The body is not a JSON text.'],
  ['{"a":01}', 'The body is not a JSON text: the fault is at character 6.'],
  ["{'a':1}", 'The body is not a JSON text: the fault is at character 1.'],
  ['', 'The body is not a JSON text.'],
  ['NaN', 'The body is not a JSON text.'],
  ['[1,]', 'The body is not a JSON text.'],
  ['{} {}', 'The body is not a JSON text: the fault is at character 3.'],
])('%s is refused: %s', (text, detail) => {
  const result = read(text);
  expect(result.kind === 'malformed' ? result.detail.replace(/: the fault is at character \d+/, '') : result).toEqual(
    detail.replace(/: the fault is at character \d+/, ''),
  );
});

it('bytes that are not UTF-8 are refused', () => {
  expect(parseStrictJson(new Uint8Array([0x22, 0xff, 0x22]), UNBOUNDED).kind).toBe('malformed');
  expect(parseStrictJson(new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), UNBOUNDED).kind).toBe('malformed');
});

it.each([129, 100_000, 1_000_000])('%d levels are refused without recursion', (depth) => {
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

describe('bounds', () => {
  const BOUNDS: JsonBounds = { members: 3, elements: 4, parts: 9 };

  it.each([
    ['{"a":1,"b":2,"c":{"a":1,"b":2,"c":3}}', 6],
    ['[1,"",null,[true,{},[],"\\n"]]', 8],
    ['{"a":[[[]]],"b":"[,,,,,,,,,,","c":"{\\"a\\":1}"}', 5],
    ['"x"', 0],
  ])('%s is within them: %d parts', (text, parts) => {
    expect(parseStrictJson(bytesOf(text), BOUNDS)).toEqual({ kind: 'json', value: JSON.parse(text) as unknown, parts });
  });

  it.each([
    ['{"a":1,"b":2,"c":3,"d":4}', '', 'must have at most 3 members'],
    ['[1,2,3,4,5]', '', 'must have at most 4 elements'],
    ['[0,{"a/b":{"~":[0,0,"",null,{}]}}]', '/1/a~1b/~0', 'must have at most 4 elements'],
    ['{"x":[{},{"\\u0061":{"a":0,"b":0,"c":0,"d":0}}]}', '/x/1/a', 'must have at most 3 members'],
    ['[[1,2],[1,2,3],[1,2]]', '', 'must have at most 9 members and elements in all'],
    ['{"a":[1.5,1.5,1.5,1.5,1.5]}', '/a', 'must have at most 4 elements'],
  ])('%s is beyond one, at "%s": %s', (text, pointer, message) => {
    expect(parseStrictJson(bytesOf(text), BOUNDS)).toEqual({ kind: 'too-many', pointer, message });
  });

  it.each([
    ['700,000 members', `{${Array.from({ length: 700_000 }, (_, index) => `"${index.toString(36)}":0`).join()}}`, 'members'],
    ['2.7 million elements', `[${'[],'.repeat(2_700_000)}[]]`, 'elements'],
    ['8 MB of fractions', `[${'1.5,'.repeat(2_000_000)}1.5]`, 'elements'],
    ['2.7 million elements in lists of 1,000', `[${`[${'[],'.repeat(999)}[]],`.repeat(2_699)}[]]`, 'members and elements in all'],
  ])('%s are refused before the text is read to its end', (_what, text, what) => {
    const bytes = bytesOf(text);
    const parse = jest.spyOn(JSON, 'parse');
    const bounds: JsonBounds = { members: 65_536, elements: 65_536, parts: 524_288 };
    const result = parseStrictJson(bytes, bounds);
    const parsed = parse.mock.calls.length;
    parse.mockRestore();
    expect([result.kind, result.kind === 'too-many' && result.message.replaceAll(/[\d,]+/g, ''), parsed]).toEqual([
      'too-many',
      `must have at most  ${what}`,
      0,
    ]);
  });
});

/** The text with one byte changed, put in or taken out, so that most are no JSON any more. */
function broken(text: string, at: number, byte: string, kind: number): string {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  return before + (kind === 1 ? '' : byte) + (kind === 0 ? after : after.slice(1));
}

it('a text that JSON.parse refuses is refused, numbers replaced or not, and no other', () => {
  const whole = '{"a":[1.50,-0,1e3,true,"\\"\\u0061",{"b":null}],"c":12}';
  for (const byte of ['"', '\\', ',', ':', '{', ']', '0', '.', 'e', '-', 't', ' ', '\u0001', '\u00a0']) {
    for (let at = 0; at <= whole.length; at += 1) {
      for (const kind of [0, 1, 2]) {
        const text = broken(whole, at, byte, kind);
        const refused = read(text).kind === 'malformed';
        expect(`${text} ${refused}`).toBe(`${text} ${!isJson(text)}`);
      }
    }
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it.each([
  ['a text', `[${'{"a":1.5},'.repeat(2_000)}0]`],
  ['one that is wrong at its end', `[${'{"a":1},'.repeat(2_000)}{"a":1,"a":2}]`],
])('%s is read in steps as it is at once, and goes on where it was interrupted', (_what, text) => {
  const bytes = bytesOf(text);
  const reading = new StrictReading(bytes, UNBOUNDED);
  let interruptions = 0;
  for (;;) {
    const result = reading.step(() => true);
    if (result === undefined) interruptions += 1;
    else {
      expect(result).toEqual(parseStrictJson(bytes, UNBOUNDED));
      break;
    }
  }
  // Five values, names and marks an element, and 256 a step.
  expect(interruptions).toBeGreaterThanOrEqual(31);
});
