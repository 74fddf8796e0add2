import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeKept } from '@kirchhoff/explorer';
import { makeKey, systemRandomness } from '@kirchhoff/platform';
import { everyRow } from '../../testing/everything-kept.fixture.js';
import { sharedRegistry, startTestRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { hiddenFields, OWN_FORM, Person, shownKey } from '../testing/person.fixture.js';

/** Attacks on the sessions of browsers: forged forms, foreign cookies, fixation, guessing. */

let registry: TestRegistry;
let ada: Person;
let eve: Person;
beforeAll(async () => {
  registry = await sharedRegistry();
});
beforeEach(async () => {
  [ada, eve] = [new Person(registry), new Person(registry)];
  await ada.register();
});

/** Returns the paths of all forms of a session, as the source declares them. */
function declaredForms(): readonly string[] {
  const files = readdirSync(__dirname).filter((name) => name.endsWith('.js') && !name.includes('.cases.'));
  const texts = files.map((name) => readFileSync(join(__dirname, name), 'utf8'));
  return texts
    .flatMap((text) => [...text.matchAll(/\.\.\.\w*\.?SESSION_FORM,\s*path: '([^']+)'/g)].map(([, path = '']) => path))
    .toSorted();
}

/** The valid fields of each form, without those that every form has. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/account/register': { name: 'Forged', email: 'forged@example.com' },
  '/account/sign-in': { api_key: 'svc_live_x' },
  '/account/resume': { kept: writeKept({ action: '/account/keys', fields: { name: 'forged' } }) },
  '/account/sign-out': {},
  '/account/keys': { name: 'forged', scope_read: 'on' },
  '/account/keys/rotate': {},
  '/account/keys/:key_id/revoke': {},
  '/account/webhooks': { url: 'https://hooks.example.com/forged', 'event_key.revoked': 'on' },
  '/account/webhooks/:id/rotate-secret': {},
  '/account/webhooks/:id/delete': {},
  '/account/webhooks/:id/deliveries/:delivery_id/redeliver': {},
  '/publish': { step: 'publish', name: 'forged', source: 'circuit forged { input a: 0..9 output b: 0..9 b = a }' },
  '/publish/:pid/certify': {},
  '/circuits/:pid/change': { seen: '"forged"', name: 'forged', source: 'circuit forged { input a: 0..9 output b: 0..9 b = a }' },
  '/circuits/:pid/withdraw': { seen: '"forged"', sure: 'on' },
  '/policies': { name: 'forged', source: 'policy forged {' },
  '/policies/:policy_id/activate': { old: '2', version: '1', seen: '"forged"' },
  '/policies/:policy_id/check': { category: 'read' },
  '/policies/:policy_id/log': { mode: 'off', seen: '"forged"' },
  '/policies/:policy_id/versions': { source: 'policy forged {' },
};
/** Those that a person without a session sends. */
const WITHOUT_SESSION = ['/account/register', '/account/resume', '/account/sign-in'];

/** Returns the address of a form, of things that belong to a person. */
async function addressOf(path: string, person: Person): Promise<string> {
  const own = /\/account\/keys\/(key_\w+)\/revoke/.exec((await person.read('/account')).text)?.[1] ?? 'key_none';
  return path.replace(':key_id', own).replaceAll(/:\w+/g, 'none');
}

const fieldsOf = async (person: Person) => hiddenFields((await person.read('/account')).text, '/account/sign-out');

/** Returns what the database holds, without what reading changes. */
async function kept(): Promise<readonly string[]> {
  return (await everyRow(registry.database)).filter((row) => !/^(api_keys|sessions|idempotency_records) /.test(row)).toSorted();
}
const sessionsNow = async () => registry.database.session.count();

test('every form is attacked here', () => {
  expect(declaredForms()).toEqual(Object.keys(FORMS).toSorted());
});

describe.each(Object.keys(FORMS))('POST %s', (path) => {
  const given = FORMS[path] ?? {};

  it.each([
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['another site that a browser without Sec-Fetch-Site names', { Origin: 'https://evil.example', 'Sec-Fetch-Site': null }],
    ['another port', { Origin: `http://${OWN_FORM.Host}:8080`, 'Sec-Fetch-Site': 'same-site' }],
    ['a page of a sandbox', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of a sandbox, in an old browser', { Origin: 'null', 'Sec-Fetch-Site': null }],
    ['an origin that is none', { Origin: 'evil', 'Sec-Fetch-Site': 'same-origin' }],
    ['the address bar', { Origin: null, 'Sec-Fetch-Site': 'none' }],
    ['nobody knows where', { Origin: null, 'Sec-Fetch-Site': null }],
  ])('403: the form of %s, with all that is right in it', async (_what, headers) => {
    const fields = { ...(await fieldsOf(ada)), ...given };
    const address = await addressOf(path, ada);
    const before = [await kept(), await sessionsNow()];
    const answer = await ada.send(address, fields, headers);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('does not come from its own page');
    expect(answer.get('Set-Cookie')).toBeUndefined();
    expect([await kept(), await sessionsNow()]).toEqual(before);
  });

  if (WITHOUT_SESSION.includes(path)) return;

  it('403: no token, a wrong one, and that of another session, even of the same key', async () => {
    const { key } = await eve.register('Eve');
    const again = new Person(registry);
    await again.submit(await again.read('/account'), '/account/sign-in', { api_key: key });
    const address = await addressOf(path, again);
    const { once = '' } = await fieldsOf(again);
    const before = [await kept(), await sessionsNow()];
    for (const token of ['', 'A'.repeat(43), (await fieldsOf(eve))['form_token'] ?? '', (await fieldsOf(ada))['form_token'] ?? '']) {
      const answer = await again.send(address, { form_token: token, once, ...given });
      expect(answer.status).toBe(403);
      expect(answer.text).toContain('made for another session');
    }
    expect([await kept(), await sessionsNow()]).toEqual(before);
  });

  it('does nothing without a session, and with one that has ended', async () => {
    const fields = { ...(await fieldsOf(ada)), ...given };
    const address = await addressOf(path, ada);
    const cookie = ada.cookie;
    await ada.submit(await ada.read('/account'), '/account/sign-out');
    const before = await kept();
    for (const former of [undefined, cookie, '__Host-session=', `__Host-session=${'A'.repeat(43)}`]) {
      ada.cookie = former;
      const answer = await ada.send(address, fields);
      expect(answer.text).not.toContain('svc_live_x');
      expect(shownKey(answer.text)).toBeUndefined();
    }
    expect(await kept()).toEqual(before);
  });
});

it('404: nothing of another account, by whatever address', async () => {
  const page = await ada.read('/account/webhooks');
  await ada.submit(page, '/account/webhooks', { url: 'https://hooks.example.com/of-ada', 'event_key.revoked': 'on' });
  const webhook = /\/account\/webhooks\/(whk_\w+)/.exec((await ada.read('/account/webhooks')).text)?.[1] ?? '';
  const key = /\/account\/keys\/(key_\w+)\/revoke/.exec((await ada.read('/account')).text)?.[1] ?? '';
  await eve.register('Eve');
  const fields = await fieldsOf(eve);
  expect((await eve.read(`/account/webhooks/${webhook}`)).status).toBe(404);
  for (const path of [
    `/account/keys/${key}/revoke`,
    `/account/webhooks/${webhook}/delete`,
    `/account/webhooks/${webhook}/rotate-secret`,
    `/account/webhooks/${webhook}/deliveries/evt_${webhook.slice(4)}/redeliver`,
  ]) {
    expect((await eve.send(path, { ...fields, once: systemOnce() })).status).toBe(404);
  }
  expect((await ada.read(`/account/webhooks/${webhook}`)).status).toBe(200);
});

const onceOf = (html: string) => hiddenFields(html, '/account/register')['once'];
const unknown = () => makeKey(systemRandomness);
const systemOnce = () => Buffer.from(systemRandomness.bytes(16)).toString('base64url');

it('fixation: an identifier that the server did not make opens nothing, and signing in always gives a new one', async () => {
  const { key } = await eve.register('Eve');
  const fixed = `__Host-session=${'B'.repeat(43)}`;
  const victim = new Person(registry);
  victim.cookie = fixed;
  const page = await victim.read('/account');
  expect(page.text).toContain('With a key');
  await victim.submit(page, '/account/sign-in', { api_key: key });
  expect(victim.cookie).not.toBe(fixed);
  const attacker = new Person(registry);
  attacker.cookie = fixed;
  expect((await attacker.read('/account')).text).toContain('With a key');
});

it('signing in over a session of somebody else ends that session', async () => {
  const { key } = await eve.register('Eve');
  const former = ada.cookie;
  const shared = new Person(registry);
  const page = await shared.read('/account');
  shared.cookie = former;
  await shared.submit(page, '/account/sign-in', { api_key: key });
  expect((await shared.read('/account')).text).toContain('Eve');
  ada.cookie = former;
  expect((await ada.read('/account')).text).toContain('With a key');
});

it('registering over a session of somebody else ends that session', async () => {
  const former = ada.cookie;
  const shared = new Person(registry);
  const page = await shared.read('/account');
  shared.cookie = former;
  await shared.submit(page, '/account/register', { name: 'Bob', email: 'bob@example.com' });
  expect((await shared.read('/account')).text).toContain('Bob');
  ada.cookie = former;
  expect((await ada.read('/account')).text).toContain('With a key');
});

it('two sessions at once in one field are none', async () => {
  await eve.register('Eve');
  const both = new Person(registry);
  for (const cookie of [`${ada.cookie}; ${eve.cookie}`, `${eve.cookie}; ${ada.cookie}`, `${ada.cookie}; ${ada.cookie}`]) {
    both.cookie = cookie;
    expect((await both.read('/account')).text).toContain('With a key');
  }
  both.cookie = `theme=dark; ${ada.cookie}; __Secure-x=1`;
  expect((await both.read('/account')).text).toContain('Sign out');
});

it('431 for huge cookies; thousands of small ones are read', async () => {
  ada.cookie = `${ada.cookie}; ${Array.from({ length: 2_000 }, (_, place) => `c${place}=`).join('; ')}`;
  expect((await ada.read('/account')).text).toContain('Sign out');
  ada.cookie = `x=${'y'.repeat(20_000)}`;
  const status = await ada.read('/account').then(
    ({ status: answered }) => answered,
    () => 431,
  );
  expect(status).toBe(431);
});

it('a session ends when an operator suspends its account, and by another process', async () => {
  await registry.database.$executeRaw`UPDATE accounts SET suspended_at = now()
    WHERE id = (SELECT k.account_id FROM api_keys k JOIN sessions s ON s.api_key_id = k.id ORDER BY s.created_at DESC LIMIT 1)`;
  expect((await ada.read('/account')).text).toContain('With a key');
  expect((await ada.read('/account/audit')).status).toBe(303);
});

it('no row has the identifier of a session, a token of its forms, or a key', async () => {
  const page = await ada.read('/account');
  const made = await ada.submit(page, '/account/keys', { name: 'to be looked for', scope_read: 'on' });
  const secrets = [
    ada.cookie?.replace(/.*=/, '') ?? '',
    hiddenFields(page.text, '/account/keys')['form_token'] ?? '',
    shownKey(made.text) ?? '',
  ];
  expect(secrets.every((secret) => secret.length > 40)).toBe(true);
  const rows = (await everyRow(registry.database)).join('\n');
  for (const secret of secrets) for (const written of [secret, Buffer.from(secret).toString('hex')]) expect(rows).not.toContain(written);
});

it('429: guessing keys in the form is counted with guessing them in the API', async () => {
  const strict = await startTestRegistry({ TRUST_PROXY: 'loopback', UNKNOWN_KEYS_PER_MINUTE: '3' });
  try {
    const person = new Person(strict);
    const guess = async (api_key: string, address: string) =>
      person.send('/account/sign-in', { form_token: '', once: systemOnce(), api_key }, { 'X-Forwarded-For': address });
    const { key } = await strict.register();
    for (let count = 0; count < 3; count += 1) expect((await guess(unknown(), '192.0.2.7')).status).toBe(422);
    expect((await guess(unknown(), '192.0.2.7')).status).toBe(429);
    expect((await guess(key, '192.0.2.7')).status).toBe(303);
    await strict.api.get('/v1/usage').set('Authorization', `Bearer ${unknown()}`).set('X-Forwarded-For', '192.0.2.7').expect(429);
    expect((await guess(unknown(), '192.0.2.8')).status).toBe(422);
  } finally {
    await strict.close();
  }
});

it('429: an account that signs in again and again is counted as its requests', async () => {
  const strict = await startTestRegistry({ REQUESTS_PER_MINUTE: '3' });
  try {
    const { key } = await strict.register();
    const statuses = [];
    for (let count = 0; count < 4; count += 1)
      statuses.push((await new Person(strict).send('/account/sign-in', { form_token: '', once: systemOnce(), api_key: key })).status);
    expect(statuses).toEqual([303, 303, 303, 429]);
    expect(await strict.database.session.count()).toBe(3);
  } finally {
    await strict.close();
  }
});

it('an account that registers again and again is counted as by the API', async () => {
  const strict = await startTestRegistry({ REGISTER_PER_MINUTE: '2' });
  try {
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await new Person(strict).register()).answer.status);
    expect(statuses).toEqual([200, 200, 429]);
    const eager = new Person(strict);
    const page = await eager.read('/account');
    const again = await eager.submit(page, '/account/register', { name: 'Eager', email: 'eager@example.com' });
    expect([again.status, onceOf(again.text)]).toEqual([429, onceOf(page.text)]);
  } finally {
    await strict.close();
  }
});
