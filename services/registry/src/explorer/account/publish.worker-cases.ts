import { registryWithWorker, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../../testing/sources.fixture.js';
import { Person, shownKey, unescaped } from '../testing/person.fixture.js';

let registry: TestRegistry;
let ada: Person;
beforeAll(async () => {
  registry = await registryWithWorker();
});
beforeEach(() => {
  ada = new Person(registry);
});

const certifiedOf = async (pid: string) => (await registry.api.get(`/v1/circuits/${pid}`).expect(200)).body.certified;

it('303: from a program without an account to an own certified circuit, by forms alone', async () => {
  const source = `${closedCircuit(701)}// "quoted" & <b>marked</b>\n`;
  const asked = await ada.send('/publish', { source });
  expect(asked.text).toContain('Your program is kept');
  const registered = await ada.submit(asked, '/account/register', { name: 'Ada', email: 'ada@example.com' });
  expect(shownKey(registered.text)).toBeDefined();
  const form = await ada.submit(registered, '/account/resume');
  const [, shown = ''] = /<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(form.text) ?? [];
  expect(unescaped(shown).trim()).toBe(source.trim());
  const published = await ada.submit(form, '/publish', { name: 'mine', description: '', visibility: 'public', source });
  expect(published.status).toBe(303);
  const led = await ada.awaitRun(published.headers['location']);
  const [, pid = ''] = /^\/circuits\/(cir_\w+)$/.exec(led) ?? [];
  expect(await certifiedOf(pid)).toBe(true);
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body.source).toBe(source);
  const again = await ada.submit(form, '/publish', { name: 'mine', description: '', visibility: 'public', source });
  expect(again.headers['location']).toBe(published.headers['location']);
  expect(await registry.database.certification.count({ where: { circuitId: pid } })).toBe(1);
});

it('303: a person with a key signs in, and goes on with the program', async () => {
  const { key } = await registry.register();
  const source = closedCircuit(702);
  const form = await ada.submit(await ada.send('/publish', { source }), '/account/sign-in', { api_key: key });
  expect(form.text).toContain('Publish and certify');
  expect(unescaped(form.text)).toContain('circuit half');
});

it('303: an open circuit is published, and leads to its page all the same', async () => {
  await ada.register();
  const form = await ada.read('/publish');
  expect(form.text).toContain('A version that is not proven is published too, as open.');
  const published = await ada.submit(form, '/publish', { name: 'open', description: '', visibility: 'private', source: OPEN_CIRCUIT });
  expect(await ada.awaitRun(published.headers['location'])).toMatch(/^\/circuits\/cir_/);
});

it('the line ends of a browser are those that were typed', async () => {
  await ada.register();
  const source = closedCircuit(703);
  const published = await ada.submit(await ada.read('/publish'), '/publish', {
    name: 'lines',
    description: '',
    visibility: 'public',
    source: source.replaceAll('\n', '\r\n'),
  });
  const [, pid = ''] = /^\/circuits\/(cir_\w+)$/.exec(await ada.awaitRun(published.headers['location'])) ?? [];
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body.source).toBe(source);
});

it.each([
  ['a program that is none', { source: 'circuit <script>alert(1)</script> {' }, 422],
  ['no name', { name: '' }, 400],
  ['a key in the program', { source: `${closedCircuit(704)}// svc_live_${'x'.repeat(40)}` }, 400],
])('%s is refused on the form, with what was typed', async (_what, wrong, status) => {
  await ada.register();
  const fields = { name: 'kept name', description: 'kept description', visibility: 'private', source: closedCircuit(705), ...wrong };
  const answer = await ada.submit(await ada.read('/publish'), '/publish', fields);
  expect(answer.status).toBe(status);
  expect(answer.text).toContain('role="alert"');
  expect(answer.text).toContain('kept description');
  expect(answer.text).not.toContain('<script>alert');
  expect(answer.text).not.toContain('svc_live_x');
});

it('413 for a form that is larger than any program, as a page', async () => {
  await ada.register();
  const answer = await ada.submit(await ada.read('/publish'), '/publish', { name: 'large', source: 'x'.repeat(5_300_000) });
  expect(answer.status).toBe(413);
  expect(answer.headers['content-type']).toContain('text/html');
});

it('404: the run of another account', async () => {
  await ada.register();
  const published = await ada.submit(await ada.read('/publish'), '/publish', {
    name: 'runs',
    description: '',
    visibility: 'public',
    source: closedCircuit(706),
  });
  const eve = new Person(registry);
  await eve.register('Eve');
  expect((await eve.read(published.headers['location'] ?? '')).status).toBe(404);
});

it('409: the name and program of an own circuit with another visibility or description, which the form does not change', async () => {
  await ada.register();
  const source = closedCircuit(707);
  const send = async (description: string, visibility: string) =>
    ada.submit(await ada.read('/publish'), '/publish', { name: 'twice', description, visibility, source });
  const first = await send('mine', 'public');
  await ada.awaitRun(first.headers['location']);
  const hidden = await send('a secret', 'private');
  expect([hidden.status, hidden.text.includes('You have published this already, and it is public')]).toEqual([409, true]);
  const [, pid = ''] = /<a href="\/circuits\/(cir_\w+)">Go to the circuit/.exec(hidden.text) ?? [];
  expect(hidden.text).toMatch(/value="private" checked/);
  const described = await send('other words', 'public');
  expect([described.status, described.text.includes('Its description is “mine”')]).toEqual([409, true]);
  expect((await registry.api.get(`/v1/circuits/${pid}`)).body).toMatchObject({ description: 'mine', visibility: 'public' });
  expect((await send('mine', 'public')).status).toBe(303);
  expect((await ada.submit(described, `/publish/${pid}/certify`)).status).toBe(303);
});
