import { connectRedis, createLogger, type RedisConnections } from '@kirchhoff/platform';
import { createTestRedis } from '@kirchhoff/platform/dist/testing/index.js';
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

it('every process hears of a change, the one that announces it too', async () => {
  const heard = [here, there].map(
    async ({ messages }) =>
      new Promise<string>((resolve) => {
        void followChanges(messages, (policyId) => {
          if (policyId === 'pol_of_this_test') resolve(policyId);
        }).then(async () => announceChange(here.messages, 'pol_of_this_test'));
      }),
  );
  expect(await Promise.all(heard)).toEqual(['pol_of_this_test', 'pol_of_this_test']);
});
