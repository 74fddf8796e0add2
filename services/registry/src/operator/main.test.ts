import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function run(words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn(process.execPath, [join(__dirname, 'main.js'), ...words], { env: environment });
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
