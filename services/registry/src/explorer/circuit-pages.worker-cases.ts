import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, closedCircuit, OPEN_CIRCUIT, pinning } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
});

const opened = async (pid: string) => (await registry.api.get(`/circuits/${pid}`).set('Accept', 'text/html').expect(200)).text;

it('a certified circuit: each promise with its evidence and grade, and the artifacts of every target', async () => {
  const pid = await registry.publish(ada, BY_ASSURANCE.kernel);
  await registry.certify(ada, pid);
  const text = await opened(pid);
  expect(text).toContain('a fee never exceeds the payment');
  expect(text).toContain('the sets of possible values show it');
  expect(text).toContain('proven by the rules of the checker alone');
  expect(text).toContain('href="/catalog/MULDIV"');
  for (const target of ['js', 'ts', 'python', 'go', 'rust', 'c', 'java', 'wasm'])
    await registry.api.get(`/circuits/${pid}/artifacts/${target}`).expect(200);
  const [ofPage, ofApi] = [
    await registry.api.get(`/circuits/${pid}/versions/1/certificate`).expect(200),
    await registry.api.get(`/v1/circuits/${pid}/versions/1/certificate`).expect(200),
  ];
  expect(ofPage.text).toBe(ofApi.text);
});

it.each([
  ['exhaustive', BY_ASSURANCE.exhaustive, 'by running every possible input'],
  ['solver', BY_ASSURANCE.solver, 'a solver found no input against it'],
])('a circuit of grade %s says so', async (_, source, words) => {
  const pid = await registry.publish(ada, source);
  await registry.certify(ada, pid);
  expect(await opened(pid)).toContain(words);
});

it('an open circuit: the place, the message and inputs that fail', async () => {
  const pid = await registry.publish(ada, OPEN_CIRCUIT);
  await registry.certify(ada, pid);
  const text = await opened(pid);
  expect(text).toContain('φ = 0.75');
  expect(text).toContain('href="#L5"');
  expect(text).toContain('{&quot;total&quot;:0,&quot;parts&quot;:0}');
  expect(text).not.toContain('mark closed');
});

it('names the circuits that pin it, as far as the reader may see them', async () => {
  const pid = await registry.publish(ada, closedCircuit(600));
  const { hash } = (await registry.certify(ada, pid)).body;
  const [shown, hidden] = [
    await registry.publish(ada, pinning(`${pid}@${hash}`, 1), { name: 'Shown pinner' }),
    await registry.publish(ada, pinning(`${pid}@${hash}`, 2), { name: 'Hidden pinner', visibility: 'private' }),
  ];
  const text = await opened(pid);
  expect(text).toContain(`href="/circuits/${shown}"`);
  expect(text).not.toContain('Hidden pinner');
  const own = await registry.api.get(`/circuits/${pid}`).set(bearer(ada)).expect(200);
  expect(own.text).toContain(`href="/circuits/${hidden}"`);
  await registry.api.delete(`/v1/circuits/${shown}`).set(bearer(ada)).expect(204);
  expect(await opened(pid)).not.toContain('Shown pinner');
});

it('an earlier version: its promises, its graph and its artifacts, also after another one was published', async () => {
  // The sources of this account are its own.
  const bob = await registry.register();
  const pid = await registry.publish(bob, BY_ASSURANCE.kernel);
  await registry.certify(bob, pid);
  const before = await opened(pid);
  const artifact = await registry.api.get(`/v1/circuits/${pid}/artifacts/js`).expect(200);
  const graph = await registry.api.get(`/v1/circuits/${pid}/graph`).expect(200);
  await registry.api.put(`/v1/circuits/${pid}`).set(bearer(bob)).send({ source: OPEN_CIRCUIT }).expect(200);
  await registry.certify(bob, pid);
  // A page that was opened before asks for its own version.
  const linked = /href="([^"]*artifacts\/js[^"]*)"/.exec(before)?.[1] ?? '';
  expect((await registry.api.get(linked).expect(200)).text).toBe(artifact.text);
  const drawn = /data-graph="([^"]*)"/.exec(before)?.[1] ?? '';
  expect(drawn).toMatch(/\?version=1$/);
  const [ofVersion, ofNow] = [await registry.api.get(drawn).expect(200), await registry.api.get(`/circuits/${pid}/graph.svg`).expect(200)];
  expect([String(ofVersion.body).includes('<svg'), String(ofVersion.body) === String(ofNow.body)]).toEqual([true, false]);
  const earlier = await opened(`${pid}?version=1`);
  for (const shown of [
    'a fee never exceeds the payment',
    'the sets of possible values show it',
    'This is an earlier version',
    linked,
    drawn,
  ])
    expect(earlier).toContain(shown);
  const { hash, version } = graph.body;
  for (const name of [version, hash]) {
    const { body } = await registry.api.get(`/v1/circuits/${pid}/graph?version=${name}`).expect(200);
    expect(body).toEqual(graph.body);
  }
  const { body: refused } = await registry.api.get(`/v1/circuits/${pid}/artifacts/js?version=2`).expect(409);
  expect(refused.code).toBe('not-certified');
  for (const name of ['3', '9999999999', 'f'.repeat(64)]) await registry.api.get(`/v1/circuits/${pid}/graph?version=${name}`).expect(404);
  await registry.api.get(`/v1/circuits/${pid}/graph?version=0`).expect(400);
  expect(await opened(`${pid}?version=2`)).toContain('this one is not certified');
});

it('promises of one condition: each by its own words', async () => {
  const source = closedCircuit(610).replace(/\n}\s*$/, '\n  ensure a >= 0 "never below nothing"\n  ensure a >= 0 "never negative"\n}\n');
  const pid = await registry.publish(ada, source);
  await registry.certify(ada, pid);
  const text = await opened(pid);
  for (const words of ['never below nothing', 'never negative']) expect(text).toMatch(new RegExp(`${words}</a>`));
});
