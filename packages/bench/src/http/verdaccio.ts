import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { type Started, start } from './processes.js';

const HOME = resolve(__dirname, '../../rivals/verdaccio');
const PACKAGE = 'card-fee';

/** Verdaccio, a registry of npm packages, with one package whose metadata it serves. */
export interface Verdaccio extends Started {
  readonly origin: string;
  readonly path: string;
}

/** Installs the versions in the lockfile beside it, and starts it. */
export async function startVerdaccio(folder: string): Promise<Verdaccio> {
  await install();
  const port = await freePort();
  const file = join(folder, 'verdaccio.yaml');
  await writeFile(
    file,
    [
      `storage: ${join(folder, 'verdaccio')}`,
      'packages: { "**": { access: $all, publish: $anonymous } }',
      'uplinks: {}',
      'web: { enable: false }',
      'log: { type: stdout, format: json, level: info }',
      'middlewares: {}',
    ].join('\n'),
  );
  const command = [process.execPath, join(HOME, 'node_modules/verdaccio/bin/verdaccio'), '--config', file, '--listen', `127.0.0.1:${port}`];
  const started = await start({ name: 'verdaccio', command, environment: { NODE_ENV: 'production' }, announces: /http address/, folder });
  const origin = `http://127.0.0.1:${port}`;
  await publish(origin);
  return { ...started, origin, path: `/${PACKAGE}` };
}

async function install(): Promise<void> {
  const child = spawn('npx', ['--yes', 'pnpm@12.21.0', 'install', '--frozen-lockfile', '--ignore-scripts'], { cwd: HOME, stdio: 'ignore' });
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('exit', done);
  });
  if (code !== 0) throw new Error(`Verdaccio could not be installed in ${HOME}: pnpm install ended with ${code}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** One version, as `npm publish` sends it. */
async function publish(origin: string): Promise<void> {
  const version = {
    name: PACKAGE,
    version: '1.0.0',
    description: 'A fee',
    dist: { tarball: `${origin}/${PACKAGE}/-/${PACKAGE}-1.0.0.tgz` },
  };
  const body = {
    _id: PACKAGE,
    name: PACKAGE,
    'dist-tags': { latest: '1.0.0' },
    versions: { '1.0.0': version },
    readme: '# A fee',
    _attachments: {
      [`${PACKAGE}-1.0.0.tgz`]: { content_type: 'application/octet-stream', data: 'H4sIAAAAAAAAAwMAAAAAAAAAAAA=', length: 20 },
    },
  };
  const answer = await fetch(`${origin}/${PACKAGE}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`Verdaccio answered ${answer.status} to a publication: ${await answer.text()}`);
}
