import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');

const read = (...file: string[]): string => readFileSync(path.join(ROOT, ...file), 'utf8');

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the form of a manifest is npm's
const manifest = (folder: string): Manifest => JSON.parse(read(folder, 'package.json')) as Manifest;

const SERVED = ['packages/platform', 'services/registry', 'services/compiler'];

/** Sources below a folder that import a package, or a part of it. */
const importers = (folder: string, name: string): readonly string[] =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => new RegExp(`^(?:import|} from) ?[^;]*['"]${name}(?:/[^'"]*)?['"]`, 'm').test(read(folder, file)));

const isTest = (file: string) => /\.(?:test|fixture)\.ts$|(?:^|\/)testing\//.test(file);

describe('the top level', () => {
  it.each(['services', 'packages', 'infra', 'prisma', 'package.json', 'pnpm-workspace.yaml', 'turbo.json', 'README.md'])(
    'has %s',
    (name) => {
      expect(existsSync(path.join(ROOT, name))).toBe(true);
    },
  );
});

describe('the packages that the user chose', () => {
  it.each(['express', 'helmet', 'ajv', 'ioredis', 'bullmq', '@prisma/client'])('%s is what the services are served with', (name) => {
    const declaring = SERVED.filter((folder) => manifest(folder).dependencies?.[name] !== undefined);
    const using = declaring.filter((folder) => importers(`${folder}/src`, name).some((file) => !isTest(file)));
    expect(using).not.toEqual([]);
  });
  it('prisma generates the client', () => {
    const { scripts, devDependencies } = manifest('packages/platform');
    expect(devDependencies).toHaveProperty('prisma');
    expect(scripts?.['build']).toContain('prisma generate');
  });
  it('jest runs this test', () => {
    expect(manifest('.').devDependencies).toHaveProperty('jest');
    expect(process.env).toHaveProperty('JEST_WORKER_ID');
  });
  it.each(SERVED)('supertest asks %s', (folder) => {
    expect(manifest(folder).devDependencies).toHaveProperty('supertest');
    expect(importers(`${folder}/src`, 'supertest').filter(isTest)).not.toEqual([]);
  });
});

/** Runs the launcher with nothing of pnpm or of the packages on the PATH. */
const after = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(ROOT, 'infra/local/after.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
  });

describe('the commands of package.json', () => {
  const scripts = Object.entries(manifest('.').scripts ?? {});

  it.each(scripts)('%s begins with Node and the launcher: all else may not be there yet', (_name, script) => {
    const [, file = ''] = /^(?:exec )?(?:[A-Z_]+=\S+ )*node (infra\/local\/[a-z]+\.mjs)(?: |$)/.exec(script) ?? [];
    expect(file).not.toBe('');
    expect(existsSync(path.join(ROOT, file))).toBe(true);
  });

  it('run what is installed, with nothing of pnpm on the PATH, and pass on its output and its end', () => {
    const version = after('install', 'biome', '--version');
    expect([version.status, version.stdout]).toEqual([0, expect.stringMatching(/^Version: [\d.]+\s*$/)]);
    expect(after('install', 'node', '-e', 'process.exit(7)').status).toBe(7);
    expect(after('install', 'no-such-command').status).toBe(127);
    expect(after('elsewhere').status).toBe(2);
  });
});
