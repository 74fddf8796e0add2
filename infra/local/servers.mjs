// node infra/local/servers.mjs <command…>: runs a command with a throw-away Postgres and Redis in its environment
// (TEST_DATABASE_URL, TEST_REDIS_URL). What it needs must be installed and built.
import { spawn } from 'node:child_process';
import { startThrowawayServers } from './src/throwaway.mjs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  process.stderr.write('usage: node infra/local/servers.mjs <command…>\n');
  process.exit(2);
}
const servers = await startThrowawayServers();
const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...servers.environment } });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
process.exitCode = await new Promise((resolve) => {
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    resolve(127);
  });
  child.once('exit', (code) => resolve(code ?? 1));
});
await servers.stop();
