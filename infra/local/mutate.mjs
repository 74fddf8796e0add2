// npm run mutate -- [--survivors] [certificate | rules | abstract | smt | certificate/drift.js …]: checks that the tests notice
// each small change of the compiled proof kernel. Each file is one shard. Its report is in .local/mutation, and is made again only
// when the file or a test changes. With --survivors, new tests run only against the mutants that have survived so far.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AREAS } from './src/mutation/areas.mjs';
import { makeSandbox } from './src/mutation/sandbox.mjs';
import { isAlive, isSame, runMutants } from './src/mutation/shard.mjs';
import { inRepository } from './src/paths.mjs';
import { say, step, Trouble } from './src/progress.mjs';

/**
 * @typedef {import('./src/mutation/shard.mjs').Mutant} Mutant
 * @typedef {{ code: string, tests: string }} State hashes
 * @typedef {{ state: State, mutants: Mutant[] }} Report
 * @typedef {{ shard: Shard, state: State, before: Report | undefined }} Chosen
 */

/** Files whose mutants are run together. To start Stryker and to run all cases once takes as long as some twenty mutants. */
const FILES_AT_A_TIME = 6;

/**
 * One compiled file.
 * @typedef {object} Shard
 * @property {string} name such as certificate/check.js
 * @property {string} area
 * @property {string} file inside the repository
 */

/**
 * @param {readonly string[]} asked areas or shards; all if empty
 * @returns {Shard[]}
 */
const shards = (asked) => {
  const all = Object.entries(AREAS).flatMap(([area, { folder }]) =>
    readdirSync(inRepository(folder))
      .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
      .map((name) => ({ name: `${area}/${name}`, area, file: path.join(folder, name) })),
  );
  for (const name of asked) {
    if (!(name in AREAS) && !all.some((shard) => shard.name === name)) {
      throw new Trouble(`${name} is neither an area (${Object.keys(AREAS).join(', ')}) nor a file of one, such as certificate/check.js`);
    }
  }
  return asked.length === 0 ? all : all.filter(({ name, area }) => asked.some((each) => each === name || each === area));
};

/** @param {Shard} shard */
const reportOf = ({ name }) => inRepository('.local/mutation', `${name.replace('/', '-')}on`);

/** @param {string[]} files inside the repository */
const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(inRepository(file)));
  return hash.digest('hex');
};

/**
 * Hashes of the file, and of the cases, suites and runner that have to kill its mutants.
 * @param {Shard} shard
 * @returns {State}
 */
const stateOf = ({ file, area }) => {
  const modules = ['packages/coherence/dist/testing', 'infra/local/src/mutation'].flatMap((folder) =>
    readdirSync(inRepository(folder))
      .filter((name) => name.endsWith('js'))
      .toSorted()
      .map((name) => path.join(folder, name)),
  );
  const suites = areaNamed(area).suites.map((suite) => path.join('packages', suite));
  return { code: hashOf([file]), tests: hashOf([...suites, ...modules]) };
};

/** @param {string} name */
const areaNamed = (name) => {
  const area = AREAS[name];
  if (area === undefined) throw new Error(`unknown area ${name}`);
  return area;
};

/**
 * The report of a shard, if its file is as it was.
 * @param {Shard} shard
 * @param {State} state
 * @returns {Report | undefined}
 */
const reportBefore = (shard, { code }) => {
  const file = reportOf(shard);
  /** @type {Report | undefined} */
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  return before?.state.code === code ? before : undefined;
};

/**
 * @param {readonly Chosen[]} together of one area
 * @param {string} area
 * @param {boolean} isOfSurvivors
 */
const measure = async (together, area, isOfSurvivors) => {
  const places = together.map(({ shard, before }) => ({
    file: shard.file,
    only: isOfSurvivors ? before?.mutants.filter(isAlive) : undefined,
  }));
  const results = await runMutants(places, areaNamed(area));
  for (const { shard, state, before } of together) {
    const now = results.get(shard.file) ?? [];
    const again = (/** @type {Mutant} */ mutant) => (isAlive(mutant) ? (now.find(isSame(mutant)) ?? mutant) : mutant);
    const mutants = isOfSurvivors && before !== undefined ? before.mutants.map(again) : now;
    writeFileSync(reportOf(shard), `${JSON.stringify({ shard: shard.name, state, mutants }, null, 1)}\n`);
  }
};

/** @param {Chosen} chosen */
const tell = ({ shard, state }) => {
  const mutants = reportBefore(shard, state)?.mutants ?? [];
  const alive = mutants.filter(isAlive);
  say(`${shard.name}: ${mutants.length - alive.length} of ${mutants.length} killed`);
  const lines = readFileSync(inRepository(shard.file), 'utf8').split('\n');
  for (const { change, location, fate } of alive) {
    const { start } = location;
    say(`    ${start.line}:${start.column} ${fate}  ${change.replaceAll(/\s+/g, ' ')}\n      ${lines[start.line - 1]?.trim()}`);
  }
};

/** @param {readonly string[]} args */
const mutate = async (args) => {
  const isOfSurvivors = args.includes('--survivors');
  mkdirSync(inRepository('.local/mutation'), { recursive: true });
  const chosen = shards(args.filter((arg) => arg !== '--survivors')).map((shard) => {
    const state = stateOf(shard);
    return { shard, state, before: reportBefore(shard, state) };
  });
  const missing = chosen.filter(({ state, before }) => before?.state.tests !== state.tests);
  // The sandbox keeps the state that was read above, also if a build runs meanwhile.
  if (missing.length > 0) await step('the engine as it is', async () => ({ said: 'copied', result: makeSandbox() }));
  for (const area of Object.keys(AREAS)) {
    const inArea = missing.filter(({ shard }) => shard.area === area);
    for (let start = 0; start < inArea.length; start += FILES_AT_A_TIME) {
      const together = inArea.slice(start, start + FILES_AT_A_TIME);
      const names = together.map(({ shard }) => shard.name).join(', ');
      await step(names, async () => ({ said: 'measured', result: await measure(together, area, isOfSurvivors) }));
    }
  }
  for (const each of chosen) tell(each);
};

await mutate(process.argv.slice(2)).catch((/** @type {unknown} */ error) => {
  if (!(error instanceof Trouble)) throw error;
  say(error.message);
  process.exitCode = 1;
});
