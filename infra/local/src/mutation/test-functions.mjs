import { expect } from 'expect';

/** @typedef {{ name: string, run: () => unknown }} Case */

/**
 * Calls `load` with the global functions of a test file, and returns its tests, to be called one by one in this process. Hooks are
 * refused: the files that run in this way have none.
 * @param {string} file
 * @param {() => void} load
 * @returns {Case[]}
 */
export const testsOf = (file, load) => {
  /** @type {Case[]} */
  const cases = [];
  /** @type {string[]} */
  const within = [];
  const named = (/** @type {string} */ name) => `${file} ${cases.length} ${[...within, name].join(' ')}`;
  const test = (/** @type {string} */ name, /** @type {() => unknown} */ run) => cases.push({ name: named(name), run });
  const describe = (/** @type {string} */ name, /** @type {() => void} */ body) => {
    within.push(name);
    body();
    within.pop();
  };
  const refuse = () => {
    throw new Error(`${file} has hooks, and cannot be run case by case`);
  };
  const hooks = { beforeAll: refuse, afterAll: refuse, beforeEach: refuse, afterEach: refuse };
  Object.assign(globalThis, { expect, ...hooks, test: withRows(test), it: withRows(test), describe: withRows(describe) });
  load();
  return cases;
};

/**
 * Adds `each`, which declares one test for each row.
 * @param {(name: string, body: () => unknown) => void} state
 */
const withRows = (state) =>
  Object.assign((/** @type {string} */ name, /** @type {() => unknown} */ body) => state(name, body), {
    each: (/** @type {readonly unknown[]} */ rows) => (/** @type {string} */ name, /** @type {(...row: unknown[]) => unknown} */ body) => {
      for (const row of rows) state(name, () => body(...(Array.isArray(row) ? row : [row])));
    },
  });
