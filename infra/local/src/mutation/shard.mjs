import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../paths.mjs';
import { Trouble } from '../progress.mjs';
import { corpus, sandbox } from './sandbox.mjs';

/**
 * A mutant as Stryker reports it. Lines and columns are of the compiled file, from 1 on.
 * @typedef {{ line: number, column: number }} Place
 * @typedef {{ mutatorName: string, replacement: string, status: string, statusReason?: string, location: { start: Place, end: Place
 * } }} Reported
 *
 * A mutant that was run.
 * @typedef {object} Mutant
 * @property {string} change the mutator and what it put in the place
 * @property {Reported['location']} location
 * @property {'killed' | 'timed out' | 'survived' | 'not reached'} fate
 * @property {string} [reason] what killed it
 */

/** The maximal time that Stryker waits for a mutant. The runner ends endless cases itself; this limit is for those that it cannot end. */
const TIMEOUT_MS = 600_000;
const MAX_MEGABYTES = 3_000;

/** @type {Readonly<Record<string, Mutant['fate']>>} */
const FATES = { Killed: 'killed', RuntimeError: 'killed', Timeout: 'timed out', Survived: 'survived', NoCoverage: 'not reached' };

/** @param {Mutant} mutant */
export const isAlive = ({ fate }) => fate === 'survived' || fate === 'not reached';

/** @param {Mutant} one */
export const isSame = (one) => (/** @type {Mutant} */ other) => other.change === one.change && range(other) === range(one);

/** Columns count from 0 in Stryker's questions and from 1 in its answers. @param {Mutant} mutant */
const range = ({ location: { start, end } }) => `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

/**
 * Runs the mutants of some compiled files of a folder: all, or those at the places of earlier ones.
 * @param {readonly { file: string, only: readonly Mutant[] | undefined }[]} places files inside the repository
 * @param {import('./areas.mjs').Area} area
 * @returns {Promise<ReadonlyMap<string, Mutant[]>>} by file
 */
export const runMutants = async (places, area) => {
  const files = places.map(({ file }) => file);
  const mutate = places.flatMap(({ file, only }) => (only === undefined ? [file] : only.map((mutant) => `${file}:${range(mutant)}`)));
  if (mutate.length === 0) return new Map();
  const report = path.join(sandbox, 'reports/mutation.json');
  rmSync(report, { force: true });
  writeFileSync(path.join(sandbox, 'stryker.config.json'), JSON.stringify(strykerOptions([...new Set(mutate)], area, report)));
  const output = await inSandbox(inRepository('node_modules/@stryker-mutator/core/bin/stryker.js'), ['run', 'stryker.config.json']);
  if (!existsSync(report)) throw new Trouble(`no report of the mutants of ${files.join(', ')}:\n${output}`);
  /** @type {{ files: Record<string, { mutants: Reported[] }> }} */
  const reported = JSON.parse(readFileSync(report, 'utf8'));
  return new Map(files.map((file) => [file, (reported.files[file]?.mutants ?? []).flatMap(asRun)]));
};

/**
 * @param {Reported} mutant
 * @returns {Mutant[]} empty if it was left out
 */
const asRun = ({ mutatorName, replacement, location, status, statusReason }) => {
  const fate = FATES[status];
  const reason = statusReason === undefined ? {} : { reason: statusReason };
  return fate === undefined ? [] : [{ change: `${mutatorName}: ${replacement}`, location, fate, ...reason }];
};

/**
 * @param {readonly string[]} mutate
 * @param {import('./areas.mjs').Area} area
 * @param {string} report
 */
const strykerOptions = (mutate, { folder, suites, withSearch }, report) => ({
  mutate,
  testRunner: 'in-process',
  plugins: [inRepository('infra/local/src/mutation/runner.mjs'), inRepository('infra/local/src/mutation/emitted.mjs')],
  ignorers: ['emitted'],
  kirchhoff: { suites, folder, corpus, withSearch },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  inPlace: true,
  timeoutMS: TIMEOUT_MS,
  dryRunTimeoutMinutes: 30,
  testRunnerNodeArgs: [`--max-old-space-size=${MAX_MEGABYTES}`],
  disableTypeChecks: false,
  allowEmpty: true,
  reporters: ['json'],
  jsonReporter: { fileName: report },
});

/**
 * @param {string} script
 * @param {readonly string[]} args
 * @returns {Promise<string>} what it printed
 */
const inSandbox = (script, args) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: sandbox, stdio: ['ignore', 'pipe', 'pipe'] });
    const passOn = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGINT', passOn).on('SIGTERM', passOn);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    child.once('close', () => {
      process.off('SIGINT', passOn).off('SIGTERM', passOn);
      resolve(output);
    });
  });
