import { stopPrograms } from '../harness/programs.js';
import { call, type Environment, operator, REPOSITORY, register, type ServiceName } from '../harness/services.js';
import { type PostgresServer, type RedisServer, removeFolders, startPostgres, startRedis } from '../harness/stores.js';
import { drill } from '../harness/tools.js';
import { artifact, Clients, expectStatus, finished, publish, request, run } from './clients.fixture.js';
import { environmentOn, type Member, startMember, stopMember } from './fleet.fixture.js';
import { isShallow, missingRelease, previousRelease } from './previous-release.fixture.js';
import { startReceiver } from './receiver.fixture.js';
import { type Router, startRouter } from './router.fixture.js';
import { addLaterMigration, migrateAllButLast } from './schema.fixture.js';

const missing = missingRelease();
if (missing !== undefined) process.stderr.write(`SKIPPED the upgrade from the previous release: ${missing}\n`);

const engineOf = async (registry: string) => String((await call('GET', `${registry}/v1/health`)).body?.['engine_version']);
const readiness = async ({ process }: Member) => (await call('GET', `${process.address}/readyz`)).status;

drill('the upgrade from the previous release', ['postgres', 'redis-server'], () => {
  if (missing !== undefined) {
    const wherePossible = process.env['CI'] === undefined || isShallow() ? it.skip : it;
    wherePossible('has that release', () => {
      throw new Error(missing);
    });
    return;
  }

  /** The checkouts of both releases. */
  let releases: Readonly<Record<'old' | 'new', string>>;
  let postgres: PostgresServer;
  let redis: RedisServer;
  beforeAll(async () => {
    const [old, ...stores] = await Promise.all([previousRelease(), startPostgres({ settings: { max_connections: '300' } }), startRedis()]);
    releases = { old, new: REPOSITORY };
    [postgres, redis] = stores;
  }, 900_000);
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  const running: Member[] = [];
  /** Routers, receivers and clients of the test. */
  const listeners: { close(): void }[] = [];
  afterEach(async () => {
    for (const listener of listeners.splice(0)) listener.close();
    await Promise.all(running.splice(0).map(async ({ process }) => process.stop('SIGKILL')));
  });

  /** Starts a process, until the end of the test. */
  const start = async (name: ServiceName, release: 'old' | 'new', environment: Environment, router?: Router): Promise<Member> => {
    const member = await startMember(name, environment, releases[release], router);
    running.push(member);
    return member;
  };
  /** Starts a router for each service, until the end of the test. */
  const startRouters = async () => {
    const [registries, compilers] = await Promise.all([startRouter(), startRouter()]);
    listeners.push(registries, compilers);
    return { registries, compilers, addresses: { registry: registries.address, compiler: compilers.address } };
  };

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)(
    'the %s registry serves with the %s compiler',
    async (registryRelease, compilerRelease) => {
      const environment = await environmentOn(postgres, redis);
      await operator(['migrate'], environment);
      const { registries, compilers, addresses } = await startRouters();
      await Promise.all([
        start('registry', registryRelease, environment, registries),
        start('worker', registryRelease, environment),
        start('compiler', compilerRelease, environment, compilers),
      ]);
      const clients = new Clients(addresses);
      listeners.push(clients);
      const key = await register(addresses.registry);
      await clients.start(key);
      await clients.during('both serve', 5);
      await clients.stop();
      expect(clients.unexpected).toEqual([]);
      const [circuit] = clients.circuits;
      const { hash } = expectStatus('circuit', await call('GET', `${addresses.registry}/v1/circuits/${circuit?.pid}`), 200);
      const pinning = `use "${circuit?.pid}@${String(hash)}" as one\ncircuit two {\n  input a: 0..1_000\n  output b: 0..10_000_000\n  b = one(a)\n}\n`;
      const compiled = await call('POST', `${addresses.compiler}/v1/compile`, { key, body: { source: pinning, target: 'js' } });
      expectStatus('compile', compiled, 200);
    },
    300_000,
  );

  it('each release serves on the schema of the other, or reports that it is too old; a migration makes it ready', async () => {
    const environment = await environmentOn(postgres, redis);
    await migrateAllButLast(postgres, environment);
    const late = await Promise.all([start('registry', 'new', environment), start('compiler', 'new', environment)]);
    for (const { process } of late) {
      const { status, body } = await call('GET', `${process.address}/readyz`);
      expect({ status, body }).toEqual({
        status: 503,
        body: {
          status: 'down',
          reason: 'The schema of the database is older than this build needs. Migrate it: npm run operator -- migrate',
        },
      });
      expect((await call('GET', `${process.address}/livez`)).status).toBe(200);
    }
    await operator(['migrate'], environment, releases.old);
    const early = await Promise.all([start('registry', 'old', environment), start('compiler', 'old', environment)]);
    expect(await Promise.all(early.map(readiness))).toEqual([200, 200]);
    await operator(['migrate'], environment);
    await addLaterMigration(postgres, environment);
    expect(await Promise.all([...early, ...late].map(readiness))).toEqual([200, 200, 200, 200]);
    for (const { process } of [early[0], late[0]]) {
      const key = await register(process.address);
      await publish({ registry: process.address, compiler: '' }, key, 1);
    }
  }, 300_000);

  it('a run that a registry of one release accepts is finished by a worker of the other', async () => {
    const environment = await environmentOn(postgres, redis);
    await operator(['migrate'], environment);
    const [oldRegistry, newRegistry] = await Promise.all([start('registry', 'old', environment), start('registry', 'new', environment)]);
    const [old, fresh] = [oldRegistry, newRegistry].map(({ process }) => ({ registry: process.address, compiler: '' }));
    if (old === undefined || fresh === undefined) throw new Error('two registries were started');
    const key = await register(old.registry);
    const receiver = await startReceiver(old.registry, key);
    listeners.push(receiver);
    const madeBy = { old: '', new: '' };
    let number = 0;
    for (const release of ['old', 'new'] as const) {
      const waiting = [];
      for (const registry of [old, fresh]) {
        number += 1;
        const { pid } = await publish(registry, key, number);
        waiting.push({ registry, pid, location: await request(registry, key, pid, 'certify') });
      }
      const worker = await start('worker', release, environment);
      for (const { registry, pid, location } of waiting) {
        expect(await finished(registry, key, location)).toMatchObject({ certified: true, pid });
        madeBy[release] = pid;
      }
      await stopMember(worker);
    }

    const isOtherEngine = (await engineOf(old.registry)) !== (await engineOf(fresh.registry));
    // A checker accepts only certificates of its own engine; a registry compiles those of an earlier one by a new proof.
    const ofOther = { verified: false, match: true, reason: expect.stringContaining('made by engine') };
    const expected = (same: boolean) =>
      expect.objectContaining(same || !isOtherEngine ? { verified: true, phi_c: 1, assurance: 'kernel' } : ofOther);
    for (const pid of Object.values(madeBy)) expectStatus('artifact', await artifact(fresh, pid), 200);
    for (const release of ['new', 'old'] as const) {
      const worker = await start('worker', release, environment);
      expect(await run(old, key, madeBy.old, 'verify')).toEqual(expected(release === 'old'));
      expect(await run(fresh, key, madeBy.new, 'verify')).toEqual(expected(release === 'new'));
      await stopMember(worker);
    }
    expect([...receiver.certified].toSorted()).toEqual(expect.arrayContaining(Object.values(madeBy)));
    expect(receiver.refused).toEqual([]);
  }, 300_000);

  it('a rolling deployment under load gives no client an error, and a recheck renews what the earlier engine certified', async () => {
    const environment = await environmentOn(postgres, redis);
    await operator(['migrate'], environment, releases.old);
    const { registries, compilers, addresses } = await startRouters();
    const startBehind = async (name: ServiceName, release: 'old' | 'new'): Promise<Member> => {
      const router = { registry: registries, compiler: compilers, worker: undefined }[name];
      return start(name, release, environment, router);
    };
    const startTwo = async (name: ServiceName, release: 'old' | 'new') => [
      await startBehind(name, release),
      await startBehind(name, release),
    ];
    const before = {
      compiler: await startTwo('compiler', 'old'),
      registry: await startTwo('registry', 'old'),
      worker: await startTwo('worker', 'old'),
    };
    const oldEngine = await engineOf(addresses.registry);
    const key = await register(addresses.registry);
    const receiver = await startReceiver(addresses.registry, key);
    listeners.push(receiver);
    const clients = new Clients(addresses);
    listeners.push(clients);
    await clients.start(key);
    await clients.during('all is old');

    await operator(['migrate'], environment);
    await clients.during('the schema is new');
    const exits: (number | null)[] = [];
    for (const name of ['compiler', 'registry'] as const) {
      for (const [index, member] of before[name].entries()) {
        await startBehind(name, 'new');
        await clients.during(`${name} ${index + 1} has a new one beside it`);
        exits.push(await stopMember(member));
        await clients.during(`${name} ${index + 1} is replaced`);
      }
    }
    // All old workers end before a new one begins: runs wait in the queue meanwhile.
    exits.push(...(await Promise.all(before.worker.map(stopMember))));
    await startTwo('worker', 'new');
    await clients.during('all is new', 4);
    await clients.stop();

    expect({ unexpected: clients.unexpected, exits }).toEqual({ unexpected: [], exits: [0, 0, 0, 0, 0, 0] });
    const newEngine = await engineOf(addresses.registry);
    const rechecked = Date.now();
    const report = JSON.parse(
      await operator(['--json', 'recheck', '--engine', `<${newEngine}`, '--threads', '1'], environment).then(lastLine),
    );
    const seconds = (Date.now() - rechecked) / 1_000;
    expect(report).toMatchObject({ decertified: 0, undecided: 0, overtaken: 0, whole: true });
    if (oldEngine !== newEngine) expect(report.recertified).toBeGreaterThan(0);
    for (const { pid, source } of clients.circuits) {
      const circuit = expectStatus('circuit', await call('GET', `${addresses.registry}/v1/circuits/${pid}`), 200);
      expect(circuit).toMatchObject({ pid, source, certified: true });
      expect(await run(addresses, key, pid, 'verify')).toMatchObject({ verified: true });
      expect(receiver.certified.has(pid)).toBe(true);
    }
    expect(receiver.refused).toEqual([]);
    const rows = await postgres.query(new URL(environment['DATABASE_URL'] ?? '').pathname.slice(1), NOT_BY_THIS_ENGINE, [newEngine]);
    expect(rows).toEqual([{ count: 0 }]);
    process.stderr.write(
      `the deployment: ${clients.rounds.reduce((sum, each) => sum + each, 0)} rounds, ${clients.circuits.length} circuits, no error; ` +
        `recheck: ${report.recertified} recertified in ${seconds.toFixed(1)} s\n`,
    );
  }, 900_000);
});

const NOT_BY_THIS_ENGINE = `SELECT count(*)::integer AS count FROM circuit_versions v JOIN certifications d ON d.id = v.certification_id
  WHERE v.certified AND d.engine_version <> $1`;

function lastLine(output: string): string {
  return (
    output
      .trim()
      .split('\n')
      .findLast((line) => line.startsWith('{')) ?? ''
  );
}
