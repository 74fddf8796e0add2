import { Client } from 'pg';
import { bearer, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { insertCircuits, type TestCircuit } from './rows.fixture.js';

let registry: TestRegistry;
let client: Client;
let ada: TestAccount;
let bob: TestAccount;

const CIRCUITS: readonly TestCircuit[] = [
  { name: 'card_fee' },
  { name: 'Cardinality', description: 'of a set' },
  { name: 'late charge', description: 'A fee for the card that comes late' },
  { name: 'card fee, with tips' },
  { name: 'income/tax' },
  { name: 'Steuer 税金 налог', description: 'हिन्दी で計算' },
  { name: '🚀' },
  { name: 'C++' },
  { name: 'Gebühr', description: 'ΣΊΣΥΦΟΣ' },
  { name: 'secret card', visibility: 'private' },
  { name: '50%_off: a|b & !c' },
  { name: 'card fee', certified: true },
];

beforeAll(async () => {
  registry = await startTestRegistry();
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
  client = new Client({ connectionString: registry.environment['DATABASE_URL'] });
  await client.connect();
  await insertCircuits(client, ada.accountId, CIRCUITS);
});
afterAll(async () => {
  await client.end();
  await registry.close();
});

type Named = { readonly name: string };

async function found(search: string, more: object = {}, account?: TestAccount): Promise<readonly string[]> {
  const request = registry.api.get('/v1/circuits').query({ search, ...more });
  const { body } = await (account === undefined ? request : request.set(bearer(account))).expect(200);
  return body.circuits.map(({ name }: Named) => name);
}

it('the exact name comes first, then names with all words, then names with them begun, then descriptions', async () => {
  expect(await found('card fe')).toEqual(['card fee', 'card fee, with tips', 'card_fee', 'late charge']);
  expect(await found('CARD FEE')).toEqual(['card fee', 'card fee, with tips', 'card_fee', 'late charge']);
  expect(await found('card')).toEqual(['card fee', 'card fee, with tips', 'card_fee', 'Cardinality', 'late charge']);
});

it('a name as one word is found by its parts and whole', async () => {
  expect((await found('card_fee')).slice(0, 1)).toEqual(['card_fee']);
  expect(await found('tax')).toEqual(['income/tax']);
  expect(await found('income/tax')).toEqual(['income/tax']);
});

it('the last word may be a beginning, in any script', async () => {
  expect(await found('cardin')).toEqual(['Cardinality']);
  expect(await found('cardin ')).toEqual([]);
  expect(await found('税')).toEqual(['Steuer 税金 налог']);
  expect(await found('НАЛ')).toEqual(['Steuer 税金 налог']);
  expect(await found('हिन्दी')).toEqual(['Steuer 税金 налог']);
  expect(await found('GEBÜ')).toEqual(['Gebühr']);
  expect(await found('Gebu\u0308hr')).toEqual(['Gebühr']);
  expect(await found('σίσυ')).toEqual(['Gebühr']);
});

it('signs are part of the name that is exactly that, and of nothing else', async () => {
  expect(await found('🚀')).toEqual(['🚀']);
  expect(await found('c++')).toEqual(['C++', '50%_off: a|b & !c']);
  expect(await found('+++')).toEqual([]);
  expect(await found('%')).toEqual([]);
  expect(await found('50%_off: a|b & !c')).toEqual(['50%_off: a|b & !c']);
});

it('private circuits are found only by their owner', async () => {
  expect(await found('secret')).toEqual([]);
  expect(await found('secret', {}, bob)).toEqual([]);
  expect(await found('secret', {}, ada)).toEqual(['secret card']);
});

it('a search is filtered and sorted as a list is', async () => {
  expect(await found('card', { certified: true })).toEqual(['card fee']);
  expect(await found('card', { owner: 'me' }, bob)).toEqual([]);
  expect(await found('card', { sort: 'name' })).toEqual(['card fee', 'card fee, with tips', 'card_fee', 'Cardinality', 'late charge']);
  expect(await found('card', { sort: 'oldest' })).toEqual(['card_fee', 'Cardinality', 'late charge', 'card fee, with tips', 'card fee']);
});

it('a blank search lists everything', async () => {
  expect(await found('  ')).toHaveLength(CIRCUITS.length - 1);
});

it('200: any search text', async () => {
  const texts = [
    `'`,
    `''`,
    '"',
    '\\',
    `\\'`,
    ':*',
    '*:',
    `'a':*`,
    'a & | b',
    '!a',
    '(a',
    'a)',
    '<->',
    'a <-> b',
    'a<2>b',
    ':A',
    'a:ABCD',
    '%',
    '_',
    '$1',
    '${x}',
    '--',
    '/* */',
    ';',
    `'; DROP TABLE circuits; --`,
    '\u0001\u007f',
    '\u200b',
    '\u202e',
    '\ufffd',
    '\ud7ff',
    '\ufeff',
    '😀',
    '👩‍👩‍👧',
    'a'.repeat(10_000),
    'a '.repeat(5_000),
    '%'.repeat(5_000),
    ' '.repeat(10_000),
    'ﷺ'.repeat(500),
    '0',
    '-1',
    '1e9',
    '1.5',
    'http://example.com/a?b=c',
    'a@b.c',
    '<b>x</b>',
    'null',
    'İ',
    'ẞ',
  ]; // prettier-ignore
  for (const text of texts) {
    const { status, body } = await registry.api.get(`/v1/circuits?search=${encodeURIComponent(text).replaceAll('%20', '+')}`);
    expect({ text: text.slice(0, 20), status }).toEqual({ text: text.slice(0, 20), status: 200 });
    expect(body.total).toBe(body.circuits.length);
  }
});

it('the links of a search of 10 kB carry what counts of it, and lead to the same', async () => {
  const search = 'card '.repeat(2_000);
  const { body, headers } = await registry.api.get(`/v1/circuits?limit=2&search=${search.replaceAll(' ', '+')}`).expect(200);
  expect((headers['link'] ?? '').length).toBeLessThan(4_000);
  const next = /<([^>]+)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '';
  const second = await registry.api.get(next).expect(200);
  expect(second.body.total).toBe(body.total);
  expect(second.body.circuits.map(({ name }: Named) => name)).toEqual((await found('card ')).slice(2, 4));
});
