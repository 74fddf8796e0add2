import { bearer, registryWithWorker, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE, closedCircuit, OPEN_CIRCUIT, pinning } from '../testing/sources.fixture.js';

let registry: TestRegistry;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  registry = await registryWithWorker();
});
// A new account for each test, since ten certifications a day are allowed.
beforeEach(async () => {
  [ada, bob] = await Promise.all([registry.register(), registry.register()]);
});

/** Publishes a circuit, and returns its pin. */
async function published(account: TestAccount, source: string, more: object = {}): Promise<string> {
  const pid = await registry.publish(account, source, more);
  const { body } = await registry.api.get(`/v1/circuits/${pid}`).set(bearer(account)).expect(200);
  return `${pid}@${body.hash}`;
}

async function certified(account: TestAccount, source: string, more: object = {}): Promise<string> {
  const pin = await published(account, source, more);
  expect((await registry.certify(account, pidOf(pin))).body.certified).toBe(true);
  return pin;
}

const pidOf = (pin: string) => pin.split('@')[0] ?? '';

const publish = async (account: TestAccount, source: string, more: object = {}) =>
  registry.api
    .post('/v1/circuits')
    .set(bearer(account))
    .send({ name: 'a circuit', source, ...more });

const verify = async (account: TestAccount, pin: string) => registry.api.post(`/v1/circuits/${pidOf(pin)}/verify`).set(bearer(account));

/** Returns the message at the only pin of a source. */
async function refusal(account: TestAccount, source: string, more: object = {}): Promise<string> {
  const { status, body } = await publish(account, source, more);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'invalid-program', diagnostics: [{ code: 'unresolved-pin', line: 1, column: 5 }] });
  return body.diagnostics[0].message;
}

it('a circuit that pins another one, of another account, is published, certified and verified', async () => {
  const pin = await certified(ada, closedCircuit(1));
  const outer = await certified(bob, pinning(pin));
  expect((await verify(ada, outer)).body).toMatchObject({ verified: true, match: true });
});

it('what is pinned through others comes with it, each once', async () => {
  const inner = await certified(ada, closedCircuit(2));
  const middle = await certified(ada, pinning(inner));
  const outer = await certified(bob, pinning(middle).replace('circuit', `use "${inner}" as other\ncircuit`).replace('half(a)', 'other(a)'));
  expect((await verify(bob, outer)).body.verified).toBe(true);
  const rows = await registry.database.circuitVersionPin.findMany({ where: { circuitId: pidOf(outer) }, orderBy: { place: 'asc' } });
  expect(rows.map(({ pinnedCircuitId }) => pinnedCircuitId)).toEqual([inner, middle].map(pidOf));
});

it('a pinned circuit whose proof needs a solver is proven inside the one that pins it', async () => {
  const pin = await certified(ada, BY_ASSURANCE.solver);
  const source = `use "${pin}" as masked\ncircuit masked_by_seven {\n  input a: 0..65_535\n  output c: 0..65_535\n  c = masked(a, 7)\n}\n`;
  expect((await verify(ada, await certified(ada, source))).body.verified).toBe(true);
});

it('422: another version, no such circuit, and one that is not certified, each at its pin', async () => {
  const pin = await certified(ada, closedCircuit(3));
  const none = /^there is no circuit 'cir_\w+' with this hash to be used here$/;
  expect(await refusal(ada, pinning(`${pidOf(pin)}@${'0'.repeat(64)}`))).toMatch(none);
  expect(await refusal(ada, pinning(`cir_0000000000000000000000@${'0'.repeat(64)}`))).toMatch(none);
  expect(await refusal(ada, pinning(await published(ada, closedCircuit(4))))).toMatch(/is not certified$/);
  const open = await published(ada, OPEN_CIRCUIT);
  await registry.certify(ada, pidOf(open));
  expect(await refusal(ada, pinning(open))).toMatch(/is not certified$/);
});

it('422: a private circuit is pinned by private ones of its owner, and by no other', async () => {
  const pin = await certified(ada, closedCircuit(5), { visibility: 'private' });
  expect(await refusal(ada, pinning(pin))).toMatch(/is private/);
  const unknown = await refusal(bob, pinning(`cir_0000000000000000000000@${'0'.repeat(64)}`), { visibility: 'private' });
  for (const visibility of ['public', 'private']) {
    expect((await refusal(bob, pinning(pin), { visibility })).replace(pidOf(pin), '')).toBe(unknown.replace(/cir_0+/, ''));
  }
  const outer = await certified(ada, pinning(pin), { visibility: 'private' });
  expect((await verify(ada, outer)).body.verified).toBe(true);
});

it('422: all mistakes of a source at once, those at its pins included', async () => {
  const pin = await published(ada, closedCircuit(6));
  const { body } = await publish(ada, pinning(pin).replace('half(half(a))', 'half(half(missing))'));
  expect(body.diagnostics).toMatchObject([
    { code: 'unresolved-pin', line: 1 },
    { code: 'unknown-name', line: 5 },
  ]);
});

it('what was pinned stays usable: withdrawn, made private, or open since', async () => {
  const pin = await certified(ada, closedCircuit(7));
  const outer = await published(bob, pinning(pin));
  const state = { withdrawnAt: new Date(), visibility: 'private' } as const;
  await registry.database.circuit.update({ where: { id: pidOf(pin) }, data: state });
  await registry.database.circuitVersion.updateMany({ where: { circuitId: pidOf(pin) }, data: { certified: false } });
  expect((await registry.certify(bob, pidOf(outer))).body.certified).toBe(true);
  expect((await verify(bob, outer)).body.verified).toBe(true);
});

it('a public circuit that was withdrawn can still be pinned by who has its hash', async () => {
  const pin = await certified(ada, closedCircuit(8));
  await registry.database.circuit.update({ where: { id: pidOf(pin) }, data: { withdrawnAt: new Date() } });
  await certified(bob, pinning(pin));
});

it('422: more circuits than a source may be read with', async () => {
  const pin = await certified(ada, closedCircuit(9));
  const { body } = await registry.api.get(`/v1/circuits/${pidOf(pin)}`).expect(200);
  const { signature, languageVersion } = await registry.database.circuitVersion.findFirstOrThrow({ where: { circuitId: pidOf(pin) } });
  const ids = Array.from({ length: 129 }, (_, index) => `cir_many${String(index).padStart(18, '0')}`);
  for (const id of ids) {
    const version = { version: 1, source: body.source, hash: body.hash, proofKey: body.hash, languageVersion, signature, certified: true };
    const circuit = { id, accountId: ada.accountId, name: 'many', description: '', visibility: 'public', currentVersion: 1 } as const;
    await registry.database.circuit.create({ data: { ...circuit, versions: { create: version } } });
  }
  const uses = ids.map((id, index) => `use "${id}@${body.hash}" as half${index}\n`);
  const source = `circuit c {\n  input a: 0..900\n  output b: 0..1_000\n  b = half0(a)\n}\n`;
  const answer = await publish(ada, uses.join('') + source);
  expect(answer.body.diagnostics).toMatchObject([{ code: 'unresolved-pin', line: 129, message: expect.stringMatching(/at most 128/) }]);
  expect((await publish(ada, uses.slice(0, 128).join('') + source)).status).toBe(201);
});
