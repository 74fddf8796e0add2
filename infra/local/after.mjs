// node infra/local/after.mjs install|build [command…]: runs a command once the packages are installed, or once everything is built
// too. Every command of package.json goes through it, so that a developer needs Node only.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { build } from './src/build.mjs';
import { install } from './src/install.mjs';
import { requireNode } from './src/node-version.mjs';
import { inRepository, repository } from './src/paths.mjs';
import { Trouble } from './src/progress.mjs';

const WORK = { install: [install], build: [install, build] };

/**
 * Standard output belongs to the command alone.
 * @param {string} line
 */
const tell = (line) => process.stderr.write(`${line}\n`);

/** @param {readonly (() => Promise<{ said: string }>)[]} steps */
const prepare = async (steps) => {
  const patience = setTimeout(() => tell('installing and building what is not up to date'), 1_000);
  try {
    requireNode();
    for (const step of steps) await step();
  } finally {
    clearTimeout(patience);
  }
};

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code
 */
const run = (command, args) => {
  const PATH = `${inRepository('node_modules/.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn(command, args, { cwd: repository, stdio: 'inherit', env: { ...process.env, PATH } });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      tell(error.message);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
};

const [work, command, ...args] = process.argv.slice(2);
if (work !== 'install' && work !== 'build') {
  tell('usage: node infra/local/after.mjs install|build [command…]');
  process.exit(2);
}
try {
  await prepare(WORK[work]);
  process.exitCode = command === undefined ? 0 : await run(command, args);
} catch (error) {
  if (!(error instanceof Trouble)) throw error;
  tell(error.message);
  process.exitCode = 1;
}
