import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  type Database,
  makeIdentifier,
  openDatabase,
  readSettings,
  StorageRoom,
  settingsOrExit,
  storageLimits,
  systemRandomness,
} from '@kirchhoff/platform';
import { asService } from '@kirchhoff/testing';
import { COMPILER_SETTINGS } from '../settings.js';
import { bearer, eventually, startTestCompiler, type TestAccount, type TestCompiler } from '../testing/compiler.fixture.js';
import { upTo } from '../testing/sources.fixture.js';
import { DecisionLog } from './decision-log.js';
import { expired, LogRepository } from './log-repository.js';
import type { LoggedDecision } from './logged-decision.js';

let compiler: TestCompiler;
let ada: TestAccount;
let policyId: string;
const children: ChildProcess[] = [];
const opened: Database[] = [];
beforeAll(async () => {
  compiler = await startTestCompiler({ AUTH_GRACE_SECONDS: '600', RETENTION_INTERVAL_MILLISECONDS: '86400000' });
});
beforeEach(async () => {
  ada = await compiler.register();
  policyId = await compiler.createPolicy(ada, upTo(100));
  await put({ mode: 'all', keep: ['cents'] });
});
afterEach(async () => {
  await compiler.postgres.restore();
  compiler.advance(1_000);
  for (const database of opened.splice(0)) await database.$disconnect();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await compiler.close();
});

const put = async (body: object) => compiler.api.put(`/v1/policies/${policyId}/log`).set(bearer(ada)).send(body).expect(200);
const check = async (cents: number): Promise<string> =>
  (await compiler.check(ada, policyId, 'pay', { cents }).expect(200)).body.decision_id;
const read = async () => (await compiler.api.get(`/v1/policies/${policyId}/decisions?limit=100`).set(bearer(ada)).expect(200)).body;
const rows = async (id = policyId) => compiler.database.policyDecision.findMany({ where: { policyId: id }, orderBy: { decidedAt: 'asc' } });
const isLogged = async (decisionId: string) => (await compiler.database.policyDecision.count({ where: { id: decisionId } })) === 1;
const usedBytesOf = async ({ accountId }: TestAccount) =>
  Number((await compiler.database.accountDecisions.findUniqueOrThrow({ where: { accountId } })).octets);
const limit = async (bytes: number) =>
  compiler.database.account.update({ where: { id: ada.accountId }, data: { limits: { stored_octets: bytes } } });
const storedBytes = async () =>
  Number((await compiler.database.accountStorage.findUniqueOrThrow({ where: { accountId: ada.accountId } })).octets);

const NOWHERE = { DATABASE_URL: 'postgresql://u@127.0.0.1:1/d', REDIS_URL: 'redis://127.0.0.1:1' };
const room = new StorageRoom(storageLimits(settingsOrExit(readSettings(COMPILER_SETTINGS, NOWHERE))));
const days = (count: number) => new Date(Date.now() - count * 86_400_000);

/** A repository on connections of its own, which the proxy may cut. */
function repository(): LogRepository {
  const database = openDatabase({ url: compiler.postgres.url, poolSize: 2, applicationName: 'test' });
  opened.push(database);
  return new LogRepository(database, room);
}

/** A decision of a policy that another process has made. */
function decided(account: TestAccount, id: string, more: Partial<LoggedDecision> = {}): LoggedDecision {
  const about = { policyId: id, version: 1, accountId: account.accountId, decidedAt: new Date(), category: 'pay' };
  const params = { params: '{"cents":1}', masked: '[]', replayable: true, octets: 300 };
  return { decisionId: makeIdentifier('decision', systemRandomness), ...about, verdict: 'ALLOW', rule: 'small', ...params, ...more };
}

describe('the storage of the account', () => {
  it('has the bytes of each logged decision, and gives them back with it', async () => {
    for (const cents of [1, 2, 3]) await check(cents);
    await eventually('they are logged', async () => (await rows()).length === 3);
    const bytes = (await rows()).reduce((sum, row) => sum + row.octets, 0);
    expect([await usedBytesOf(ada), bytes > 3 * 200]).toEqual([bytes, true]);
    await compiler.database.policyDecision.delete({ where: { id: (await rows())[0]?.id ?? '' } });
    expect(await usedBytesOf(ada)).toBe((await rows()).reduce((sum, row) => sum + row.octets, 0));
  });

  it('full: checks are answered, decisions are dropped and counted, and the policy can still be changed', async () => {
    const before = await check(1);
    await eventually('the first is logged', async () => isLogged(before));
    // The rest of the part of the limit that a log may fill is less than one decision takes.
    await limit(Math.ceil(((await storedBytes()) + (await usedBytesOf(ada)) + 100) / 0.9));
    const dropped = [await check(2), await check(3)];
    await eventually('the drops are counted', async () => (await read()).dropped.storage === 2);
    expect((await read()).dropped).toEqual({ unwritten: 0, storage: 2, last_at: expect.any(String) });
    for (const id of dropped) expect(await isLogged(id)).toBe(false);
    await limit(1_000_000);
    const change = compiler.api.put(`/v1/policies/${policyId}`).set(bearer(ada));
    await change.send({ source: upTo(7) }).expect(200);
    const after = await check(4);
    await eventually('the log goes on', async () => isLogged(after));
  });

  it('full of another account: a batch of both loses only the decisions of that one', async () => {
    const bob = await compiler.register();
    const other = await compiler.createPolicy(bob, upTo(1));
    await limit(0);
    const batch = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? decided(ada, policyId) : decided(bob, other)));
    expect(await repository().write(batch)).toEqual([0, 2, 4, 6, 8]);
    expect([(await rows()).length, (await rows(other)).length]).toEqual([0, 5]);
  });

  it('fills up to the limit to the byte, by batches of two processes at once', async () => {
    await limit(Math.ceil(((await storedBytes()) + 25 * 300) / 0.9));
    const [one, two] = [repository(), repository()];
    const batches = Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? one : two).write(Array.from({ length: 10 }, () => decided(ada, policyId))),
    );
    const dropped = (await Promise.all(batches)).flat();
    expect([(await rows()).length, dropped.length, await usedBytesOf(ada)]).toEqual([25, 175, 25 * 300]);
  });
});

describe('writing', () => {
  it('a batch again, after an attempt whose outcome is unknown, writes each decision once', async () => {
    const batch = Array.from({ length: 10 }, () => decided(ada, policyId));
    for (let attempt = 0; attempt < 3; attempt += 1) expect(await repository().write(batch)).toEqual([]);
    expect([(await rows()).length, await usedBytesOf(ada)]).toEqual([10, 3_000]);
  });

  it('leaves out what was erased meanwhile, and writes the rest', async () => {
    const batch = [decided(ada, 'pol_0000000000000000000000'), decided(ada, policyId, { version: 9 }), decided(ada, policyId)];
    expect(await repository().write(batch)).toEqual([]);
    expect(await rows()).toMatchObject([{ id: batch[2]?.decisionId }]);
  });

  it('and deleting by several processes at once never wait for each other', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, async () => compiler.register()));
    const policies = await Promise.all(accounts.map(async (account) => compiler.createPolicy(account, upTo(1))));
    for (const id of policies)
      await compiler.database.policyLog.create({ data: { policyId: id, mode: 'all', rate: 1, keep: [], retentionDays: 1 } });
    const old = new Date(Date.now() - 2 * 86_400_000);
    const batch = (turn: number) =>
      Array.from({ length: 60 }, (_, index) => {
        const [account, id] = [accounts[(index + turn) % 6], policies[(index + turn) % 6]];
        if (account === undefined || id === undefined) throw new RangeError('there are six');
        return decided(account, id, index % 3 === 0 ? {} : { decidedAt: old });
      });
    const repositories = [repository(), repository(), repository()];
    const work = repositories.flatMap((each) => [
      ...Array.from({ length: 15 }, async (_, turn) => each.write(turn % 2 === 0 ? batch(turn) : batch(turn).toReversed())),
      ...Array.from({ length: 5 }, async () => each.sweep(new AbortController().signal)),
    ]);
    await Promise.all(work);
    await repositories[0]?.sweep(new AbortController().signal);
    let young = 0;
    for (const [index, account] of accounts.entries()) {
      const left = await rows(policies[index]);
      young += left.length;
      expect(await usedBytesOf(account)).toBe(left.length * 300);
    }
    expect(young).toBe(3 * 15 * 20);
  });

  it('takes turns between accounts: one decision does not wait for the thousands of another account', async () => {
    const bob = await compiler.register();
    const other = await compiler.createPolicy(bob, upTo(1));
    const own = repository();
    const batches: string[][] = [];
    const write = async (batch: readonly LoggedDecision[]) => {
      batches.push(batch.map(({ accountId }) => accountId));
      return own.write(batch);
    };
    const silent = { info: () => undefined, error: () => undefined, warn: () => undefined };
    const log = new DecisionLog({ repository: { write, addDrops: async (drops) => own.addDrops(drops) }, log: silent });
    for (let index = 0; index < 5_000; index += 1) log.add(decided(ada, policyId));
    log.add(decided(bob, other));
    await log.close();
    expect([(await rows()).length, (await rows(other)).length]).toEqual([5_000, 1]);
    expect(batches.findIndex((accounts) => accounts.includes(bob.accountId))).toBeLessThanOrEqual(1);
    expect(batches.length).toBeGreaterThan(5);
  });

  it('waits for no publication of the account, and no check waits for the log', async () => {
    await compiler.database.$transaction(async (session) => {
      await session.$executeRaw`SELECT 1 FROM account_storage WHERE account_id = ${ada.accountId} FOR UPDATE`;
      const id = await check(1);
      await eventually('it is logged', async () => (await session.policyDecision.count({ where: { id } })) === 1);
    });
    const late = await compiler.database.$transaction(async (session) => {
      await session.$executeRaw`SELECT 1 FROM account_decisions WHERE account_id = ${ada.accountId} FOR UPDATE`;
      return [await check(2), await check(3)];
    });
    for (const id of late) await eventually('it is logged later', async () => isLogged(id));
  });
});

describe('while Postgres is out', () => {
  it('checks are answered, and their decisions are written once it is back', async () => {
    await check(1);
    compiler.postgres.cut();
    const ids: string[] = [];
    for (let cents = 0; cents < 50; cents += 1) ids.push(await check(cents));
    await compiler.postgres.restore();
    compiler.advance(1_000);
    await eventually('all are logged', async () => (await rows()).length === 51);
    expect((await rows()).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it('the log drops what is beyond its bound, first of who has most, and says so', async () => {
    const bob = await compiler.register();
    const other = await compiler.createPolicy(bob, upTo(1));
    const said: object[] = [];
    const silent = { info: () => undefined, error: () => undefined, warn: (fields: object) => void said.push(fields) };
    // A buffer of 100 decisions.
    const log = new DecisionLog({ repository: repository(), log: silent, maxBytes: 100 * (300 + 512) });
    compiler.postgres.cut();
    for (let index = 0; index < 20_000; index += 1) log.add(decided(ada, policyId));
    for (let index = 0; index < 30; index += 1) log.add(decided(bob, other));
    const { waiting, dropped } = log.load;
    expect(waiting + dropped).toBe(20_030);
    expect(waiting).toBeLessThanOrEqual(600);
    await compiler.postgres.restore();
    await eventually('the rest is written', () => log.load.waiting === 0);
    expect((await rows(other)).length).toBe(30);
    const count = (await rows()).length;
    expect(count + 30 + dropped).toBe(20_030);
    await eventually('the drops are counted', async () => (await read()).dropped.unwritten === dropped);
    expect(said).toEqual([{ dropped }]);
    await log.close();
  });

  it('the last decisions of a process that stops are tried for some seconds, then given up and said', async () => {
    const silent = { info: () => undefined, error: () => undefined, warn: () => undefined };
    const log = new DecisionLog({ repository: repository(), log: silent });
    compiler.postgres.cut();
    for (let index = 0; index < 7; index += 1) log.add(decided(ada, policyId));
    await expect(log.close()).rejects.toMatchObject({ counts: { decisions: 7 } });
  }, 30_000);

  it('a stop that Postgres comes back for loses no decision', async () => {
    const silent = { info: () => undefined, error: () => undefined, warn: () => undefined };
    const log = new DecisionLog({ repository: repository(), log: silent });
    compiler.postgres.cut();
    for (let index = 0; index < 7; index += 1) log.add(decided(ada, policyId));
    const closed = log.close();
    await compiler.postgres.restore();
    await closed;
    expect(await rows()).toHaveLength(7);
  }, 30_000);
});

describe('retention', () => {
  it('hides what is older at once, and deletes it in batches of the oldest', async () => {
    await put({ retention_days: 10 });
    const kept = [decided(ada, policyId, { decidedAt: days(9.9) }), decided(ada, policyId)];
    const old = Array.from({ length: 5_000 }, (_, index) => decided(ada, policyId, { decidedAt: days(10.1 + index / 1_000) }));
    for (let from = 0; from < old.length; from += 500) await repository().write(old.slice(from, from + 500));
    await repository().write(kept);
    await compiler.database.policyDecisionDrop.create({
      data: { policyId, hour: days(11), reason: 'storage', count: 1, lastAt: days(11) },
    });
    expect((await read()).decisions).toHaveLength(2);
    await compiler.api.get(`/v1/policies/${policyId}/decisions/${old[0]?.decisionId}`).set(bearer(ada)).expect(404);
    expect(await repository().sweep(new AbortController().signal)).toBe(5_000);
    expect((await rows()).map(({ id }) => id)).toEqual(kept.map(({ decisionId }) => decisionId));
    expect(await usedBytesOf(ada)).toBe(600);
    expect(await compiler.database.policyDecisionDrop.count({ where: { policyId } })).toBe(0);
    await put({ retention_days: 9 });
    expect((await read()).decisions).toHaveLength(1);
  });

  it('looks at the oldest rows alone, by an index', async () => {
    // In parts, each of which a slow machine writes within the time of a statement.
    for (let first = 1; first < 50_000; first += 5_000) {
      // oxlint-disable-next-line no-await-in-loop -- one statement at a time
      await compiler.database.$executeRaw`
        INSERT INTO policy_decisions (id, policy_id, version, account_id, decided_at, category, verdict, params, masked, replayable, octets)
        SELECT 'dec ' || n, ${policyId}, 1, ${ada.accountId}, now() - n * interval '1 second', 'pay', 'ALLOW', '{}', '[]', true, 300
        FROM generate_series(${first}::integer, ${first + 4_999}::integer) n`;
    }
    await compiler.database.$executeRaw`ANALYZE policy_decisions, policy_logs`;
    const { text, values } = expired(100);
    const plan = await compiler.database.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, ...values);
    const shown = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(shown).toMatch(/Index (?:Only )?Scan (?:using|on) policy_decisions_policy_id_decided_at_id_idx/);
    expect(shown).not.toContain('Seq Scan on policy_decisions');
  }, 120_000);

  it('every process deletes, again and again', async () => {
    await repository().write([decided(ada, policyId, { decidedAt: days(40) })]);
    const { child } = await start({ RETENTION_INTERVAL_MILLISECONDS: '100' });
    await eventually('it is deleted', async () => (await rows()).length === 0);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

/** Starts a process of the compiler beside this one. */
async function start(environment: Readonly<Record<string, string>> = {}): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(process.execPath, [join(__dirname, '../main.js')], {
    env: asService('compiler', {
      SHUTDOWN_DRAIN_MILLISECONDS: '0',
      DATABASE_URL: compiler.postgres.url,
      REDIS_URL: compiler.redis.url,
      COMPILER_PORT: '0',
      ENGINE_THREADS: '1',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  let said = '';
  for await (const part of child.stdout) {
    said += String(part);
    const port = /"port":(\d+),"msg":"listening"/.exec(said)?.[1];
    if (port !== undefined) return { child, address: `http://127.0.0.1:${port}` };
  }
  throw new Error(`it ended without listening: ${said}`);
}

async function checksAt(address: string, count: number): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, async (_, cents) =>
      fetch(`${address}/v1/policy/check`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ada.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ policy_id: policyId, action: { category: 'pay', params: { cents } } }),
      }),
    ),
  );
  return Promise.all(
    answers.map(async (answer) => {
      const body: { readonly decision_id: string } = JSON.parse(await answer.text());
      return body.decision_id;
    }),
  );
}

describe('a process', () => {
  it('that is stopped writes every decision that it has answered', async () => {
    const { child, address } = await start();
    const ids = await checksAt(address, 100);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    const found = new Set((await rows()).map(({ id }) => id));
    expect(ids.filter((id) => !found.has(id))).toEqual([]);
  });

  it('that is killed loses only what it had not written: every row is whole, and the log of the others goes on', async () => {
    const { child, address } = await start();
    const [first = ''] = await checksAt(address, 1);
    await eventually('the first is logged', async () => isLogged(first));
    const ids = await checksAt(address, 200);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const found = await rows();
    expect(found.map(({ id }) => id)).toContain(first);
    const answered = new Set([first, ...ids]);
    for (const { id, params, masked, replayable } of found) {
      expect(answered.has(id)).toBe(true);
      expect([Object.keys(JSON.parse(params)), masked, replayable]).toEqual([['cents'], '[]', true]);
    }
    expect(await usedBytesOf(ada)).toBe(found.reduce((sum, row) => sum + row.octets, 0));
    const after = await check(1);
    await eventually('another process logs', async () => isLogged(after));
  });

  it('sees the settings that another one has changed', async () => {
    await put({ mode: 'off' });
    const { child, address } = await start();
    await checksAt(address, 1);
    await put({ mode: 'all' });
    await eventually('a decision is logged', async () => {
      await checksAt(address, 1);
      return (await rows()).length > 0;
    });
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});

it('GET /v1/health says how many decisions wait and were dropped', async () => {
  const { body } = await compiler.api.get('/v1/health').expect(200);
  expect(body.checks.decision_log).toMatchObject({ status: 'up', waiting: expect.any(Number), dropped: expect.any(Number) });
});
