// node infra/local/pnpm.mjs <arguments…>: runs the pnpm of package.json in the current folder, such as
// `node infra/local/pnpm.mjs install --lockfile-only` after a change of a package.json.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { packageManager } from './src/package-manager.mjs';
import { Trouble } from './src/progress.mjs';

try {
  const folder = await packageManager();
  const PATH = `${folder}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(path.join(folder, 'pnpm'), process.argv.slice(2), { stdio: 'inherit', env: { ...process.env, PATH } });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
