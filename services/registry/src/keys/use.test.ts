import type { Authenticator, Caller } from '@kirchhoff/platform';
import { recordingUse } from './use.js';

const caller: Caller = { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set() };
const known: Authenticator = {
  authenticate: async (header) => (header === undefined ? { kind: 'anonymous' } : { kind: 'caller', caller }),
};

it('records the use of a key once a minute, and never makes the request wait or fail', async () => {
  let now = 0;
  const recorded: string[] = [];
  const clock = { now: () => new Date(), monotonic: () => now };
  const recording = recordingUse(
    known,
    async (keyId) => {
      recorded.push(keyId);
      throw new Error('the database is out');
    },
    clock,
  );
  await recording.authenticate(undefined, 0);
  await recording.authenticate('Bearer key', 0);
  now = 59_999;
  expect(await recording.authenticate('Bearer key', 0)).toEqual({ kind: 'caller', caller });
  expect(recorded).toEqual(['key_1']);
  now = 60_000;
  await recording.authenticate('Bearer key', 0);
  expect(recorded).toEqual(['key_1', 'key_1']);
});
