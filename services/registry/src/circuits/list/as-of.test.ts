import { parseAsOf, writeAsOf } from './as-of.js';

const time = new Date('2026-11-20T14:50:10.123Z');

it('what a link carries is read as it was written', () => {
  for (const snapshot of ['745:745:', '745:751:745', '745:800:746,748,799', '1:9223372036854775807:', undefined]) {
    const text = writeAsOf({ time, snapshot });
    expect(encodeURIComponent(text).replaceAll('%3A', ':')).toBe(text);
    expect(parseAsOf(text)).toEqual({ time, snapshot });
  }
});

it('a time of RFC 3339 is one without a snapshot', () => {
  for (const text of ['2026-11-20T14:50:10.123Z', '2026-11-20t15:50:10.123+01:00', '2026-11-20T14:50:10.123000z']) {
    expect(parseAsOf(text)).toEqual({ time, snapshot: undefined });
  }
});

it('times that Postgres could not read come to the first or the last that matters', () => {
  expect(parseAsOf('0000-01-01T00:00:00Z')?.time.getTime()).toBe(0);
  expect(parseAsOf('1969-12-31T23:59:59Z')?.time.getTime()).toBe(0);
  expect(parseAsOf('9999-12-31T23:59:59-23:59_7_9')?.time.toISOString()).toBe('9999-01-01T00:00:00.000Z');
});

it.each([
  ['no time', 'never'],
  ['an empty text', ''],
  ['a day', '2026-11-20'],
  ['no such day', '2026-13-20T14:50:10Z'],
  ['half a snapshot', '2026-11-20T14:50:10.123Z_745'],
  ['a snapshot that ends before it begins', '2026-11-20T14:50:10.123Z_745_744'],
  ['a transaction before the first', '2026-11-20T14:50:10.123Z_745_750_744'],
  ['a transaction after the last', '2026-11-20T14:50:10.123Z_745_750_750'],
  ['transactions out of order', '2026-11-20T14:50:10.123Z_745_750_748_747'],
  ['a transaction twice', '2026-11-20T14:50:10.123Z_745_750_748_748'],
  ['transaction 0', '2026-11-20T14:50:10.123Z_0_750'],
  ['a number over 64 bits', '2026-11-20T14:50:10.123Z_1_9223372036854775808'],
  ['a number of too many digits', '2026-11-20T14:50:10.123Z_1_99999999999999999999'],
  ['a sign', '2026-11-20T14:50:10.123Z_-1_5'],
  ['something behind it', '2026-11-20T14:50:10.123Z_745_750 '],
  ['something that never ends', `2026-11-20T14:50:10.123Z_1_${'9_'.repeat(5_000)}9`],
])('refuses %s', (_, text) => {
  expect(parseAsOf(text)).toBeUndefined();
});
