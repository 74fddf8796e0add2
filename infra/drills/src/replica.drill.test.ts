import { WITHOUT_LIMITS } from './harness/account-at-work.js';
import { eventually, stopPrograms } from './harness/programs.js';
import { call, closedSource, operator, register, type ServiceProcess, startService } from './harness/services.js';
import { type PostgresServer, removeFolders, startPostgres, startRedis } from './harness/stores.js';
import { drill } from './harness/tools.js';
import { startReplica } from './replica.fixture.js';

drill('reads from a streaming replica', ['postgres', 'pg_basebackup', 'redis-server'], () => {
  let primary: PostgresServer;
  let replica: PostgresServer;
  let registry: ServiceProcess;
  let key: string;
  let names = 0;
  const stopping = new AbortController();

  /** Publishes a public circuit, and returns its name, which is one word. */
  const publish = async (): Promise<string> => {
    names += 1;
    const name = `replicated${names}`;
    const body = { name, source: closedSource(names), visibility: 'public' };
    const { status } = await call('POST', `${registry.address}/v1/circuits`, { key, body });
    if (status !== 201) throw new Error(`a publication was answered with ${status}`);
    return name;
  };
  /** Returns the number of results; throws for any other answer than 200. */
  const found = async (search: string, as?: string): Promise<number> => {
    const { status, body } = await call('GET', `${registry.address}/v1/circuits?search=${search}`, as === undefined ? {} : { key: as });
    if (status !== 200) throw new Error(`a search was answered with ${status}: ${JSON.stringify(body)}`);
    return Number(body?.['total']);
  };
  const reports = (line: string): number => registry.said().split(line).length - 1;
  const IN_USE = '"msg":"the replica is used"';
  const NOT_IN_USE = '"msg":"the replica is not used"';
  /** Runs a step, and waits until the registry reports its effect. */
  const reported = async (line: string, step: () => Promise<unknown>): Promise<void> => {
    const before = reports(line);
    await step();
    await eventually(`the registry reports ${line}`, async () => reports(line) > before);
  };

  beforeAll(async () => {
    const [started, redis] = await Promise.all([startPostgres(), startRedis()]);
    primary = started;
    await primary.query('postgres', 'CREATE DATABASE kirchhoff');
    await operator(['migrate'], { DATABASE_URL: primary.url('kirchhoff') });
    replica = await startReplica(primary);
    registry = await startService('registry', {
      ...WITHOUT_LIMITS,
      SEARCHES_PER_MINUTE: '1000000',
      DATABASE_URL: primary.url('kirchhoff'),
      DATABASE_REPLICA_URL: replica.url('kirchhoff'),
      REDIS_URL: redis.url,
    });
    key = await register(registry.address);
    await eventually('the replica is used', async () => reports(IN_USE) === 1);
  });
  afterAll(async () => {
    stopping.abort();
    await stopPrograms();
    await removeFolders();
  });

  it('lists without a key are read from it, and show what was published', async () => {
    const name = await publish();
    await eventually('the replica shows the circuit', async () => (await found(name)) === 1);
    const before = await scans(replica);
    for (let count = 0; count < 20; count += 1) await found(`absent${count}`);
    await eventually('the replica reports its scans', async () => (await scans(replica)) >= before + 20);
  });

  it('with replay paused, the account sees its own circuit at once, and others see it from the primary', async () => {
    await replica.query('postgres', 'SELECT pg_wal_replay_pause()');
    await eventually('replay is paused', async () => {
      const [row] = await replica.query('postgres', 'SELECT pg_get_wal_replay_pause_state() AS state');
      return row?.['state'] === 'paused';
    });
    let name = '';
    await reported(NOT_IN_USE, async () => {
      name = await publish();
      expect(await found(name, key)).toBe(1);
      await eventually('the primary answers', async () => (await found(name)) === 1);
    });
    await reported(IN_USE, async () => replica.query('postgres', 'SELECT pg_wal_replay_resume()'));
    expect(await found(name)).toBe(1);
  });

  it('killed in the middle of requests, it causes no error; it is used again when it is back', async () => {
    const name = await publish();
    const failures: string[] = [];
    let asked = 0;
    const readers = Array.from({ length: 6 }, async (_, reader) => {
      while (!stopping.signal.aborted) {
        asked += 1;
        await found(`${name}+reader${reader}x${asked}`).catch((error: unknown) => failures.push(String(error)));
      }
    });
    const more = async () => {
      const target = asked + 60;
      await eventually('60 more searches', async () => asked >= target || failures.length > 0);
    };
    await more();
    await reported(NOT_IN_USE, async () => replica.kill());
    await more();
    await reported(IN_USE, async () => replica.start());
    await more();
    stopping.abort();
    await Promise.all(readers);
    expect(failures).toEqual([]);
    expect(await found(name)).toBe(1);
  });

  it('promoted, it is not used: it misses what the primary gets', async () => {
    await reported(NOT_IN_USE, async () => replica.query('postgres', 'SELECT pg_promote()'));
    expect(registry.said()).toContain('it was promoted');
    expect(await found(await publish())).toBe(1);
  });
});

/** Counts the scans of the table on a server. A session reports them with a delay. */
async function scans(server: PostgresServer): Promise<number> {
  const [row] = await server.query(
    'kirchhoff',
    "SELECT (seq_scan + coalesce(idx_scan, 0))::integer AS count FROM pg_stat_user_tables WHERE relname = 'circuits'",
  );
  return Number(row?.['count']);
}
