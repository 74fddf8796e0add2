import { createServer } from 'node:net';
import { connectRedis } from '@kirchhoff/platform';
import { startBreakingRegistry } from '../testing/breaking-registry.fixture.js';
import { type CuttingProxy, openLine } from '../testing/cutting-proxy.fixture.js';
import { bearer, eventually, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { RUN_QUEUES } from './job.js';
import { KINDS, latestOf, rowOf, type TestedKind } from './kinds.fixture.js';

/** Returns a port without a server. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== 'object' || address === null) throw new Error('a server without a port');
  return address.port;
}

describe('Redis out', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry({ REDIS_URL: `redis://127.0.0.1:${await closedPort()}` });
  });
  afterAll(async () => registry.close());

  it.each(KINDS)('503 for a $kind before it is counted or written; all else goes on', async (tested) => {
    const ada = await registry.register();
    const pid = await tested.prepare(registry, ada, closedCircuit());
    const { status, body, headers } = await tested.ask(registry, ada, pid);
    expect(status).toBe(503);
    expect(body.code).toBe('unavailable');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(await registry.database.certification.count({ where: { status: 'queued' } })).toBe(0);
    expect(await registry.database.verification.count()).toBe(0);
    expect(await tested.used(registry, ada)).toBe(0);
    await registry.api.get(`/v1/circuits/${pid}`).expect(200);
    await registry.api.get(`/v1/circuits/${pid}/badge`).expect(200);
  });

  it('404, 403 and 409 stay what they are', async () => {
    const [ada, bob] = [await registry.register(), await registry.register()];
    const pid = await registry.publish(ada, closedCircuit());
    for (const { ask } of KINDS) expect((await ask(registry, ada, 'cir_0000000000000000000000')).status).toBe(404);
    expect((await registry.certify(bob, pid)).status).toBe(403);
    expect((await registry.api.post(`/v1/circuits/${pid}/verify`).set(bearer(bob))).body.code).toBe('not-certified');
  });

  it('200 for health, which says degraded', async () => {
    const { body } = await registry.api.get('/v1/health').expect(200);
    expect(body).toMatchObject({
      status: 'degraded',
      checks: { postgres: { status: 'up' }, redis: { status: 'down' }, queue: { status: 'down' } },
    });
  });

  it('revokes a key all the same', async () => {
    const ada = await registry.register();
    await registry.api.delete(`/v1/auth/keys/${ada.keyId}`).set(bearer(ada)).expect(204);
    await registry.api.get('/v1/usage').set(bearer(ada)).expect(401);
  });
});

describe('Postgres out', () => {
  let registry: TestRegistry;
  beforeAll(async () => {
    registry = await startTestRegistry({ DATABASE_URL: `postgresql://nobody@127.0.0.1:${await closedPort()}/none` });
  });
  afterAll(async () => registry.close());

  it('401 for a key of the wrong shape or checksum: it is refused without a look-up', async () => {
    for (const key of ['nonsense', 'svc_live_short', `svc_live_${'0'.repeat(40)}`, `svc_test_${'a'.repeat(40)}`]) {
      await registry.api.get('/v1/usage').set('Authorization', `Bearer ${key}`).expect(401);
    }
    await registry.api.get('/v1/usage').set('Authorization', 'Basic YTpi').expect(401);
  });

  it('503 with Retry-After for what needs it, 200 for what does not', async () => {
    const { body, headers } = await registry.api.get('/v1/circuits').expect(503);
    expect(body.code).toBe('unavailable');
    expect(JSON.stringify(body)).not.toMatch(/postgres|ECONN|select/i);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await registry.api.get('/v1/catalog').expect(200);
    await registry.api.get('/livez').expect(200);
    await registry.api.get('/readyz').expect(503);
    expect((await registry.api.get('/v1/health').expect(503)).body.status).toBe('down');
  });
});

/** Resolves when the job is in the queue: the row is then written. */
async function jobIsThere(redisUrl: string, { kind }: TestedKind): Promise<void> {
  const redis = await connectRedis(redisUrl, { warn: () => undefined });
  await eventually('the job is there', async () => (await redis.sender.llen(`bull:${RUN_QUEUES[kind]}:wait`)) === 1);
  redis.close();
}

describe.each(KINDS)('cut off in the middle of a request for a $kind', (tested) => {
  let registry: TestRegistry;
  let line: CuttingProxy;
  afterEach(async () => registry.close());

  const isDone = async (pid: string) => (await latestOf(registry, tested, pid))?.status === 'done';

  /** Requests a run without waiting for the answer. */
  async function ask() {
    const ada = await registry.register();
    const pid = await tested.prepare(registry, ada, closedCircuit());
    return { ada, pid, answer: () => tested.ask(registry, ada, pid).then((response) => response) };
  }

  it('Redis: the answer comes all the same, for the row is asked as well', async () => {
    let redisUrl = '';
    registry = await startTestRegistry(async ({ REDIS_URL }) => {
      line = await openLine(REDIS_URL);
      redisUrl = REDIS_URL;
      return { REDIS_URL: line.url, RUN_WAIT_MILLISECONDS: '25000' };
    });
    const { ada, pid, answer } = await ask();
    const answered = answer();
    await jobIsThere(redisUrl, tested);
    // Replies of one connection keep their order: after this reply, the request has the reply of its enqueue.
    await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
    await line.cut();
    await registry.startWorker({ REDIS_URL: redisUrl });
    await eventually('the run is done', async () => isDone(pid));
    expect((await answered).body).toMatchObject(tested.good);
  });

  it('Redis that hangs: what was committed and could not be queued is a 202, and done all the same', async () => {
    let redisUrl = '';
    registry = await startTestRegistry(async ({ REDIS_URL }) => {
      line = await openLine(REDIS_URL);
      redisUrl = REDIS_URL;
      return { REDIS_URL: line.url };
    });
    const { answer } = await ask();
    line.stall();
    const { status, body } = await answer();
    expect(status).toBe(202);
    expect(body.status).toBe('queued');
    await line.cut();
    await registry.startWorker({ REDIS_URL: redisUrl });
    await eventually('the run is done', async () => (await rowOf(registry, tested, body[tested.member])).status === 'done');
  });

  it('Postgres: what was taken on is a 202 and done later; what was not is a 503', async () => {
    let databaseUrl = '';
    registry = await startTestRegistry(async ({ DATABASE_URL }) => {
      line = await openLine(DATABASE_URL);
      databaseUrl = DATABASE_URL;
      return { DATABASE_URL: line.url, RUN_WAIT_MILLISECONDS: '1500' };
    });
    const { ada, pid, answer } = await ask();
    const answered = answer();
    await jobIsThere(registry.environment['REDIS_URL'] ?? '', tested);
    await line.cut();
    expect((await registry.api.get(`/v1/circuits/${pid}`).expect(503)).body.code).toBe('unavailable');
    expect((await answered).status).toBe(202);
    await registry.startWorker({ DATABASE_URL: databaseUrl });
    await eventually('the run is done', async () => isDone(pid));
    expect(await tested.used(registry, ada)).toBe(1);
  });

  it('Postgres, after the commit and before the answer: it is counted once, done, and answered to a repeat', async () => {
    const breaking = await startBreakingRegistry();
    ({ registry } = breaking);
    try {
      const { ada, pid } = await ask();
      breaking.line.loseReplyTo(`${tested.kind}-request`);
      const headers = { 'Idempotency-Key': 'a', Prefer: 'respond-async' };
      expect((await tested.ask(registry, ada, pid, headers)).status).toBe(503);
      expect(breaking.line.mend()).toBe(true);
      const again = await tested.ask(registry, ada, pid, headers);
      expect(again.status).toBe(202);
      expect(again.body[tested.member]).toBe((await latestOf(registry, tested, pid))?.id);
      expect(await tested.used(registry, ada)).toBe(1);
    } finally {
      breaking.line.close();
    }
  });
});
