import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { sharedCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { CARD_FEE } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let account: TestAccount;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
});

const half = (expression: string) => `circuit half {\n  input a: 0..1_000\n  output b: 0..1_000\n  b = ${expression}\n}\n`;
const compare = (old: object, young: object) => compiler.post(account, '/v1/circuits/compare', { old, new: young });

it('is the same by a proof or by the hash, or different by an input', async () => {
  expect((await compare({ source: half('a / 2') }, { source: half('(a + a) / 4') }).expect(200)).body).toEqual({
    verdict: 'same',
    by: 'proof',
  });
  expect((await compare({ source: CARD_FEE }, { source: CARD_FEE }).expect(200)).body).toEqual({ verdict: 'same', by: 'hash' });
  const { body } = await compare({ source: half('a / 2') }, { source: half('(a + 1) / 2') }).expect(200);
  const { a } = body.inputs;
  expect(body).toEqual({
    verdict: 'different',
    by: 'input',
    inputs: { a },
    old: { kind: 'outputs', outputs: { b: Math.floor(a / 2) } },
    new: { kind: 'outputs', outputs: { b: Math.floor((a + 1) / 2) } },
  });
});

it('names ports that differ', async () => {
  const { body } = await compare({ source: half('a') }, { source: half('a').replace('0..1_000', '0..999') }).expect(200);
  expect(body).toMatchObject({ verdict: 'different', by: 'ports', ports: [{ port: 'a', old: '0..1000', new: '0..999' }] });
});

it('uses the files beside each source', async () => {
  const used = {
    source: `use "./two.kir" two\n\n${half('two(a)')}`,
    files: { './two.kir': 'component two(n: 0..1_000) -> 0..500 {\n  n / 2\n}\n' },
  };
  expect((await compare(used, { source: half('a / 2') }).expect(200)).body.verdict).toBe('same');
});

it('refuses what is no circuit, and says which of the two', async () => {
  const { body } = await compare({ source: half('a') }, { source: 'circuit {' }).expect(422);
  expect(body).toMatchObject({ code: 'invalid-program', detail: expect.stringContaining('The new source') });
  await compare({ source: half('a') }, {}).expect(400);
  await compare({ source: half('a'), pid: 'cir_1' }, { source: half('a') }).expect(400);
  await compare({ pid: 'cir_0000000000000000000000' }, { source: half('a') }).expect(404);
});

it('compares published circuits, and those that the caller may see only', async () => {
  const publish = async (owner: TestAccount, more: { readonly visibility?: 'private'; readonly withdrawnAt?: Date } = {}) => {
    const id = makeIdentifier('circuit', systemRandomness);
    const version = { version: 1, source: half('a / 2'), hash: id, proofKey: id, languageVersion: '1.0', signature: new Uint8Array() };
    const circuit = { name: 'half', description: '', visibility: 'public' as const, currentVersion: 1, ...more };
    await compiler.database.circuit.create({ data: { id, accountId: owner.accountId, ...circuit, versions: { create: version } } });
    return id;
  };
  const other = await compiler.register();
  const changed = await publish(other);
  const second = {
    circuitId: changed,
    version: 2,
    source: half('a / 3'),
    hash: 'h',
    proofKey: 'p',
    languageVersion: '1.0',
    signature: new Uint8Array(),
  };
  await compiler.database.circuitVersion.create({ data: second });
  await compiler.database.circuit.update({ where: { id: changed }, data: { currentVersion: 2 } });
  expect((await compare({ pid: changed, version: 1 }, { pid: changed }).expect(200)).body).toMatchObject({
    verdict: 'different',
    by: 'input',
  });
  expect((await compare({ pid: changed, version: 2 }, { pid: changed }).expect(200)).body).toEqual({ verdict: 'same', by: 'hash' });
  await compare({ pid: changed, version: 3 }, { pid: changed }).expect(404);
  await compare({ source: half('a'), version: 1 }, { pid: changed }).expect(400);
  const given = { source: half('(a + a) / 4') };
  expect((await compare({ pid: await publish(other) }, given).expect(200)).body).toEqual({ verdict: 'same', by: 'proof' });
  expect((await compare({ pid: await publish(account, { visibility: 'private' }) }, given).expect(200)).body.verdict).toBe('same');
  await compare({ pid: await publish(other, { visibility: 'private' }) }, given).expect(404);
  await compare(given, { pid: await publish(other, { withdrawnAt: new Date() }) }).expect(410);
});
