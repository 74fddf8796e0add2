// node infra/local/servers.mjs [--durable] <command…>: runs a command with a throw-away Postgres and Redis in its environment
// (TEST_DATABASE_URL, TEST_REDIS_URL). The packages must be installed and built. --durable, for measurements: the servers write to
// the disk before they answer, as in production.
import { spawn } from 'node:child_process';
import { startThrowawayServers } from './src/throwaway.mjs';

const durable = process.argv[2] === '--durable';
const [command, ...args] = process.argv.slice(durable ? 3 : 2);
if (command === undefined) {
  process.stderr.write('usage: node infra/local/servers.mjs [--durable] <command…>\n');
  process.exit(2);
}
const servers = await startThrowawayServers({ durable });
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
