import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER, migrate, openDatabase } from '@kirchhoff/platform';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { bearer, eventually, startTestRegistry, type TestAccount, type TestRegistry } from '../../testing/registry.fixture.js';
import { closedCircuit, OPEN_CIRCUIT, pinning } from '../../testing/sources.fixture.js';
import { operate } from '../operator.fixture.js';

/** A registry with data of each type. */
interface Lived {
  readonly registry: TestRegistry;
  readonly ada: TestAccount;
  readonly half: string;
  readonly quarter: string;
  readonly secret: string;
}

let folder: string;
let lived: Lived;
let file: string;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  file = join(folder, 'registry.backup');
  lived = await live();
  const { exit, out } = await operate(['backup', file], lived.registry.environment);
  expect({ exit, out }).toEqual({ exit: 0, out: expect.stringContaining(file) });
});
afterAll(async () => {
  await lived.registry.close();
  await Promise.all(targets.map(async (each) => each.drop()));
  await rm(folder, { recursive: true });
});

/** Circuits with versions and pins, certifications, verifications, keys, a policy, a webhook, idempotent answers. */
async function live(): Promise<Lived> {
  const registry = await startTestRegistry();
  await registry.startWorker();
  const ada = await registry.register();
  const half = await registry.publish(ada, closedCircuit());
  await registry.certify(ada, half);
  const { body } = await registry.api.get(`/v1/circuits/${half}`).expect(200);
  const quarter = await registry.publish(ada, pinning(`${half}@${body.hash}`), { description: 'Viertel \\ "é" \u{1f600}\tTab' });
  await registry.certify(ada, quarter);
  await registry.api
    .put(`/v1/circuits/${half}`)
    .set(bearer(ada))
    .send({ source: closedCircuit(7) })
    .expect(200);
  const secret = await registry.publish(ada, OPEN_CIRCUIT, { visibility: 'private' });
  await registry.certify(ada, secret);
  await registry.api.post(`/v1/circuits/${quarter}/verify`).set(bearer(ada)).set('Idempotency-Key', 'once').expect(200);
  await registry.database.$executeRaw`INSERT INTO policies (id, account_id, name, description, current_version)
    VALUES ('pol_1', ${ada.accountId}, 'p', '', 1)`;
  await registry.database
    .$executeRaw`INSERT INTO policy_versions (policy_id, version, source, hash, language_version, engine_version, report, certificate)
    VALUES ('pol_1', 1, 's', 'h', '1', '1.0.0', '\\x00ff0a5c', '\\x')`;
  await registry.database.$executeRaw`INSERT INTO policy_version_pins (policy_id, version, place, pinned_circuit_id, pinned_version)
    VALUES ('pol_1', 1, 0, ${half}, 1)`;
  await registry.database.$executeRaw`INSERT INTO policy_logs (policy_id, mode, rate, keep, retention_days)
    VALUES ('pol_1', 'sampled', 7, '{a,"b c"}', 3)`;
  await registry.database.$executeRaw`INSERT INTO policy_decision_drops (policy_id, hour, reason, count, last_at)
    VALUES ('pol_1', '2001-01-01', 'storage', 2, '2001-01-01')`;
  await registry.database
    .$executeRaw`INSERT INTO policy_decisions (id, policy_id, version, account_id, decided_at, category, verdict, params, masked, replayable, octets)
    VALUES ('dec_1', 'pol_1', 1, ${ada.accountId}, now(), 'pay', 'REVIEW', '{"a":"\\u0000"}', '[]', true, 400)`;
  await registry.database.$executeRaw`INSERT INTO sessions (hash, api_key_id, sealed_key, last_used_at, expires_at, ends_at)
    VALUES (sha256('s'), ${ada.keyId}, '\\x00ff', now(), now() + interval '1 hour', now() + interval '1 day')`;
  await registry.database.$executeRaw`INSERT INTO webhooks (id, account_id, url, description, events, secret)
    VALUES ('whk_1', ${ada.accountId}, 'https://example.org/', '', '{key.revoked}', '\\x0001')`;
  return { registry, ada, half, quarter, secret };
}

async function target(content: 'empty' | 'migrated'): Promise<{ readonly DATABASE_URL: string }> {
  const made = await createTestDatabase(content);
  targets.push(made);
  return { DATABASE_URL: made.url };
}

/**
 * Returns the rows of every table, without transaction numbers, which belong to one server, and without last uses of keys, which
 * are written later.
 */
async function contents(url: string): Promise<Readonly<Record<string, unknown>>> {
  const database = openDatabase({ url, poolSize: 1, applicationName: 'test' });
  const tables = await database.$queryRaw<{ name: string }[]>`SELECT relname::text AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations' ORDER BY relname`;
  const rows: Record<string, unknown> = {};
  for (const { name } of tables)
    rows[name] = await database.$queryRawUnsafe(
      `SELECT (to_jsonb(t) - 'published_xid' - 'last_used_at')::text AS row FROM "${name}" t ORDER BY 1`,
    );
  await database.$disconnect();
  return rows;
}

/** Resolves when another connection waits for the table that this one has locked. */
async function someoneWaits(client: Client): Promise<void> {
  await eventually('somebody waits for the table', async () => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_locks WHERE relation = 'api_keys'::regclass AND NOT granted");
    return rowCount === 1;
  });
}

it('is readable by its owner alone, whole, and leaves no other file', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['registry.backup']);
  const { exit, out } = await operate(['--json', 'verify-backup', file], {});
  expect(exit).toBe(0);
  const parts: { table: string; rows: number }[] = JSON.parse(out).parts;
  const filled = parts.filter(({ rows }) => rows > 0).map(({ table }) => table);
  for (const table of ['accounts', 'api_keys', 'circuits', 'circuit_versions', 'circuit_version_pins', 'certifications', 'verifications'])
    expect(filled).toContain(table);
  for (const table of [
    'policies',
    'policy_versions',
    'policy_version_pins',
    'policy_logs',
    'policy_decisions',
    'policy_decision_drops',
    'account_decisions',
    'webhooks',
    'sessions',
    'quota_counts',
    'audit_records',
    'idempotency_records',
  ])
    expect(filled).toContain(table);
  expect((await readFile(file)).includes(Buffer.from(lived.ada.key))).toBe(false);
});

it.each(['empty', 'migrated'] as const)('restores every row of every table into a database that is %s', async (content) => {
  const environment = await target(content);
  expect(await operate(['restore', file], environment)).toMatchObject({ exit: 0 });
  expect(await contents(environment.DATABASE_URL)).toEqual(await contents(lived.registry.environment['DATABASE_URL'] ?? ''));
  expect(await migrate(environment.DATABASE_URL)).toEqual({ kind: 'migrated', applied: [], roles: { kind: 'granted' } });
});

it('restores to a registry that goes on: the same keys, hashes, quotas, and certificates that check', async () => {
  const { ada, half, quarter, secret, registry } = lived;
  const environment = await target('empty');
  await operate(['restore', file], environment);
  const restored = await startTestRegistry(environment);
  await restored.startWorker();
  try {
    for (const pid of [half, quarter, secret]) {
      const [before, after] = await Promise.all(
        [registry, restored].map(async ({ api }) => api.get(`/v1/circuits/${pid}`).set(bearer(ada))),
      );
      expect(after?.status).toBe(200);
      expect(after?.body).toEqual(before?.body);
    }
    const list = await restored.api.get('/v1/circuits').expect(200);
    expect(list.body.circuits).toHaveLength(2);
    const usage = await restored.api.get('/v1/usage').set(bearer(ada)).expect(200);
    expect(usage.body).toMatchObject({ certifications: { used: 3 }, verifications: { used: 1 } });
    const verified = await restored.api.post(`/v1/circuits/${quarter}/verify`).set(bearer(ada)).expect(200);
    expect(verified.body).toMatchObject({ verified: true, phi_c: 1 });
    expect((await restored.certify(ada, half)).body).toMatchObject({ certified: true });
    await restored.publish(ada, closedCircuit(9));
  } finally {
    await restored.close();
  }
});

it('sees one moment, whatever is written meanwhile', async () => {
  const source = await createTestDatabase();
  targets.push(source);
  const client = new Client({ connectionString: source.url });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
  const going = operate(['--json', 'backup', join(folder, 'moment')], { DATABASE_URL: source.url });
  await someoneWaits(client);
  await client.query(`INSERT INTO accounts (id, email, name) VALUES ('acc_1', 'a@example.org', 'A')`);
  await client.query(
    `INSERT INTO audit_records (account_id, actor, action, subject, detail) VALUES ('acc_1', 'system', 'x', 'x', '{}'); COMMIT`,
  );
  await client.end();
  const parts: { rows: number }[] = JSON.parse((await going).out).parts;
  expect(parts.reduce((sum, { rows }) => sum + rows, 0)).toBe(0);
  await rm(join(folder, 'moment'));
});

it('stops when it is told to, and leaves no file behind', async () => {
  const stop = new AbortController();
  const client = new Client({ connectionString: lived.registry.environment['DATABASE_URL'] });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
  const going = operate(['backup', join(folder, 'stopped')], lived.registry.environment, stop.signal);
  await someoneWaits(client);
  stop.abort();
  expect(await going).toMatchObject({ exit: 1, err: expect.stringContaining('stopped') });
  await client.end();
  expect(await readdir(folder)).toEqual(['registry.backup']);
});

it('leaves no file behind where it fails', async () => {
  const { registry } = lived;
  expect(await operate(['backup', file], registry.environment)).toMatchObject({ exit: 1, err: expect.stringContaining('already') });
  expect(await operate(['backup', join(folder, 'nowhere', 'x')], registry.environment)).toMatchObject({ exit: 1 });
  const nobody = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/x' };
  expect(await operate(['backup', join(folder, 'other')], nobody)).toMatchObject({ exit: 1 });
  expect(await readdir(folder)).toEqual(['registry.backup']);
});

it('is not put where there are rows, nor under a schema that is newer', async () => {
  const environment = await target('migrated');
  const database = openDatabase({ url: environment.DATABASE_URL, poolSize: 1, applicationName: 'test' });
  await database.$executeRaw`INSERT INTO accounts (id, email, name) VALUES ('acc_1', 'a@example.org', 'A')`;
  expect(await operate(['restore', file], environment)).toMatchObject({
    exit: 1,
    err: expect.stringContaining('of the database holds rows'),
  });
  expect(await database.account.count()).toBe(1);
  expect(await database.apiKey.count()).toBe(0);
  await database.$executeRaw`DELETE FROM accounts`;
  await database.$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('1', 'c', '29990101000000_later', now())`;
  expect(await operate(['restore', file], environment)).toMatchObject({ exit: 1, err: expect.stringContaining('29990101000000_later') });
  expect(await database.apiKey.count()).toBe(0);
  await database.$disconnect();
});

it('of an older schema is restored, and brought to the newest', async () => {
  const older = await createTestDatabase('empty');
  targets.push(older);
  const names = (await readdir(MIGRATIONS_FOLDER))
    .filter((name) => name.startsWith('2026'))
    .toSorted((left, right) => (left < right ? -1 : 1));
  const first = names.slice(0, 2);
  const old = join(folder, 'migrations');
  await mkdir(old);
  for (const name of first) await cp(join(MIGRATIONS_FOLDER, name), join(old, name), { recursive: true });
  await migrate(older.url, old);
  const backup = join(folder, 'older.backup');
  expect(await operate(['backup', backup], { DATABASE_URL: older.url })).toMatchObject({ exit: 0 });
  const environment = await target('empty');
  const { exit, out } = await operate(['--json', 'restore', backup], environment);
  expect(exit).toBe(0);
  expect(JSON.parse(out).migrated).toEqual(names.slice(2));
  await rm(old, { recursive: true });
  await rm(backup);
});
