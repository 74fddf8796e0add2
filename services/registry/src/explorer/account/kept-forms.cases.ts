import { readKeptText, writeKept } from '@kirchhoff/explorer';
import { databaseIdempotencyStore, readIdempotencyKey, requestDigest, systemRandomness } from '@kirchhoff/platform';
import { sharedRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { hiddenFields, Person, shownKey, unescaped } from '../testing/person.fixture.js';

/** Forms that are refused show what was typed, and what to do. */

let registry: TestRegistry;
let ada: Person;
let key: string;
beforeAll(async () => {
  registry = await sharedRegistry();
});
beforeEach(async () => {
  ada = new Person(registry);
  ({ key } = await ada.register());
});

const HOSTILE = '"><script>alert(1)</script>\nsecond line';
/** Every form with something typed, with its fields. */
const FORMS: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['/account/keys', { name: HOSTILE, scope_read: 'on', expires_on: '2999-01-31' }],
  ['/account/webhooks', { url: 'https://hooks.example.com/kept', description: HOSTILE, 'event_key.revoked': 'on' }],
  ['/policies', { name: 'kept policy', source: `policy kept {\n${HOSTILE}` }],
  ['/policies/pol_none/check', { category: 'pay', param_cents: '17', param_note: HOSTILE }],
  ['/policies/pol_none/versions', { source: HOSTILE }],
  ['/policies/pol_none/log', { mode: 'all', seen: '"tag"', keep: HOSTILE }],
  ['/circuits/cir_none/change', { seen: '"tag"', name: 'kept name', description: 'kept words', visibility: 'private', source: HOSTILE }],
  ['/publish', { step: 'publish', name: 'kept name', description: 'kept words', visibility: 'private', source: HOSTILE }],
];

const tokens = async () => hiddenFields((await ada.read('/account')).text, '/account/sign-out');

/** Returns the texts that a page does not show. */
function missing(html: string, fields: Readonly<Record<string, string>>): readonly string[] {
  expect(html).not.toContain('<script>alert');
  const text = unescaped(html);
  return Object.entries(fields).flatMap(([name, value]) =>
    ['step', 'seen', 'category'].includes(name) || value === 'on' || text.includes(value) ? [] : [value],
  );
}

it.each(FORMS)('401: %s after the end of the session: signing in shows it again, with what was typed', async (path, fields) => {
  const sent = { ...(await tokens()), ...fields };
  await ada.submit(await ada.read('/account'), '/account/sign-out');
  const refused = await ada.send(path, sent);
  // The form that publishes waits in a hidden field, beside the two ways to sign in.
  const waiting = readKeptText(hiddenFields(refused.text, '/account/sign-in')['kept'] ?? '');
  expect([refused.status, waiting]).toEqual([401, { action: path, fields }]);
  if (path !== '/publish') expect(missing(refused.text, fields)).toEqual([]);
  const signedIn = await ada.submit(refused, '/account/sign-in', { api_key: key });
  // Without the compiler, the list of policies cannot be shown: the form is.
  expect([signedIn.status, missing(signedIn.text, fields)]).toEqual([200, []]);
  if (path === '/publish') expect(signedIn.text).toMatch(/value="private" checked/);
  if (path === '/account/keys') {
    const made = await ada.submit(signedIn, path, { name: 'after the end', scope_read: 'on' });
    expect(shownKey(made.text)).toBeDefined();
  }
});

it.each(FORMS)('429: %s beyond the limit of the account', async (path, fields) => {
  const sent = { ...(await tokens()), ...fields };
  const { body } = await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(200);
  await registry.database.account.update({ where: { id: body.account_id }, data: { limits: { requests: 1 } } });
  const refused = await ada.send(path, sent);
  expect([refused.status, missing(refused.text, fields)]).toEqual([429, []]);
  expect(refused.headers['retry-after']).toBeDefined();
  expect(hiddenFields(refused.text, path)).toMatchObject({ once: sent['once'], form_token: sent['form_token'] });
});

it('503: a policy without the compiler, to be sent again as the same request', async () => {
  const [path, fields] = FORMS[2] ?? ['', {}];
  const sent = { ...(await tokens()), ...fields };
  const refused = await ada.send(path, sent);
  expect([refused.status, missing(refused.text, fields)]).toEqual([503, []]);
  expect(hiddenFields(refused.text, path)).toMatchObject({ once: sent['once'] });
  expect(refused.text).toContain('not carried out twice');
});

it('409: a form whose first sending is not answered yet, to be sent again as the same request', async () => {
  const { body } = await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(200);
  const store = databaseIdempotencyStore(registry.database, systemRandomness);
  const named = { name: 'running', scopes: ['read'] };
  const circuit = { name: 'running', source: 'circuit', description: '', visibility: 'public' };
  for (const [path, operation, content, fields] of [
    ['/account/keys', 'POST /v1/auth/keys', named, { name: 'running', scope_read: 'on' }],
    ['/publish', 'POST /v1/circuits', circuit, { ...circuit, step: 'publish' }],
  ] as const) {
    const sent: Readonly<Record<string, string>> = { ...(await tokens()), ...fields };
    const digest = readIdempotencyKey([sent['once'] ?? '']);
    if (digest.kind !== 'key') throw new Error('a form has no random text');
    const requestOf = requestDigest({ params: {}, query: {}, body: content });
    await store.claim({ scope: body.account_id, route: `form ${operation}`, key: digest.digest, requestDigest: requestOf });
    const refused = await ada.send(path, sent);
    expect([path, refused.status, hiddenFields(refused.text, path)['once']]).toEqual([path, 409, sent['once']]);
    expect(refused.text).toContain('Wait some seconds');
  }
});

it('429: a circuit beyond the limit of publications, to be sent again as the same request', async () => {
  const { body } = await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(200);
  await registry.database.account.update({ where: { id: body.account_id }, data: { limits: { publish: 1 } } });
  const fields = { step: 'publish', name: 'many', description: '', visibility: 'private', source: 'circuit' };
  expect((await ada.send('/publish', { ...(await tokens()), ...fields })).status).toBe(422);
  const sent: Readonly<Record<string, string>> = { ...(await tokens()), ...fields };
  const refused = await ada.send('/publish', sent);
  expect([refused.status, hiddenFields(refused.text, '/publish')['once']]).toEqual([429, sent['once']]);
});

it('409: a secret that was shown before, with the form for another one', async () => {
  const fields = { name: 'first of two', scope_read: 'on' };
  const sent = { ...(await tokens()), ...fields };
  const made = [shownKey((await ada.send('/account/keys', sent)).text)];
  const refused = await ada.send('/account/keys', sent);
  expect([refused.status, missing(refused.text, fields)]).toEqual([409, []]);
  made.push(shownKey((await ada.submit(refused, '/account/keys', { name: 'second of two', scope_read: 'on' })).text));
  expect(new Set(made).size).toBe(2);
});

it('422: the forms of keys and webhooks keep every field', async () => {
  const keyForm = { name: 'no scope', expires_on: '2999-01-31' };
  const page = await ada.submit(await ada.read('/account'), '/account/keys', keyForm);
  expect([page.status, missing(page.text, keyForm)]).toEqual([422, []]);
  expect(page.text).not.toMatch(/name="scope_read" value="on" checked/);
  const hook = { url: 'http://127.0.0.1/', description: 'words of mine', 'event_key.revoked': 'on' };
  const hooks = await ada.submit(await ada.read('/account/webhooks'), '/account/webhooks', hook);
  expect([hooks.status, missing(hooks.text, hook)]).toEqual([422, []]);
});

it('403: a form of another session of the same browser is given back; one of another site is not', async () => {
  const sent = { ...(await tokens()), name: 'of the former session', scope_read: 'on' };
  const eve = new Person(registry);
  await eve.register('Eve');
  ada.cookie = eve.cookie;
  const refused = await ada.send('/account/keys', sent);
  expect([refused.status, refused.text.includes('of the former session')]).toEqual([403, true]);
  const again = await ada.submit(refused, '/account/resume');
  expect(shownKey((await ada.submit(again, '/account/keys', { name: 'mine', scope_read: 'on' })).text)).toBeDefined();
  const foreign = await ada.send('/account/keys', sent, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
  expect([foreign.status, foreign.text.includes('of the former session')]).toEqual([403, false]);
});

it('a waiting form that no page of ours has made is dropped', async () => {
  const foreign = ['https://evil.example/', '/account/keys/rotate'].map((action) => writeKept({ action, fields: { name: 'x' } }));
  for (const kept of ['', 'x', '{}', ...foreign])
    expect((await ada.send('/account/resume', { kept })).headers['location']).toBe('/account');
});

it('303: a person comes back to the page from which they signed in', async () => {
  const eve = new Person(registry);
  for (const path of ['/policies/pol_x', '/account/webhooks/whk_x', '/publish/crt_x']) {
    const { headers } = await eve.read(path);
    expect(headers['location']).toBe(`/account?next=${encodeURIComponent(path)}`);
    const signedIn = await eve.submit(await eve.read(headers['location'] ?? ''), '/account/sign-in', { api_key: key });
    expect(signedIn.headers['location']).toBe(path);
    eve.cookie = undefined;
  }
  expect((await eve.read('/catalog/DIV')).text).toContain('href="/account?next=%2Fcatalog%2FDIV"');
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/account\nX: y', '/v1/circuits'])
    expect((await eve.read(`/account?next=${encodeURIComponent(next)}`)).status).toBe(400);
});

it('the text of a form comes back in a few times its length, whatever its characters', async () => {
  const source = '"'.repeat(512 * 1_024);
  const asked = await new Person(registry).send('/publish', { source });
  expect([asked.status, asked.text.length < 1_500_000]).toEqual([401, true]);
  const check = await new Person(registry).send('/policies/pol_none/check', {
    form_token: '',
    once: 'A'.repeat(22),
    category: 'a',
    param_x: source.slice(0, 300_000),
  });
  expect([check.status, check.text.length < 500_000]).toEqual([401, true]);
  const many = Object.fromEntries(Array.from({ length: 60_000 }, (_, place) => [`p${place}`, '']));
  expect((await ada.send('/account/resume', { kept: writeKept({ action: '/account/keys', fields: many }) })).headers['location']).toBe(
    '/account',
  );
  const form = await ada.send('/account/resume', { kept: hiddenFields(asked.text, '/account/sign-in')['kept'] ?? '' });
  expect([form.status, unescaped(form.text).includes(source), form.text.length < 3_200_000]).toEqual([200, true, true]);
});

it('413: more text than a source has, and more than a form can have, are not shown again, and the page says so', async () => {
  for (const sent of [{ source: 'x'.repeat(600_000) }, { source: 'x'.repeat(2_200_000) }]) {
    const refused = await ada.send('/publish', sent);
    expect([refused.status, refused.type, refused.text.length < 20_000]).toEqual([413, 'text/html', true]);
  }
  const check = await ada.send('/policies/pol_none/check', { ...(await tokens()), category: 'a', param_x: 'x'.repeat(600_000) });
  expect([check.status, check.text.includes('528 KiB'), check.text.length < 20_000]).toEqual([413, true, true]);
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, place) => [`param_p${place}`, 'typed']));
  const full = await ada.send('/policies/pol_none/check', { ...(await tokens()), category: 'a', ...many });
  expect([full.status, full.text.includes('100 fields'), full.text.includes('typed</')]).toEqual([404, true, false]);
});
