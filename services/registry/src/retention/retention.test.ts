import { type Database, openDatabase } from '@kirchhoff/platform';
import { asService, createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Retention } from './retention.js';
import { retentionRules } from './rules.js';

let test: TestDatabase;
/** As the owner of the tables: no process writes charges any more. */
let owner: Database;
let database: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  owner = openDatabase({ url: test.url, poolSize: 1, applicationName: 'test' });
  const { DATABASE_URL: url = '' } = asService('registry', { DATABASE_URL: test.url });
  database = openDatabase({ url, poolSize: 4, applicationName: 'test' });
  await database.$executeRaw`INSERT INTO accounts (id, email, name) VALUES ('acc_1', 'a@example.org', 'A')`;
  await database.$executeRaw`INSERT INTO api_keys (id, account_id, hash, prefix, name) VALUES ('key_1', 'acc_1', sha256('k'), 'k', 'k')`;
  await database.$executeRaw`INSERT INTO circuits (id, account_id, name, description, visibility, current_version)
    VALUES ('cir_1', 'acc_1', 'c', '', 'public', 1)`;
  await database.$executeRaw`INSERT INTO circuit_versions (circuit_id, version, source, hash, proof_key, language_version, signature)
    VALUES ('cir_1', 1, '', '', '', '1', '')`;
  await database.$executeRaw`INSERT INTO certifications (id, circuit_id, version, hash, proof_key, account_id, api_key_id, charged_day, created_at)
    VALUES ('crt_1', 'cir_1', 1, '', '', 'acc_1', 'key_1', '2001-01-01', '2001-01-01')`;
  await database.$executeRaw`INSERT INTO webhooks (id, account_id, url, description, secret) VALUES ('whk_1', 'acc_1', 'https://example.org', '', '')`;
});
afterEach(async () => {
  await Promise.all([database.$disconnect(), owner.$disconnect()]);
  await test.drop();
});

const DAYS = { VERIFICATION_RETENTION_DAYS: 90, DELIVERY_RETENTION_DAYS: 30, AUDIT_RETENTION_DAYS: 400 };

function retention(days: Partial<typeof DAYS> = {}, batch?: number): Retention {
  const rules = retentionRules({ ...DAYS, ...days });
  return new Retention({ database, rules, ...(batch === undefined ? {} : { batch }) });
}

/** Inserts rows `1 … count` of increasing age in days and minutes. */
async function verifications(count: number, age: string): Promise<void> {
  await database.$executeRaw`INSERT INTO verifications (circuit_id, version, certification_id, account_id, api_key_id, verified, original_hash,
      current_hash, phi_c, charged_day, engine_version, created_at)
    SELECT 'cir_1', 1, 'crt_1', 'acc_1', 'key_1', true, '', '', 1, '2001-01-01', '1', now() - ${age}::interval FROM generate_series(1, ${count}::integer)`;
}

async function records(age: string): Promise<void> {
  await database.$executeRaw`INSERT INTO audit_records (account_id, actor, action, subject, detail, created_at)
    VALUES ('acc_1', 'system', 'x', ${age}, '{}', now() - ${age}::interval)`;
}

async function delivery(id: string, status: string, age: string): Promise<void> {
  await database.$executeRaw`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload, status, created_at, next_attempt_at, last_attempt_at)
    VALUES ('whk_1', ${id}, 'x', '', ${status}::delivery_status, now() - interval '400 days', now() - ${age}::interval, now() - ${age}::interval)`;
}

async function answer(key: string, expires: string): Promise<void> {
  await database.$executeRaw`INSERT INTO idempotency_records (scope, route, key, request_digest, seed, lease_until, expires_at)
    VALUES ('acc_1', 'x', ${key}, '', '', now(), now() + ${expires}::interval)`;
}

async function quotaOf(day: string): Promise<void> {
  await database.$executeRaw`INSERT INTO quota_counts (account_id, kind, day, count)
    VALUES ('acc_1', 'verification', (now() AT TIME ZONE 'UTC')::date - ${day}::integer, 1)`;
}

/** Inserts sessions of `key_1` that end after an interval; the first number makes them different. */
async function sessions(first: number, last: number, end: string): Promise<void> {
  await database.$executeRaw`INSERT INTO sessions (hash, api_key_id, sealed_key, last_used_at, expires_at, ends_at)
    SELECT sha256(convert_to(n || ${end}, 'UTF8')), 'key_1', '', now(), now() + ${end}::interval, now() + interval '7 days'
    FROM generate_series(${first}::integer, ${last}::integer) n`;
}

it('deletes what is older than it has to be kept, and nothing younger, to the minute', async () => {
  for (const age of ['90 days 1 minute', '89 days 23:59']) await verifications(1, age);
  for (const age of ['400 days 1 minute', '399 days 23:59']) await records(age);
  await delivery('delivered_old', 'delivered', '30 days 1 minute');
  await delivery('delivered_young', 'delivered', '29 days 23:59');
  await delivery('dead_old', 'dead', '30 days 1 minute');
  await delivery('dead_young', 'dead', '29 days 23:59');
  await answer('old', '-1 second');
  await answer('young', '1 minute');
  for (const day of ['36', '35', '0']) await quotaOf(day);
  await sessions(1, 2, '-1 second');
  await sessions(1, 1, '1 minute');
  expect(Object.fromEntries(await retention().sweep())).toEqual({
    idempotency_records: 1,
    sessions: 2,
    quota_counts: 1,
    verifications: 1,
    audit_records: 1,
    webhook_deliveries: 2,
  });
  expect(await database.verification.count()).toBe(1);
  expect(await database.auditRecord.findMany({ select: { subject: true } })).toEqual([{ subject: '399 days 23:59' }]);
  const left = await database.webhookDelivery.findMany({ select: { eventId: true }, orderBy: { eventId: 'asc' } });
  expect(left).toEqual([{ eventId: 'dead_young' }, { eventId: 'delivered_young' }]);
  expect(await database.idempotencyRecord.findMany({ select: { key: true } })).toEqual([{ key: 'young' }]);
  expect(await database.quotaCount.count()).toBe(2);
  expect(await database.session.count()).toBe(1);
  expect((await retention().sweep()).size).toBe(0);
});

it('never deletes a verification that has not ended', async () => {
  await verifications(3, '400 days');
  const [queued, running] = await database.verification.findMany({ orderBy: { id: 'asc' } });
  await database.$executeRaw`UPDATE verifications SET status = 'queued' WHERE id = ${queued?.id}`;
  await database.$executeRaw`UPDATE verifications SET status = 'running' WHERE id = ${running?.id}`;
  expect(Object.fromEntries(await retention().sweep())).toEqual({ verifications: 1 });
  expect(await database.verification.findMany({ select: { status: true }, orderBy: { id: 'asc' } })).toEqual([
    { status: 'queued' },
    { status: 'running' },
  ]);
});

it('gives back what an earlier build had counted and not recorded, once its time is over, and once', async () => {
  await database.$executeRaw`INSERT INTO quota_counts (account_id, kind, day, count) VALUES ('acc_1', 'verification', '2001-01-01', 3)`;
  await owner.$executeRaw`INSERT INTO verification_charges (account_id, day, lease_until)
    SELECT 'acc_1', '2001-01-01', now() + n * interval '1 minute' FROM unnest(ARRAY[-2, -1, 1]) n`;
  const count = async () => (await database.quotaCount.findFirst({ where: { accountId: 'acc_1' } }))?.count;
  const [charges] = retentionRules(DAYS).filter(({ table }) => table === 'verification_charges');
  if (charges === undefined) throw new Error('there is no such rule');
  const sweep = async () => new Retention({ database, rules: [charges] }).sweep();
  await Promise.all([sweep(), sweep()]);
  expect(await count()).toBe(1);
  expect(await database.verificationCharge.count()).toBe(1);
});

it('never deletes a delivery that is still to be made, nor what circuits rest on', async () => {
  await delivery('pending', 'pending', '400 days');
  await verifications(1, '400 days');
  await retention({ VERIFICATION_RETENTION_DAYS: 1, DELIVERY_RETENTION_DAYS: 1, AUDIT_RETENTION_DAYS: 1 }).sweep();
  expect(await database.webhookDelivery.count()).toBe(1);
  expect([await database.certification.count(), await database.circuitVersion.count(), await database.circuit.count()]).toEqual([1, 1, 1]);
});

it('keeps for ever what 0 days are said of', async () => {
  await verifications(1, '4000 days');
  await records('4000 days');
  await delivery('old', 'delivered', '4000 days');
  const gone = await retention({ VERIFICATION_RETENTION_DAYS: 0, DELIVERY_RETENTION_DAYS: 0, AUDIT_RETENTION_DAYS: 0 }).sweep();
  expect(gone.size).toBe(0);
});

it('deletes each row once where two workers sweep at once, in batches', async () => {
  await verifications(997, '91 days');
  await verifications(50, '1 day');
  const sweeps = await Promise.all([retention({}, 100).sweep(), retention({}, 100).sweep()]);
  const first = sweeps.reduce((sum, gone) => sum + (gone.get('verifications') ?? 0), 0);
  const second = (await retention({}, 100).sweep()).get('verifications') ?? 0;
  expect(first + second).toBe(997);
  expect(await database.verification.count()).toBe(50);
});

/** Inserts rows of every table that are kept, with the numbers `first … last`. */
async function youngRows(first: number, last: number): Promise<void> {
  await verifications(last - first + 1, '1 day');
  await database.$executeRaw`INSERT INTO audit_records (account_id, actor, action, subject, detail)
    SELECT 'acc_1', 'system', 'x', '', '{}' FROM generate_series(${first}::integer, ${last}::integer)`;
  await database.$executeRaw`INSERT INTO idempotency_records (scope, route, key, request_digest, seed, lease_until, expires_at)
    SELECT 'acc_1', 'x', n, '', '', now(), now() + interval '1 day' FROM generate_series(${first}::integer, ${last}::integer) n`;
  await database.$executeRaw`INSERT INTO quota_counts (account_id, kind, day, count)
    SELECT 'acc_1', 'verification', (now() AT TIME ZONE 'UTC')::date - n % 30 + n, 1
    FROM generate_series(${first}::integer, ${last}::integer) n ON CONFLICT DO NOTHING`;
  await database.$executeRaw`INSERT INTO webhook_deliveries (webhook_id, event_id, event_type, payload, status, next_attempt_at)
    SELECT 'whk_1', n, 'x', '', 'delivered', now() + n * interval '1 second' FROM generate_series(${first}::integer, ${last}::integer) n`;
  await sessions(first, last, '1 day');
  await owner.$executeRaw`INSERT INTO verification_charges (account_id, day, lease_until)
    SELECT 'acc_1', '2001-01-01', now() + interval '1 hour' FROM generate_series(${first}::integer, ${last}::integer)`;
}

it('looks at the oldest rows alone, by an index, whatever a table holds', async () => {
  // In parts, each of which a slow machine writes within the time of a statement.
  for (let first = 0; first < 100_000; first += 5_000) await youngRows(first, first + 4_999);
  await owner.$executeRaw`ANALYZE`;
  for (const { table, statement } of retentionRules(DAYS)) {
    const { text: sql, values } = statement(5_000);
    const plan = await database.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${sql}`, ...values);
    const shown = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(shown).toMatch(new RegExp(`Index Scan using ${table}_`));
    expect(shown).not.toContain('Seq Scan');
  }
}, 300_000);
