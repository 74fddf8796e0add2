import { registryWithWorker, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT } from '../../testing/sources.fixture.js';
import { hiddenFields, Person, unescaped } from '../testing/person.fixture.js';

let registry: TestRegistry;
let ada: Person;
let key: string;
beforeAll(async () => {
  registry = await registryWithWorker();
});
beforeEach(async () => {
  ada = new Person(registry);
  ({ key } = await ada.register());
});

async function published(source: string, more: object = {}): Promise<string> {
  const { body } = await registry.api
    .post('/v1/circuits')
    .set('Authorization', `Bearer ${key}`)
    .send({ name: 'mine', source, ...more });
  return body.pid;
}

const circuitOf = async (pid: string) => (await registry.api.get(`/v1/circuits/${pid}`).set('Authorization', `Bearer ${key}`)).body;
const formOf = async (pid: string) => ada.read(`/circuits/${pid}/change`);
const filled = (source: string, more: object = {}) => ({ name: 'mine', description: '', visibility: 'public', source, ...more });

it('303: another program is the next version, and certified; sent twice, it is one version and one certification', async () => {
  const pid = await published(closedCircuit(801));
  const page = await ada.read(`/circuits/${pid}`);
  expect(page.text).toContain(`href="/circuits/${pid}/change"`);
  const form = await formOf(pid);
  expect(unescaped(form.text)).toContain(closedCircuit(801).trim());
  const next = filled(closedCircuit(802), { description: 'twice <b>as</b> good' });
  const sent = await ada.submit(form, `/circuits/${pid}/change`, next);
  expect(await ada.awaitRun(sent.headers['location'])).toBe(`/circuits/${pid}`);
  const again = await ada.submit(form, `/circuits/${pid}/change`, next);
  expect([again.status, again.headers['location']]).toEqual([303, sent.headers['location']]);
  expect(await circuitOf(pid)).toMatchObject({
    version: 2,
    certified: true,
    source: closedCircuit(802),
    description: 'twice <b>as</b> good',
  });
  expect(await registry.database.certification.count({ where: { circuitId: pid } })).toBe(1);
});

it('303: other words alone make no version, whatever ends the lines of the source', async () => {
  const source = closedCircuit(803).replaceAll('\n', '\r\n');
  const pid = await published(source);
  await registry.api.post(`/v1/circuits/${pid}/certify`).set('Authorization', `Bearer ${key}`).expect(200);
  const sent = await ada.submit(await formOf(pid), `/circuits/${pid}/change`, filled(source, { name: 'other', visibility: 'private' }));
  expect([sent.status, sent.headers['location']]).toEqual([303, `/circuits/${pid}`]);
  expect(await circuitOf(pid)).toMatchObject({ version: 1, certified: true, name: 'other', visibility: 'private', source });
});

it('303: an open program is the next version all the same', async () => {
  const pid = await published(closedCircuit(804));
  const sent = await ada.submit(await formOf(pid), `/circuits/${pid}/change`, filled(OPEN_CIRCUIT));
  await ada.awaitRun(sent.headers['location']);
  expect(await circuitOf(pid)).toMatchObject({ version: 2, certified: false });
});

it('422: a circuit that was changed meanwhile is shown as it is now, with what was typed; the form then sends it', async () => {
  const pid = await published(closedCircuit(805));
  const form = await formOf(pid);
  await registry.api.put(`/v1/circuits/${pid}`).set('Authorization', `Bearer ${key}`).send({ description: 'by the API' }).expect(200);
  const refused = await ada.submit(form, `/circuits/${pid}/change`, filled(closedCircuit(806), { description: 'by the page' }));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('changed or certified meanwhile, and nothing was done');
  for (const typed of ['by the page', closedCircuit(806).trim()]) expect(unescaped(refused.text)).toContain(typed);
  expect(await circuitOf(pid)).toMatchObject({ version: 1, description: 'by the API' });
  const sent = await ada.submit(refused, `/circuits/${pid}/change`, filled(closedCircuit(806), { description: 'by the page' }));
  await ada.awaitRun(sent.headers['location']);
  expect(await circuitOf(pid)).toMatchObject({ version: 2, description: 'by the page' });
});

it.each([
  ['a program that is none', { source: 'circuit <script>alert(1)</script> {' }, 422],
  ['no name', { name: '' }, 400],
  ['a private pin of a public circuit', { source: 'use "cir_0000000000000000000000@PIN" as part' }, 422],
])('%s is refused on the form, with what was typed', async (_what, wrong, status) => {
  const pid = await published(closedCircuit(807));
  const fields = filled(closedCircuit(808), { description: 'kept words', ...wrong });
  const refused = await ada.submit(await formOf(pid), `/circuits/${pid}/change`, fields);
  expect([refused.status, refused.text.includes('role="alert"'), refused.text.includes('kept words')]).toEqual([status, true, true]);
  expect(refused.text).not.toContain('<script>alert');
  expect(await circuitOf(pid)).toMatchObject({ version: 1, description: '' });
});

it('409: the name and program of another own circuit', async () => {
  const other = await published(closedCircuit(809));
  const pid = await published(closedCircuit(810));
  const refused = await ada.submit(await formOf(pid), `/circuits/${pid}/change`, filled(closedCircuit(809)));
  expect([refused.status, refused.text.includes(other)]).toEqual([409, true]);
});

it('303: withdrawn, and sent twice it is the same', async () => {
  const pid = await published(closedCircuit(811));
  const form = await formOf(pid);
  const { owner } = await circuitOf(pid);
  expect((await ada.submit(form, `/circuits/${pid}/withdraw`)).status).toBe(400);
  for (let i = 0; i < 2; i++) {
    const sent = await ada.submit(form, `/circuits/${pid}/withdraw`, { sure: 'on' });
    expect([sent.status, sent.headers['location']]).toEqual([303, `/owners/${owner}`]);
  }
  expect((await ada.read(`/circuits/${pid}`)).status).toBe(410);
  expect((await formOf(pid)).status).toBe(410);
});

it('422: a circuit that was changed meanwhile is not withdrawn', async () => {
  const pid = await published(closedCircuit(812));
  const form = await formOf(pid);
  await registry.api.put(`/v1/circuits/${pid}`).set('Authorization', `Bearer ${key}`).send({ description: 'better' }).expect(200);
  const refused = await ada.submit(form, `/circuits/${pid}/withdraw`, { sure: 'on' });
  expect([refused.status, refused.text.includes('nothing was done')]).toEqual([422, true]);
  expect((await ada.submit(refused, `/circuits/${pid}/withdraw`, { sure: 'on' })).status).toBe(303);
});

it('nobody else changes it: 403 for a public circuit, 404 for a private one, and its page offers nothing', async () => {
  const [open, hidden] = [await published(closedCircuit(813)), await published(closedCircuit(814), { visibility: 'private' })];
  const mine = hiddenFields((await formOf(open)).text, `/circuits/${open}/change`);
  const eve = new Person(registry);
  await eve.register('Eve');
  const fields = async () => hiddenFields((await eve.read('/account')).text, '/account/sign-out');
  expect((await eve.read(`/circuits/${open}`)).text).not.toContain('/change');
  for (const [pid, status] of [
    [open, 403],
    [hidden, 404],
  ] as const) {
    expect((await eve.read(`/circuits/${pid}/change`)).status).toBe(status);
    const seen = mine['seen'] ?? '';
    const changed = await eve.send(`/circuits/${pid}/change`, { ...(await fields()), seen, ...filled(closedCircuit(815)) });
    const withdrawn = await eve.send(`/circuits/${pid}/withdraw`, { ...(await fields()), seen, sure: 'on' });
    expect([changed.status, withdrawn.status]).toEqual([status, status]);
  }
  for (const pid of [open, hidden]) expect(await circuitOf(pid)).toMatchObject({ version: 1 });
});

it('without a session the page leads to the form for signing in, and back', async () => {
  const pid = await published(closedCircuit(816));
  const nobody = new Person(registry);
  const led = (await nobody.read(`/circuits/${pid}/change`)).headers['location'] ?? '';
  expect(led).toBe(`/account?next=${encodeURIComponent(`/circuits/${pid}/change`)}`);
  const signedIn = await nobody.submit(await nobody.read(led), '/account/sign-in', { api_key: key });
  expect(signedIn.headers['location']).toBe(`/circuits/${pid}/change`);
});
