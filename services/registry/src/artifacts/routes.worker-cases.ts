import { spawnSync } from 'node:child_process';
import { BY_EXHAUSTION, longProgram, TWO_RECORDS } from '@kirchhoff/targets/dist/testing/hard-sources.js';
import { circuitOf } from '@kirchhoff/targets/dist/testing/reference.js';
import { holdTextToReference } from '@kirchhoff/targets/dist/testing/variants.js';
import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit, conformanceCase, OPEN_CIRCUIT } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});

const artifact = (pid: string, target: string) => registry.api.get(`/v1/circuits/${pid}/artifacts/${target}`);

async function certified(source: string, more: object = {}, owner = ada): Promise<string> {
  const pid = await registry.publish(owner, source, more);
  expect((await registry.certify(owner, pid)).body.certified).toBe(true);
  return pid;
}

it('200: the program as a file, which runs', async () => {
  const pid = await certified(conformanceCase('card_fee'));
  const { text, headers } = await artifact(pid, 'js').expect(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-disposition': 'inline; filename="card_fee.mjs"',
    'x-content-type-options': 'nosniff',
  });
  const run = `${text}\nconsole.log(JSON.stringify(card_fee({ amount: 10_000, region: 'eu' })));`;
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', run], { encoding: 'utf8' }).stdout).toBe('{"fee":150}\n');
});

it.each([
  ['card_fee', conformanceCase('card_fee')],
  ['two named records', TWO_RECORDS],
  ['a circuit named then, of an output named null', 'circuit then {\n input a: 0..9\n output null: (0..9)?\n null = some a\n}'],
  ['a circuit named after a device', 'circuit con {\n input a: 0..9\n output y: 0..9\n y = a\n}'],
  ['what every input was run for', BY_EXHAUSTION],
])('200: the file loads and gives the outputs of the reference: %s', async (name, source) => {
  const { text, headers } = await artifact(await certified(source, {}, bob), 'js').expect(200);
  holdTextToReference(text, circuitOf(source));
  expect(text.includes('GuardError')).toBe(source === BY_EXHAUSTION);
  if (name.endsWith('device')) expect(headers['content-disposition']).toBe('inline; filename="circuit.mjs"');
});

it('422: a program that would be too long', async () => {
  const pid = await certified(longProgram(), {}, bob);
  const { body } = await artifact(pid, 'js').expect(422);
  expect(body).toMatchObject({ code: 'program-too-long', detail: expect.stringContaining('8388608 characters') });
  const page = await registry.api.get(`/circuits/${pid}/artifacts/js`).expect(422).expect('Content-Type', /html/);
  expect(page.text).toContain('8388608 characters');
});

it('200: an alias names the same artifact', async () => {
  const pid = await certified(closedCircuit(1));
  const [one, other] = await Promise.all([artifact(pid, 'js').expect(200), artifact(pid, 'javascript').expect(200)]);
  expect(other.text).toBe(one.text);
  expect(other.headers['etag']).toBe(one.headers['etag']);
});

it('200: the certified circuit in Python, under either name', async () => {
  const pid = await certified(closedCircuit(9));
  const one = await artifact(pid, 'python').expect(200).expect('Content-Type', 'text/x-python; charset=utf-8');
  expect(one.headers['content-disposition']).toMatch(/^inline; filename="\w+_circuit[.]py"$/);
  expect(one.text).toContain('(phi_c 1, assurance kernel)');
  expect((await artifact(pid, 'py').expect(200)).text).toBe(one.text);
});

it('200: the certified circuit as a module of WebAssembly, in bytes', async () => {
  const pid = await certified(closedCircuit(8));
  const { body, headers } = await artifact(pid, 'wasm').responseType('blob').expect(200).expect('Content-Type', 'application/wasm');
  expect(headers['content-disposition']).toMatch(/^inline; filename="\w+[.]wasm"$/);
  expect(body.subarray(0, 8)).toEqual(Buffer.from('0061736d01000000', 'hex'));
  await artifact(pid, 'wasm')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
});

it('304: the same file is not sent again, and nothing is compiled', async () => {
  const pid = await certified(closedCircuit(2));
  const { headers } = await artifact(pid, 'js').expect(200);
  const again = await artifact(pid, 'js')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(304);
  expect(again.text).toBe('');
  expect(again.headers['etag']).toBe(headers['etag']);
});

it('400: an unknown target, with a list of those that there are', async () => {
  const pid = await certified(closedCircuit(3));
  const { body } = await artifact(pid, 'cobol').expect(400);
  expect(body).toMatchObject({
    code: 'invalid-request',
    errors: [{ pointer: 'path/target', message: expect.stringContaining('javascript') }],
  });
});

it('401: a key that is none', async () => {
  await artifact('cir_0000000000000000000000', 'js').set('Authorization', 'Bearer nonsense').expect(401);
});

it('404: an unknown pid, and a private circuit to all but its owner', async () => {
  const pid = await certified(closedCircuit(4), { visibility: 'private' });
  for (const hidden of [pid, 'cir_0000000000000000000000', 'nonsense']) {
    await artifact(hidden, 'js').expect(404);
    await artifact(hidden, 'js').set(bearer(bob)).expect(404);
  }
  await artifact(pid, 'js').set(bearer(ada)).expect(200).expect('Cache-Control', 'private, no-store');
});

it('409: a version that is not certified, or not any more', async () => {
  const pid = await registry.publish(ada, OPEN_CIRCUIT);
  expect((await artifact(pid, 'js').expect(409)).body.code).toBe('not-certified');
  await registry.certify(ada, pid);
  await artifact(pid, 'js').expect(409);
  const fallen = await certified(closedCircuit(5));
  const { headers } = await artifact(fallen, 'js').expect(200);
  await registry.database.circuitVersion.updateMany({ where: { circuitId: fallen }, data: { certified: false } });
  await artifact(fallen, 'js')
    .set('If-None-Match', headers['etag'] ?? '')
    .expect(409);
});

it('410: one that was withdrawn', async () => {
  const pid = await certified(closedCircuit(6));
  await registry.database.circuit.update({ where: { id: pid }, data: { withdrawnAt: new Date() } });
  await artifact(pid, 'js').expect(410);
});

it('503: a source that this engine reads as another graph than was proven is not compiled', async () => {
  // Ada has used up her certifications of the day.
  const pid = await certified(closedCircuit(7), {}, bob);
  await registry.database.circuitVersion.updateMany({ where: { circuitId: pid }, data: { source: closedCircuit(8) } });
  expect((await artifact(pid, 'js').expect(503)).body.code).toBe('internal');
});
