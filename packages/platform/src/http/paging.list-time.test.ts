import { readListTime } from './paging.js';

it.each([
  ['2026-11-20T12:00:00.5+01:00', '2026-11-20T11:00:00.500Z'],
  ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59-12:00', '9999-12-31T23:59:59.999Z'],
])('as of %s is as of %s: within what can be kept and written again', (text, written) => {
  const read = readListTime(text);
  expect(read.kind === 'time' && read.time?.toISOString()).toBe(written);
});

it('a leap second is none of our times', () => {
  expect(readListTime('2016-12-31T23:59:60Z')).toMatchObject({ kind: 'problem', code: 'invalid-request' });
});
