import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { eachInAFolder, OPEN } from './testing/kir.fixture.js';

const ROOT = path.join(__dirname, '../../..');
const CI = path.join(ROOT, 'infra/ci');
const KIR = `${process.execPath} ${path.join(__dirname, 'bundle', 'kir.cjs')}`;

/** Errors by one of the vendored schemas. */
function faultsOf(schema: string, value: unknown): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(JSON.parse(readFileSync(path.join(CI, 'schemas', `${schema}.json`), 'utf8')));
  return validate(value) ? [] : validate.errors;
}

const yaml = (file: string): unknown => parse(readFileSync(path.join(ROOT, file), 'utf8'));

it.each([
  ['github-action', 'infra/ci/github/action.yml'],
  ['github-workflow', 'examples/repository/.github/workflows/kirchhoff.yml'],
  ['pre-commit-hooks', '.pre-commit-hooks.yaml'],
])('%s: %s is as its schema says', (schema, file) => {
  expect(faultsOf(schema, yaml(file))).toEqual([]);
  expect(faultsOf(schema, { nonsense: true })).not.toEqual([]);
});

describe('what kir writes', () => {
  const folder = eachInAFolder();

  it('is SARIF 2.1.0, with errors, mistakes of the source and sources without a verdict', async () => {
    folder().write({ 'share.kir': OPEN, 'wrong name.kir': 'circuit {', 'fine.kir': OPEN.replace('0..10\n', '1..10\n') });
    const { out } = await folder().kir(['check', '--format', 'sarif']);
    const log = JSON.parse(out);
    expect(log.runs[0].results.length).toBeGreaterThan(1);
    expect(faultsOf('sarif-2.1.0', log)).toEqual([]);
    expect(faultsOf('sarif-2.1.0', { ...log, version: '2' })).not.toEqual([]);
  });

  it('is a workflow as its schema says, by kir init', async () => {
    await folder().kir(['init']);
    expect(faultsOf('github-workflow', parse(folder().read('.github/workflows/kirchhoff.yml')))).toEqual([]);
  });
});

interface Step {
  readonly name: string;
  readonly if?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the steps of the action as a runner does: each by bash, with its inputs in place, until one fails. */
function runAction(cwd: string, given: Readonly<Record<string, string>>): { readonly failed: string | undefined; readonly log: string } {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the action has been checked
  const action = yaml('infra/ci/github/action.yml') as {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>;
    readonly runs: { readonly steps: readonly Step[] };
  };
  const inputOf = (name: string): string => given[name] ?? action.inputs[name]?.default ?? '';
  let log = '';
  for (const { name, run, env = {}, if: condition } of action.runs.steps) {
    if (run === undefined || (condition !== undefined && inputOf('certify') !== 'true')) continue;
    const values = Object.entries(env).map(([key, value]) => [
      key,
      value.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => inputOf(input)),
    ]);
    const environment = {
      PATH: process.env['PATH'],
      HOME: cwd,
      GITHUB_STEP_SUMMARY: path.join(cwd, 'summary.md'),
      ...Object.fromEntries(values),
    };
    const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd,
      encoding: 'utf8',
      env: environment,
    });
    log += stdout + stderr;
    if (status !== 0) return { failed: name, log };
  }
  return { failed: undefined, log };
}

describe('the example repository', () => {
  let repository = '';
  beforeEach(() => {
    repository = mkdtempSync(path.join(tmpdir(), 'kir-repository-'));
    cpSync(path.join(ROOT, 'examples/repository'), repository, { recursive: true });
    const git = (...words: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.com', ...words], { cwd: repository, stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
  });
  afterEach(() => rmSync(repository, { recursive: true, force: true }));

  const edit = (file: string, from: string, to: string): void => {
    const text = readFileSync(path.join(repository, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path.join(repository, file), text.replace(from, to));
  };

  it('passes as it stands, and checks only what changed', () => {
    expect(runAction(repository, { kir: KIR })).toEqual({ failed: undefined, log: expect.stringContaining('2 checked: 2 closed') });
    expect(runAction(repository, { kir: KIR, since: 'HEAD' })).toEqual({ failed: undefined, log: expect.stringContaining('0 checked') });
  });

  it('fails on a broken circuit with line, column and input, and passes once it is mended', () => {
    edit('circuits/share.kir', 'people: 1..100', 'people: 0..100');
    const broken = runAction(repository, { kir: KIR, since: 'HEAD' });
    expect(broken.failed).toBe('Check');
    expect(broken.log).toMatch(/^::error file=circuits\/share\.kir,line=13,col=16,.*%0AInput: \{"total":0,"people":0\}$/m);
    edit('circuits/share.kir', 'people: 0..100', 'people: 1..90');
    expect(runAction(repository, { kir: KIR, since: 'HEAD' })).toEqual({
      failed: undefined,
      log: expect.stringContaining('1 checked: 1 closed'),
    });
  });

  it('fails on another layout, and on a vector that does not hold', () => {
    edit('circuits/share.kir', '  each = total', '  each  =  total');
    expect(runAction(repository, { kir: KIR }).failed).toBe('Layout');
    edit('circuits/share.kir', '  each  =  total', '  each = total');
    edit('circuits/share.vectors.json', '"each":33', '"each":34');
    expect(runAction(repository, { kir: KIR }).failed).toBe('Vectors');
  });

  it('fails if it is to certify and no server answers', () => {
    const given = { kir: KIR, certify: 'true', registry: 'http://127.0.0.1:1', 'api-key': `svc_live_${'0'.repeat(40)}` };
    expect(runAction(repository, given).failed).toBe('Certify');
  });
});
