import { type Collector, createTestRedis, startCollector, traceTree } from '@kirchhoff/testing';
import { openRedis, type Redis } from '../../queue/redis.js';
import { underSpan } from './span.js';
import { openTestTracing } from './tracing.fixture.js';

let collector: Collector;
let redis: Redis;
beforeAll(async () => {
  collector = await startCollector();
  redis = openRedis(await createTestRedis(), () => undefined);
  await new Promise((resolve) => redis.once('ready', resolve));
});
afterAll(async () => {
  redis.disconnect();
  await collector.close();
});

it('a command is a part of the request that sends it, by its name alone', async () => {
  const { tracing } = await openTestTracing(collector.url);
  const other = await openTestTracing(collector.url);
  const { span } = tracing.beginRequest('POST', undefined);
  await redis.get('outside');
  await underSpan(span, async () => {
    await redis.set('secret-key', 'secret-value');
    await redis.hgetall('secret-key').catch(() => undefined);
  });
  span?.end();
  await Promise.all([tracing.close(), other.tracing.close()]);
  expect(traceTree(collector.spans())).toEqual(['POST', '  HGETALL', '  SET']);
  expect(collector.spans().find(({ name }) => name === 'SET')).toMatchObject({
    kind: 3,
    status: 0,
    attributes: { 'db.system.name': 'redis', 'db.operation.name': 'SET' },
  });
  expect(collector.spans().find(({ name }) => name === 'HGETALL')).toMatchObject({ status: 2 });
  expect(collector.requests.map(({ body }) => body.toString()).join('')).not.toContain('secret');
});
