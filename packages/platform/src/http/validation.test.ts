import { NAME, validator } from './validation.js';

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: { name: NAME, email: { type: 'string', format: 'idn-email', maxLength: 254 } },
} as const;
const check = validator(schema, '');
const wrong = (value: object): readonly string[] => {
  const result = check(value, 1);
  return result.kind === 'valid' ? [] : result.errors.map(({ pointer, message }) => `${pointer} ${message}`);
};

it.each([
  'ada@example.org',
  'ü@exämple.de',
  '用户@例子.广告',
  '"a b"@example.org',
  '"a\\"b@c"@example.org',
  "o'neil+tag@sub.example.co",
  'a.b.c@x-y.example',
])('takes the e-mail %s', (email) => {
  expect(wrong({ email })).toEqual([]);
});

it.each([
  '',
  'nobody',
  'a@b',
  '@example.org',
  'a@',
  'a..b@example.org',
  '.a@example.org',
  'a b@example.org',
  '"a@example.org',
  '""@example.org',
  'a@-x.org',
  'a@x-.org',
  'a@x..org',
  'a@b@example.org',
  'a@example.org\n',
  'a\u202E@example.org',
])('refuses the e-mail %j', (email) => {
  expect(wrong({ email })).toEqual(['/email must be an e-mail address']);
});

it('says of an e-mail that is none so in no time, however long it is', () => {
  expect(wrong({ email: `${'a.'.repeat(120)}@${'x'.repeat(10)}` })).toHaveLength(1);
});

it.each(['Ada', 'Zoë Müller', '👩‍🚀 crew', 'نام', 'a  b', 'e\u0301'])('takes the name %s', (name) => {
  expect(wrong({ name })).toEqual([]);
});

it.each([
  ' ',
  '\u3000',
  'a\nb',
  'a\tb',
  'a\u0000',
  'pay\u202Eeno',
  'a\u2066b',
  'a\u2028b',
  '\u0085',
  '\u200B',
  '\u3164 \uFE0F',
  '\u2800',
  '\u0301',
  'a\uE000',
  'a\u{F0000}',
  'a\uFFFF',
  'a\uFDD0',
])('refuses the name %j', (name) => {
  expect(wrong({ name })).toEqual([expect.stringMatching(/^\/name must not be blank/)]);
});

it('names what is known where something is not', () => {
  expect(wrong({ nmae: 'Ada' })).toEqual(['/nmae is unknown; known: name, email']);
});
