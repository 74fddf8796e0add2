import { type ExecFileException, execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeSharedRegistry, registryWithWorker, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT, pinning } from './testing/sources.fixture.js';

const KIR = path.join(__dirname, '../../../packages/cli/dist/bundle/kir.cjs');

let registry: TestRegistry;
let account: TestAccount;
let address: string;
let folder: string;
afterAll(closeSharedRegistry);
beforeAll(async () => {
  registry = await registryWithWorker();
  address = await registry.serve();
});
beforeEach(async () => {
  account = await registry.register();
  folder = mkdtempSync(path.join(tmpdir(), 'kir-server-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `kir` as a process of its own, with the key of the account unless it is told otherwise. */
async function kir(
  words: readonly string[],
  { key = account.key, input = '' }: { readonly key?: string; readonly input?: string } = {},
): Promise<Ran> {
  const environment = {
    PATH: process.env['PATH'],
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    KIRCHHOFF_REGISTRY: address,
    KIRCHHOFF_COMPILER: address,
  };
  const env = key === '' ? environment : { ...environment, KIRCHHOFF_API_KEY: key };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [KIR, ...words], { cwd: folder, env }, (error: ExecFileException | null, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
    child.stdin?.end(input);
  });
}

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), text);
};

it('keeps a login out of the working folder, and passes over addresses that are empty', async () => {
  const env = {
    PATH: process.env['PATH'],
    XDG_CONFIG_HOME: '',
    HOME: path.join(folder, 'home'),
    KIRCHHOFF_REGISTRY: address,
    KIRCHHOFF_COMPILER: '',
  };
  const child = execFile(process.execPath, [KIR, 'login'], { cwd: folder, env });
  child.stdin?.end(account.key);
  expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0);
  expect(statSync(path.join(folder, 'home/.config/kirchhoff/login.json')).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path.join(folder, 'home/.config/kirchhoff/login.json'), 'utf8')).compiler).toBe('http://localhost:4200');
});

it('certifies the circuits of a folder, and spends quota on what changed only', async () => {
  write('half.kir', closedCircuit(601));
  write('deep/share.kir', OPEN_CIRCUIT);
  const first = await kir(['certify']);
  expect([first.code, first.err]).toEqual([1, '']);
  expect(first.out).toMatch(
    /^deep\/share\.kir {2}cir_\w+ v1 {2}published {2}open, phi_c = 0\.75.*\nhalf\.kir {2}cir_\w+ v1 {2}published {2}certified\n$/,
  );
  const spent = async () => JSON.parse((await kir(['usage', '--json'])).out).certifications.used;
  expect(await spent()).toBe(2);
  write('deep/share.kir', OPEN_CIRCUIT.replace('0..10\n', '1..10\n'));
  const second = await kir(['certify', '--json']);
  expect([second.code, JSON.parse(second.out).circuits]).toEqual([
    0,
    [
      expect.objectContaining({ path: 'deep/share.kir', version: 2, action: 'new version', certified: true, skipped: false }),
      expect.objectContaining({ path: 'half.kir', version: 1, action: 'unchanged', certified: true, skipped: true }),
    ],
  ]);
  expect(await spent()).toBe(3);
  await kir(['certify']);
  expect(await spent()).toBe(3);
});

it('certifies again what another engine than that of the server has certified', async () => {
  write('half.kir', closedCircuit(606));
  const [{ pid, engine_version: engine }] = JSON.parse((await kir(['certify', '--json'])).out).circuits;
  await registry.database.certification.updateMany({ where: { circuitId: pid }, data: { engineVersion: '0.0.1' } });
  const again = JSON.parse((await kir(['certify', '--json'])).out).circuits;
  expect(again).toMatchObject([{ pid, version: 1, action: 'unchanged', certified: true, skipped: false, engine_version: engine }]);
  expect(JSON.parse((await kir(['certify', '--json'])).out).circuits).toMatchObject([{ skipped: true }]);
});

it('publishes with files beside the source, and prints badges', async () => {
  write('lib/two.kir', 'component two(n: 0..1_602) -> 0..801 {\n  n / 2\n}\n');
  write('half.kir', `use "./lib/two.kir" two\n\n${closedCircuit(602).replace('a / 2', 'two(a)')}`);
  expect(await kir(['badge'])).toMatchObject({ code: 1, err: 'half.kir is not published.\n' });
  expect(await kir(['publish', '--private'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^half\.kir {2}cir_\w+ v1 {2}published\n$/),
  });
  expect(await kir(['badge'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\[!\[half\]\(http:.*\/badge\)\]\(http:.*\/graph\)\n$/),
  });
  expect(JSON.parse((await kir(['badge', '--json'])).out)).toEqual({
    badges: [
      {
        path: 'half.kir',
        name: 'half',
        badge_url: expect.stringMatching(/^http:.*\/badge$/),
        graph_url: expect.stringMatching(/^http:.*\/graph$/),
      },
    ],
  });
});

it('exits with 2 and publishes nothing if a source is no program or a name is taken twice', async () => {
  write('half.kir', closedCircuit(603));
  write('wrong.kir', 'circuit {');
  expect((await kir(['certify'])).code).toBe(2);
  write('wrong.kir', closedCircuit(604));
  expect(await kir(['certify'])).toMatchObject({ code: 2, err: expect.stringContaining("Two files declare the circuit 'half'.") });
  expect(await registry.database.circuit.count({ where: { accountId: account.accountId } })).toBe(0);
});

it('stores a login that only the user can read, and refuses one that others can', async () => {
  const file = path.join(folder, 'config/kirchhoff/login.json');
  const stored = await kir(['login', '--registry', address], { key: '', input: `${account.key}\n` });
  expect(stored).toMatchObject({ code: 0, out: '', err: expect.stringContaining(`as ${account.accountId}`) });
  expect(stored.err).not.toContain(account.key);
  expect([statSync(file).mode & 0o777, JSON.parse(readFileSync(file, 'utf8')).api_key]).toEqual([0o600, account.key]);
  expect((await kir(['usage'], { key: '' })).code).toBe(0);
  chmodSync(file, 0o644);
  expect(await kir(['usage'], { key: '' })).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') });
  chmodSync(file, 0o600);
  expect(await kir(['logout', '--json'], { key: '' })).toMatchObject({ code: 0, out: '{"removed":true}\n' });
  expect(await kir(['usage'], { key: '' })).toMatchObject({ code: 2, err: expect.stringContaining('needs an API key') });
});

it('does not store a key that the server refuses', async () => {
  const refused = `${account.key.slice(0, -1)}${account.key.endsWith('0') ? '1' : '0'}`;
  expect(await kir(['login'], { key: '', input: refused })).toMatchObject({ code: 3, err: expect.stringContaining('The server refuses') });
  expect((await kir(['usage'], { key: '' })).code).toBe(2);
});

it('makes, lists and revokes keys, and prints a key once', async () => {
  const made = await kir(['keys', 'create', '--name', 'pipeline', '--scope', 'publish', 'certify']);
  const key = made.out.trim();
  expect([made.code, key]).toEqual([0, expect.stringMatching(/^svc_live_[0-9A-Za-z]{40}$/)]);
  const listed = await kir(['keys', 'list']);
  expect([listed.code, listed.out]).toEqual([0, expect.stringMatching(/key_\w+ {2}svc_live_\w*… {2}pipeline {2}publish certify\n/)]);
  expect(listed.out).not.toContain(key);
  const [, id = ''] = /(key_\w+) {2}svc_live_\w*… {2}pipeline/.exec(listed.out) ?? [];
  expect(await kir(['keys', 'revoke', id, '--json'])).toMatchObject({ code: 0, out: `{"key_id":"${id}","revoked":true}\n` });
  expect((await kir(['keys', 'revoke', 'key_0000000000000000000000'])).code).toBe(3);
  expect(await kir(['publish'], { key })).toMatchObject({ code: 2 });
  write('half.kir', closedCircuit(605));
  expect(await kir(['publish'], { key })).toMatchObject({ code: 3, err: expect.stringContaining('The server refuses') });
});

it('copies pinned circuits, so that a check needs no server, and accepts no other circuit in their place', async () => {
  write('half.kir', closedCircuit(700));
  const pid = JSON.parse((await kir(['certify', 'half.kir', '--json'])).out).circuits[0].pid;
  const { body } = await registry.api.get(`/v1/circuits/${pid}`).expect(200);
  write('quarter.kir', pinning(`${pid}@${body.hash}`));
  const before = await kir(['check', 'quarter.kir']);
  expect(before).toMatchObject({ code: 2, out: expect.stringContaining('there is no kir.lock: run `kir update`') });
  expect(await kir(['update'])).toMatchObject({ code: 0, err: 'kir.lock lists 1 circuit\n' });
  expect((await kir(['check', 'quarter.kir'])).out).toBe('quarter.kir  closed  phi_c = 1.0, kernel\n');
  write(`kir-pins/${pid}@${body.hash}.kir`, closedCircuit(701));
  expect(await kir(['check', 'quarter.kir'])).toMatchObject({ code: 2, out: expect.stringContaining('has the hash') });
  write('half.kir', closedCircuit(702));
  await kir(['certify', 'half.kir']);
  expect(await kir(['update', '--latest'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^quarter\.kir: cir_\w+@\w{8}… → \w{8}…\n$/),
  });
  expect((await kir(['check'])).code).toBe(0);
  write('quarter.kir', pinning(`${pid}@${'0'.repeat(64)}`));
  expect(await kir(['update'])).toMatchObject({ code: 2, err: expect.stringContaining('There is no circuit') });
});

it('lets the registry verify a circuit, and checks its certificate here', async () => {
  write('half.kir', closedCircuit(710));
  const pid = JSON.parse((await kir(['certify', '--json'])).out).circuits[0].pid;
  expect(await kir(['verify', pid])).toMatchObject({ code: 0, out: expect.stringMatching(/^cir_\w+ {2}verified {2}hash [0-9a-f]{64}\n$/) });
  const { text } = await registry.api.get(`/v1/circuits/${pid}/certificate`).expect(200);
  write('half.certificate.json', text);
  expect(await kir(['verify', '--offline', 'half.certificate.json', 'half.kir'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('valid'),
  });
  expect((await kir(['verify', '--offline', pid])).code).toBe(2);
});

it('exits with 3 if the server does not answer', async () => {
  const env = { PATH: process.env['PATH'], KIRCHHOFF_API_KEY: account.key, KIRCHHOFF_REGISTRY: 'http://127.0.0.1:1' };
  const code = await new Promise((resolve) => {
    execFile(process.execPath, [KIR, 'usage'], { env }, (error) => resolve(error?.code));
  });
  expect(code).toBe(3);
}, 60_000);
