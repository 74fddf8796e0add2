import { decodeBase64, encodeBase64 } from './base64.js';

// RFC 4648 section 10.
test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
])('%j is %j in base64', (plain, encoded) => {
  const bytes = Uint8Array.from(plain.split(''), (character) => character.charCodeAt(0));
  expect(encodeBase64(bytes)).toBe(encoded);
  expect(decodeBase64(encoded)).toEqual(bytes);
});

test('every byte decodes to itself', () => {
  for (let length = 0; length < 260; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + length) & 255);
    expect(encodeBase64(bytes)).toMatch(/^[A-Za-z0-9+/]*={0,2}$/);
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
  }
});

test.each(['Zg', 'Zg=', 'Zh==', 'Zm9=', 'Zm9v=', '====', 'Z===', 'Zg==Zg==', 'Zm 9', 'Zm9-', 'Zm9_', 'Zm9v\n'])(
  '%j is not canonical base64',
  (text) => {
    expect(decodeBase64(text)).toBeUndefined();
  },
);
