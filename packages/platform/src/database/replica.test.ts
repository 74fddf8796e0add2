import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { systemClock } from '../environment/clock.js';
import { type Database, openDatabase } from './database.js';
import { Replica } from './replica.js';

let own: TestDatabase;
let primary: Database;
beforeAll(async () => {
  own = await createTestDatabase('empty');
  primary = openDatabase({ url: own.url, poolSize: 1, applicationName: 'test' });
});
afterAll(async () => {
  await primary.$disconnect();
  await own.drop();
});

/** Opens a replica, and waits for the result of its first probe. */
async function openReplica(url: string): Promise<{ readonly replica: Replica; readonly reason: unknown }> {
  const connection = { url, poolSize: 1, applicationName: 'test' };
  return new Promise((resolve) => {
    const log = { info: (fields: object) => resolve({ replica, reason: Reflect.get(fields, 'reason') }) };
    const replica = new Replica(primary, { connection, maxLagMilliseconds: 100, clock: systemClock, log });
  });
}

it.each([
  ['another primary', () => own.url, 'it is not a replica: it was promoted, or the address is that of a primary'],
  ['an address where no server listens', () => 'postgresql://user@127.0.0.1:1/name', 'it or the primary does not answer'],
])('%s is not used as a replica', async (_title, url, why) => {
  const { replica, reason } = await openReplica(url());
  expect(reason).toBe(why);
  const answer = await replica.read(
    0n,
    async () => 'replica',
    async () => 'primary',
  );
  expect(answer).toBe('primary');
  await replica.close();
});
