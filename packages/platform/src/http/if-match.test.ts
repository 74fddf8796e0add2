import { parseIfMatch, preconditionHolds } from './if-match.js';

const holds = (field: string | undefined, tag: string): boolean | 'malformed' => {
  const parsed = parseIfMatch(field);
  return parsed.kind === 'problem' ? 'malformed' : preconditionHolds(parsed, tag);
};

test.each([
  [undefined, true],
  ['*', true],
  [' * ', true],
  ['"a"', true],
  ['"b", "a"', true],
  ['"b",,\t"a" ,', true],
  ['"b"', false],
  ['"A"', false],
  ['"*"', false],
  ['"b,a"', false],
  ['"",W/"a"', false],
  ['W/"a"', false],
])('If-Match: %s against "a" is %s', (field, expected) => {
  expect(holds(field, '"a"')).toBe(expected);
});

test.each(['', ' ', ',', 'a', '"a', 'a"', '"a" "b"', '"a";', '*, "a"', 'w/"a"', 'W/ "a"', '"a b"', '"a\u0001"', "'a'"])(
  'If-Match: %j is malformed',
  (field) => {
    expect(parseIfMatch(field)).toMatchObject({ status: 400, members: { errors: [{ pointer: 'header/if-match' }] } });
  },
);

test('a long field is read in one pass', () => {
  const field = `${'"a",'.repeat(4_000)}${' '.repeat(16_000)}`;
  const started = process.hrtime.bigint();
  expect(holds(field, '"a"')).toBe(true);
  expect(holds(`${field}x`, '"a"')).toBe('malformed');
  expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(200);
});
