import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';
import { DryRunStatus, MutantRunStatus, TestStatus } from '@stryker-mutator/api/test-runner';
import { testsOf } from './test-functions.mjs';

/**
 * A test runner of Stryker that runs all cases in its own process. The engine is loaded once, with all mutants of the files, one of
 * them active. It is loaded again for mutants of code that runs when a module is loaded, and after a case that did not end.
 *
 * @typedef {import('@stryker-mutator/api/test-runner').TestRunner} TestRunner
 * @typedef {import('@stryker-mutator/api/test-runner').TestResult} TestResult
 * @typedef {import('@stryker-mutator/api/test-runner').DryRunResult} DryRunResult
 * @typedef {import('@stryker-mutator/api/test-runner').MutantRunResult} MutantRunResult
 * @typedef {import('@stryker-mutator/api/test-runner').MutantRunOptions} MutantRunOptions
 * @typedef {import('@stryker-mutator/api/core').InstrumenterContext} Switches
 * @typedef {import('@stryker-mutator/api/core').MutantCoverage} Coverage
 * @typedef {import('./test-functions.mjs').Case} Case
 * @typedef {{ milliseconds: number, kills: number }} Standing
 */

/** CPU time that a case may take in milliseconds, besides a multiple of what it takes without a mutant. */
const CASE_MS = 2_000;
const CASE_FACTOR = 20;
/** The factor by which an earlier kill loses weight with each mutant: the same cases kill neighbouring mutants. */
const MEMORY = 0.8;
const WEIGHT_OF_KILL = 20;

/** The coverage counter that Stryker writes into a file, and its replacement that does not count. */
const COUNTING = 'function cover() {';
const NOT_COUNTING = `${COUNTING} return;`;

const LOADING = 'loading';

/** Switches that a mutated module reads. @type {Switches} */
const switches = {};
Reflect.set(globalThis, '__stryker__', switches);

/** The code that runs under a time limit; it finds the function under a global name. */
const RUN = new vm.Script('globalThis.__caseToRun()');

/** A case that took more time than it may. */
class Endless extends Error {}

/** @implements {TestRunner} */
class InProcessRunner {
  static inject = /** @type {const} */ (['options']);

  /** @type {ReadonlyMap<string, Case>} */
  cases = new Map();
  /** @type {Map<string, Standing>} */
  records = new Map();
  /** True if the next run has to load the modules anew. */
  isStale = true;

  /** @param {Readonly<{ kirchhoff?: { suites: readonly string[], folder: string, corpus: string, withSearch: boolean } }>} options */
  constructor({ kirchhoff }) {
    if (kirchhoff === undefined) throw new Error('no options of the runner');
    this.options = kirchhoff;
    this.require = createRequire(path.join(process.cwd(), 'package.json'));
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  /** Runs all cases without a mutant, and counts for each case the mutants that it reaches. @returns {Promise<DryRunResult>} */
  async dryRun() {
    this.load(true);
    /** @type {TestResult[]} */
    const tests = [];
    for (const { name } of this.cases.values()) {
      switches.currentTestId = name;
      const before = process.cpuUsage();
      const failure = await this.failureOf(name, Infinity);
      const milliseconds = cpuSince(before);
      this.records.set(name, { milliseconds, kills: 0 });
      const test = { id: name, name, timeSpentMs: Math.ceil(milliseconds) };
      tests.push(
        failure === null ? { ...test, status: TestStatus.Success } : { ...test, status: TestStatus.Failed, failureMessage: failure },
      );
    }
    this.isStale = true;
    return { status: DryRunStatus.Complete, tests, mutantCoverage: runtimeFirst(switches.mutantCoverage ?? { static: {}, perTest: {} }) };
  }

  /**
   * @param {MutantRunOptions} options
   * @returns {Promise<MutantRunResult>}
   */
  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment }) {
    const isStatic = mutantActivation === 'static';
    delete switches.activeMutant;
    Object.assign(switches, { hitCount: 0, hitLimit }, isStatic ? { activeMutant: activeMutant.id } : {});
    try {
      if (this.isStale || isStatic || reloadEnvironment) this.load(false);
    } catch (error) {
      this.isStale = true;
      return { status: MutantRunStatus.Killed, killedBy: [LOADING], failureMessage: String(error), nrOfTests: 0 };
    }
    switches.activeMutant = activeMutant.id;
    try {
      return await this.runCases(testFilter ?? [...this.cases.keys()]);
    } catch (error) {
      if (!(error instanceof Endless)) throw error;
      this.isStale = true;
      return { status: MutantRunStatus.Timeout, reason: error.message };
    } finally {
      delete switches.activeMutant;
      if (isStatic) this.isStale = true;
    }
  }

  /**
   * Runs cases until the first one fails.
   * @param {readonly string[]} names
   * @returns {Promise<MutantRunResult>}
   */
  async runCases(names) {
    for (const record of this.records.values()) record.kills *= MEMORY;
    let nrOfTests = 0;
    for (const name of this.inOrder(names)) {
      const failureMessage = await this.failureOf(name, CASE_MS + CASE_FACTOR * this.recordOf(name).milliseconds);
      nrOfTests += 1;
      const { hitCount = 0, hitLimit = Infinity } = switches;
      if (hitCount > hitLimit) return { status: MutantRunStatus.Timeout, reason: 'a place is passed a hundred times as often' };
      if (failureMessage === null) continue;
      this.recordOf(name).kills += 1;
      return { status: MutantRunStatus.Killed, killedBy: [name], failureMessage, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
  }

  /** Orders cases: quick ones first, and those that recently killed a mutant. @param {readonly string[]} names */
  inOrder(names) {
    const weight = (/** @type {string} */ name) => {
      const { milliseconds, kills } = this.recordOf(name);
      return (milliseconds + 1) / (1 + WEIGHT_OF_KILL * kills);
    };
    return names
      .map((name) => ({ name, weight: weight(name) }))
      .toSorted((a, b) => a.weight - b.weight)
      .map(({ name }) => name);
  }

  /** @param {string} name */
  recordOf(name) {
    const record = this.records.get(name) ?? { milliseconds: 0, kills: 0 };
    this.records.set(name, record);
    return record;
  }

  /**
   * Returns the first line of the failure; `null` without one.
   * @param {string} name
   * @param {number} most milliseconds of CPU time
   */
  async failureOf(name, most) {
    const run = this.cases.get(name)?.run;
    if (run === undefined) throw new Error(`there is no case ${name}`);
    try {
      await withinTime(run, most, name);
      return null;
    } catch (error) {
      if (error instanceof Endless) throw error;
      return String(error).split('\n', 1)[0] ?? '';
    }
  }

  /** Loads the engine and its cases. Loads the mutated folder first: code that runs then belongs to no case. @param {boolean} isCounting */
  load(isCounting) {
    const root = path.join(process.cwd(), 'packages');
    for (const file of Object.keys(this.require.cache)) if (file.startsWith(root)) delete this.require.cache[file];
    setCounting(this.require, isCounting);
    const { suites, folder, corpus, withSearch } = this.options;
    delete switches.currentTestId;
    for (const file of modulesIn(folder)) this.require(file);
    switches.currentTestId = LOADING;
    const { casesOf } = this.require(path.join(root, 'coherence/dist/testing/checker-cases.js'));
    const made = JSON.parse(readFileSync(corpus, 'utf8'));
    const cases = [
      ...casesOf(withSearch ? made : { ...made, programs: [] }),
      ...suites.flatMap((suite) => testsOf(suite, () => this.require(path.join(root, suite)))),
    ];
    this.cases = new Map(cases.map((each) => [each.name, each]));
    this.isStale = false;
  }
}

/** @param {NodeJS.CpuUsage} before */
const cpuSince = (before) => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/**
 * Calls a function that may not end. A timer ends it; the CPU time tells if that was too early.
 * @param {() => unknown} run
 * @param {number} most milliseconds of CPU time
 * @param {string} name
 */
const withinTime = async (run, most, name) => {
  if (most === Infinity) return run();
  Reflect.set(globalThis, '__caseToRun', run);
  const before = process.cpuUsage();
  for (let timeout = Math.ceil(2 * most); ; timeout *= 2) {
    try {
      return await RUN.runInThisContext({ timeout });
    } catch (error) {
      const isCut = error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      if (!isCut) throw error;
      if (cpuSince(before) >= most) throw new Endless(`${name} does not end`);
    }
  }
};

/** The modules of a folder. @param {string} folder inside the sandbox */
const modulesIn = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
    .map((name) => path.resolve(folder, name));

/**
 * Counts coverage on request only: counting takes longer than most of the code that it counts.
 * @param {NodeJS.Require} require
 * @param {boolean} isCounting
 */
const setCounting = ({ extensions }, isCounting) => {
  extensions['.js'] = (module, file) => {
    const text = readFileSync(file, 'utf8');
    /** @type {unknown} */
    const compile = Reflect.get(module, '_compile');
    if (!(module instanceof Module) || typeof compile !== 'function') throw new Error('no module');
    Reflect.apply(compile, module, [isCounting ? text : text.replace(COUNTING, NOT_COUNTING), file]);
  };
};

/**
 * Code that runs both while modules are loaded and in a case counts as covered by the case: its mutants are active in the cases
 * alone, and the engine is not loaded again. For code that only the loading runs, it is.
 * @param {Coverage} coverage
 * @returns {Coverage}
 */
const runtimeFirst = (coverage) => {
  const { [LOADING]: loading, ...perTest } = coverage.perTest;
  const passed = new Set(Object.values(perTest).flatMap((counts) => Object.keys(counts)));
  const loaded = Object.entries({ ...coverage.static, ...loading });
  return { perTest, static: Object.fromEntries(loaded.filter(([mutant]) => !passed.has(mutant))) };
};

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', injectableClass: InProcessRunner }];
