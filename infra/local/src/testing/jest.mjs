import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inRepository, repository } from '../paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/**
 * Runs jest, its output on the console.
 * @param {readonly string[]} args passed on to jest
 * @param {Readonly<Record<string, string>>} environment
 * @returns {Promise<Tally & { succeeded: boolean }>}
 */
export const runJest = async (args, environment) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kirchhoff-jest-'));
  const report = path.join(folder, 'report.json');
  try {
    // Jest maps the traces of tests by itself; with --enable-source-maps each of the services' threads would read them all.
    // Provers allocate much that is short-lived: a larger young generation takes a twelfth of their time.
    const command = [
      '--max-semi-space-size=64',
      inRepository('node_modules/jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      ...args,
    ];
    const succeeded = await runToEnd(command, environment);
    return { succeeded, ...(await tallyOf(report)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, string>>} environment
 * @returns {Promise<boolean>}
 */
const runToEnd = (args, environment) =>
  new Promise((resolve) => {
    // With --json jest writes the report to the file and everything that people read to standard error.
    const child = spawn(process.execPath, args, {
      cwd: repository,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...environment },
    });
    const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    child.once('close', (code) => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn);
      resolve(code === 0);
    });
  });

/**
 * A test file that could not even be loaded counts as one failure.
 * @param {string} report
 * @returns {Promise<Tally>}
 */
const tallyOf = async (report) => {
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } = JSON.parse(text);
  return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests + numTodoTests };
};
