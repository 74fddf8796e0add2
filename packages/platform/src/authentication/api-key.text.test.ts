import { systemRandomness } from '../environment/randomness.js';
import { holdsKey, makeKey, pathWithoutKeys, withoutKeys } from './api-key.js';

const key = makeKey(systemRandomness);

it('every key in a text is blotted out, also one that was cut short', () => {
  expect(withoutKeys(`a ${key}, ${key.slice(0, 20)}.`)).toBe('a [key], [key].');
  expect(withoutKeys('no key here')).toBe('no key here');
  expect([holdsKey(`x${key}`), holdsKey('svc_test_')]).toEqual([true, false]);
});

it('a path stays as it is but for its keys, however they are written', () => {
  expect(pathWithoutKeys('/v1/circuits/a%20b%2F')).toBe('/v1/circuits/a%20b%2F');
  expect(pathWithoutKeys('/v1/%zz')).toBe('/v1/%zz');
  const shown = '/v1/circuits/%5Bkey%5D/badge';
  expect(pathWithoutKeys(`/v1/circuits/${key}/badge`)).toBe(shown);
  expect(pathWithoutKeys(`/v1/circuits/${key.replace('svc', '%73vc').replace('_', '%5F')}/badge`)).toBe(shown);
});
