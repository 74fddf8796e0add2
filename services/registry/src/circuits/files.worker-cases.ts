import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, usingFile } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  ada = await registry.register();
});

const publish = (body: object) =>
  registry.api
    .post('/v1/circuits')
    .set(bearer(ada))
    .send({ name: 'by file', ...body });
const repeat = (body: object) => publish(body).set('Idempotency-Key', 'with files');
const put = (pid: string, body: object) => registry.api.put(`/v1/circuits/${pid}`).set(bearer(ada)).send(body);
const get = (path: string) => registry.api.get(`/v1/circuits/${path}`);

it('what is stored reads by itself, with the hash of the program in one text', async () => {
  const { source, files, inOne } = usingFile(1);
  const { body } = await publish({ source, files }).expect(201);
  const { body: detail } = await get(body.pid).expect(200);
  expect(detail.source).toBe(
    `// From ./lib/half.kir\n${files['./lib/half.kir']}\n// The program\n// use "./lib/half.kir" Amount, halved\n\n${source.split('\n\n')[1]}`,
  );
  expect((await publish({ source: detail.source, name: 'stored' }).expect(201)).body.hash).toBe(body.hash);
  expect((await publish({ source: inOne, name: 'in one' }).expect(201)).body.hash).toBe(body.hash);
});

it('the stored version is certified, verified, drawn and compiled like others', async () => {
  const pid = (await publish(usingFileBody(2)).expect(201)).body.pid;
  expect((await registry.certify(ada, pid)).body).toMatchObject({ certified: true, phi_c: 1 });
  expect((await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(ada))).body).toMatchObject({ verified: true });
  await get(`${pid}/certificate`).expect(200);
  await get(`${pid}/artifacts/js`).expect(200);
  expect((await get(`${pid}/graph`).set('Accept', 'application/json').expect(200)).body).toHaveProperty('nodes');
  expect((await get(`${pid}/badge`).set('Accept', 'application/json').expect(200)).body.message).toMatch(/^φ 1\.0/);
});

it('what is open in a file is open at its line of what is stored', async () => {
  const { source, files } = usingFile(3);
  const open = { './lib/half.kir': files['./lib/half.kir'].replace('/ 2', '/ (amount - 7)') };
  const { pid } = (await publish({ source, files: open }).expect(201)).body;
  const { errors } = (await registry.certify(ada, pid)).body;
  expect(errors.map(({ line }: { line: number }) => line)).toEqual([5, 5]);
  expect(errors[0]).not.toHaveProperty('file');
  expect((await get(pid).expect(200)).body.source.split('\n')[4]).toContain('amount / (amount - 7)');
});

it('the same source and files publish nothing twice, and with another file another circuit', async () => {
  const [one, other] = [usingFileBody(4), usingFileBody(5)];
  const { body } = await publish(one).expect(201);
  expect((await publish(one).expect(200)).body).toEqual(body);
  const another = await publish({ ...one, files: other.files }).expect(201);
  expect(another.body.hash).not.toBe(body.hash);
});

it('a repeated request with other files is not the same request', async () => {
  const [one, other] = [usingFileBody(6), usingFileBody(7)];
  const first = await repeat(one).expect(201);
  expect((await repeat(one).expect(201)).body).toEqual(first.body);
  await repeat({ ...one, files: other.files }).expect(422);
  await repeat({ source: one.source }).expect(422);
});

it('a change is another version where what is written out differs, and only there', async () => {
  const pid = await registry.publish(ada, closedCircuit(8));
  const one = usingFileBody(8);
  expect((await put(pid, one).expect(200)).body).toMatchObject({ version: 2 });
  const { body } = await put(pid, one).expect(200);
  expect(body).toMatchObject({ version: 2 });
  expect((await put(pid, { source: body.source }).expect(200)).body).toMatchObject({ version: 2 });
  const next = await put(pid, { ...one, files: usingFile(9).files, visibility: 'private' }).expect(200);
  expect(next.body).toMatchObject({ version: 3, visibility: 'private' });
  const opened = await put(pid, { ...one, files: usingFile(9).files, visibility: 'public' }).expect(200);
  expect(opened.body).toMatchObject({ version: 3, visibility: 'public', source: next.body.source });
});

it('422: what is wrong in a file, with the file', async () => {
  const { source, files } = usingFile();
  const broken = { './lib/half.kir': `${files['./lib/half.kir']}circuit c {}` };
  const place = { code: 'program-in-file', file: './lib/half.kir', line: 6 };
  expect((await publish({ source, files: broken }).expect(422)).body.diagnostics).toMatchObject([place, { code: 'missing-output' }]);
  const pid = await registry.publish(ada, closedCircuit(10));
  expect((await put(pid, { source, files: broken }).expect(422)).body.diagnostics).toMatchObject([place, { code: 'missing-output' }]);
  expect((await publish({ source }).expect(422)).body.diagnostics).toMatchObject([{ code: 'unknown-file', line: 1, column: 5 }]);
});

it.each(['../half.kir', '/half.kir', './a/../half.kir', 'C:\\half.kir', '.\u0000', '__proto__', 'constructor', ''])(
  '422: a path %j',
  async (path) => {
    const files = `{${JSON.stringify(path)}:"domain Amount = 0..9"}`;
    const text = JSON.stringify({ name: 'a', source: closedCircuit(), files: 'FILES' }).replace('"FILES"', files);
    const { body } = await registry.api
      .post('/v1/circuits')
      .set(bearer(ada))
      .set('Content-Type', 'application/json')
      .send(text)
      .expect(422);
    expect(body.diagnostics).toMatchObject([{ code: 'bad-path', line: 1, column: 1 }]);
  },
);

it('400: files that are no texts, hold a key, are too many to be read or stand beside no source', async () => {
  const source = closedCircuit();
  await publish({ source, files: { './a.kir': 1 } }).expect(400);
  await publish({ source, files: ['./a.kir'] }).expect(400);
  const key = { './a.kir': `// svc_live_${'a'.repeat(40)}` };
  expect((await publish({ source, files: key }).expect(400)).body.errors).toEqual([
    { pointer: '/files/.~1a.kir', message: 'must not contain an API key' },
  ]);
  const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`./f${index}.kir`, '']));
  expect((await publish({ source, files: many }).expect(400)).body.errors[0].pointer).toBe('/files');
  const pid = await registry.publish(ada, closedCircuit(11));
  expect((await put(pid, { files: {} }).expect(400)).body.errors).toEqual([{ pointer: '/files', message: 'requires a source' }]);
});

function usingFileBody(number: number) {
  const { source, files } = usingFile(number);
  return { source, files };
}
