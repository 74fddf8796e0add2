// npm start: starts everything on this machine, also from a fresh clone. Until the packages are installed, only Node's own modules
// are available.
import path from 'node:path';
import { build } from './src/build.mjs';
import { stopAll } from './src/child.mjs';
import { install } from './src/install.mjs';
import { migrate } from './src/migrations.mjs';
import { requireNode } from './src/node-version.mjs';
import { say, step, Trouble } from './src/progress.mjs';
import { chooseAddresses } from './src/start/addresses.mjs';
import { lock } from './src/start/lock.mjs';
import { startServices } from './src/start/services.mjs';
import { readSettings } from './src/start/settings.mjs';
import { addressesOfServices, openPostgres, openRedis } from './src/start/stores.mjs';
import { stopSupervising } from './src/start/supervisor.mjs';
import { tellOperator } from './src/start/tell-operator.mjs';
import { accountsNote, walk } from './src/start/walk.mjs';

/** @type {(() => void)[]} run when all processes have stopped */
const atTheEnd = [];

const start = async () => {
  requireNode();
  const settings = readSettings(process.env);
  say(`Kirchhoff, with its data in ${settings.dataDirectory}`);
  const { afterCrash, release } = await lock(settings.dataDirectory);
  atTheEnd.push(release);
  await step('install', install);
  await step('build', build);
  const [databaseUrl, redisUrl] = await Promise.all([
    step('Postgres', () => openPostgres(settings)),
    step('Redis', () => openRedis(settings)),
  ]);
  await step('schema', () => bringUpToDate(databaseUrl));
  const databases = await addressesOfServices(settings, databaseUrl);
  const { registry, compiler, environment } = await chooseAddresses(settings, { afterCrash });
  atTheEnd.push(tellOperator(settings.dataDirectory, { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }));
  const logs = path.join(settings.dataDirectory, 'logs');
  await step('services', () =>
    startServices({
      environment: { ...environment, REDIS_URL: redisUrl },
      databases,
      logs,
      addresses: [registry, compiler],
    }),
  );
  say(walk({ registry, compiler }));
  say(accountsNote(process.env));
  say(`ready  registry ${registry}  compiler ${compiler}  (logs in ${logs}; Ctrl-C stops everything)`);
};

/** @param {string} databaseUrl */
const bringUpToDate = async (databaseUrl) => {
  const applied = await migrate(databaseUrl);
  return { said: applied.length === 0 ? 'up to date' : `${applied.length} applied`, result: undefined };
};

let isStopping = false;

/** @param {number} exitCode */
const stop = async (exitCode) => {
  // One Ctrl-C may arrive twice: from the terminal and from npm.
  if (isStopping) return;
  isStopping = true;
  stopSupervising();
  await stopAll();
  for (const finish of atTheEnd) finish();
  process.exit(exitCode);
};

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    if (!isStopping) say('\nstopping: services, then Redis and Postgres');
    void stop(0);
  });
}

// A killed npm passes on no signal: its children would keep running, and no terminal could stop them.
const parent = process.ppid;
const isStartedByNpm = process.env['npm_lifecycle_event'] === 'start';
setInterval(() => {
  if (isStartedByNpm && process.ppid !== parent) void stop(0);
}, 1_000).unref();

/** @param {unknown} error */
const fail = async (error) => {
  if (!isStopping) say(error instanceof Trouble ? error.message : String(error instanceof Error ? error.stack : error));
  await stop(1);
};

process.on('uncaughtException', (error) => void fail(error));
await start().catch(fail);
