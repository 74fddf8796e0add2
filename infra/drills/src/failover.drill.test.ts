import { type AccountAtWork, confirmWrites, startWork, WITHOUT_LIMITS } from './harness/account-at-work.js';
import { eventually, stopPrograms } from './harness/programs.js';
import { call, operator, register, type ServiceProcess, startService } from './harness/services.js';
import { type PostgresServer, removeFolders, SUPERUSER, SUPERUSER_PASSWORD, startPostgres, startRedis } from './harness/stores.js';
import { drill } from './harness/tools.js';
import { type MovingAddress, openMovingAddress } from './moving-address.fixture.js';
import { startReplica } from './replica.fixture.js';

/** Circuits without a version, and versions without a circuit: both are written in one transaction. */
const HALF_DONE = `
  SELECT c.id FROM circuits c LEFT JOIN circuit_versions v ON v.circuit_id = c.id WHERE v.circuit_id IS NULL
  UNION ALL SELECT v.circuit_id FROM circuit_versions v LEFT JOIN circuits c ON c.id = v.circuit_id WHERE c.id IS NULL`;

drill('the primary dies in the middle of requests', ['postgres', 'pg_basebackup', 'redis-server'], () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let address: MovingAddress;
  let registries: readonly ServiceProcess[];
  let compiler: ServiceProcess;
  let key: string;
  let work: readonly AccountAtWork[] = [];

  beforeAll(async () => {
    const [started, redis] = await Promise.all([startPostgres(), startRedis()]);
    primary = started;
    await primary.query('postgres', 'CREATE DATABASE kirchhoff');
    await operator(['migrate'], { DATABASE_URL: primary.url('kirchhoff') });
    replica = await startReplica(primary);
    // From now on, a commit is acknowledged when the replica has it on its disk.
    await primary.query('postgres', "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await primary.query('postgres', 'SELECT pg_reload_conf()');
    await eventually('the replica is synchronous', async () => {
      const [row] = await primary.query('postgres', 'SELECT sync_state FROM pg_stat_replication');
      return row?.['sync_state'] === 'sync';
    });
    address = await openMovingAddress(primary.port);
    const environment = {
      ...WITHOUT_LIMITS,
      DATABASE_URL: `postgresql://${SUPERUSER}:${SUPERUSER_PASSWORD}@127.0.0.1:${address.port}/kirchhoff`,
      REDIS_URL: redis.url,
      RUN_LEASE_MILLISECONDS: '3000',
      SWEEP_INTERVAL_MILLISECONDS: '500',
    };
    const start = async (name: 'registry' | 'worker' | 'compiler') => startService(name, environment);
    const [one, two, made] = await Promise.all([start('registry'), start('registry'), start('compiler'), start('worker')]);
    registries = [one, two];
    compiler = made;
    key = await register(one.address);
  });
  afterAll(async () => {
    await stopPrograms();
    await Promise.all(work.map(async (each) => each.stop()));
    await address.close();
    await removeFolders();
  });

  it('no acknowledged write is lost, no request has another answer than its own or 503, and no process is restarted', async () => {
    work = Array.from({ length: 4 }, () =>
      startWork(
        registries.map((each) => each.address),
        key,
      ),
    );
    for (const each of work) await each.moreCertified(2);
    await primary.kill();
    for (const each of work) {
      const before = each.ledger.refused;
      await eventually('a request is refused', async () => each.ledger.refused > before);
    }
    const ready = await call('GET', `${registries[0]?.address}/readyz`);
    expect(ready.status).toBe(503);
    await replica.query('postgres', 'SELECT pg_promote()');
    // Its own standby would now be synchronous; there is none.
    await replica.query('postgres', "ALTER SYSTEM SET synchronous_standby_names = ''");
    await replica.query('postgres', 'SELECT pg_reload_conf()');
    address.moveTo(replica.port);
    for (const each of work) await each.moreCertified(2);
    const ledgers = await Promise.all(work.map(async (each) => each.stop()));
    expect(ledgers.flatMap(({ unexpected }) => unexpected)).toEqual([]);
    for (const ledger of ledgers) await confirmWrites(registries[0]?.address ?? '', key, ledger);
    expect(await replica.query('kirchhoff', HALF_DONE)).toEqual([]);
    const runs = await replica.query('kirchhoff', "SELECT id FROM certifications WHERE status = 'failed'");
    expect(runs).toEqual([]);
    for (const service of [...registries, compiler]) {
      expect((await call('GET', `${service.address}/readyz`)).status).toBe(200);
      expect(service.isRunning()).toBe(true);
    }
  });
});
