import { registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, longCircuit } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let pid: string;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
  pid = await registry.publish(ada, longCircuit(90));
});

const opened = async (part: string, status = 200) =>
  (await registry.api.get(`/circuits/${pid}?part=${part}`).set('Accept', 'text/html').expect(status)).text;
const picture = async (part: string, status = 200) => {
  const { body } = await registry.api.get(`/circuits/${pid}/graph.svg?part=${part}`).responseType('blob').expect(status);
  return Buffer.from(body).toString('utf8');
};

/** Returns the parts that a page links to. */
const linkedFrom = (html: string) => [...html.matchAll(/&amp;part=([^"#]+)#graph"/g)].map(([, part = '']) => part);

it('200: a collapsed part opens by a link, operations before and after it too, and it closes', async () => {
  const whole = (await registry.api.get(`/circuits/${pid}`).set('Accept', 'text/html').expect(200)).text;
  const [part = ''] = linkedFrom(whole);
  const first = await opened(part);
  expect(first).toContain(`src="/circuits/${pid}/graph.svg?version=1&amp;part=${part}"`);
  expect(first).toContain(`href="/circuits/${pid}?version=1#graph"`);
  expect(first).toContain('operations, 1 to 40 of 270');
  const [after = ''] = linkedFrom(first);
  expect(linkedFrom(await opened(after))).toContain(`${part}.1`);
  expect(await picture(part)).toContain('>w0</text>');
  expect(await picture(after)).toContain('operations, 41 to 80 of 270');
});

it('304: a picture of a part that the reader has', async () => {
  const part = linkedFrom(await opened('circuit.r1'))[0] ?? '';
  const address = `/circuits/${pid}/graph.svg?part=${part}`;
  const { headers } = await registry.api.get(address).expect(200);
  await registry.api.get(address).set('If-None-Match', String(headers['etag'])).expect(304);
});

it('404: a part that the graph does not have', async () => {
  for (const part of ['circuit.r77', 'component3.r1', 'circuit.r1.9999']) {
    await opened(part, 404);
    await picture(part, 404);
  }
});

it('400: what is no address of a part', async () => {
  for (const part of ['circuit', 'circuit.r1.0', '..', 'circuit.r1.1.1']) {
    await opened(part, 400);
    await picture(part, 400);
  }
});

it('404: a part of a private circuit, for others', async () => {
  const hidden = await registry.publish(ada, closedCircuit(901), { visibility: 'private' });
  await registry.api.get(`/circuits/${hidden}/graph.svg?part=circuit.r1`).expect(404);
});
