import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runAction, runBash, stepOf } from '@kirchhoff/testing';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { GithubComments } from './testing/github.fixture.js';
import { eachInAFolder, OPEN } from './testing/kir.fixture.js';

const ROOT = path.join(__dirname, '../../..');
const CI = path.join(ROOT, 'infra/ci');
const ACTION = path.join(CI, 'github/action.yml');
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

  it('passes as it stands, and checks only what changed', async () => {
    expect(await runAction(ACTION, repository, { kir: KIR })).toEqual({
      failed: undefined,
      log: expect.stringContaining('2 checked: 2 closed'),
    });
    expect(await runAction(ACTION, repository, { kir: KIR, since: 'HEAD' })).toEqual({
      failed: undefined,
      log: expect.stringContaining('0 checked'),
    });
  });

  it('fails on a broken circuit with line, column and input, and passes once it is mended', async () => {
    edit('circuits/share.kir', 'people: 1..100', 'people: 0..100');
    const broken = await runAction(ACTION, repository, { kir: KIR, since: 'HEAD' });
    expect(broken.failed).toBe('Check');
    expect(broken.log).toMatch(/^::error file=circuits\/share\.kir,line=13,col=16,.*%0AInput: \{"total":0,"people":0\}$/m);
    edit('circuits/share.kir', 'people: 0..100', 'people: 1..90');
    expect(await runAction(ACTION, repository, { kir: KIR, since: 'HEAD' })).toEqual({
      failed: undefined,
      log: expect.stringContaining('1 checked: 1 closed'),
    });
  });

  it('fails on another layout, and on a vector that does not hold', async () => {
    edit('circuits/share.kir', '  each = total', '  each  =  total');
    expect((await runAction(ACTION, repository, { kir: KIR })).failed).toBe('Layout');
    edit('circuits/share.kir', '  each  =  total', '  each = total');
    edit('circuits/share.vectors.json', '"each":33', '"each":34');
    expect((await runAction(ACTION, repository, { kir: KIR })).failed).toBe('Vectors');
  });

  it('fails if it is to certify and no server answers', async () => {
    const given = { kir: KIR, certify: 'true', registry: 'http://127.0.0.1:1', 'api-key': `svc_live_${'0'.repeat(40)}` };
    expect((await runAction(ACTION, repository, given)).failed).toBe('Certify');
  });

  it('runs on GitLab: its configuration is as the schema of GitLab says, and its jobs find what is broken', async () => {
    cpSync(path.join(CI, 'gitlab/kirchhoff.yml'), path.join(repository, 'kirchhoff.yml'));
    writeFileSync(path.join(repository, '.gitlab-ci.yml'), `include:\n  - local: kirchhoff.yml\n    inputs:\n      kir: ${KIR}\n`);
    execFileSync('git', ['remote', 'add', 'origin', 'https://gitlab.example.com/team/rules.git'], { cwd: repository });
    execFileSync('git', ['add', '.'], { cwd: repository });
    const jobs = expandedByGitlab(repository);
    const { script, after_script: after } = jobs['kirchhoff-check'];
    expect(await runBash(repository, script.join('\n'), {})).toEqual({ status: 0, said: expect.stringContaining('2 checked: 2 closed') });
    edit('circuits/share.kir', 'people: 1..100', 'people: 0..100');
    expect((await runBash(repository, script.join('\n'), {})).status).toBe(1);
    expect((await runBash(repository, after.join('\n'), {})).status).toBe(0);
    const issues: unknown = JSON.parse(readFileSync(path.join(repository, 'kir-quality.json'), 'utf8'));
    expect(issues).toMatchObject([
      { check_name: 'division', location: { path: 'circuits/share.kir', lines: { begin: 13 } } },
      { check_name: 'division', location: { path: 'circuits/share.kir', lines: { begin: 14 } } },
    ]);
    expect(readFileSync(path.join(repository, 'kir-junit.xml'), 'utf8')).toContain('tests="2" failures="1"');
    expect(jobs['kirchhoff-certify'].rules).toEqual([{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH && $KIRCHHOFF_API_KEY' }]);
    writeFileSync(path.join(repository, 'kirchhoff.yml'), 'kirchhoff-check:\n  script: [exit 0]\n  artifats: {}\n');
    writeFileSync(path.join(repository, '.gitlab-ci.yml'), 'include:\n  - local: kirchhoff.yml\n');
    expect(() => expandedByGitlab(repository)).toThrow("'artifats' property is not expected");
  });

  describe('the comment on a pull request', () => {
    const github = new GithubComments();
    beforeEach(async () => github.start());
    afterEach(async () => github.stop());

    const commenting = async (): Promise<void> => {
      const { status, said } = await runBash(repository, stepOf(ACTION, 'Comment'), {
        RUNNER_TEMP: repository,
        GITHUB_ACTION_PATH: path.join(CI, 'github'),
        GITHUB_API_URL: github.address,
        GITHUB_REPOSITORY: 'team/rules',
        GITHUB_TOKEN: 'token',
        PULL_REQUEST: '7',
        KIR,
        SOURCES: '.',
      });
      if (status !== 0) throw new Error(said);
    };

    it('is written once, and replaced by the next run', async () => {
      for (let index = 0; index < 150; index += 1)
        github.comments.push({ id: index, body: '<!-- kirchhoff --> of a person', user: { type: 'User' } });
      edit('circuits/share.kir', 'people: 1..100', 'people: 0..100');
      await commenting();
      expect(github.comments.at(-1)?.body).toContain('### Kirchhoff: 1 of 2 closed');
      edit('circuits/share.kir', 'people: 0..100', 'people: 1..90');
      await commenting();
      expect(github.comments).toHaveLength(151);
      expect(github.comments.at(-1)?.body).toMatch(/^<!-- kirchhoff -->\n### Kirchhoff: 2 of 2 closed\n/);
    });

    it('says which permission the job needs if GitHub refuses', async () => {
      github.refuses = true;
      await expect(commenting()).rejects.toThrow("The job needs the permission 'pull-requests: write'");
    });
  });
});

interface Job {
  readonly script: readonly string[];
  readonly after_script: readonly string[];
  readonly rules: readonly unknown[];
}

/** The jobs as GitLab reads them: inputs in place, checked by GitLab's own schema. @throws if they are not as it says */
function expandedByGitlab(repository: string): Readonly<Record<'kirchhoff-check' | 'kirchhoff-certify', Job>> {
  const gitlab = path.join(__dirname, '../node_modules/gitlab-ci-local/dist/index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [gitlab, '--preview', '--force-shell-executor'], {
    cwd: repository,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return parse(stdout);
}
