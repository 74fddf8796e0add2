import { systemRandomness } from '../environment/randomness.js';
import { hashKey, makeKey, parseKey, shownPrefix } from './api-key.js';

const key = makeKey(systemRandomness);

it('has the prefix and 40 base-62 digits', () => {
  expect(key).toMatch(/^svc_live_[0-9A-Za-z]{40}$/);
  expect(parseKey(key)).toBe(key);
  expect(shownPrefix(key)).toBe(key.slice(0, 13));
});

it('is another each time', () => {
  expect(new Set(Array.from({ length: 100 }, () => makeKey(systemRandomness))).size).toBe(100);
});

it('is known to be mistyped, whichever character it is', () => {
  for (let place = 0; place < key.length; place += 1) {
    const wrong = key.slice(0, place) + (key[place] === 'x' ? 'y' : 'x') + key.slice(place + 1);
    expect(parseKey(wrong)).toBeUndefined();
  }
});

it.each(['', 'svc_live_', `${key}0`, ` ${key}`, key.toLowerCase().replace('svc_live_', 'svc_test_'), `${key}\n`])('%j is none', (text) => {
  expect(parseKey(text)).toBeUndefined();
});

it('skips bytes that would make some digits likelier', () => {
  const bytes = [255, 248, 0, 61, 62, 247];
  let next = 0;
  const made = makeKey({ bytes: (count) => Uint8Array.from({ length: count }, () => bytes[next++ % bytes.length] ?? 0) });
  expect(made.slice(9, 17)).toBe('0z0z0z0z');
});

it('is the key that others compute', () => {
  // Python: zlib.crc32 in base 62, hashlib.sha256
  const known = parseKey('svc_live_00000000000000000000000000000000002b61Oj');
  if (known === undefined) throw new Error('not a key');
  expect(hashKey(known)).toBe('b3c88ac64781f12835f01ac6564b0b842c0efb642734b873dd92ba1f0608ae2b');
});
