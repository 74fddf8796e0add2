import { type ServiceProcess, startService } from '../../testing/processes.fixture.js';
import { eventually, startTestRegistry, type TestRegistry } from '../../testing/registry.fixture.js';
import { Person } from '../testing/person.fixture.js';

/** The pages of policies, with the compiler as a process of its own. */

let registry: TestRegistry;
let compiler: ServiceProcess;
let ada: Person;
beforeAll(async () => {
  registry = await startTestRegistry(async (servers) => {
    compiler = await startService('compiler', { ...servers, ENGINE_THREADS: '1', LOG_LEVEL: 'trace' });
    return { COMPILER_URL: compiler.address };
  });
}, 60_000);
afterAll(async () => {
  await registry.close();
  await compiler.stop();
});
beforeEach(async () => {
  ada = new Person(registry);
  await ada.register();
});

const HOSTILE = '<script>alert(1)</script>';
const source = (limit: number) => `policy refunds {
  action "pay.refund" (cents: 0..100_000_000, urgent: bool, note: text[..60])
  action "read" ()

  rule small allow on "pay.refund" when cents <= ${limit} "${HOSTILE}"
  rule large review on "pay.refund" when cents > ${limit}
  rule all allow on "read"
  default deny
}
`;

async function create(limit = 5_000, person = ada): Promise<string> {
  const made = await person.submit(await person.read('/policies'), '/policies', { name: `refunds ${HOSTILE}`, source: source(limit) });
  expect(made.status).toBe(303);
  return made.headers['location'] ?? '';
}

it('creates a policy once, and shows its table, its source and its empty log', async () => {
  const list = await ada.read('/policies');
  const fields = { name: 'refunds', source: source(5_000) };
  const [first, second] = [await ada.submit(list, '/policies', fields), await ada.submit(list, '/policies', fields)];
  expect(second.headers['location']).toBe(first.headers['location']);
  const { text, status } = await ada.read(first.headers['location'] ?? '');
  expect(status).toBe(200);
  expect(text).not.toContain(HOSTILE);
  for (const shown of ['Decision table', 'rule large review', 'if it applies', 'No decision is logged', 'What would it say?'])
    expect(text).toContain(shown);
});

it('takes a policy of the playground to its own form, before and after signing in', async () => {
  const { key } = await new Person(registry).register('Bob');
  const program = source(1).replace('policy refunds', 'policy of_the_playground');
  const bob = new Person(registry);
  const asked = await bob.send('/publish', { source: program });
  const signedIn = await bob.submit(asked, '/account/sign-in', { api_key: key });
  for (const { text } of [signedIn, await bob.send('/publish', { source: program })]) {
    expect(text).toContain('Create policy');
    expect(text).toContain('value="of_the_playground"');
  }
});

it('says what is wrong with rules that are none, and with such that do not close, and keeps them', async () => {
  for (const wrong of ['policy broken {', source(5_000).replace('urgent: bool', 'urgent: nothing')]) {
    const answer = await ada.submit(await ada.read('/policies'), '/policies', { name: 'broken', source: wrong });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('role="alert"');
    expect(answer.text).toContain('Line ');
    expect(answer.text).toContain('value="broken"');
  }
});

it.each([
  ['5000', 'allow', 'small'],
  ['5001', 'review', 'large'],
  ['-1', 'deny', 'expected an integer'],
  ['x', 'deny', 'expected an integer'],
])('answers what it would say about %s cents: %s', async (cents, verdict, told) => {
  const path = await create();
  const answer = await ada.submit(await ada.read(path), `${path}/check#ask`, {
    param_cents: cents,
    param_urgent: 'true',
    param_note: HOSTILE,
  });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain(HOSTILE);
  const [, notice = ''] = /<div class="notice" role="status">([\s\S]*?)<\/div>/.exec(answer.text) ?? [];
  expect(notice).toContain('of version 1');
  expect(notice).toContain(`>${verdict}</span>`);
  expect(notice).toContain(told);
});

it('compares two versions, with an action whose verdict changes', async () => {
  const path = await create();
  const { key } = await registerKey();
  await put(key, path, source(6_000));
  const compared = await ada.read(`${path}?old=1&new=2`);
  expect(compared.text).toContain('Allows an action that was not allowed: yes');
  expect(compared.text).toMatch(/&quot;cents&quot;:(5\d{3}|6000)/);
  expect((await ada.read(`${path}?old=1&new=9`)).status).toBe(404);
});

/** Adds a version by its form, and returns the page that compares it with the deciding one. */
async function add(path: string, limit: number) {
  const added = await ada.submit(await ada.read(path), `${path}/versions#new-version`, { source: source(limit) });
  expect([added.status, added.headers['location']]).toEqual([303, expect.stringMatching(/\?old=\d&new=\d#compared$/)]);
  return ada.read((added.headers['location'] ?? '').replace(/#.*/, ''));
}

it('adds a version that decides only after the person has seen what it changes', async () => {
  const path = await create();
  const compared = await add(path, 6_000);
  expect(compared.text).toContain('version 1 decides');
  expect(compared.text).toContain('Allows an action that was not allowed: yes');
  const asked = { param_cents: '5500', param_urgent: 'true', param_note: '' };
  const verdict = async () => {
    const { text } = await ada.submit(await ada.read(path), `${path}/check#ask`, asked);
    return /<div class="notice" role="status">[\s\S]*?<span class="mark [^"]*">(\w+)</.exec(text)?.[1];
  };
  expect(await verdict()).toBe('review');
  const activated = await ada.submit(compared, `${path}/activate#versions`, { version: '2' });
  expect([activated.status, activated.headers['location']]).toEqual([303, `${path}#versions`]);
  expect((await ada.read(path)).text).toContain('version 2 decides');
  // Every process uses the new version within a second.
  await eventually('the new version decides', async () => (await verdict()) === 'allow');
  expect((await ada.submit(compared, `${path}/activate#versions`, { version: '2' })).status).toBe(303);
});

it('offers to let a version decide only beside the comparison with the one that decides', async () => {
  const path = await create();
  await add(path, 6_000);
  const compared = await add(path, 7_000);
  expect(compared.text).toContain('Let version 3 decide');
  for (const query of ['?old=3&new=3', '?old=2&new=3']) {
    const { text } = await ada.read(`${path}${query}`);
    expect([text.includes('Let version 3 decide'), text.includes('?old=1&amp;new=3#compared">See what')]).toEqual([false, true]);
  }
  // Somebody else lets version 2 decide, and back: the tag is of now, what was seen is not.
  const other = await ada.submit(compared, `${path}/activate#versions`, { old: '2' });
  expect([other.status, other.text.includes('Version 1 decides now, and nothing was done')]).toEqual([409, true]);
  expect(other.text).toContain('From version 1 to version 3');
  expect((await ada.submit(other, `${path}/activate#versions`)).status).toBe(303);
});

it('409: a version does not decide if the policy was changed since the person looked at it', async () => {
  const path = await create();
  const seen = await add(path, 6_000);
  expect((await ada.submit(await add(path, 7_000), `${path}/activate#versions`, { version: '3' })).status).toBe(303);
  const late = await ada.submit(seen, `${path}/activate#versions`, { version: '2' });
  expect([late.status, late.text.includes('nothing was done'), late.text.includes('version 3 decides')]).toEqual([409, true, true]);
  expect(late.text).toContain('From version 3 to version 2');
});

it('keeps the rules of a version that is refused, and says that a version decides already', async () => {
  const path = await create();
  const wrong = await ada.submit(await ada.read(path), `${path}/versions#new-version`, { source: 'policy broken {' });
  expect([wrong.status, wrong.text.includes('Line '), wrong.text.includes('policy broken {')]).toEqual([422, true, true]);
  const same = await ada.submit(await ada.read(path), `${path}/versions#new-version`, { source: source(5_000) });
  expect([same.status, same.text.includes('decides already')]).toEqual([409, true]);
});

it('changes the settings of the log, which then has the questions; refuses wrong ones with what was typed', async () => {
  const path = await create();
  const wrong = { mode: 'all', rate: '0', keep: 'cents of it!', retention_days: '91' };
  const refused = await ada.submit(await ada.read(path), `${path}/log`, wrong);
  expect(refused.status).toBe(400);
  for (const shown of ['value="91"', 'value="cents of it!"', 'id="retention_days-error"']) expect(refused.text).toContain(shown);
  const right = { mode: 'all', rate: '1', keep: 'cents, urgent', retention_days: '7' };
  expect((await ada.submit(refused, `${path}/log`, right)).status).toBe(303);
  await eventually('a question is in the log', async () => {
    const page = await ada.submit(await ada.read(path), `${path}/check#ask`, {
      param_cents: '17',
      param_urgent: 'true',
      param_note: 'hidden',
    });
    return page.text.includes('every decision, readable for 7 days') && /&quot;cents&quot;:17/.test((await ada.read(path)).text);
  });
  const stale = await ada.submit(refused, `${path}/log`, right);
  expect([stale.status, stale.text.includes('It was changed meanwhile')]).toEqual([422, true]);
});

/** Makes a key of Ada's account by its form. */
async function registerKey(): Promise<{ readonly key: string }> {
  const made = await ada.submit(await ada.read('/account'), '/account/keys', {
    name: 'programs',
    'scope_policy:write': 'on',
    scope_read: 'on',
  });
  return { key: /svc_live_[0-9A-Za-z]{40}/.exec(made.text)?.[0] ?? '' };
}

async function put(key: string, path: string, changed: string): Promise<void> {
  const answer = await fetch(`${compiler.address}/v1${path}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ source: changed }),
  });
  expect(answer.status).toBe(200);
}

it('404: the policy of another account, by every form', async () => {
  const path = await create();
  const page = await ada.read(path);
  const eve = new Person(registry);
  await eve.register('Eve');
  expect((await eve.read(path)).status).toBe(404);
  const own = await eve.read(await create(1, eve));
  const fields = /name="form_token" value="([^"]*)"/.exec(own.text)?.[1] ?? '';
  const answer = await eve.send(`${path}/check`, { form_token: fields, once: 'A'.repeat(22), category: 'read' });
  expect(answer.status).toBe(404);
  expect((await eve.submit(page, `${path}/check#ask`)).status).toBe(403);
});

it('a revoked key is refused by the compiler too, and by the page at once', async () => {
  const path = await create();
  const cookie = ada.cookie;
  const page = await ada.read('/account');
  const [, own = ''] = /\/account\/keys\/(key_\w+)\/revoke/.exec(page.text) ?? [];
  await ada.submit(page, `/account/keys/${own}/revoke`);
  ada.cookie = cookie;
  expect((await ada.read(path)).status).toBe(303);
});

it('403: a session whose key may not check asks no policy', async () => {
  const path = await create();
  const made = await ada.submit(await ada.read('/account'), '/account/keys', { name: 'reader', scope_read: 'on' });
  const reader = new Person(registry);
  await reader.submit(await reader.read('/account'), '/account/sign-in', {
    api_key: /svc_live_[0-9A-Za-z]{40}/.exec(made.text)?.[0] ?? '',
  });
  const page = await reader.read(path);
  expect(page.text).toContain('lacks the scope');
  expect((await reader.submit(page, `${path}/check#ask`, { param_cents: '1', param_urgent: 'true', param_note: '' })).status).toBe(403);
});

it('503: while the compiler is out, and where the registry does not know it', async () => {
  const alone = await startTestRegistry();
  try {
    const person = new Person(alone);
    await person.register();
    const answer = await person.read('/policies');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('COMPILER_URL');
  } finally {
    await alone.close();
  }
});

it('no key is in the log of the compiler', async () => {
  await create();
  expect(compiler.said()).toContain('/v1/policies');
  expect(compiler.said()).not.toMatch(/svc_live_[0-9A-Za-z]{10}/);
});
