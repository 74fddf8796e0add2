import { createTestRedis, openProxy, type Proxy } from '@kirchhoff/testing';
import { createMessages } from './messages.js';
import { awaitReady, openBlockingRedis, openRedis, type Redis } from './redis.js';

let proxy: Proxy;
let sender: Redis;
let listener: Redis;
beforeEach(async () => {
  proxy = await openProxy(await createTestRedis());
  [sender, listener] = [openRedis(proxy.url, () => undefined), openBlockingRedis(proxy.url, () => undefined)];
  await Promise.all([awaitReady(sender, 2_000), awaitReady(listener, 2_000)]);
});
afterEach(async () => {
  for (const redis of [sender, listener]) redis.disconnect();
  await proxy.close();
});

/** Not Node's `once`: the test covers errors of the connection too. */
async function happens(event: 'close' | 'ready' | 'end'): Promise<void> {
  await new Promise<void>((resolve) => {
    listener.once(event, () => resolve());
  });
}

async function reconnect(): Promise<void> {
  const closed = happens('close');
  proxy.cut();
  await closed;
  const ready = happens('ready');
  await proxy.restore();
  await ready;
}

it('who listens goes on listening when Redis is back', async () => {
  const messages = createMessages(sender, listener, `${proxy.url}:`);
  const heard: string[] = [];
  await messages.subscribe('channel', (text) => heard.push(text));
  await reconnect();
  // The order of subscription and message is unknown: a message before the subscription is lost.
  while (heard.length === 0) {
    await messages.publish('channel', 'back');
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(heard[0]).toBe('back');
});

it('closing in the middle of a reconnection is no error that nobody catches', async () => {
  const messages = createMessages(sender, listener, `${proxy.url}:`);
  await messages.subscribe('channel', () => undefined);
  await reconnect();
  const ended = happens('end');
  listener.disconnect();
  await ended;
  // The test runner fails a test with an unhandled rejection.
  await new Promise((resolve) => setImmediate(resolve));
  expect(listener.status).toBe('end');
});
