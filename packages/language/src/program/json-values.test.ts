import { type Domain, formDomain, textDomain } from '@kirchhoff/kernel/types/domain';
import { INT64_MAX, INT64_MIN } from '@kirchhoff/kernel/types/integer';
import { decodeValue, encodeValue } from '@kirchhoff/kernel/values/json';
import { parseJson } from './strict-json.js';

const SAFE: Domain = { kind: 'integer', lo: -5, hi: Number.MAX_SAFE_INTEGER };
const WIDE: Domain = { kind: 'integer', lo: INT64_MIN, hi: INT64_MAX };
const BYTES_DOMAIN: Domain = { kind: 'bytes', lo: 1, hi: 2 };
const SHORT = textDomain(1, 2);
const LETTERS = textDomain(1, 3, [0x2d, 0x2d, 0x61, 0x62]);
const HOST = formDomain('hostname');
const COLOUR: Domain = { kind: 'enumeration', tags: ['red', 'green'] };
const DIGITS: Domain = { kind: 'list', element: { kind: 'integer', lo: 0, hi: 9 }, lo: 0, hi: 2 };
const MAYBE: Domain = { kind: 'option', value: SAFE };
const NESTED: Domain = { kind: 'option', value: MAYBE };
const POINT: Domain = {
  kind: 'record',
  fields: [
    { name: 'constructor', domain: { kind: 'boolean' } },
    { name: 'x', domain: DIGITS },
  ],
};

function decode(domain: Domain, text: string) {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return decodeValue(domain, parsed.json);
}

test.each<[string, Domain, string]>([
  ['a safe integer', SAFE, '9007199254740991'],
  ['a negative integer', SAFE, '-5'],
  ['a wide integer', WIDE, '"-9223372036854775808"'],
  ['a boolean', { kind: 'boolean' }, 'true'],
  ['a tag', COLOUR, '"green"'],
  ['text of two code points', SHORT, '"é😀"'],
  ['text of its characters', LETTERS, '"a-b"'],
  ['a host name', HOST, '"a.example"'],
  ['bytes', BYTES_DOMAIN, '"/w=="'],
  ['a list', DIGITS, '[0,9]'],
  ['a record', POINT, '{"constructor":false,"x":[]}'],
  ['none', MAYBE, 'null'],
  ['some', MAYBE, '3'],
  ['none of a nested option', NESTED, 'null'],
  ['some none', NESTED, '{"some":null}'],
  ['some some', NESTED, '{"some":3}'],
])('%s comes back as it went in', (_, domain, text) => {
  const decoded = decode(domain, text);
  if (!decoded.ok) throw new Error(decoded.message);
  expect(JSON.stringify(encodeValue(domain, decoded.value))).toBe(JSON.stringify(JSON.parse(text)));
});

test('a wide integer may be given as a safe number and comes out as a string', () => {
  expect(decode(WIDE, '7')).toEqual({ ok: true, value: 7 });
  expect(decode(WIDE, '"7"')).toEqual({ ok: true, value: 7 });
  expect(decode(WIDE, '"9007199254740993"')).toEqual({ ok: true, value: 9007199254740993n });
  expect(encodeValue(WIDE, 7)).toBe('7');
});

test.each<[string, Domain, string, string]>([
  ['a safe integer as a string', SAFE, '"1"', ''],
  ['an integer beyond its domain', SAFE, '-6', ''],
  ['an unsafe number', SAFE, '9007199254740992', ''],
  ['a fraction', SAFE, '1.0', ''],
  ['an exponent', SAFE, '1e0', ''],
  ['minus zero', SAFE, '-0', ''],
  ['minus zero as a string', WIDE, '"-0"', ''],
  ['leading zeros', WIDE, '"01"', ''],
  ['a plus sign', WIDE, '"+1"', ''],
  ['an unsafe number for a wide integer', WIDE, '9007199254740992', ''],
  ['a fraction for a wide integer', WIDE, '1.0', ''],
  ['more than 64 bits', WIDE, '"9223372036854775808"', ''],
  ['very many digits', WIDE, `"${'9'.repeat(1000)}"`, ''],
  ['a number for a boolean', { kind: 'boolean' }, '1', ''],
  ['an unknown tag', COLOUR, '"blue"', ''],
  ['text too short', SHORT, '""', ''],
  ['text too long', SHORT, '"abc"', ''],
  ['text of its characters that is too long', LETTERS, '"aaaa"', ''],
  ['text of other characters', LETTERS, '"aB"', ''],
  ['a host name with a dot at its end', HOST, '"a.example."', ''],
  ['a number for a host name', HOST, '1', ''],
  ['base64 without padding', BYTES_DOMAIN, '"/w"', ''],
  ['too many bytes', BYTES_DOMAIN, '"AAAA"', ''],
  ['null for a value', SAFE, 'null', ''],
  ['a list too long', DIGITS, '[1,2,3]', ''],
  ['an element out of its domain', DIGITS, '[1,10]', '[1]'],
  ['an object for a list', DIGITS, '{}', ''],
  ['an array for a record', POINT, '[]', ''],
  ['a missing field, named like what every object inherits', POINT, '{"x":[]}', '.constructor'],
  ['a wrong element of a field', POINT, '{"constructor":true,"x":[1,-1]}', '.x[1]'],
  ['an unknown field', POINT, '{"constructor":true,"x":[],"y":1}', ''],
  ['a wrong content', MAYBE, '-6', ''],
  ['a nested option without its object', NESTED, '3', ''],
  ['a nested option with a wrong content', NESTED, '{"some":"3"}', '.some'],
  ['a nested option with a member too many', NESTED, '{"some":3,"more":1}', ''],
])('%s is refused with its path', (_, domain, text, path) => {
  expect(decode(domain, text)).toMatchObject({ ok: false, path });
});

test('lone surrogates are refused where JSON.parse let them through', () => {
  for (const domain of [SHORT, textDomain(0, 3, [0, 0xffff]), HOST]) expect(decodeValue(domain, '\ud800')).toMatchObject({ ok: false });
});

test('a refused text is told with what is asked for', () => {
  expect(decodeValue(LETTERS, 'aB')).toMatchObject({ message: 'expected text of "ab-", found "B"' });
  expect(decodeValue(HOST, 'A.example')).toMatchObject({
    message: 'expected a host name in lower case without a dot at its end, found "A.example"',
  });
});

test('a number that a strict reader marks is not told as infinite', () => {
  expect(decodeValue(SAFE, Number.POSITIVE_INFINITY)).toMatchObject({
    ok: false,
    message:
      'expected an integer from -5 to 9007199254740991 as a JSON number without fraction or exponent, found a number of another form',
  });
});
