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

const PLATFORM = 'packages/platform';
const SERVED = [PLATFORM, 'services/registry', 'services/compiler'];

/** The sources below a folder, without those for tests. */
const sourcesOf = (folder: string): readonly string[] => filesOf(folder).filter((file) => !isTest(file));

const filesOf = (folder: string): readonly string[] =>
  readdirSync(path.join(ROOT, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => path.posix.join(folder, 'src', file));

interface Import {
  readonly from: string;
  /** The names that are there when it runs: types are not. */
  readonly values: readonly string[];
}

/** The imports and re-exports of a source, types left out. */
const importsOf = (file: string): readonly Import[] =>
  [...read(file).matchAll(/^(?:import|export) (?!type\b)([^;'"]*?) from ['"]([^'"]+)['"]/gm)].flatMap(([, what = '', from = '']) => {
    const values = what
      .split(/[{},]/)
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '));
    return values.length === 0 ? [] : [{ from, values }];
  });

const isOf = (name: string, { from }: Import) => from === name || from.startsWith(`${name}/`);

/** The exports of the platform from sources that come to a package by values alone, through any number of sources. */
const carriedBy = (name: string): ReadonlySet<string> => {
  const sources = sourcesOf(PLATFORM);
  const carriers = new Set(sources.filter((file) => importsOf(file).some((each) => isOf(name, each))));
  for (let before = -1; before !== carriers.size; ) {
    before = carriers.size;
    for (const file of sources.filter((source) => path.basename(source) !== 'index.ts')) {
      const reached = importsOf(file).map(({ from }) => path.posix.join(path.posix.dirname(file), from).replace(/\.js$/, '.ts'));
      if (reached.some((source) => carriers.has(source))) carriers.add(file);
    }
  }
  return new Set(
    [...carriers].flatMap((file) =>
      [...read(file).matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(([, one = '']) => one),
    ),
  );
};

/** The sources of a service that come to a package, by themselves or by what they import of the platform. */
const users = (service: string, name: string): readonly string[] => {
  const carried = carriedBy(name);
  return sourcesOf(service).filter((file) =>
    importsOf(file).some(
      (each) => isOf(name, each) || (each.from === '@kirchhoff/platform' && each.values.some((value) => carried.has(value))),
    ),
  );
};

const isTest = (file: string) => /\.(?:test|cases|worker-cases|fixture)\.ts$|\/testing\//.test(file);

describe('the top level', () => {
  it.each(['services', 'packages', 'infra', 'prisma', 'package.json', 'pnpm-workspace.yaml', 'turbo.json', 'README.md'])(
    'has %s',
    (name) => {
      expect(existsSync(path.join(ROOT, name))).toBe(true);
    },
  );
});

describe('the packages that the user chose', () => {
  it.each(['express', 'helmet', 'ajv', '@prisma/client', 'ioredis'])('%s serves registry and compiler', (name) => {
    expect(manifest(PLATFORM).dependencies).toHaveProperty(name);
    for (const service of ['services/registry', 'services/compiler'])
      expect({ service, users: users(service, name) }).not.toEqual({ service, users: [] });
  });
  it('bullmq queues the runs and deliveries of the registry, and the compiler has no queue', () => {
    expect(users('services/registry', 'bullmq')).toEqual(
      expect.arrayContaining(['services/registry/src/runs/worker.ts', 'services/registry/src/workers.ts']),
    );
    expect(users('services/compiler', 'bullmq')).toEqual([]);
  });
  it.each(SERVED)('typescript compiles %s', (folder) => {
    expect(manifest('.').devDependencies).toHaveProperty('typescript');
    expect(manifest(folder).scripts?.['build']).toMatch(/\btsc -b$/);
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
    const asking = filesOf(folder).filter((file) => isTest(file) && importsOf(file).some((each) => isOf('supertest', each)));
    expect(asking).not.toEqual([]);
  });
});

/** Runs the launcher without pnpm and the packages on the PATH. */
const after = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(ROOT, 'infra/local/after.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
  });

describe('the commands of package.json', () => {
  const scripts = Object.entries(manifest('.').scripts ?? {});

  it.each(scripts)('%s begins with Node and the launcher: all else may not be there yet', (_name, script) => {
    const [, file = ''] = /^(?:exec )?(?:[A-Z_]+=\S+ )*node (infra\/(?:local|drills)\/[a-z-]+\.mjs)(?: |$)/.exec(script) ?? [];
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
