import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../paths.mjs';
import { Trouble } from '../progress.mjs';
import { restore, sandbox } from './sandbox.mjs';

/**
 * A mutant as Stryker reports it. Lines and columns are of the compiled file, from 1 on.
 * @typedef {{ line: number, column: number }} Place
 * @typedef {{ mutatorName: string, replacement: string, status: string, location: { start: Place, end: Place } }} Reported
 *
 * One that was run.
 * @typedef {object} Mutant
 * @property {string} change the mutator and what it put in the place
 * @property {Reported['location']} location
 * @property {'killed' | 'timed out' | 'survived' | 'not reached'} fate
 */

/** The longest that Stryker waits for a mutant besides half as much again as the tests take. */
const TIMEOUT_MS = 30_000;

/** @type {Readonly<Record<string, Mutant['fate']>>} */
const FATES = { Killed: 'killed', RuntimeError: 'killed', Timeout: 'timed out', Survived: 'survived', NoCoverage: 'not reached' };

/** @param {Mutant} mutant */
export const isAlive = ({ fate }) => fate === 'survived' || fate === 'not reached';

/**
 * Runs all mutants of one compiled file, stage by stage: the tests of a stage run only for what survived the stages before.
 * @param {string} file inside the repository
 * @param {readonly (readonly string[])[]} stages
 * @returns {Promise<Mutant[]>}
 */
export const runShard = async (file, stages) => {
  /** @type {Map<string, Mutant>} */
  const mutants = new Map();
  for (const [number, suites] of stages.entries()) {
    const alive = [...mutants.values()].filter(isAlive);
    if (number > 0 && alive.length === 0) break;
    restore(file);
    const places = number === 0 ? [file] : [...new Set(alive.map(({ location }) => `${file}:${range(location)}`))];
    const reported = await runStryker(places, suites, file);
    for (const mutant of reported) {
      const before = mutants.get(keyOf(mutant));
      if (number === 0 || (before !== undefined && isAlive(before) && mutant.fate !== 'not reached')) mutants.set(keyOf(mutant), mutant);
    }
  }
  return [...mutants.values()];
};

/** @param {Mutant} mutant */
const keyOf = ({ change, location }) => `${range(location)} ${change}`;

/** Columns count from 0 where Stryker is asked and from 1 where it answers. @param {Mutant['location']} location */
const range = ({ start, end }) => `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;

/**
 * @param {readonly string[]} places files, or ranges of them
 * @param {readonly string[]} suites
 * @param {string} file
 * @returns {Promise<Mutant[]>}
 */
const runStryker = async (places, suites, file) => {
  const report = path.join(sandbox, 'reports/mutation.json');
  rmSync(report, { force: true });
  writeFileSync(path.join(sandbox, 'jest.config.json'), JSON.stringify(jestOptions(suites)));
  writeFileSync(path.join(sandbox, 'stryker.config.json'), JSON.stringify(strykerOptions(places, report)));
  const output = await inSandbox(inRepository('node_modules/@stryker-mutator/core/bin/stryker.js'), ['run', 'stryker.config.json']);
  if (!existsSync(report)) throw new Trouble(`no report of the mutants of ${file}:\n${output}`);
  /** @type {{ files: Record<string, { mutants: Reported[] }> }} */
  const { files } = JSON.parse(readFileSync(report, 'utf8'));
  return Object.values(files)
    .flatMap(({ mutants }) => mutants)
    .flatMap(({ mutatorName, replacement, location, status }) => {
      const fate = FATES[status];
      return fate === undefined ? [] : [{ change: `${mutatorName}: ${replacement}`, location, fate }];
    });
};

/** @param {readonly string[]} suites */
const jestOptions = (suites) => ({
  testEnvironment: 'node',
  transform: {},
  testMatch: suites.map((suite) => `<rootDir>/packages/${suite}${suite.endsWith('/') ? '**/' : ''}*.test.js`),
  testTimeout: 600_000,
});

/**
 * @param {readonly string[]} places
 * @param {string} report
 */
const strykerOptions = (places, report) => ({
  mutate: places,
  testRunner: 'jest',
  plugins: [
    inRepository('node_modules/@stryker-mutator/jest-runner/dist/src/index.js'),
    inRepository('infra/local/src/mutation/emitted.mjs'),
  ],
  ignorers: ['emitted'],
  jest: { projectType: 'custom', configFile: 'jest.config.json', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  inPlace: true,
  timeoutMS: TIMEOUT_MS,
  dryRunTimeoutMinutes: 30,
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
