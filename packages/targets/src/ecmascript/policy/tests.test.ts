import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomPolicy } from '@kirchhoff/coherence/testing/random-policy';
import * as fc from 'fast-check';
import { policyCases } from '../../cases/policy-cases.js';
import { policyOf, programOfPolicy } from '../../testing/policies.js';

const GATEWAY = readFileSync(join(__dirname, '../../../../../examples/gateway.kir'), 'utf8');

/** Runs the test file beside the module with Node's test runner, after a change to the module. */
function tested(source: string, change: (module: string) => string) {
  const { files } = programOfPolicy(policyOf(source), { tests: true });
  const folder = mkdtempSync(join(tmpdir(), 'kirchhoff-policy-'));
  try {
    for (const { path, content } of files) writeFileSync(join(folder, path), path.endsWith('.test.mjs') ? content : change(content));
    const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap'], { cwd: folder, encoding: 'utf8' });
    return { status, failed: Number(/^# fail (\d+)$/m.exec(stdout)?.[1]), passed: Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the tests of a policy pass, and fail when a rule, a bound or a verdict is another', () => {
  const whole = tested(GATEWAY, (module) => module);
  expect(whole).toMatchObject({ status: 0, failed: 0 });
  expect(whole.passed).toBeGreaterThan(40);
  const changes: readonly (readonly [string, string])[] = [
    ['cents > 5000', 'cents > 5001'],
    ['port === 443', 'port === 444'],
    ["'DENY', ['internal']", "'ALLOW', ['internal']"],
    ["'.internal.example.com'", "'.internals.example.com'"],
    ['&& to_original_card', ''],
    ['integerReader(0, 65_535)', 'integerReader(0, 65_536)'],
    ['hasOthers1(params)', 'false'],
    ["'DENY', 'deny'", "'ALLOW', 'deny'"],
  ];
  for (const [from, to] of changes) {
    const changed = tested(GATEWAY, (module) => {
      expect(module).toContain(from);
      return module.replace(from, to);
    });
    expect({ from, ...changed }).toMatchObject({ from, status: 1 });
  }
});

test('the cases of random policies are the same each time', () => {
  for (const source of fc.sample(randomPolicy(), { numRuns: 60, seed: 1 })) {
    const cases = policyCases(policyOf(source));
    expect(cases.length).toBeGreaterThan(3);
    expect(cases).toEqual(policyCases(policyOf(source)));
  }
});

test('each rule of the example decides a case, and so do default and refusal of each action', () => {
  const program = policyOf(GATEWAY);
  const cases = policyCases(program);
  for (const { name } of program.policy.rules) expect(cases.some(({ decision }) => decision.rule === name)).toBe(true);
  for (const category of program.policy.categories) {
    const decisions = cases.filter((each) => each.category === category).map(({ decision }) => decision);
    expect(decisions.some(({ rule, errors }) => rule === null && errors === undefined)).toBe(true);
    expect(decisions.some(({ errors }) => errors !== undefined)).toBe(true);
  }
});
