import { connectRedis, createLogger, type RedisConnections } from '@kirchhoff/platform';
import type { Response } from 'supertest';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';
import { announceEnd } from './completions.js';

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

const certify = async (pid: string, key: string, prefer = 'wait=20'): Promise<Response> =>
  registry.api.post(`/v1/circuits/${pid}/certify`).set({ ...bearer(ada), 'Idempotency-Key': key, Prefer: prefer });

const used = async (): Promise<number> => {
  const { body } = await registry.api.get('/v1/usage').set(bearer(ada)).expect(200);
  return body.certifications.used;
};

/** What a process leaves behind that was killed after its commit: the record as it stood, its lease over. */
const asIfKilled = async () => registry.database.$executeRaw`
  UPDATE idempotency_records SET status = 'running', lease_until = now() - interval '1 second', response_status = NULL,
    response_headers = NULL, response_body = NULL WHERE scope = ${ada.accountId}`;

describe('without a worker', () => {
  it('202: a repeat of what was accepted is the same 202, counted once', async () => {
    const pid = await registry.publish(ada, closedCircuit(1));
    const first = await certify(pid, 'a', 'respond-async');
    const again = await certify(pid, 'a', 'respond-async');
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.text).toBe(first.text);
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(await used()).toBe(1);
  });

  it('202: a request killed after its commit finds its run again, also where the quota is used up by it', async () => {
    const pid = await registry.publish(ada, closedCircuit(2));
    for (let count = 1; count <= 9; count += 1) expect((await certify(pid, `before-${count}`, 'respond-async')).status).toBe(202);
    const first = await certify(pid, 'last', 'respond-async');
    await asIfKilled();
    const again = await certify(pid, 'last', 'respond-async');
    expect(again.body).toEqual(first.body);
    expect(await used()).toBe(10);
    expect((await certify(pid, 'one-more', 'respond-async')).status).toBe(429);
  });

  it('202: a run that our side ended is not the answer to a repeat: another is begun', async () => {
    const pid = await registry.publish(ada, closedCircuit(3));
    const first = await certify(pid, 'a', 'respond-async');
    await registry.database.certification.update({
      where: { id: first.body.certification_id },
      data: { status: 'failed', failure: 'certification-failed', finishedAt: new Date() },
    });
    await asIfKilled();
    const again = await certify(pid, 'a', 'respond-async');
    expect(again.status).toBe(202);
    expect(again.body.certification_id).not.toBe(first.body.certification_id);
  });

  it('503: of a run that failed while it was waited for is not kept', async () => {
    const pid = await registry.publish(ada, closedCircuit(4));
    const waiting = certify(pid, 'a');
    const queued = async () => registry.database.certification.findFirst({ where: { circuitId: pid } });
    await eventually('the run is asked for', async () => (await queued()) !== null);
    const id = (await queued())?.id ?? '';
    await registry.database.certification.update({ where: { id }, data: { status: 'failed', failure: 'certification-failed' } });
    await announceEnd(redis.messages, id);
    expect((await waiting).body).toMatchObject({ code: 'certification-failed', certification_id: id });
    const again = await certify(pid, 'a', 'respond-async');
    expect(again.status).toBe(202);
    expect(again.body.certification_id).not.toBe(id);
  });

  it('422: the key of one circuit is not that of another', async () => {
    const [one, other] = [await registry.publish(ada, closedCircuit(5)), await registry.publish(ada, closedCircuit(6))];
    await certify(one, 'a', 'respond-async');
    expect((await certify(other, 'a', 'respond-async')).body.code).toBe('idempotency-mismatch');
    expect(await used()).toBe(1);
  });
});

describe('with a worker', () => {
  beforeAll(async () => registry.startWorker());

  it('200: ten certifications, each repeated five times at once, are ten', async () => {
    const pid = await registry.publish(ada, closedCircuit(7));
    const keys = Array.from({ length: 10 }, (_, number) => `key-${number}`);
    const answers = await Promise.all(keys.flatMap((key) => Array.from({ length: 5 }, async () => certify(pid, key))));
    for (const { status, body } of answers) expect(status === 200 || body.code === 'idempotency-running').toBe(true);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(10);
    for (const key of keys) expect((await certify(pid, key)).headers['idempotency-replayed']).toBe('true');
    expect(await used()).toBe(10);
    expect(await registry.database.certification.count({ where: { circuitId: pid } })).toBe(10);
  });

  it('200: the repeat has the result octet for octet, after a kill too', async () => {
    const pid = await registry.publish(ada, closedCircuit(8));
    const first = await certify(pid, 'a');
    expect(first.status).toBe(200);
    expect((await certify(pid, 'a')).text).toBe(first.text);
    await asIfKilled();
    const again = await certify(pid, 'a');
    expect(again.text).toBe(first.text);
    expect(again.headers).not.toHaveProperty('idempotency-replayed');
    expect(await used()).toBe(1);
  });

  it('200: a verification is recorded and counted once', async () => {
    const pid = await registry.publish(ada, closedCircuit(9));
    await certify(pid, 'a');
    const verify = async () =>
      registry.api
        .post(`/v1/circuits/${pid}/verify`)
        .set({ ...bearer(ada), 'Idempotency-Key': 'a' })
        .expect(200);
    const first = await verify();
    const again = await verify();
    expect(again.text).toBe(first.text);
    expect(first.headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+, "verifications";r=49;t=\d+$/);
    expect(again.headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+$/);
    expect(await registry.database.verification.count({ where: { circuitId: pid } })).toBe(1);
  });
});
