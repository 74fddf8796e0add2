// node infra/images/prepare.mjs <target>: installs, builds and assembles the services in <target>/<service>. The build stage of the
// images runs it on a Node without further tools.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, SERVICES } from './src/services.mjs';

/** The certificates of a proxy that ends TLS, as a secret of the build. */
const CERTIFICATES = '/run/secrets/ca';

const [target] = process.argv.slice(2);
if (target === undefined) {
  process.stderr.write('usage: node infra/images/prepare.mjs <target>\n');
  process.exit(2);
}
const { packageManager } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
const environment = {
  ...process.env,
  // Without a terminal, pnpm must not ask questions; with "production" it would omit the compiler.
  CI: 'true',
  NODE_ENV: 'development',
  CHECKPOINT_DISABLE: '1',
  ...(existsSync(CERTIFICATES) ? { NODE_EXTRA_CA_CERTS: CERTIFICATES } : {}),
};

/** @param {readonly string[]} args */
const pnpm = (args) => {
  const { status, error } = spawnSync('npx', ['--yes', packageManager, ...args], { cwd: ROOT, stdio: 'inherit', env: environment });
  if (status !== 0) throw new Error(`pnpm ${args.join(' ')} ended with ${status ?? error?.message}`);
};

const services = SERVICES.flatMap((service) => ['--filter', `@kirchhoff/${service}...`]);
const store = process.env['PNPM_STORE'] === undefined ? [] : ['--store-dir', process.env['PNPM_STORE']];
pnpm(['install', '--frozen-lockfile', ...store, '--filter', 'kirchhoff', '--filter', '@kirchhoff/images', ...services]);
pnpm([...services, 'run', 'build']);

// Its libraries have just been installed.
const { assemble } = await import('./src/assemble.mjs');
const build = { epoch: Number(process.env['SOURCE_DATE_EPOCH'] ?? 0), revision: process.env['REVISION'] ?? 'unknown' };
for (const service of SERVICES) assemble(service, path.join(target, service), build);
