import { connectRedis, createLogger, type RedisConnections } from '@kirchhoff/platform';
import { createTestRedis } from '@kirchhoff/testing';
import { announceChange, followChanges } from './changes.js';

let here: RedisConnections;
let there: RedisConnections;
beforeAll(async () => {
  const [url, log] = [await createTestRedis(), createLogger('test', 'silent')];
  [here, there] = await Promise.all([connectRedis(url, log), connectRedis(url, log)]);
});
afterAll(() => {
  here.close();
  there.close();
});

const AGAIN_MILLISECONDS = 20;

it('every process hears of a change, the one that announces it too', async () => {
  const heard = [here, there].map(
    async ({ messages }) =>
      new Promise<string>((resolve) => {
        void followChanges(messages, (policyId) => resolve(policyId));
      }),
  );
  // A connection that is still being opened misses messages that were sent before.
  const announcing = setInterval(() => void announceChange(here.messages, 'pol_of_this_test'), AGAIN_MILLISECONDS);
  expect(await Promise.all(heard)).toEqual(['pol_of_this_test', 'pol_of_this_test']);
  clearInterval(announcing);
});
