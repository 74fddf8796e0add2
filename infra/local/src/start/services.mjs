import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../child.mjs';
import { lastLines } from '../logs.mjs';
import { inRepository, repository } from '../paths.mjs';
import { Trouble } from '../progress.mjs';
import { waitUntil } from '../wait.mjs';
import { showErrorsOf } from './errors.mjs';
import { keepRunning } from './supervisor.mjs';

/** @typedef {import('../child.mjs').Child} Child */
/** @typedef {import('../child.mjs').Program} Program */

const SERVICES = /** @type {const} */ ([
  { name: 'registry', service: 'registry', main: 'services/registry/dist/main.js' },
  { name: 'worker', service: 'registry', main: 'services/registry/dist/worker.js' },
  { name: 'compiler', service: 'compiler', main: 'services/compiler/dist/main.js' },
]);

/**
 * Starts registry, worker and compiler and waits until both addresses say that they are healthy.
 * @param {object} options
 * @param {Record<string, string>} options.environment
 * @param {{ registry: string, compiler: string }} options.databases the database's address for each service
 * @param {string} options.logs
 * @param {readonly string[]} options.addresses
 * @returns {Promise<{ said: string, result: undefined }>}
 */
export const startServices = async ({ environment, databases, logs, addresses }) => {
  const programs = SERVICES.map(({ name, service, main }) =>
    serviceProgram(name, main, { ...environment, DATABASE_URL: databases[service] }, logs),
  );
  for (const { name, logFile } of programs) showErrorsOf(name, logFile);
  const children = programs.map((program) => launch(program));
  const dead = () => children.find((child) => !child.isRunning());
  const areUp = await waitUntil(async () => dead() !== undefined || (await areHealthy(addresses)), { withinMs: 60_000, everyMs: 50 });
  const failed = dead();
  if (failed !== undefined) throw await troubleWith(failed);
  if (!areUp) throw new Trouble(`the services did not become healthy within a minute; see ${logs}`);
  for (const child of children) keepRunning(child, () => launch(child.program));
  return { said: SERVICES.map(({ name }) => name).join(', '), result: undefined };
};

/**
 * @param {string} name
 * @param {string} main
 * @param {Record<string, string>} environment
 * @param {string} logs
 * @returns {Program}
 */
const serviceProgram = (name, main, environment, logs) => ({
  name,
  tier: 'service',
  command: process.execPath,
  args: ['--enable-source-maps', '--require', fileURLToPath(new URL('die-with-launcher.cjs', import.meta.url)), inRepository(main)],
  env: { ...process.env, ...environment },
  cwd: repository,
  logFile: path.join(logs, `${name}.log`),
  stopSignal: 'SIGTERM',
  diesWithLauncher: true,
});

/** @param {readonly string[]} addresses */
const areHealthy = async (addresses) => {
  const answers = await Promise.all(addresses.map(isHealthy));
  return answers.every(Boolean);
};

/** @param {string} address */
const isHealthy = async (address) => {
  try {
    const answer = await fetch(`${address}/v1/health`, { signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
};

/** @param {Child} child */
const troubleWith = async ({ program, ended }) =>
  new Trouble(
    [`the ${program.name} did not start (${await ended}). The end of ${program.logFile}:`, ...lastLines(program.logFile)].join('\n    '),
  );
