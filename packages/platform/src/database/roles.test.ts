import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asService, createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { GRANTS, SERVICE_ROLES, type ServiceRole } from './grants.js';
import { migrate } from './migrate.js';
import { compare } from './roles.js';

const SERVICES: readonly ServiceRole[] = ['registry', 'compiler'];
const DENIED = { code: '42501' };

let database: TestDatabase;
let owner: Client;
const clients: Client[] = [];

beforeEach(async () => {
  database = await createTestDatabase('empty');
  await migrate(database.url);
  owner = await connect(database.url);
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map(async (client) => client.end()));
  await database.drop();
});

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // The end of a test drops the database.
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  return client;
}

async function connectAs(service: ServiceRole): Promise<Client> {
  return connect(asService(service, { DATABASE_URL: database.url })['DATABASE_URL'] ?? '');
}

async function refusal(client: Client, sql: string): Promise<unknown> {
  return client.query(sql).then(
    () => 'permitted',
    (error: unknown) => error,
  );
}

describe('the permissions', () => {
  it('in the catalog are those of the table', async () => {
    expect(await compare(owner)).toEqual({ missing: [], excess: [] });
  });

  it('name every table that the schema has, and no other', async () => {
    const schema = await readFile(resolve(__dirname, '../../../../prisma/schema.prisma'), 'utf8');
    const models = [...schema.matchAll(/^model \w+ \{[\s\S]*?@@map\("(\w+)"\)/gm)].map(([, table]) => table);
    const granted = new Set(SERVICES.flatMap((service) => Object.keys(GRANTS[service])));
    expect(granted).toEqual(new Set([...models, '_prisma_migrations']));
  });

  it('name only columns that exist', async () => {
    const { rows } = await owner.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const existing = new Set(rows.map(({ name }) => name));
    const named = SERVICES.flatMap((service) =>
      Object.entries(GRANTS[service]).flatMap(([table, { select, update = [], lock, numbered }]) =>
        [...(select === true ? [] : (select ?? [])), ...update, lock ?? [], numbered ?? []].flat().map((column) => `${table}.${column}`),
      ),
    );
    expect(named.filter((name) => !existing.has(name))).toEqual([]);
  });

  it.each([
    ['a grant to PUBLIC', 'GRANT SELECT ON webhooks TO PUBLIC'],
    ['a grant to the other service', `GRANT UPDATE ON policies TO ${SERVICE_ROLES.registry}`],
    ['a grant on a column', `GRANT SELECT (secret) ON webhooks TO ${SERVICE_ROLES.compiler}`],
    ['a permission that was taken away', `REVOKE INSERT ON accounts FROM ${SERVICE_ROLES.registry}`],
    ['the right to create tables', 'GRANT CREATE ON SCHEMA public TO PUBLIC'],
  ])('are restored after %s', async (_what, sql) => {
    await owner.query(sql);
    expect(await compare(owner)).not.toEqual({ missing: [], excess: [] });
    expect(await migrate(database.url)).toMatchObject({ roles: { kind: 'granted' } });
    expect(await compare(owner)).toEqual({ missing: [], excess: [] });
  });

  it('that a role has passed on are told, and the others are restored', async () => {
    await owner.query(`GRANT SELECT ON webhooks TO ${SERVICE_ROLES.compiler} WITH GRANT OPTION`);
    await owner.query(`SET ROLE ${SERVICE_ROLES.compiler}; GRANT SELECT ON webhooks TO ${SERVICE_ROLES.registry}; RESET ROLE`);
    await owner.query(`REVOKE INSERT ON accounts FROM ${SERVICE_ROLES.registry}`);
    const statements = [expect.stringContaining(`ON TABLE "webhooks" FROM "${SERVICE_ROLES.compiler}"`)];
    expect(await migrate(database.url)).toMatchObject({ roles: { kind: 'denied', statements } });
    expect((await compare(owner)).missing).toEqual([]);
  });

  it('that a newer build has granted stay', async () => {
    await owner.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '29991231000000_newer', now())`,
    );
    await owner.query(`GRANT SELECT (url) ON webhooks TO ${SERVICE_ROLES.compiler}`);
    await owner.query(`REVOKE INSERT ON accounts FROM ${SERVICE_ROLES.registry}`);
    expect(await migrate(database.url)).toMatchObject({ kind: 'migrated', roles: { kind: 'granted' } });
    const { missing, excess } = await compare(owner);
    expect([missing, excess]).toEqual([[], [expect.objectContaining({ privilege: 'SELECT', column: 'url' })]]);
  });

  it('of an owner with the name of a role stay', async () => {
    await owner.query(`GRANT CREATE ON SCHEMA public TO ${SERVICE_ROLES.registry}`);
    await owner.query(`ALTER TABLE circuits OWNER TO ${SERVICE_ROLES.registry}`);
    expect(await migrate(database.url)).toMatchObject({ roles: { kind: 'granted' } });
    const { rows } = await owner.query(`SELECT has_table_privilege('${SERVICE_ROLES.registry}', 'circuits', 'TRUNCATE') AS owns`);
    expect(rows).toEqual([{ owns: true }]);
  });
});

describe('a service', () => {
  it.each([
    ['registry', 'UPDATE policies SET name = name'],
    ['registry', 'SELECT 1 FROM policies'],
    ['registry', 'DELETE FROM policy_decisions'],
    ['registry', `UPDATE audit_records SET action = 'x'`],
    ['registry', 'DELETE FROM accounts'],
    ['registry', `UPDATE accounts SET tier = 'pro'`],
    ['registry', 'CREATE TABLE mine (number int)'],
    ['registry', 'CREATE TEMPORARY TABLE mine (number int)'],
    ['registry', 'SELECT checksum FROM _prisma_migrations'],
    ['registry', 'DELETE FROM _prisma_migrations'],
    ['registry', 'TRUNCATE circuits'],
    ['registry', 'ALTER TABLE circuits DISABLE TRIGGER USER'],
    ['compiler', 'SELECT secret FROM webhooks'],
    ['compiler', 'SELECT 1 FROM webhook_deliveries'],
    ['compiler', 'SELECT email FROM accounts'],
    ['compiler', 'UPDATE accounts SET suspended_at = NULL'],
    ['compiler', 'SELECT action FROM audit_records'],
    ['compiler', 'UPDATE api_keys SET revoked_at = NULL'],
    ['compiler', 'UPDATE circuit_versions SET certified = true'],
    ['compiler', 'DELETE FROM circuits'],
    ['compiler', 'CREATE TABLE mine (number int)'],
    ['compiler', 'CREATE TEMPORARY TABLE mine (number int)'],
    ['compiler', 'SELECT logs FROM _prisma_migrations'],
  ] as const)('%s may not: %s', async (service, sql) => {
    expect(await refusal(await connectAs(service), sql)).toMatchObject(DENIED);
  });

  it.each(SERVICES)('%s sees whether the schema is current', async (service) => {
    const client = await connectAs(service);
    const { rows } = await client.query(
      `SELECT count(*)::int > 0 AS migrated FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL AND migration_name <> ''`,
    );
    expect(rows).toEqual([{ migrated: true }]);
  });
});

it('databases of one server can be migrated at once', async () => {
  const others = await Promise.all([1, 2, 3].map(async () => createTestDatabase('empty')));
  const results = await Promise.all([database, ...others, ...others].map(async ({ url }) => migrate(url)));
  expect(results.map((result) => (result.kind === 'migrated' ? result.roles : result))).toEqual(results.map(() => ({ kind: 'granted' })));
  await Promise.all(others.map(async (other) => other.drop()));
});

describe('a role without the right to change permissions', () => {
  const managed = `managed_${process.pid}`;
  const managedUrl = (target: TestDatabase) => {
    const url = new URL(target.url);
    url.username = managed;
    return url.href;
  };
  beforeEach(async () => {
    await owner.query(`CREATE ROLE ${managed} LOGIN PASSWORD '${new URL(database.url).password}'`);
  });
  afterEach(async () => {
    await owner.query(`REASSIGN OWNED BY ${managed} TO CURRENT_USER; DROP OWNED BY ${managed}; DROP ROLE ${managed}`);
  });

  it('migrates its own database, without superuser', async () => {
    const own = await createTestDatabase('empty');
    const { pathname } = new URL(own.url);
    await owner.query(`ALTER DATABASE "${pathname.slice(1)}" OWNER TO ${managed}`);
    expect(await migrate(managedUrl(own))).toMatchObject({ kind: 'migrated', roles: { kind: 'granted' } });
    expect(await compare(await connect(own.url))).toEqual({ missing: [], excess: [] });
    await own.drop();
  });

  it('is told what the owner has to run', async () => {
    await owner.query(`REVOKE INSERT ON accounts FROM ${SERVICE_ROLES.registry}; GRANT SELECT ON webhooks TO PUBLIC`);
    await owner.query(`GRANT SELECT ON _prisma_migrations TO ${managed}; GRANT CREATE ON SCHEMA public TO ${managed}`);
    const statements = ['REVOKE SELECT ON TABLE "webhooks" FROM PUBLIC;', 'GRANT INSERT ON TABLE "accounts" TO "kirchhoff_registry";'];
    expect(await migrate(managedUrl(database))).toEqual({ kind: 'migrated', applied: [], roles: { kind: 'denied', statements } });
    await owner.query(statements.join(' '));
    expect(await migrate(managedUrl(database))).toMatchObject({ roles: { kind: 'granted' } });
  });
});
