import { createServer, type Server } from 'node:http';
import { Client } from 'pg';
import { confirmWrites, startWork, WITHOUT_LIMITS } from './harness/account-at-work.js';
import { eventually, stopPrograms } from './harness/programs.js';
import { call, operator, register, type ServiceProcess, startService } from './harness/services.js';
import { type PostgresServer, removeFolders, startPostgres, startRedis } from './harness/stores.js';
import { drill } from './harness/tools.js';
import { type PgBouncer, startPgBouncer } from './pgbouncer.fixture.js';

/** Connections of PgBouncer to Postgres. */
const POOL = 3;
/** Connections to PgBouncer of each of four processes. */
const CONNECTIONS = 5;
const POLICY = 'policy reading {\n  action "read" (n: 0..9)\n  rule few allow on "read" when n < 5\n  default deny\n}\n';

drill('PgBouncer in transaction mode', ['postgres', 'pgbouncer', 'redis-server'], () => {
  let postgres: PostgresServer;
  let bouncer: PgBouncer;
  let registries: readonly ServiceProcess[];
  let compiler: ServiceProcess;
  let receiver: Server;
  let key: string;
  const heard: string[] = [];

  const addresses = () => registries.map(({ address }) => address);
  /** Counts the sessions of Postgres in the database, without the one that counts. */
  const sessions = async (condition = 'true'): Promise<number> => {
    const [row] = await postgres.query(
      'postgres',
      `SELECT count(*)::integer AS count FROM pg_stat_activity WHERE datname = 'kirchhoff' AND ${condition}`,
    );
    return Number(row?.['count']);
  };

  beforeAll(async () => {
    const [started, redis] = await Promise.all([startPostgres(), startRedis()]);
    postgres = started;
    await postgres.query('postgres', 'CREATE DATABASE kirchhoff');
    await operator(['migrate'], { DATABASE_URL: postgres.url('kirchhoff') });
    bouncer = await startPgBouncer(postgres, POOL);
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(204).end());
      heard.push(request.url ?? '');
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const environment = {
      ...WITHOUT_LIMITS,
      DATABASE_URL: bouncer.url('kirchhoff'),
      DATABASE_POOLING: 'transaction',
      DATABASE_POOL_SIZE: String(CONNECTIONS),
      REDIS_URL: redis.url,
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    };
    const start = async (name: 'registry' | 'worker' | 'compiler') => startService(name, environment);
    const [one, two, made] = await Promise.all([start('registry'), start('registry'), start('compiler'), start('worker')]);
    registries = [one, two];
    compiler = made;
    key = await register(one.address);
  });
  afterAll(async () => {
    await stopPrograms();
    await new Promise((resolve) => receiver.close(resolve));
    await removeFolders();
  });

  it('all processes share fewer sessions than they have connections', async () => {
    const address = receiver.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const webhook = { url: `http://127.0.0.1:${port}/certified`, events: ['circuit.certified'] };
    expect((await call('POST', `${addresses()[0]}/v1/webhooks`, { key, body: webhook })).status).toBe(201);
    const policy = await call('POST', `${compiler.address}/v1/policies`, { key, body: { name: 'reading', source: POLICY } });
    const action = { policy_id: policy.body?.['policy_id'], action: { category: 'read', params: { n: 1 } } };
    const work = [1, 2, 3].map(() => startWork(addresses(), key));
    for (const each of work) await each.moreCertified(3);
    const checks = await Promise.all(
      Array.from({ length: 20 }, async () => call('POST', `${compiler.address}/v1/policy/check`, { key, body: action })),
    );
    const searches = await Promise.all(addresses().map(async (each) => call('GET', `${each}/v1/circuits?search=work`, { key })));
    expect(await sessions()).toBeLessThanOrEqual(POOL);
    const ledgers = await Promise.all(work.map(async (each) => each.stop()));
    expect(ledgers.flatMap(({ unexpected }) => unexpected)).toEqual([]);
    expect(new Set(checks.map(({ body }) => body?.['verdict']))).toEqual(new Set(['ALLOW']));
    expect(searches.map(({ status }) => status)).toEqual([200, 200]);
    for (const ledger of ledgers) {
      expect(ledger.refused).toBe(0);
      expect(ledger.verified).toBeGreaterThan(0);
      await confirmWrites(addresses()[0] ?? '', key, ledger);
    }
    const certified = ledgers.reduce((sum, ledger) => sum + ledger.certified.size, 0);
    await eventually('every certification is delivered', async () => heard.length >= certified);
  });

  it('a statement that waits for a lock is ended by Postgres, also while the lock is held', async () => {
    const holder = new Client({ connectionString: postgres.url('kirchhoff') });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE circuits IN ACCESS EXCLUSIVE MODE');
    const waits = "wait_event_type = 'Lock'";
    const answering = call('GET', `${addresses()[0]}/v1/circuits`, { key });
    await eventually('a statement waits', async () => (await sessions(waits)) > 0);
    expect((await answering).status).toBe(503);
    await eventually('no statement waits', async () => (await sessions(waits)) === 0);
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await call('GET', `${addresses()[0]}/v1/circuits`, { key })).status).toBe(200);
  });

  it('a restart of PgBouncer under load loses no acknowledged write', async () => {
    const work = startWork(addresses(), key);
    for (let count = 0; count < 3; count += 1) {
      await work.moreCertified(1);
      await bouncer.restart();
    }
    await work.moreCertified(2);
    const ledger = await work.stop();
    expect(ledger.unexpected).toEqual([]);
    await confirmWrites(addresses()[0] ?? '', key, ledger);
  });
});
