import { connectRedis, createLogger, type RedisConnections } from '@kirchhoff/platform';
import type { Response } from 'supertest';
import { eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { announceEnd } from './completions.js';
import { alter, KINDS, latestOf } from './kinds.fixture.js';

describe.each(KINDS)('a $kind', (tested) => {
  let registry: TestRegistry;
  let ada: TestAccount;
  let redis: RedisConnections;
  beforeAll(async () => {
    registry = await startTestRegistry();
    redis = await connectRedis(registry.environment['REDIS_URL'] ?? '', createLogger('test', 'silent'));
  });
  beforeEach(async () => {
    ada = await registry.register();
  });
  afterAll(async () => {
    redis.close();
    await registry.close();
  });

  const prepare = async (number: number) => tested.prepare(registry, ada, closedCircuit(number));
  const ask = async (pid: string, key: string, prefer = 'wait=20'): Promise<Response> =>
    tested.ask(registry, ada, pid, { 'Idempotency-Key': key, Prefer: prefer });
  const used = async () => tested.used(registry, ada);
  const idOf = ({ body }: Response) => String(body[tested.member]);

  /** Leaves the record of a process that was killed after its commit, with an expired lease. */
  const asIfKilled = async () => registry.database.$executeRaw`
    UPDATE idempotency_records SET status = 'running', lease_until = now() - interval '1 second', response_status = NULL,
      response_headers = NULL, response_body = NULL WHERE scope = ${ada.accountId}`;

  describe('without a worker', () => {
    it('202: a repeat of what was accepted is the same 202, counted once', async () => {
      const pid = await prepare(1);
      const first = await ask(pid, 'a', 'respond-async');
      const again = await ask(pid, 'a', 'respond-async');
      expect([first.status, again.status]).toEqual([202, 202]);
      expect(again.text).toBe(first.text);
      expect(again.headers['location']).toBe(first.headers['location']);
      expect(await used()).toBe(1);
    });

    it('202: a request killed after its commit finds its run again, also where the quota is used up by it', async () => {
      const pid = await prepare(2);
      for (let count = 1; count < tested.limit; count += 1) expect((await ask(pid, `before-${count}`, 'respond-async')).status).toBe(202);
      const first = await ask(pid, 'last', 'respond-async');
      await asIfKilled();
      const again = await ask(pid, 'last', 'respond-async');
      expect(again.body).toEqual(first.body);
      expect(await used()).toBe(tested.limit);
      expect((await ask(pid, 'one-more', 'respond-async')).status).toBe(429);
    });

    it('202: a run that our side ended is not the answer to a repeat: another is begun', async () => {
      const pid = await prepare(3);
      const first = await ask(pid, 'a', 'respond-async');
      await alter(registry, tested, idOf(first), { status: 'failed', failure: `${tested.kind}-failed` });
      await asIfKilled();
      const again = await ask(pid, 'a', 'respond-async');
      expect(again.status).toBe(202);
      expect(idOf(again)).not.toBe(idOf(first));
    });

    it('503: of a run that failed while it was waited for is not kept', async () => {
      const pid = await prepare(4);
      const waiting = ask(pid, 'a');
      const queued = async () => latestOf(registry, tested, pid);
      await eventually('the run is asked for', async () => (await queued())?.status === 'queued');
      const id = (await queued())?.id ?? '';
      await alter(registry, tested, id, { status: 'failed', failure: `${tested.kind}-failed` });
      await announceEnd(redis.messages, id);
      expect((await waiting).body).toMatchObject({ code: `${tested.kind}-failed`, [tested.member]: id });
      const again = await ask(pid, 'a', 'respond-async');
      expect(again.status).toBe(202);
      expect(idOf(again)).not.toBe(id);
    });

    it('422: the key of one circuit is not that of another', async () => {
      const [one, other] = [await prepare(5), await prepare(6)];
      await ask(one, 'a', 'respond-async');
      expect((await ask(other, 'a', 'respond-async')).body.code).toBe('idempotency-mismatch');
      expect(await used()).toBe(1);
    });
  });

  describe('with a worker', () => {
    beforeAll(async () => registry.startWorker());

    it('200: ten, each repeated five times at once, are ten', async () => {
      const pid = await prepare(7);
      const keys = Array.from({ length: 10 }, (_, number) => `key-${number}`);
      const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: 5 }, async () => ask(pid, key))));
      for (const { status, body } of answers) expect(status === 200 || body.code === 'idempotency-running').toBe(true);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
      for (const key of keys) expect((await ask(pid, key)).headers['idempotency-replayed']).toBe('true');
      expect(await used()).toBe(10);
    });

    it('200: the repeat has the result byte for byte, after a kill too', async () => {
      const pid = await prepare(8);
      const first = await ask(pid, 'a');
      expect(first.status).toBe(200);
      expect((await ask(pid, 'a')).text).toBe(first.text);
      await asIfKilled();
      const again = await ask(pid, 'a');
      expect(again.text).toBe(first.text);
      expect(again.headers).not.toHaveProperty('idempotency-replayed');
      expect(again.headers['ratelimit']).not.toContain(tested.kind);
      expect(await used()).toBe(1);
    });
  });
});
