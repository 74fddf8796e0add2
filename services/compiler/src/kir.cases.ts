import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharedCompiler, type TestAccount, type TestCompiler } from './testing/compiler.fixture.js';

const KIR = path.join(__dirname, '../../../packages/cli/dist/bundle/kir.cjs');
const POLICY =
  'policy refunds {\n  action "pay.refund" (cents: 0..100_000)\n  rule small allow on "pay.refund" when cents <= 5_000\n  default deny\n}\n';

let compiler: TestCompiler;
let account: TestAccount;
let address: string;
let folder: string;
beforeAll(async () => {
  compiler = await sharedCompiler();
  account = await compiler.register();
  address = await compiler.serve();
  folder = mkdtempSync(path.join(tmpdir(), 'kir-policies-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function kir(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const env = { PATH: process.env['PATH'], HOME: folder, KIRCHHOFF_API_KEY: account.key, KIRCHHOFF_COMPILER: address };
  return new Promise((resolve) => {
    execFile(process.execPath, [KIR, ...words], { cwd: folder, env }, (error: ExecFileException | null, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

it('creates a policy once, changes it to another source, and asks it', async () => {
  writeFileSync(path.join(folder, 'refunds.kir'), POLICY);
  const first = await kir('policy', 'create', 'refunds.kir');
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^refunds\.kir {2}pol_\w+ v1\n$/) });
  expect(await kir('policy', 'create', 'refunds.kir')).toEqual(first);
  const [, id = ''] = /(pol_\w+)/.exec(first.out) ?? [];
  expect(await kir('policy', 'check', id, 'pay.refund', '{"cents": 5000}')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^ALLOW/),
  });
  expect(await kir('policy', 'check', id, 'pay.refund', '{"cents": 5001}')).toMatchObject({ code: 1, out: expect.stringMatching(/^DENY/) });
  writeFileSync(path.join(folder, 'refunds.kir'), POLICY.replace('5_000', '6_000'));
  expect((await kir('policy', 'create', 'refunds.kir')).out).toBe(`refunds.kir  ${id} v2\n`);
  expect((await kir('policy', 'check', id, 'pay.refund', '{"cents": 5001}')).code).toBe(0);
});

it('exits with 2 for a source that is no policy, and with 3 for a policy that is not there', async () => {
  writeFileSync(path.join(folder, 'wrong.kir'), 'policy {');
  expect((await kir('policy', 'create', 'wrong.kir')).code).toBe(2);
  expect((await kir('policy', 'check', 'pol_0000000000000000000000', 'a.b')).code).toBe(3);
  expect((await kir('policy', 'check', 'pol_0000000000000000000000', 'a.b', '{"a": 1, "a": 2}')).code).toBe(2);
});
