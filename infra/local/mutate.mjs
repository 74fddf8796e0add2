// npm run mutate -- [certificate | rules | abstract | smt | certificate/drift.js …]: whether the tests notice each small change
// of the compiled proof kernel. One shard for each file; its report stands in .local/mutation and is not made again until the
// file or a test changes.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AREAS } from './src/mutation/areas.mjs';
import { makeSandbox } from './src/mutation/sandbox.mjs';
import { isAlive, runShard } from './src/mutation/shard.mjs';
import { inRepository } from './src/paths.mjs';
import { say, step, Trouble } from './src/progress.mjs';

/** Stages to run; `MUTATION_STAGES=1` gives a first answer in a fraction of the time. Default: all. */
const STAGES = Number(process.env['MUTATION_STAGES'] ?? Infinity);

/**
 * One compiled file and the suites that are to kill its mutants.
 * @typedef {object} Shard
 * @property {string} name such as certificate/check.js
 * @property {string} file inside the repository
 * @property {readonly (readonly string[])[]} stages
 */

/**
 * @param {readonly string[]} asked areas or shards; all if empty
 * @returns {Shard[]}
 */
const shards = (asked) => {
  const all = Object.entries(AREAS).flatMap(([area, { folder, stages }]) =>
    readdirSync(inRepository(folder))
      .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
      .map((name) => ({ name: `${area}/${name}`, file: path.join(folder, name), stages: stages.slice(0, STAGES) })),
  );
  for (const name of asked) {
    if (!(name in AREAS) && !all.some((shard) => shard.name === name)) {
      throw new Trouble(`${name} is neither an area (${Object.keys(AREAS).join(', ')}) nor a file of one, such as certificate/check.js`);
    }
  }
  return asked.length === 0 ? all : all.filter(({ name }) => asked.some((each) => each === name || each === path.dirname(name)));
};

/** A run of some stages leaves the report of all of them alone. @param {Shard} shard */
const reportOf = ({ name }) => inRepository('.local/mutation', `${name.replace('/', '-')}${STAGES < Infinity ? `.${STAGES}` : ''}.json`);

/**
 * Whatever changes the fate of a mutant: the file, the tests that are to kill it, and the way they are run.
 * @param {Shard} shard
 */
const stateOf = ({ file, stages }) => {
  const hash = createHash('sha256')
    .update(JSON.stringify(stages))
    .update(readFileSync(inRepository(file)));
  for (const suite of stages.flat()) {
    const folder = inRepository('packages', path.dirname(`${suite}x`));
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
    for (const test of tests.toSorted()) {
      if (test.endsWith('.test.js') && test.startsWith(inRepository('packages', suite))) hash.update(readFileSync(test));
    }
  }
  return hash.digest('hex');
};

/**
 * The report of a shard: the one that stands, if it is of the same state.
 * @param {Shard} shard
 * @returns {Promise<{ said: string, result: import('./src/mutation/shard.mjs').Mutant[] }>}
 */
const measure = async (shard) => {
  const state = stateOf(shard);
  const report = reportOf(shard);
  const before = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined;
  const isSame = before?.state === state;
  const mutants = isSame ? before.mutants : await runShard(shard.file, shard.stages);
  if (!isSame) writeFileSync(report, `${JSON.stringify({ shard: shard.name, state, mutants }, null, 1)}\n`);
  const alive = mutants.filter(isAlive).length;
  return { said: `${mutants.length - alive} of ${mutants.length} killed${isSame ? ', as measured before' : ''}`, result: mutants };
};

/** @param {readonly string[]} asked */
const mutate = async (asked) => {
  const chosen = shards(asked);
  mkdirSync(inRepository('.local/mutation'), { recursive: true });
  makeSandbox();
  for (const shard of chosen) {
    const mutants = await step(shard.name, () => measure(shard));
    const lines = readFileSync(inRepository(shard.file), 'utf8').split('\n');
    for (const { change, location, fate } of mutants.filter(isAlive)) {
      const { start } = location;
      say(`    ${start.line}:${start.column} ${fate}  ${change.replaceAll(/\s+/g, ' ')}\n      ${lines[start.line - 1]?.trim()}`);
    }
  }
};

await mutate(process.argv.slice(2)).catch((/** @type {unknown} */ error) => {
  if (!(error instanceof Trouble)) throw error;
  say(error.message);
  process.exitCode = 1;
});
