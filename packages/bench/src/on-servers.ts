import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const REPOSITORY = resolve(__dirname, '../../..');

/**
 * Runs a bench on a Postgres and a Redis of its own, which store data as durably as those of an operator.
 * @param program below this folder, without its ending
 * @param options of the bench's command line, by name
 * @returns the exit code
 */
export async function benchOnServers(program: string, options: Readonly<Record<string, string>>): Promise<number> {
  const passedOn = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const servers = [join(REPOSITORY, 'infra/local/servers.mjs'), '--durable'];
  const command = [...servers, process.execPath, join(__dirname, `${program}.js`), ...passedOn];
  const child = spawn(process.execPath, command, { cwd: REPOSITORY, stdio: 'inherit' });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}
