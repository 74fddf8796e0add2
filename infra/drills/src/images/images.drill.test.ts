import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { eventually, freePort, stopPrograms } from '../harness/programs.js';
import { call, type Environment, REPOSITORY, register } from '../harness/services.js';
import { type PostgresServer, type RedisServer, removeFolders, startPostgres, startRedis, temporaryFolder } from '../harness/stores.js';
import { drill } from '../harness/tools.js';
import {
  type Built,
  buildImages,
  CANARY,
  type Container,
  type Image,
  type ImageStore,
  openStore,
  REVISION,
  runContainer,
  type Service,
} from './container.fixture.js';
import { type SpdxDocument, violationsOf } from './spdx.fixture.js';

const BUILD_MILLISECONDS = 900_000;
const SERVICES: readonly Service[] = ['registry', 'compiler'];
const MEGABYTES = 1e6;

/** Needs a solver: two exclusive ors. */
const MASKED =
  'circuit masked {\n  input a: 0..65_535\n  input b: 0..65_535\n  output c: 0..65_535\n  c = (a ^ b) ^ b\n  ensure c == a\n}\n';
const POLICY = 'policy upto {\n  action "pay" (cents: 0..1_000_000)\n  rule small allow on "pay" when cents <= 100\n}\n';

/** Files that have no place in an image: tests, typings, source maps, settings, keys. pnpm's folder of packages has a dot. */
const FOREIGN =
  /\.(test|fixture|cases)\.|(^|\/)(__tests__|testing)\/|\.d\.[cm]?ts$|\.tsx?$|\.map$|(^|\/)\.(?!pnpm\/)|\.(pem|key|crt|tgz|tsbuildinfo)$/;

drill('the images', ['buildah', 'crun', 'postgres', 'redis-server'], () => {
  let folder: string;
  let built: Built;
  let store: ImageStore;
  const images = new Map<Service, Image>();
  const image = (service: Service): Image => {
    const found = images.get(service);
    if (found === undefined) throw new Error(`the image of the ${service} was not built`);
    return found;
  };
  const sbomOf = async (service: Service): Promise<SpdxDocument> =>
    JSON.parse(await readFile(join(image(service).root, 'app/sbom.spdx.json'), 'utf8'));

  const health = async (container: Container) => container.execute(image('registry').config.Healthcheck.Test.slice(1));

  beforeAll(async () => {
    folder = await temporaryFolder();
    built = await buildImages(join(folder, 'one'));
    store = openStore(join(folder, 'loaded'));
    for (const service of SERVICES) images.set(service, await store.load(join(built.output, `kirchhoff-${service}.tar`)));
  }, BUILD_MILLISECONDS);

  afterAll(async () => {
    await stopPrograms();
    await store?.close();
    await removeFolders();
  }, BUILD_MILLISECONDS);

  describe.each(SERVICES)('%s', (service) => {
    it('says what it is, and how it is run', () => {
      const { config } = image(service);
      expect(config).toMatchObject({
        User: '10001:10001',
        WorkingDir: '/app',
        Cmd: ['node', `services/${service}/dist/main.js`],
        StopSignal: 'SIGTERM',
        ExposedPorts: { [service === 'registry' ? '4100/tcp' : '4200/tcp']: {}, '4180/tcp': {} },
        Labels: {
          'org.opencontainers.image.title': `Kirchhoff ${service}`,
          'org.opencontainers.image.version': '0.1.0',
          'org.opencontainers.image.revision': REVISION,
          'org.opencontainers.image.source': 'https://example.org/kirchhoff',
          'org.opencontainers.image.licenses': 'LicenseRef-UNLICENSED',
        },
        Healthcheck: { Test: ['CMD', 'node', '/app/health.mjs'], Retries: 3 },
      });
      expect(config.Entrypoint ?? []).toEqual([]);
      expect(config.Healthcheck.Timeout).toBeLessThan(config.Healthcheck.Interval);
    });

    it('adds at most 120 MB to its base, all of it in /app', async () => {
      const { added_bytes: bytes } = built.images.find((each) => each.image.startsWith(`kirchhoff-${service}:`)) ?? {};
      process.stdout.write(`kirchhoff-${service} adds ${((bytes ?? 0) / MEGABYTES).toFixed(1)} MB to its base\n`);
      expect(bytes).toBeLessThanOrEqual(120 * MEGABYTES);
      expect(image(service).id).toBe(built.images.find((each) => each.image.startsWith(`kirchhoff-${service}:`))?.id);
      const added = filesOfLastLayer(join(built.output, `kirchhoff-${service}.tar`));
      expect(added.filter((file) => !file.startsWith('app/'))).toEqual([]);
      expect(added.length).toBeGreaterThan(1_000);
    });

    it('has no test, typing, source map, setting or key, and no file that its user may change', async () => {
      const app = join(image(service).root, 'app');
      const files = await filesOf(app);
      expect(files.filter((file) => FOREIGN.test(file))).toEqual([]);
      const changeable = ['(', '-perm', '/7022', '-o', '!', '-user', '0', ')', '!', '-type', 'l'];
      expect(execFileSync('find', [app, ...changeable], { encoding: 'utf8' })).toBe('');
      for (const place of ['root/.npmrc', 'run/secrets', 'src', 'out', 'pnpm']) {
        expect([place, await readdir(join(image(service).root, place)).catch(() => [])]).toEqual([place, []]);
      }
      const archive = join(built.output, `kirchhoff-${service}.tar`);
      for (const text of [CANARY, REPOSITORY, folder]) expect([text, occurrences(text, archive)]).toEqual([text, 0]);
    });

    it('lists exactly its packages in valid SPDX, in the image and beside it', async () => {
      const sbom = await sbomOf(service);
      expect(violationsOf(sbom)).toEqual([]);
      const { root } = image(service);
      expect(await readFile(join(built.output, `kirchhoff-${service}.spdx.json`))).toEqual(
        await readFile(join(root, 'app/sbom.spdx.json')),
      );
      const listed = (prefix: string) =>
        sbom.packages.filter((each) => each.SPDXID.startsWith(prefix)).map(({ name, versionInfo }) => `${name}@${versionInfo}`);
      expect(listed('SPDXRef-npm-').toSorted()).toEqual(await packagesOf(join(root, 'app')));
      const status = await readFile(join(root, 'var/lib/dpkg/status'), 'utf8');
      const debian = [...status.matchAll(/^Package: (.*)$[^]*?^Version: (.*)$/gm)].map(([, name, version]) => `${name}@${version}`);
      expect(listed('SPDXRef-deb-').toSorted()).toEqual(debian.toSorted());
    });
  });

  it('have lists that the check would refuse with an error in them', async () => {
    const sbom = await sbomOf('registry');
    const [first, ...others] = sbom.packages;
    const second = others.find((each) => each.checksums !== undefined);
    if (first === undefined || second === undefined) throw new Error('the list is empty');
    const wrong = (part: object) => ({ ...sbom, packages: [first, { ...second, ...part }] });
    const broken: readonly SpdxDocument[] = [
      { ...sbom, spdxVersion: 'SPDX-2.2' },
      { ...sbom, documentNamespace: 'kirchhoff' },
      { ...sbom, relationships: [] },
      { ...sbom, packages: sbom.packages.slice(1) },
      { ...sbom, hasExtractedLicensingInfos: [] },
      { ...sbom, creationInfo: { ...sbom.creationInfo, created: 'today' } },
      wrong({ SPDXID: first.SPDXID }),
      wrong({ licenseDeclared: 'as is' }),
      wrong({ checksums: [{ algorithm: 'SHA512', checksumValue: 'ff' }] }),
      wrong({ externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'ajv' }] }),
    ];
    expect(ownViolationsOf(wrong({}))).toEqual([]);
    expect(violationsOf(broken[3] ?? sbom)).not.toEqual([]);
    expect(broken.filter((_, index) => index !== 3).map((document) => ownViolationsOf(document).length > 0)).toEqual(Array(9).fill(true));
  });

  it(
    'are the same, bit for bit, when they are built again in another folder',
    async () => {
      const sources = join(folder, 'elsewhere/sources');
      await copySources(sources);
      const again = await buildImages(join(folder, 'two'), sources);
      expect(again.images).toEqual(built.images);
      for (const service of SERVICES) {
        const [one, other] = [built, again].map(({ output }) => sha256(join(output, `kirchhoff-${service}.tar`)));
        expect(await one).toBe(await other);
      }
    },
    BUILD_MILLISECONDS,
  );

  describe('run as their user, on a read-only file system, with a Postgres and a Redis', () => {
    let postgres: PostgresServer;
    let redis: RedisServer;
    let environment: Environment;
    const containers: Container[] = [];

    beforeAll(async () => {
      [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
      await postgres.query('postgres', 'CREATE DATABASE kirchhoff');
      environment = { DATABASE_URL: postgres.url('kirchhoff'), REDIS_URL: redis.url, HOST: '127.0.0.1', SHUTDOWN_DRAIN_MILLISECONDS: '0' };
    });

    const start = async (service: Service, more: Environment, command?: readonly string[]): Promise<Container> => {
      const probePort = String(await freePort());
      const container = await runContainer(image(service), folder, {
        environment: { ...environment, PROBE_PORT: probePort, ...more },
        ...(command === undefined ? {} : { command }),
      });
      containers.push(container);
      await eventually('the container answers probes', async () => {
        if (!container.isRunning()) throw new Error(container.said());
        return (await fetch(`http://127.0.0.1:${probePort}/livez`)).ok;
      });
      return container;
    };

    it(
      'migrate, certify by a solver, check a policy, tell their health, and end in order',
      async () => {
        const ports = { registry: await freePort(), compiler: await freePort() };
        const [registry, compiler] = SERVICES.map((service) => `http://127.0.0.1:${ports[service]}`);
        const http = await start('registry', { REGISTRY_PORT: String(ports.registry) });
        // The schema is not there yet.
        expect(await health(http)).toMatchObject({ code: 1, output: expect.stringContaining('answered 503') });

        const migration = await runContainer(image('registry'), folder, {
          environment,
          command: ['node', 'services/registry/dist/operator/main.js', 'migrate'],
        });
        await eventually('the migration ends', async () => !migration.isRunning());
        expect([migration.child.exitCode, migration.said()]).toEqual([0, expect.any(String)]);
        await eventually('the registry is ready', async () => (await health(http)).code === 0);

        const worker = await start('registry', {}, ['node', 'services/registry/dist/worker.js']);
        const checker = await start('compiler', { COMPILER_PORT: String(ports.compiler) });
        for (const each of [worker, checker]) await eventually('its health check succeeds', async () => (await health(each)).code === 0);

        const key = await register(String(registry));
        const published = await call('POST', `${registry}/v1/circuits`, { key, body: { name: 'masked', source: MASKED } });
        const circuit = `${registry}/v1/circuits/${String(published.body?.['pid'])}`;
        const certified = await call('POST', `${circuit}/certify`, { key, body: {}, headers: { Prefer: 'wait=20' } });
        expect(certified.body).toMatchObject({ certified: true, phi_c: 1 });
        expect(JSON.stringify((await call('GET', `${circuit}/certificate`)).body)).toContain('"z3');

        const policy = await call('POST', `${compiler}/v1/policies`, { key, body: { name: 'upto', source: POLICY } });
        const check = async (cents: number) => {
          const body = { policy_id: policy.body?.['policy_id'], action: { category: 'pay', params: { cents } } };
          return (await call('POST', `${compiler}/v1/policy/check`, { key, body })).body?.['verdict'];
        };
        expect([policy.status, await check(100), await check(101)]).toEqual([201, 'ALLOW', 'DENY']);
        expect((await fetch(`${registry}/v1/docs`)).status).toBe(200);
        expect((await fetch(`${circuit}/graph`)).status).toBe(200);

        await postgres.stop();
        await eventually('the health check fails without Postgres', async () => (await health(checker)).code === 1);
        await postgres.start();
        await eventually('the health check succeeds again', async () => (await health(checker)).code === 0);

        for (const each of containers) {
          await each.stop('SIGTERM');
          expect([each.child.exitCode, each.child.signalCode]).toEqual([0, null]);
        }
      },
      BUILD_MILLISECONDS,
    );
  });
});

/** The names of the files of a folder, with the path from it; links are not followed. */
async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(relative(folder, entry.parentPath), entry.name));
}

/** The packages of npm whose files are in a folder, as `name@version`, sorted. */
async function packagesOf(folder: string): Promise<readonly string[]> {
  const manifests = (await filesOf(folder)).filter((file) =>
    /(^|\/)((packages|services)\/[^/]+|node_modules\/(@[^/]+\/)?[^/]+)\/package\.json$/.test(file),
  );
  const texts = await Promise.all(manifests.map(async (file) => readFile(join(folder, file), 'utf8')));
  const parsed: readonly { readonly name: string; readonly version: string }[] = texts.map((text) => JSON.parse(text));
  return [...new Set(parsed.map(({ name, version }) => `${name}@${version}`))].toSorted();
}

/** The files of the last layer of an archive. */
function filesOfLastLayer(archive: string): readonly string[] {
  const options = { encoding: 'utf8', maxBuffer: 1 << 26 } as const;
  const [{ Layers: layers }] = JSON.parse(execFileSync('tar', ['--extract', '--to-stdout', '--file', archive, 'manifest.json'], options));
  const list = execFileSync('sh', ['-c', 'tar --extract --to-stdout --file "$0" "$1" | tar --list', archive, layers.at(-1)], options);
  return list.split('\n').filter((file) => file !== '' && !file.endsWith('/'));
}

/** Copies what git knows of this checkout, and what is new in it, without anything that a build made. */
async function copySources(to: string): Promise<void> {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, encoding: 'utf8' });
  await mkdir(to, { recursive: true });
  for (const file of list.split('\0').filter((each) => each !== '')) await cp(join(REPOSITORY, file), join(to, file), { recursive: true });
}

/** The violations of a part of a list, whose relationships lead to packages that it does not have. */
function ownViolationsOf(document: SpdxDocument): readonly string[] {
  return violationsOf(document).filter((violation) => !violation.endsWith('does not exist'));
}

/** The number of lines of a file that contain a text. */
function occurrences(text: string, file: string): number {
  return Number(spawnSync('grep', ['--count', '--text', '--fixed-strings', text, file], { encoding: 'utf8' }).stdout);
}

async function sha256(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}
