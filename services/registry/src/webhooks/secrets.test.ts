import { type EncryptionKey, type Randomness, readEncryptionKeys, systemRandomness } from '@kirchhoff/platform';
import { WebhookSecrets } from './secrets.js';

const key = (id: string, fill: number): EncryptionKey => ({ id, bytes: Buffer.alloc(32, fill) });
const secrets = (...keys: readonly EncryptionKey[]) => new WebhookSecrets(keys, systemRandomness);
const SECRET = new Uint8Array(Buffer.alloc(32, 7));

it('what is sealed opens again, and does not contain the secret', () => {
  const own = secrets(key('a', 1));
  const sealed = own.seal('whk_1', SECRET);
  expect(Buffer.from(sealed).includes(Buffer.from(SECRET).subarray(0, 4))).toBe(false);
  expect(own.open('whk_1', sealed)).toEqual({ kind: 'secret', secret: SECRET });
});

it('the same secret is never sealed alike', () => {
  const own = secrets(key('a', 1));
  const sealed = new Set(Array.from({ length: 100 }, () => Buffer.from(own.seal('whk_1', SECRET)).toString('hex')));
  expect(sealed.size).toBe(100);
});

it('the nonce is what the randomness gives', () => {
  const counting: Randomness = { bytes: (count) => new Uint8Array(count).fill(9) };
  const sealed = new WebhookSecrets([key('ab', 1)], counting).seal('whk_1', SECRET);
  expect(sealed.subarray(0, 16)).toEqual(new Uint8Array([1, 2, 97, 98, ...Array.from({ length: 12 }, () => 9)]));
  expect(sealed).toHaveLength(2 + 2 + 12 + 32 + 16);
});

it('the first key seals, and every key opens', () => {
  const [before, after] = [secrets(key('old', 1)), secrets(key('new', 2), key('old', 1))];
  expect(after.open('whk_1', before.seal('whk_1', SECRET))).toMatchObject({ kind: 'secret' });
  expect(before.open('whk_1', after.seal('whk_1', SECRET))).toEqual({ kind: 'missing-key', keyId: 'new' });
  expect([after.isCurrent(after.seal('whk_1', SECRET)), after.isCurrent(before.seal('whk_1', SECRET)), after.isCurrent(SECRET)]).toEqual([
    true,
    false,
    false,
  ]);
});

it('is valid in its own row only', () => {
  const own = secrets(key('a', 1));
  expect(own.open('whk_2', own.seal('whk_1', SECRET))).toEqual({ kind: 'wrong', keyId: 'a' });
});

it('another key of the same id opens nothing', () => {
  expect(secrets(key('a', 2)).open('whk_1', secrets(key('a', 1)).seal('whk_1', SECRET))).toEqual({ kind: 'wrong', keyId: 'a' });
});

it('opens no envelope with a changed, missing or added byte', () => {
  const own = secrets(key('abc', 1));
  const sealed = own.seal('whk_1', SECRET);
  const changed = Array.from(sealed, (byte, place) => sealed.with(place, byte ^ 1));
  const cut = Array.from({ length: sealed.length - 33 }, (_, count) => sealed.subarray(0, sealed.length - 1 - count));
  const longer = new Uint8Array([...sealed, 0]);
  for (const bytes of [...changed, ...cut, longer]) expect(own.open('whk_1', bytes).kind).not.toBe('secret');
});

it('a secret from before encryption stays readable, with and without keys', () => {
  for (const own of [secrets(), secrets(key('a', 1))]) expect(own.open('whk_1', SECRET)).toEqual({ kind: 'secret', secret: SECRET });
  expect(secrets().seal('whk_1', SECRET)).toEqual(SECRET);
});

it('an id from a damaged row is safe to show', () => {
  const own = secrets(key('a', 1));
  const hostile = new Uint8Array([1, 9, ...Buffer.from('a\n\u001b[31mx;'), ...new Uint8Array(60)]);
  expect(own.open('whk_1', hostile)).toEqual({ kind: 'missing-key', keyId: 'a???31mx?' });
});

describe('a list of keys', () => {
  const base64 = Buffer.alloc(32, 5).toString('base64');
  it.each([
    ['one', `a:${base64}`, ['a']],
    ['several, with lines', `2026-11:${base64},\n2026-05:${base64}\n`, ['2026-11', '2026-05']],
    ['none', '', undefined],
    ['a short key', 'a:AAAA', undefined],
    ['no id', base64, undefined],
    ['an id twice', `a:${base64},a:${base64}`, undefined],
    ['an id with other characters', `a b:${base64}`, undefined],
    ['more than sixteen', Array.from({ length: 17 }, (_, index) => `k${index}:${base64}`).join(), undefined],
  ])('%s', (_what, text, ids) => {
    expect(readEncryptionKeys(text)?.map(({ id }) => id)).toEqual(ids);
  });
});
