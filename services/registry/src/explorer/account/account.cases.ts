import { sharedRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit } from '../../testing/sources.fixture.js';
import { Person, shownKey } from '../testing/person.fixture.js';

let registry: TestRegistry;
let ada: Person;
beforeAll(async () => {
  registry = await sharedRegistry();
});
beforeEach(() => {
  ada = new Person(registry);
});

const HOSTILE = '"><img src=x onerror=alert(1)><script>alert(2)</script>';

it('200: who registers sees the key once, and is signed in', async () => {
  const { key, answer } = await ada.register();
  expect(answer.status).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(200);
  const overview = await ada.read('/account');
  expect(overview.text).toContain('first key');
  expect(shownKey(overview.text)).toBeUndefined();
});

it('409: the same form, sent again, makes no second account and shows no key', async () => {
  const page = await ada.read('/account');
  const fields = { name: 'Twice', email: 'twice@example.com' };
  const [first, second] = [await ada.submit(page, '/account/register', fields), await ada.submit(page, '/account/register', fields)];
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(shownKey(second.text)).toBeUndefined();
  expect(await registry.database.account.count({ where: { email: 'twice@example.com' } })).toBe(1);
});

it('422: what is wrong with a registration is said at its field, and what was typed stays', async () => {
  const answer = await ada.submit(await ada.read('/account'), '/account/register', { name: HOSTILE, email: 'no address' });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('id="email-error"');
  expect(answer.text).toContain('value="no address"');
  expect(answer.text).not.toContain('<img');
});

it('303: a key opens a session, and signing out ends it', async () => {
  const { key } = await ada.register();
  const eve = new Person(registry);
  const answer = await eve.submit(await eve.read('/account'), '/account/sign-in', { api_key: ` ${key}\n` });
  expect([answer.status, answer.headers['location']]).toEqual([303, '/account']);
  expect(answer.get('Set-Cookie')).toEqual([
    expect.stringMatching(/^__Host-session=[A-Za-z0-9_-]{43}; Max-Age=604800; Path=\/; Secure; HttpOnly; SameSite=Strict$/),
  ]);
  const before = eve.cookie;
  const out = await eve.submit(await eve.read('/account'), '/account/sign-out');
  expect([out.status, eve.cookie]).toEqual([303, undefined]);
  eve.cookie = before;
  expect((await eve.read('/account')).text).toContain('With a key');
});

it('422: a key that is none is refused as everywhere, and never shown', async () => {
  const { key } = await ada.register();
  for (const wrong of ['nonsense', key.slice(0, -1), `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`]) {
    const answer = await new Person(registry).send('/account/sign-in', { form_token: '', once: 'A'.repeat(22), api_key: wrong });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).not.toContain(wrong);
    expect(answer.get('Set-Cookie')).toBeUndefined();
  }
});

it('303: pages of an account lead who has not signed in to the form and back', async () => {
  const { key } = await ada.register();
  const eve = new Person(registry);
  for (const path of ['/account/webhooks', '/account/audit', '/publish']) {
    const led = await eve.read(path);
    expect([led.status, led.headers['location']]).toEqual([303, `/account?next=${encodeURIComponent(path)}`]);
    const answer = await eve.submit(await eve.read(led.headers['location'] ?? ''), '/account/sign-in', { api_key: key });
    expect(answer.headers['location']).toBe(path);
    eve.cookie = undefined;
  }
  expect((await eve.read('/account?next=https://evil.example/')).status).toBe(400);
});

it('200: a new key is shown once, has the chosen scopes, and expires at the end of its last day', async () => {
  await ada.register();
  const page = await ada.read('/account');
  const fields = { name: HOSTILE, scope_read: 'on', 'scope_policy:check': 'on', expires_on: '2999-01-31' };
  const made = await ada.submit(page, '/account/keys', fields);
  const key = shownKey(made.text) ?? '';
  expect(made.text).not.toContain('<img');
  expect((await ada.submit(page, '/account/keys', fields)).status).toBe(409);
  const stored = await registry.database.apiKey.findMany({ where: { name: HOSTILE } });
  expect(stored).toMatchObject([{ scopes: ['read', 'policy:check'], expiresAt: new Date('2999-01-31T23:59:59Z') }]);
  await registry.api.get('/v1/audit').set('Authorization', `Bearer ${key}`).expect(403);
  const overview = (await ada.read('/account')).text;
  expect(overview).not.toContain('<img');
  expect(overview).toContain('active until 2999-01-31');
});

it('422: a key without a scope, or with an end in the past', async () => {
  await ada.register();
  const page = await ada.read('/account');
  expect((await ada.submit(page, '/account/keys', { name: 'none' })).status).toBe(422);
  const past = await ada.submit(page, '/account/keys', { name: 'past', scope_read: 'on', expires_on: '2001-01-01' });
  expect(past.status).toBe(422);
  expect(await registry.database.apiKey.count({ where: { name: { in: ['none', 'past'] } } })).toBe(0);
});

it('403: a session has the scopes of its key, and no more', async () => {
  const { key } = await ada.register();
  const { body } = await registry.api
    .post('/v1/auth/keys')
    .set('Authorization', `Bearer ${key}`)
    .send({ scopes: ['read'] })
    .expect(201);
  const reader = new Person(registry);
  await reader.submit(await reader.read('/account'), '/account/sign-in', { api_key: body.api_key });
  const overview = await reader.read('/account');
  expect(overview.text).toContain('lacks the scope');
  expect((await reader.read('/account/audit')).status).toBe(403);
  expect((await reader.read('/account/webhooks')).status).toBe(403);
  expect((await reader.read('/publish')).status).toBe(403);
  const made = await reader.submit(overview, '/account/sign-out').then(async () => reader.read('/account'));
  expect(made.text).toContain('With a key');
});

it('303: a revoked key is refused everywhere; revoking that of the session ends the session', async () => {
  const { key } = await ada.register();
  const { body } = await registry.api.post('/v1/auth/keys').set('Authorization', `Bearer ${key}`).send({ name: 'old' }).expect(201);
  const revoked = await ada.submit(await ada.read('/account'), `/account/keys/${body.key_id}/revoke`);
  expect([revoked.status, revoked.headers['location']]).toEqual([303, '/account']);
  await registry.api.get('/v1/usage').set('Authorization', `Bearer ${body.api_key}`).expect(401);
  const page = await ada.read('/account');
  const own = /\/account\/keys\/(key_\w+)\/revoke/.exec(page.text)?.[1] ?? '';
  expect((await ada.submit(page, `/account/keys/${own}/revoke`)).status).toBe(303);
  expect(ada.cookie).toBeUndefined();
  await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(401);
});

it('200: replacing the key shows the new one, revokes the old one by a second form, ends its sessions, and goes on', async () => {
  const { key } = await ada.register();
  const other = new Person(registry);
  await other.submit(await other.read('/account'), '/account/sign-in', { api_key: key });
  const replaced = await ada.submit(await ada.read('/account'), '/account/keys/rotate');
  const next = shownKey(replaced.text) ?? '';
  expect(next).not.toBe(key);
  for (const valid of [key, next]) await registry.api.get('/v1/usage').set('Authorization', `Bearer ${valid}`).expect(200);
  const [, former = ''] = /action="(\/account\/keys\/key_\w+\/revoke)"/.exec(replaced.text) ?? [];
  expect((await ada.submit(replaced, former)).status).toBe(303);
  await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(401);
  await registry.api.get('/v1/usage').set('Authorization', `Bearer ${next}`).expect(200);
  expect((await ada.read('/account')).text).toContain('Sign out');
  expect((await other.read('/account')).text).toContain('With a key');
});

it('409: the form that replaces a key, sent twice, leaves the person with a key and a session, whichever answer is read', async () => {
  const { key } = await ada.register();
  const page = await ada.read('/account');
  const cookie = ada.cookie;
  const first = await ada.submit(page, '/account/keys/rotate');
  ada.cookie = cookie;
  const second = await ada.submit(page, '/account/keys/rotate');
  expect([first.status, second.status, shownKey(second.text)]).toEqual([200, 409, undefined]);
  await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(200);
  const account = await ada.read('/account');
  expect(account.text).toContain('Sign out');
  expect(new Set(account.text.match(/\/account\/keys\/key_\w+\/revoke/g)).size).toBe(2);
});

it('200: webhooks: the signing secret is shown once; deliveries are listed and sent again once for each form', async () => {
  await ada.register();
  const page = await ada.read('/account/webhooks');
  const fields = { url: 'https://hooks.example.com/ada', description: HOSTILE, 'event_circuit.published': 'on' };
  const made = await ada.submit(page, '/account/webhooks', fields);
  expect(made.text).toMatch(/whsec_[A-Za-z0-9+/=]+/);
  const again = await ada.submit(page, '/account/webhooks', fields);
  expect(again.status).toBe(409);
  const list = (await ada.read('/account/webhooks')).text;
  expect(list).not.toMatch(/whsec_|<img/);
  const id = /\/account\/webhooks\/(whk_\w+)/.exec(list)?.[1] ?? '';
  await registry.database
    .$executeRaw`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload, status, next_attempt_at, last_error)
    VALUES (${id}, ${`evt_${id.slice(4)}`}, 'circuit.published', '', 'dead', now(), ${HOSTILE})`;
  const one = await ada.read(`/account/webhooks/${id}`);
  expect(one.text).not.toContain('<img');
  const action = `/account/webhooks/${id}/deliveries/evt_${id.slice(4)}/redeliver`;
  for (let time = 0; time < 2; time += 1) expect((await ada.submit(one, action)).status).toBe(303);
  expect(
    await registry.database.auditRecord.count({ where: { action: 'webhook.redelivered', subject: { contains: id } } }),
  ).toBeLessThanOrEqual(1);
  expect((await ada.submit(one, `/account/webhooks/${id}/delete`)).status).toBe(303);
  expect((await ada.read(`/account/webhooks/${id}`)).status).toBe(404);
});

it('422: a webhook of an address that is none keeps the page', async () => {
  await ada.register();
  const answer = await ada.submit(await ada.read('/account/webhooks'), '/account/webhooks', {
    url: 'http://127.0.0.1/',
    'event_key.revoked': 'on',
  });
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('id="url-error"');
});

it('200: the audit shows each change, page by page', async () => {
  const { key } = await ada.register();
  for (let made = 0; made < 25; made += 1)
    await registry.api
      .post('/v1/auth/keys')
      .set('Authorization', `Bearer ${key}`)
      .send({ name: `k ${made}` })
      .expect(201);
  const first = await ada.read('/account/audit');
  expect(first.text).toContain('key.created');
  const next = /href="(\/account\/audit\?[^"]*page=2[^"]*)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const second = await ada.read(next);
  expect(second.text).toContain('account.registered');
  expect(second.text).toContain('Newer');
});

it('200: a circuit that is private is on no page of others, whoever they are', async () => {
  const { key } = await ada.register();
  await registry.publish({ key, accountId: '', keyId: '' }, closedCircuit(901), { name: 'a hidden one of Ada', visibility: 'private' });
  expect((await ada.read('/circuits?search=hidden')).text).toContain('a hidden one of Ada');
  const eve = new Person(registry);
  expect((await eve.read('/circuits?search=hidden')).text).not.toContain('a hidden one of Ada');
  await eve.register('Eve');
  expect((await eve.read('/circuits?search=hidden')).text).not.toContain('a hidden one of Ada');
});

it('a page for a browser with a session is stored by no cache, and pages of other origins cannot read it', async () => {
  await ada.register();
  for (const path of ['/', '/circuits', '/account']) {
    const { headers } = await ada.read(path);
    expect(headers['cache-control']).toMatch(/no-store/);
    expect(headers['vary']).toContain('Cookie');
  }
  for (const path of ['/', '/circuits', '/account']) {
    const { headers } = await ada.read(path);
    expect([path, headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]).toEqual([
      path,
      undefined,
      'same-origin',
    ]);
  }
  await registry.api.get('/circuits').set('Accept', 'text/html').expect('Access-Control-Allow-Origin', '*');
});

it('a program of blank lines is named and shown as any other, with no search that grows faster than it', async () => {
  await ada.register();
  const source = `${'\n'.repeat(300_000)}  circuit   blank {\n}`;
  const answer = await ada.send('/publish', { source });
  expect([answer.status, answer.text.includes('value="blank"')]).toEqual([200, true]);
});

it('400: a form with more fields than any form has, in a short answer', async () => {
  const fields = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`f${index}`, '']));
  const { status, text } = await ada.send('/account/register', fields);
  expect([status, text.length < 20_000, text.includes('must have at most 1000 fields')]).toEqual([400, true, true]);
});

it('422: a key form that is wrong says what, also where no field of it is meant', async () => {
  await ada.register();
  const page = await ada.read('/account');
  const answer = await ada.submit(page, '/account/keys', { name: 'late', scope_read: 'on', expires_on: '2020-01-01' });
  expect([answer.status, answer.text.includes('id="expires_on-error"')]).toEqual([422, true]);
  const none = await ada.submit(page, '/account/keys', { name: 'nothing' });
  expect([none.status, /role="alert"><p>[^<]*scopes/.test(none.text)]).toEqual([422, true]);
});

it('the API takes no cookie', async () => {
  await ada.register();
  await registry.api
    .get('/v1/usage')
    .set('Cookie', ada.cookie ?? '')
    .expect(401);
  await registry.api
    .post('/v1/circuits')
    .set('Cookie', ada.cookie ?? '')
    .send({ name: 'x', source: 'y' })
    .expect(401);
});

it.each([
  ['another host over plain http', { Host: 'registry.example' }, true],
  ['the same host, to which a proxy speaks for https', { Host: 'registry.example', 'X-Forwarded-Proto': 'https' }, false],
  ['a browser that trusts the connection', { Host: 'registry.example', 'Sec-Fetch-Site': 'none' }, false],
  ['localhost', { Host: 'localhost:4100' }, false],
  ['127.0.0.1', { Host: '127.0.0.1:4100' }, false],
  ['a host that begins as localhost', { Host: 'localhost.example' }, true],
])('the page for signing in on %s', async (_what, headers, isWarned) => {
  const { text } = await registry.api.get('/account').set('Accept', 'text/html').set(headers).expect(200);
  expect(text.includes('You cannot sign in over this address')).toBe(isWarned);
});
