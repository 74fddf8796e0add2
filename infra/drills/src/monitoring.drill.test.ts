import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { eventually, freePort, runProgram, stopPrograms } from './harness/programs.js';
import { call, closedSource, operator, register, type ServiceName, type ServiceProcess, startService } from './harness/services.js';
import { type PostgresServer, type RedisServer, removeFolders, startPostgres, startRedis } from './harness/stores.js';
import { drill, toolPath } from './harness/tools.js';
import { MONITORING, metricsIn, readQueries, readRules } from './monitoring/files.js';
import { type Prometheus, startPrometheus, WINDOW } from './monitoring/prometheus.fixture.js';

/** Alerts that need a faulty solver, gigabytes, or another build; `promtool test rules` makes them fire. */
const ONLY_BY_PROMTOOL = ['KirchhoffSolverOut', 'KirchhoffMemory', 'KirchhoffMixedEngines'];
/** More requests than a process has connections to Postgres. */
const MANY = 12;
// Each step waits for scrapes, on a machine that may be busy.
jest.setTimeout(300_000);
const PROCESSES = ['registry', 'worker', 'compiler'] as const;

/** A circuit that takes longer to prove than the guard of the worker. */
const slowSource = (number: number) => `circuit slow {
  input x: 0..${4_000_000_000 + number}
  input y: 0..4_000_000_000
  output z: bool
  z = true
  ensure x * x * x + y * y != 3 * x * y + ${1_000_003 + number}
}`;
const POLICY = 'policy pay {\n  action "pay" (cents: 0..1_000_000)\n  rule small allow on "pay" when cents <= 1_000\n}\n';

async function promtool(...args: readonly string[]): Promise<string> {
  return runProgram(toolPath('promtool'), args, { cwd: MONITORING });
}

drill('Prometheus on a running system', ['prometheus', 'promtool', 'postgres', 'redis-server'], () => {
  let postgres: PostgresServer;
  let redis: RedisServer;
  let prometheus: Prometheus;
  let environment: Readonly<Record<string, string>>;
  let ports: Readonly<Record<ServiceName, number>>;
  const running = new Map<ServiceName, ServiceProcess>();
  let key: string;
  let policyId: string;
  let circuits = 0;

  const start = async (name: ServiceName): Promise<ServiceProcess> => {
    const started = await startService(name, { ...environment, METRICS_PORT: String(ports[name]) });
    running.set(name, started);
    return started;
  };
  const addressOf = (name: ServiceName): string => running.get(name)?.address ?? '';
  const certify = async (source: string) => {
    const published = await call('POST', `${addressOf('registry')}/v1/circuits`, { key, body: { name: 'one', source } });
    return call('POST', `${addressOf('registry')}/v1/circuits/${String(published.body?.['pid'])}/certify`, { key, body: {} });
  };
  const certifyNext = async () => {
    circuits += 1;
    return certify(closedSource(circuits));
  };
  const check = async () =>
    call('POST', `${addressOf('compiler')}/v1/policy/check`, {
      key,
      body: { policy_id: policyId, action: { category: 'pay', params: { cents: 5 } } },
    });
  const usage = async () => call('GET', `${addressOf('registry')}/v1/usage`, { key });
  const analyze = async (source: string) => call('POST', `${addressOf('compiler')}/v1/analyze`, { key, body: { source } });
  const workerIsScraped = async () => (await prometheus.query('up{job="kirchhoff-worker"} == 1')).length === 1;
  /** Repeats an action until the alerts have fired. */
  const untilFired = async (alerts: readonly string[], act: () => Promise<unknown> = async () => undefined) => {
    for (const alert of alerts) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await eventually(`${alert} fires`, async () => {
        await act();
        return prometheus.hasFired(alert);
      });
    }
  };

  beforeAll(async () => {
    const [registry, worker, compiler] = [await freePort(), await freePort(), await freePort()];
    ports = { registry, worker, compiler };
    [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    await postgres.query('postgres', 'CREATE DATABASE kirchhoff');
    environment = {
      DATABASE_URL: postgres.url('kirchhoff'),
      REDIS_URL: redis.url,
      HOST: '127.0.0.1',
      DATABASE_POOL_SIZE: '3',
      ENGINE_THREADS: '1',
      ENGINE_QUEUE_LIMIT: '1',
      ENGINE_GUARD_MILLISECONDS: '1500',
      RUN_WAIT_MILLISECONDS: '100',
      DEFAULT_TIER: 'pro',
      REGISTER_PER_MINUTE: '10000',
      REGISTER_PER_DAY: '10000',
      REQUESTS_PER_MINUTE: '100000',
      ENGINE_STEPS_PER_MINUTE: '1000000000',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
      SWEEP_INTERVAL_MILLISECONDS: '500',
    };
    await operator(['migrate'], environment);
    for (const name of PROCESSES) await start(name);
    prometheus = await startPrometheus({
      'kirchhoff-registry': registry,
      'kirchhoff-worker': worker,
      'kirchhoff-compiler': compiler,
    });
    key = await register(addressOf('registry'));
    // On a busy machine, the first tasks of a thread may take longer than the guard.
    policyId = await eventually('a policy is created', async () => {
      const { body } = await call('POST', `${addressOf('compiler')}/v1/policies`, { key, body: { name: 'pay', source: POLICY } });
      const made = body?.['policy_id'];
      return typeof made === 'string' ? made : undefined;
    });
    await eventually('a check is answered', async () => (await check()).status === 200);
    await eventually('all processes are scraped', async () => (await prometheus.query('up == 1')).length === PROCESSES.length);
  });
  afterAll(async () => {
    await stopPrograms();
    await removeFolders();
  });

  it('promtool accepts the configuration and the rules, and the tests of the rules pass', async () => {
    expect(await promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(await promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  it('promtool accepts the names and units of our own metrics', async () => {
    for (const name of PROCESSES) {
      const text = await (await fetch(`http://127.0.0.1:${ports[name]}/metrics`)).text();
      const own = text.split('\n').filter((line) => line.replace(/^# \w+ /, '').startsWith('kirchhoff_'));
      const said = await runProgram('/bin/sh', ['-c', 'printf "%s\\n" "$METRICS" | "$PROMTOOL" check metrics'], {
        env: { METRICS: own.join('\n'), PROMTOOL: toolPath('promtool') },
      });
      expect(said).toBe('');
    }
  });

  it('alerts of the requests, the pool and the caches fire for a lock in Postgres', async () => {
    for (let each = 0; each < 5; each += 1) await Promise.all([check(), certifyNext()]);
    const lock = new Client({ connectionString: postgres.url('kirchhoff') });
    await lock.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('LOCK TABLE accounts, api_keys');
      const held = new Set<Promise<unknown>>();
      const ask = (asked: Promise<unknown>) => {
        const ended = asked.catch(() => undefined).finally(() => held.delete(ended));
        held.add(ended);
      };
      const act = async () => {
        while (held.size < MANY) for (const each of [usage(), usage(), check()]) ask(each);
        await wait(500);
      };
      await untilFired(['KirchhoffPoolExhausted', 'KirchhoffReadsSlow', 'KirchhoffChecksSlow', 'KirchhoffErrorRatio'], act);
      await lock.query('ROLLBACK');
      await Promise.all(held);
    } finally {
      await lock.end();
    }
  });

  it('alerts of the engine fire for programs that are too slow, and for too many of them', async () => {
    let number = 0;
    await untilFired(['KirchhoffEngineQueueFull'], async () => {
      number += 10;
      await Promise.all(Array.from({ length: 5 }, async (_, each) => analyze(slowSource(number + each))));
    });
    for (let each = 0; each < 4; each += 1) await certify(slowSource(number + 100 + each));
    await untilFired(['KirchhoffRunsFail', 'KirchhoffEngineThreadsLost']);
  });

  it('an alert fires for an exception of ours', async () => {
    await postgres.query('kirchhoff', 'ALTER TABLE accounts ADD CONSTRAINT none_any_more CHECK (false) NOT VALID');
    const body = { email: 'ada@example.org', name: 'Ada' };
    await untilFired(['KirchhoffInternalErrors'], async () => call('POST', `${addressOf('registry')}/v1/auth/register`, { body }));
    await postgres.query('kirchhoff', 'ALTER TABLE accounts DROP CONSTRAINT none_any_more');
  });

  it('alerts fire for decisions that are not logged, and for webhooks without a receiver', async () => {
    await call('PUT', `${addressOf('compiler')}/v1/policies/${policyId}/log`, { key, body: { mode: 'all' } });
    const [account] = await postgres.query('kirchhoff', 'SELECT account_id FROM policies');
    const limit = ['set-limit', '--account', String(account?.['account_id']), '--limit', 'stored_octets', '--value'];
    await operator([...limit, '1'], environment);
    await untilFired(['KirchhoffDecisionsDropped'], check);
    await operator([...limit, 'default'], environment);
    const body = { url: `http://127.0.0.1:${await freePort()}/`, events: ['circuit.certified'] };
    expect((await call('POST', `${addressOf('registry')}/v1/webhooks`, { key, body })).status).toBe(201);
    await untilFired(['KirchhoffWebhooksFail'], certifyNext);
  });

  it('an alert fires for an event loop that is late', async () => {
    const { child } = running.get('compiler') ?? {};
    await untilFired(['KirchhoffEventLoopLag'], async () => {
      child?.kill('SIGSTOP');
      await wait(400);
      child?.kill('SIGCONT');
      await wait(100);
    });
  });

  it('every query of the dashboard answers', async () => {
    for (const { title, expr } of readQueries()) {
      await eventually(`"${title}" answers ${expr}`, async () => {
        await Promise.all([check(), certifyNext()]);
        const found = await prometheus.query(expr.replaceAll('$__rate_interval', WINDOW));
        return found.some(({ value }) => Number.isFinite(value));
      });
    }
  });

  it('the alerts and the dashboard name only metrics that the processes show', async () => {
    const shown = await prometheus.query('count by (__name__) ({job=~"kirchhoff-.*"})');
    const names = new Set(shown.map(({ metric }) => (metric['__name__'] ?? '').replace(/_(?:bucket|sum|count)$/, '')));
    const rules = readRules().groups.flatMap(({ rules: each }) => each);
    for (const name of [...rules, ...readQueries()].flatMap(({ expr }) => metricsIn(expr))) expect(names).toContain(name);
  });

  it('alerts fire for a worker that is killed, and for one that is started again and again', async () => {
    await running.get('worker')?.stop('SIGKILL');
    await certifyNext();
    await untilFired(['KirchhoffTargetDown', 'KirchhoffNoWorker', 'KirchhoffRunsWait']);
    await untilFired(['KirchhoffRestarts'], async () => {
      await running.get('worker')?.stop('SIGKILL');
      await eventually('the end of the worker is seen', async () => !(await workerIsScraped()));
      await start('worker');
      await eventually('the worker is scraped', workerIsScraped);
    });
  });

  it('alerts fire for Redis and Postgres, and end when they are back', async () => {
    await redis.program.stop();
    await untilFired(['KirchhoffRedisOut']);
    await startRedis({ port: redis.port });
    await postgres.stop();
    await untilFired(['KirchhoffPostgresOut', 'KirchhoffNotReady']);
    await postgres.start();
    const stillOut = 'ALERTS{alertname=~"Kirchhoff(RedisOut|PostgresOut|NotReady)", alertstate="firing"}';
    await eventually('they are back', async () => (await prometheus.query(stillOut)).length === 0);
  });

  it('has made every alert fire, but those that need more than a machine for a minute', async () => {
    const fired = new Set<string>();
    const alerts = readRules().groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    for (const alert of alerts) if (await prometheus.hasFired(alert)) fired.add(alert);
    expect(new Set([...fired, ...ONLY_BY_PROMTOOL])).toEqual(new Set(alerts));
  });
});
