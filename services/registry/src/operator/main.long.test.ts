import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestRegistry } from '../testing/registry.fixture.js';
import { BY_ASSURANCE } from '../testing/sources.fixture.js';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  nodeArguments: readonly string[] = [],
): Promise<Ended> {
  const child = spawn(process.execPath, [...nodeArguments, join(__dirname, 'main.js'), ...words], { env: environment });
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => void (out += part.toString('utf8')));
  child.stderr.on('data', (part: Buffer) => void (err += part.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}

it('helps on standard output and ends with 0', async () => {
  expect(await run(['recheck', '--help'])).toMatchObject({ code: 0, err: '', out: expect.stringContaining('--dry-run') });
});

it('ends with 2 where the environment is wrong, and says so on standard error', async () => {
  expect(await run(['migrate'], { DATABASE_URL: 'nonsense' })).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('DATABASE_URL'),
  });
});

it('finds the servers that npm start has written down, and no others', async () => {
  const registry = await startTestRegistry();
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-operator-'));
  try {
    const ada = await registry.register();
    const nothing = await run(['--json', 'accounts'], { DATA_DIR: folder });
    expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('DATABASE_URL must be set') });
    writeFileSync(
      join(folder, 'servers.json'),
      JSON.stringify({ DATABASE_URL: registry.environment['DATABASE_URL'], REDIS_URL: 'redis://x' }),
    );
    const { accounts } = JSON.parse((await run(['--json', 'accounts'], { DATA_DIR: folder })).out);
    expect(accounts).toMatchObject([{ id: ada.accountId }]);
  } finally {
    rmSync(folder, { recursive: true });
    await registry.close();
  }
});

it('ends with 1 where Postgres does not answer, as one JSON object where that is asked for', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, out, err } = await run(['--json', 'migrate'], { DATABASE_URL: `postgresql://x:secret@127.0.0.1:${port}/x` });
  await new Promise((resolve) => server.close(resolve));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(Object.keys(JSON.parse(err))).toEqual(['error', 'remedy']);
  expect(err).not.toContain('secret');
});

it('decertifies nothing where the solver does not start', async () => {
  const registry = await startTestRegistry();
  try {
    await registry.startWorker();
    const ada = await registry.register();
    const pid = await registry.publish(ada, BY_ASSURANCE.solver);
    expect((await registry.certify(ada, pid)).body.certified).toBe(true);
    const state = async () => registry.database.circuitVersion.findMany({ where: { circuitId: pid } });
    const before = await state();
    // With 16 MiB of WebAssembly memory z3 does not start; no other module needs as much.
    const recheck = async () => run(['--json', 'recheck', '--engine', '*'], registry.environment, ['--wasm-max-mem-pages=256']);
    const checked = await recheck();
    expect(checked.code).toBe(1);
    expect(JSON.parse(checked.out)).toMatchObject({ undecided: 1, decertified: 0 });
    await registry.database.$executeRaw`UPDATE certifications SET certificate = '{}', engine_version = '0.0.1' WHERE circuit_id = ${pid}`;
    expect(JSON.parse((await recheck()).out)).toMatchObject({ undecided: 1, decertified: 0 });
    expect(await state()).toEqual(before);
  } finally {
    await registry.close();
  }
}, 60_000);
