import { startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { hiddenFields, Person } from './testing/person.fixture.js';

const OF_ADDRESS = 5;
const OF_ACCOUNT = 7;

let registry: TestRegistry;
let pages: readonly string[];
beforeAll(async () => {
  registry = await startTestRegistry({ SEARCHES_PER_MINUTE: String(OF_ADDRESS), REQUESTS_PER_MINUTE: String(OF_ACCOUNT) });
  const author = await registry.register();
  const pid = await registry.publish(author, closedCircuit());
  pages = ['/circuits?search=half', `/circuits/${pid}?compare=1`, `/owners/${author.accountId}`, '/catalog?search=sum', '/catalog/DIV'];
});
afterAll(async () => registry.close());

it('429: pages without a session are counted by address, and those in a session by account, as its key is', async () => {
  const stranger = new Person(registry);
  for (const path of pages) expect((await stranger.read(path)).status).not.toBe(429);
  for (const path of pages) {
    const refused = await stranger.read(path);
    expect([path, refused.status, refused.type]).toEqual([path, 429, 'text/html']);
  }
  const ada = new Person(registry);
  const { key } = await ada.register();
  for (let read = 0; read < OF_ACCOUNT; read += 1) expect((await ada.read('/catalog')).status).toBe(200);
  for (const path of [...pages, '/', '/account', '/policies', '/publish'])
    expect([path, (await ada.read(path)).status]).toEqual([path, 429]);
  await registry.api.get('/v1/circuits').set('Authorization', `Bearer ${key}`).expect(429);
});

it('429: forms are counted by address before they are read, and one can always sign out', async () => {
  const ada = new Person(registry);
  await ada.register();
  const out = hiddenFields((await ada.read('/account')).text, '/account/sign-out');
  const statuses = [];
  for (let sent = 0; sent < OF_ADDRESS; sent += 1) statuses.push((await new Person(registry).send('/publish', { source: 'x' })).status);
  expect(statuses).toContain(429);
  const unread = await ada.send('/account/resume', { kept: 'x'.repeat(2_200_000) });
  expect([unread.status, unread.type]).toEqual([429, 'text/html']);
  for (let read = 0; read < OF_ACCOUNT; read += 1) await ada.read('/catalog');
  expect((await ada.read('/account')).status).toBe(429);
  expect((await ada.send('/account/sign-out', { ...out, form_token: 'forged' })).status).toBe(403);
  expect((await ada.send('/account/sign-out', out)).status).toBe(303);
  expect(ada.cookie).toBeUndefined();
});
