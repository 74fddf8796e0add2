// npm run drills:install: installs the distribution's packages that the drills need (src/tools.json) and that are not installed yet.
// npm run targets:install: the same for the tests of targets; the argument is the list.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @type {Record<string, string>} */
const packages = JSON.parse(readFileSync(process.argv[2] ?? path.join(import.meta.dirname, 'src/tools.json'), 'utf8'));
// The same folders as in src/harness/tools.ts. A tool with a path has to be that of the distribution, whatever is on the PATH.
const folders = ['/usr/lib/postgresql/15/bin', ...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
const isInstalled = (/** @type {string} */ tool) =>
  path.isAbsolute(tool) ? existsSync(tool) : folders.some((folder) => existsSync(path.join(folder, tool)));
const missing = [...new Set(Object.entries(packages).flatMap(([tool, name]) => (isInstalled(tool) ? [] : [name])))];

/** @param {readonly string[]} args */
const apt = (args) => {
  process.stdout.write(`apt-get ${args.join(' ')}\n`);
  const { status } = spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  return status === 0;
};

if (missing.length === 0) {
  process.stdout.write('every tool is installed\n');
} else if (process.getuid?.() !== 0) {
  process.stderr.write(`not installed: ${missing.join(', ')}. Run as root: apt-get install --no-install-recommends ${missing.join(' ')}\n`);
  process.exitCode = 1;
} else if (!(apt(['update', '-qq']) && apt(['install', '-y', '-qq', '--no-install-recommends', ...missing]))) {
  process.exitCode = 1;
}
