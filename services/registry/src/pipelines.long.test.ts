import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAction, runBash } from '@kirchhoff/testing';
import { closeSharedRegistry, registryWithWorker, type TestAccount, type TestRegistry } from './testing/registry.fixture.js';

const ROOT = path.join(__dirname, '../../..');
const ACTION = path.join(ROOT, 'infra/ci/github/action.yml');
const KIR = `${process.execPath} ${path.join(ROOT, 'packages/cli/dist/bundle/kir.cjs')}`;
const PAGE = readFileSync(path.join(ROOT, 'docs/pipelines.md'), 'utf8');

let registry: TestRegistry;
let address: string;
let home: string;
beforeAll(async () => {
  registry = await registryWithWorker();
  address = await registry.serve();
});
afterAll(closeSharedRegistry);
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'kir-pipelines-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** What differs from run to run is written as the page writes it. */
function asOnThePage(said: string): string {
  return said
    .replaceAll(address, 'http://localhost:4100')
    .replaceAll(home, '~')
    .replaceAll(/cir_\w{22}/g, 'cir_3kQmZ0v8xYbN2rT5wLcJ1d')
    .replaceAll(/acc_\w{22}/g, 'acc_7hGpR4sWqXnB9eK2mVfD6t');
}

it('docs/pipelines.md leads from nothing to a badge, with the output that it shows', async () => {
  const [, block = ''] = /^```console\n(.*?)^```$/ms.exec(PAGE) ?? [];
  const commands = [...block.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.length).toBeLessThanOrEqual(10);
  const script = ['exec 2>&1', `cd ${ROOT}`, ...commands.flatMap((command) => [`cat <<'COMMAND'\n$ ${command}\nCOMMAND`, command])].join(
    '\n',
  );
  const { status, said } = await runBash(home, script.replaceAll('http://localhost:4100', address), {
    npm_config_cache: path.join(home, '.npm'),
    npm_config_offline: 'true',
    npm_config_update_notifier: 'false',
  });
  expect(asOnThePage(said)).toBe(block);
  expect(status).toBe(0);
  const [, badge = ''] = /\((http\S+\/badge)\)/.exec(readFileSync(path.join(home, 'rules/README.md'), 'utf8')) ?? [];
  expect(await (await fetch(badge)).text()).toContain('φ 1.0');
}, 120_000);

describe('the example repository, with a registry', () => {
  let account: TestAccount;
  let repository: string;
  beforeEach(async () => {
    account = await registry.register();
    repository = path.join(home, 'repository');
    cpSync(path.join(ROOT, 'examples/repository'), repository, { recursive: true });
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: repository });
  });

  const push = async () =>
    runAction(ACTION, repository, { kir: KIR, certify: 'true', registry: address, compiler: address, 'api-key': account.key });
  const edit = (from: string, to: string): void => {
    const file = path.join(repository, 'circuits/share.kir');
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  };
  const published = async () => registry.database.circuit.findMany({ where: { accountId: account.accountId } });

  it('is not published while it is broken, and is certified once it is mended', async () => {
    edit('people: 1..100', 'people: 0..100');
    expect((await push()).failed).toBe('Check');
    expect(await published()).toEqual([]);
    edit('people: 0..100', 'people: 1..90');
    expect((await push()).failed).toBeUndefined();
    expect(await published()).toMatchObject([{ name: 'share', certified: true, currentVersion: 1 }]);
    const summary = readFileSync(path.join(repository, 'summary.md'), 'utf8');
    expect(summary).toMatch(/^```\ncircuits\/share\.kir {2}cir_\w+ v1 {2}published {2}certified\n```\n\[!\[share\]\(.*\/badge\)\]/);
    edit('people: 1..90', 'people: 1..80');
    expect((await push()).failed).toBeUndefined();
    expect(await published()).toMatchObject([{ name: 'share', certified: true, currentVersion: 2 }]);
  }, 60_000);
});
