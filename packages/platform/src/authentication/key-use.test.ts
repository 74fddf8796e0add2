import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { type Database, openDatabase } from '../database/database.js';
import { systemRandomness } from '../environment/randomness.js';
import { makeIdentifier } from '../identifiers/identifiers.js';
import { hashKey, keyHashBytes, makeKey } from './api-key.js';
import type { Authenticator, Caller } from './caller.js';
import { KeyUse, recordingLastUse } from './key-use.js';

const START = Date.parse('2026-01-01T00:00:00Z');

let test: TestDatabase;
let database: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  database = openDatabase({ url: test.url, poolSize: 2, applicationName: 'test' });
});
afterAll(async () => {
  await database.$disconnect();
  await test.drop();
});

/** One process's record of use, on a clock that the test moves. */
function process(on: Database = database) {
  const time = { now: 0 };
  const clock = { now: () => new Date(START + time.now), monotonic: () => time.now };
  return { time, use: new KeyUse(on, clock) };
}

async function storeKeys(count: number): Promise<readonly string[]> {
  const accountId = makeIdentifier('account', systemRandomness);
  const ids = Array.from({ length: count }, () => makeIdentifier('key', systemRandomness));
  const keys = ids.map((id) => ({ id, hash: keyHashBytes(hashKey(makeKey(systemRandomness))), prefix: '', name: '', scopes: [] }));
  await database.account.create({ data: { id: accountId, email: '', name: '', keys: { create: keys } } });
  return ids;
}

const lastUse = async (id: string) => (await database.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.getTime();

it('many keys are written in one statement, each with its own time', async () => {
  const { time, use } = process();
  const [one = '', other = '', unused = ''] = await storeKeys(3);
  use.note(one);
  time.now = 2_000;
  use.note(other);
  use.note('key_that_is_none');
  expect(await lastUse(one)).toBeUndefined();
  await use.write();
  expect([await lastUse(one), await lastUse(other), await lastUse(unused)]).toEqual([START, START + 2_000, undefined]);
  await use.close();
});

it('a key is written at most once a minute, whichever process has seen it', async () => {
  const [here, there] = [process(), process()];
  const [id = ''] = await storeKeys(1);
  const note = async ({ time, use }: ReturnType<typeof process>, now: number) => {
    time.now = now;
    use.note(id);
    await use.write();
    return lastUse(id);
  };
  expect(await note(here, 0)).toBe(START);
  expect(await note(here, 59_999)).toBe(START);
  expect(await note(there, 59_999)).toBe(START);
  expect(await note(here, 60_000)).toBe(START + 60_000);
  await Promise.all([here.use.close(), there.use.close()]);
});

it('what is noted when the process ends is written', async () => {
  const { use } = process();
  const [id = ''] = await storeKeys(1);
  use.note(id);
  await use.close();
  expect(await lastUse(id)).toBe(START);
});

it('a key that another is changing is left out, and holds nobody up', async () => {
  const { use } = process();
  const [held = '', free = ''] = await storeKeys(2);
  use.note(held);
  use.note(free);
  await database.$transaction(async (session) => {
    await session.apiKey.update({ where: { id: held }, data: { name: 'changed' } });
    await use.write();
  });
  expect([await lastUse(held), await lastUse(free)]).toEqual([undefined, START]);
  await use.close();
});

it('a database that is out makes no request wait or fail', async () => {
  const out = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/none', poolSize: 1, applicationName: 'test' });
  const { use } = process(out);
  const caller: Caller = { accountId: 'acc_1', keyId: 'key_1', tier: 'free', scopes: new Set() };
  const known: Authenticator = {
    authenticate: async (header) => (header === undefined ? { kind: 'anonymous' } : { kind: 'caller', caller }),
  };
  const noting = recordingLastUse(known, use);
  expect(await noting.authenticate(undefined, 0, '')).toEqual({ kind: 'anonymous' });
  expect(await noting.authenticate('Bearer key', 0, '')).toEqual({ kind: 'caller', caller });
  await use.close();
  await out.$disconnect();
});
