import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PinnedSource, programsOf, read } from '@kirchhoff/coherence';
import { makeIdentifier, systemRandomness } from '@kirchhoff/platform';
import { startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { MASKED } from '../testing/sources.fixture.js';

let compiler: TestCompiler;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  compiler = await startTestCompiler();
  [ada, bob] = await Promise.all([compiler.register(), compiler.register()]);
});
afterAll(async () => compiler.close());

interface Published extends PinnedSource {
  readonly id: string;
}

/** Puts a circuit where the registry would, with what it pins. */
async function publish(source: string, pinned: readonly Published[] = [], more: object = {}, certified = true): Promise<Published> {
  const reading = read(source, { pins: programsOf(pinned) });
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  const { hash, proofKey } = reading.program;
  const id = makeIdentifier('circuit', systemRandomness);
  const pins = { create: pinned.map((each, place) => ({ place, pinnedCircuitId: each.id, pinnedVersion: 1 })) };
  const version = { version: 1, source, hash, proofKey, languageVersion: '1.0', signature: new Uint8Array(), certified, pins };
  const circuit = { name: 'c', description: '', visibility: 'public' as const, currentVersion: 1, ...more };
  await compiler.database.circuit.create({ data: { id, accountId: ada.accountId, ...circuit, versions: { create: version } } });
  return { id, pin: `${id}@${hash}`, source };
}

const HALF = 'circuit half {\n  input a: 0..1_000\n  output b: 0..500\n  b = a / 2\n}\n';

/** Pins `half` and closes. */
function quarter({ pin }: Published): string {
  return `use "${pin}" as half\ncircuit quarter {\n  input a: 0..1_000\n  output b: 0..500\n  b = half(half(a))\n}\n`;
}

function byHalf({ pin }: Published): string {
  return `use "${pin}" as half\npolicy by_half {\n  action "pay" (cents: 0..1_000)\n  rule small allow on "pay" when half(cents) <= 50\n}\n`;
}

const post = (path: string, body: object, account = bob) => compiler.post(account, path, body);

/** The answers of the compiled program, one a line. */
function outputsOf(body: { readonly files: readonly { path: string; content: string }[]; readonly run: readonly string[] }, input: string) {
  const folder = mkdtempSync(join(tmpdir(), 'pinned-'));
  try {
    for (const { path, content } of body.files) writeFileSync(join(folder, path), content);
    const lines = execFileSync('/bin/sh', ['-c', body.run[0] ?? ''], { cwd: folder, input, encoding: 'utf8' });
    return lines
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('a circuit that pins another, and that one a third, is analyzed, evaluated, compiled and run', async () => {
  const half = await publish(HALF);
  const middle = await publish(quarter(half), [half]);
  const source = `use "${middle.pin}" as quarter\n${quarter(half).replace('half(half(a))', 'half(quarter(a))')}`;
  expect((await post('/v1/analyze', { source }).expect(200)).body).toMatchObject({ certified: true, phi_c: 1 });
  expect((await post('/v1/evaluate', { source, inputs: { a: 1_000 } }).expect(200)).body).toEqual({ outputs: { b: 125 } });
  const { body } = await post('/v1/compile', { source, target: 'js', harness: true }).expect(200);
  expect(outputsOf(body, '{"a":1000}\n{"a":9}\n')).toEqual([{ b: 125 }, { b: 1 }]);
});

it('a circuit of the registry is evaluated with what it was published with', async () => {
  const half = await publish(HALF, [], { withdrawnAt: new Date(), visibility: 'private' });
  const { id } = await publish(quarter(half), [half]);
  expect((await post('/v1/evaluate', { pid: id, inputs: { a: 400 } }).expect(200)).body).toEqual({ outputs: { b: 100 } });
});

it('422 at the pin: not certified, or of no circuit that the caller can see', async () => {
  const open = await publish(HALF, [], {}, false);
  const hidden = await publish(HALF, [], { visibility: 'private' });
  for (const path of ['/v1/analyze', '/v1/compile', '/v1/evaluate']) {
    const more = { '/v1/analyze': {}, '/v1/compile': { target: 'js' }, '/v1/evaluate': { inputs: { a: 1 } } }[path];
    for (const [pinned, message] of [
      [open, /is not certified$/],
      [hidden, /^there is no circuit/],
    ] as const) {
      const { body } = await post(path, { source: quarter(pinned), ...more }).expect(422);
      expect(body).toMatchObject({ diagnostics: [{ code: 'unresolved-pin', line: 1, message: expect.stringMatching(message) }] });
    }
    await post(path, { source: quarter(hidden), ...more }, ada).expect(200);
  }
  const { body } = await post('/v1/policies', { name: 'p', source: byHalf(hidden) }).expect(422);
  expect(body.diagnostics).toMatchObject([{ code: 'unresolved-pin', line: 1, column: 5 }]);
});

it('a policy decides with what it pinned when it was created, in every process and whatever becomes of that', async () => {
  const half = await publish(HALF);
  const policyId = await compiler.createPolicy(bob, byHalf(half));
  await compiler.database.circuit.update({ where: { id: half.id }, data: { withdrawnAt: new Date(), visibility: 'private' } });
  for (const process of [compiler, await compiler.another()]) {
    expect((await process.check(bob, policyId, 'pay', { cents: 101 }).expect(200)).body.verdict).toBe('ALLOW');
    expect((await process.check(bob, policyId, 'pay', { cents: 102 }).expect(200)).body.verdict).toBe('DENY');
  }
});

it('the next version of a policy has pins of its own', async () => {
  const [half, third] = [await publish(HALF), await publish(HALF.replace('a / 2', 'a / 3'))];
  const policyId = await compiler.createPolicy(bob, byHalf(half));
  const update = compiler.api.put(`/v1/policies/${policyId}`).set('Authorization', `Bearer ${bob.key}`);
  expect((await update.send({ source: byHalf(third) })).status).toBe(200);
  expect((await compiler.check(bob, policyId, 'pay', { cents: 150 }).expect(200)).body).toMatchObject({
    verdict: 'ALLOW',
    policy_version: 2,
  });
});

describe('what only a solver can close', () => {
  it('is analyzed as closed, and compiled and run', async () => {
    expect((await post('/v1/analyze', { source: MASKED }).expect(200)).body).toMatchObject({ certified: true, errors: [] });
    const { body } = await post('/v1/compile', { source: MASKED, target: 'js', harness: true }).expect(200);
    expect(outputsOf(body, '{"a":5,"b":9}\n{"a":65535,"b":1}\n')).toEqual([{ c: 5 }, { c: 65_535 }]);
  });

  it('is a policy that is created, and decides', async () => {
    const pinned = await publish(MASKED);
    const source = `use "${pinned.pin}" as masked\npolicy listed {\n  action "pay" (amount: 0..65_535, mask: 0..65_535)\n  rule four allow on "pay" when masked(amount, mask) == 4\n}\n`;
    const policyId = await compiler.createPolicy(bob, source);
    const { body } = await compiler.check(bob, policyId, 'pay', { amount: 4, mask: 3 }).expect(200);
    expect(body.verdict).toBe('ALLOW');
  });
});
