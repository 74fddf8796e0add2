import { failedPrecondition, parsePreconditions } from './preconditions.js';

type Fields = Readonly<Partial<Record<'if-match' | 'if-none-match', string>>>;

const holds = (fields: Fields, tag: string): boolean | 'malformed' => {
  const parsed = parsePreconditions((name) => Object.entries(fields).find(([each]) => each === name)?.[1]);
  if (parsed.kind === 'problem') return 'malformed';
  const failed = failedPrecondition(parsed, () => tag, 'It');
  if (failed !== undefined) expect(failed.status).toBe(412);
  return failed === undefined;
};

const LISTS: readonly (readonly [field: string, strongly: boolean, weakly: boolean])[] = [
  ['*', true, true],
  [' * ', true, true],
  ['"a"', true, true],
  ['"b", "a"', true, true],
  ['"b",,\t"a" ,', true, true],
  ['"b"', false, false],
  ['"A"', false, false],
  ['"*"', false, false],
  ['"b,a"', false, false],
  ['"",W/"a"', false, true],
  ['W/"a"', false, true],
];

test.each(LISTS)('%s names "a" strongly: %s, weakly: %s', (field, strongly, weakly) => {
  expect(holds({ 'if-match': field }, '"a"')).toBe(strongly);
  expect(holds({ 'if-none-match': field }, '"a"')).toBe(!weakly);
});

test('without a field there is no condition, and of two both have to hold', () => {
  expect(holds({}, '"a"')).toBe(true);
  expect(holds({ 'if-match': '"a"', 'if-none-match': '"b"' }, '"a"')).toBe(true);
  expect(holds({ 'if-match': '"a"', 'if-none-match': '"a"' }, '"a"')).toBe(false);
  expect(holds({ 'if-match': '"b"', 'if-none-match': '"b"' }, '"a"')).toBe(false);
});

test.each(['', ' ', ',', 'a', '"a', 'a"', '"a" "b"', '"a";', '*, "a"', 'w/"a"', 'W/ "a"', '"a b"', '"a\u0001"', "'a'"])(
  '%j is malformed',
  (field) => {
    for (const name of ['if-match', 'if-none-match']) {
      const parsed = parsePreconditions((asked) => (asked === name ? field : undefined));
      expect(parsed).toMatchObject({ status: 400, members: { errors: [{ pointer: `header/${name}` }] } });
    }
  },
);

test('a long field is read in one pass', () => {
  const field = `${'"a",'.repeat(4_000)}${' '.repeat(16_000)}`;
  const started = process.hrtime.bigint();
  expect(holds({ 'if-match': field }, '"a"')).toBe(true);
  expect(holds({ 'if-match': `${field}x` }, '"a"')).toBe('malformed');
  expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(200);
});
