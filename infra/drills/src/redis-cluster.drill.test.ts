import { confirmWrites, startWork, WITHOUT_LIMITS } from './harness/account-at-work.js';
import { eventually, stopPrograms } from './harness/programs.js';
import { type Answer, call, closedSource, operator, register, type ServiceProcess, startService } from './harness/services.js';
import { removeFolders, startPostgres } from './harness/stores.js';
import { drill } from './harness/tools.js';
import { type RedisCluster, startRedisCluster } from './redis-cluster.fixture.js';

/** Registrations a day from one address, which is that of the drill. */
const MAX_REGISTRATIONS = 9;
const POLICY = 'policy reading {\n  action "read" (n: 0..9)\n  rule few allow on "read" when n < 5\n  default deny\n}\n';

drill('a Redis Cluster of six nodes', ['postgres', 'redis-server', 'redis-cli'], () => {
  let cluster: RedisCluster;
  let registries: readonly ServiceProcess[];
  let compiler: ServiceProcess;
  let key: string;
  let policyId: string;
  let registrations = 0;
  let environment: Readonly<Record<string, string>>;

  const addresses = () => registries.map(({ address }) => address);
  const registry = (): string => addresses()[0] ?? '';
  const newAccount = async (): Promise<string> => {
    registrations += 1;
    return register(addresses()[registrations % 2] ?? '');
  };
  const check = async (withKey: string): Promise<Answer> =>
    call('POST', `${compiler.address}/v1/policy/check`, {
      key: withKey,
      body: { policy_id: policyId, action: { category: 'read', params: { n: 1 } } },
    });
  /** Counts the processes that listen to a channel, on all nodes. */
  const listeners = async (channel: string): Promise<number> => {
    await cluster.restore();
    const counts = await Promise.all(
      cluster.running().map(async (node) => Number((await node.command('PUBSUB', 'NUMSUB', channel)).split('\n')[1])),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };

  beforeAll(async () => {
    const [postgres, started] = await Promise.all([startPostgres(), startRedisCluster()]);
    cluster = started;
    await postgres.query('postgres', 'CREATE DATABASE kirchhoff');
    environment = {
      ...WITHOUT_LIMITS,
      DATABASE_URL: postgres.url('kirchhoff'),
      REDIS_URL: cluster.url,
      REGISTER_PER_DAY: String(MAX_REGISTRATIONS),
      REGISTER_PER_MINUTE: '1000',
    };
    await operator(['migrate'], environment);
    const start = async (name: 'registry' | 'worker' | 'compiler') => startService(name, environment);
    const [one, two, made] = await Promise.all([start('registry'), start('registry'), start('compiler'), start('worker')]);
    registries = [one, two];
    compiler = made;
    key = await newAccount();
    const policy = await call('POST', `${compiler.address}/v1/policies`, { key, body: { name: 'reading', source: POLICY } });
    policyId = String(policy.body?.['policy_id']);
  });
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  it('every process works on it, and the keys of a queue are on one node', async () => {
    const work = startWork(addresses(), key);
    await work.moreCertified(3);
    const ledger = await work.stop();
    expect(ledger.unexpected).toEqual([]);
    expect(ledger.refused).toBe(0);
    expect(ledger.verified).toBeGreaterThan(0);
    expect((await check(key)).body).toMatchObject({ verdict: 'ALLOW' });
    const health = await call('GET', `${registry()}/v1/health`);
    expect(health.body).toMatchObject({ status: 'ok' });
    const keys = (await cluster.onMasters('KEYS', '*')).map((text) => text.split('\n'));
    const ofQueue = keys.filter((each) => each.some((name) => name.startsWith('{certifications}:certifications:')));
    expect(ofQueue).toHaveLength(1);
    expect(keys.flat().filter((name) => name.startsWith('bull:'))).toEqual([]);
    const top = JSON.parse(await operator(['top', '--json'], environment));
    expect(top.accounts[0].requests).toBeGreaterThan(0);
  });

  it('slots move under load', async () => {
    const work = startWork(addresses(), key);
    await work.moreCertified(1);
    const limits = (await cluster.onMasters('KEYS', 'rate:*'))
      .join('\n')
      .split('\n')
      .filter((name) => name !== '');
    const names = ['{certifications}', '{verifications}', ...limits];
    const slots = new Set(await Promise.all(names.map(async (name) => cluster.slotOf(name))));
    for (const slot of slots) {
      const before = await cluster.masterOf(slot);
      await cluster.move(slot, async () => work.moreCertified(1));
      expect((await cluster.masterOf(slot)).id).not.toBe(before.id);
      await work.moreCertified(1);
    }
    const ledger = await work.stop();
    expect(ledger.unexpected).toEqual([]);
    await confirmWrites(registry(), key, ledger);
  });

  it('a killed master: certify goes on, and a revoked key is refused everywhere when its revocation is answered', async () => {
    const work = startWork(addresses(), key);
    await work.moreCertified(1);
    const made = await call('POST', `${registry()}/v1/auth/keys`, { key, body: { name: 'second' } });
    const second = String(made.body?.['api_key']);
    expect((await check(second)).body).toMatchObject({ verdict: 'ALLOW' });
    const master = await cluster.masterOf(await cluster.slotOf('{certifications}'));
    const killed = cluster.kill(master);
    const revoked = await call('DELETE', `${registry()}/v1/auth/keys/${String(made.body?.['key_id'])}`, { key });
    const uses = await Promise.all([
      ...addresses().map(async (address) => call('GET', `${address}/v1/auth/keys`, { key: second })),
      check(second),
    ]);
    expect(revoked.status).toBe(204);
    expect(uses.map(({ status }) => status)).toEqual([401, 401, 401]);
    await killed;
    await work.moreCertified(3);
    const ledger = await work.stop();
    expect(ledger.unexpected).toEqual([]);
    await confirmWrites(registry(), key, ledger);
  });

  it('every process listens again after the node that it listened to was killed', async () => {
    const channel = 'kirchhoff:0:runs:ended';
    await eventually('both registries listen', async () => (await listeners(channel)) === 2);
    await cluster.restore();
    const counts = await Promise.all(
      cluster.running().map(async (node) => ({ node, count: Number((await node.command('PUBSUB', 'NUMSUB', channel)).split('\n')[1]) })),
    );
    const heard = counts.find(({ count }) => count > 0)?.node;
    if (heard === undefined) throw new Error('no node has a listener');
    await cluster.kill(heard);
    await eventually('both registries listen again', async () => (await listeners(channel)) === 2);
  });

  it('a limit of all processes holds over the death of a master', async () => {
    await cluster.restore();
    await newAccount();
    await newAccount();
    const [name] = (await cluster.onMasters('KEYS', 'rate:register:*:86400')).filter((each) => each !== '');
    const slot = await cluster.slotOf(name ?? '');
    const master = await cluster.masterOf(slot);
    // The count is on the replica before the master dies; without this, a fail-over may forget the last counts.
    await eventually('a replica of the limit', async () => {
      const found = await master.command('INFO', 'replication');
      const [, sent] = /master_repl_offset:(\d+)/.exec(found) ?? [];
      return sent !== undefined && found.includes(`offset=${sent},`);
    });
    await cluster.kill(master);
    await eventually('both processes reach the new master', async () => {
      const states = await Promise.all(addresses().map(async (address) => call('GET', `${address}/v1/health`)));
      return states.every(({ body }) => body?.['status'] === 'ok');
    });
    const answers: number[] = [];
    for (let count = 0; count < 2 * MAX_REGISTRATIONS; count += 1) {
      const body = { email: `limit-${count}@example.org`, name: 'Limit' };
      answers.push((await call('POST', `${addresses()[count % 2] ?? ''}/v1/auth/register`, { body })).status);
    }
    expect(answers.filter((status) => status === 201)).toHaveLength(MAX_REGISTRATIONS - registrations);
    expect(answers.at(-1)).toBe(429);
    expect(new Set(answers)).toEqual(new Set([201, 429]));
  });

  it('circuits are still published and certified after all of that', async () => {
    const published = await call('POST', `${registry()}/v1/circuits`, { key, body: { name: 'last', source: closedSource(0) } });
    const certified = await call('POST', `${registry()}/v1/circuits/${String(published.body?.['pid'])}/certify`, { key, body: {} });
    expect(certified.body).toMatchObject({ certified: true });
  });
});
