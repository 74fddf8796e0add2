import { OWN_SHARE } from '@kirchhoff/platform';
import { type CaseDeps, writePassing } from './cases.js';
import type { PolicyCase } from './policy.js';
import { CASES_CHANGED } from './repository.js';

const CASE: PolicyCase = { category: 'pay', params: {}, verdict: 'ALLOW' };
const ASKER = { share: OWN_SHARE, signal: new AbortController().signal, meter: { spent: () => undefined, mayBegin: async () => true } };

/** Cases of which the revision rises with every reading, and an engine that finds `failing` of them failed. */
function depsOf(failing: boolean, tested: number[]): CaseDeps {
  let revision = 1;
  return {
    cases: { find: async () => ({ cases: [CASE], revision: (revision += 1) }) },
    engine: {
      testPolicy: async ({ cases }) => {
        tested.push(cases.length);
        return { kind: 'tested', hash: 'h', failed: failing ? [{ index: 0, verdict: 'DENY', rule: null }] : [] };
      },
    },
  };
}

const PASSING = {
  of: { policyId: 'pol_1', accountId: 'acc_1', ignored: false },
  version: { source: '', pinned: [], certificate: new Uint8Array(), hash: 'h' },
  passed: { cases: [CASE], tested: 1 },
};

test('a version is not tested again if its cases stay', async () => {
  const tested: number[] = [];
  expect(await writePassing(depsOf(false, tested), PASSING, ASKER, async (revision) => revision)).toBe(1);
  expect(tested).toEqual([]);
});

/** A write while the cases have the third revision. */
const writeThird = async (revision: number | 'untested') => (revision === 3 ? revision : CASES_CHANGED);

test('a version is written by the revision of the cases that it has passed last', async () => {
  const tested: number[] = [];
  expect(await writePassing(depsOf(false, tested), PASSING, ASKER, writeThird)).toBe(3);
  expect(tested).toEqual([1, 1]);
});

test('a version that fails the new cases is not tried again', async () => {
  let writes = 0;
  const write = async () => {
    writes += 1;
    return CASES_CHANGED;
  };
  expect(await writePassing(depsOf(true, []), PASSING, ASKER, write)).toMatchObject({ code: 'cases-failed' });
  expect(writes).toBe(1);
});

test('a write whose cases change without end is given up', async () => {
  const tried: (number | 'untested')[] = [];
  const write = async (revision: number | 'untested') => {
    tried.push(revision);
    return CASES_CHANGED;
  };
  expect(await writePassing(depsOf(false, []), PASSING, ASKER, write)).toMatchObject({ code: 'unavailable' });
  expect(tried).toEqual([1, 2, 3, 4, 5]);
});
