import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { openDatabase } from './database.js';
import { migrate } from './migrate.js';
import { readMigrations, schemaIsCurrent } from './migrations.js';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase('empty');
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function write(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function rows<Row extends Record<string, unknown>>(sql: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const result = await client.query<Row>(sql);
  await client.end();
  return result.rows;
}

async function isCurrent(): Promise<boolean> {
  const client = openDatabase({ url: database.url, poolSize: 1, applicationName: 'test' });
  const current = await schemaIsCurrent(client, await readMigrations(folder));
  await client.$disconnect();
  return current;
}

it("applies this build's own migrations", async () => {
  const result = await migrate(database.url);
  expect(result.kind).toBe('migrated');
  expect(await rows("SELECT 1 FROM information_schema.tables WHERE table_name = 'circuits'")).toHaveLength(1);
});

it('applies in the order of names, each once', async () => {
  await write('2_second', 'INSERT INTO seen VALUES (2)');
  await write('1_first', 'CREATE TABLE seen (number int); INSERT INTO seen VALUES (1)');
  expect(await migrate(database.url, folder)).toEqual({ kind: 'migrated', applied: ['1_first', '2_second'], roles: { kind: 'granted' } });
  expect(await migrate(database.url, folder)).toEqual({ kind: 'migrated', applied: [], roles: { kind: 'granted' } });
  expect(await rows('SELECT number FROM seen ORDER BY 1')).toEqual([{ number: 1 }, { number: 2 }]);
});

it('applies once when many start at once', async () => {
  await write('1_first', 'CREATE TABLE seen (number int)');
  const results = await Promise.all(Array.from({ length: 5 }, async () => migrate(database.url, folder)));
  expect(results.map((result) => (result.kind === 'migrated' ? result.applied.length : -1)).toSorted((a, b) => a - b)).toEqual([
    0, 0, 0, 0, 1,
  ]);
});

it('leaves nothing of a migration that fails, says why, and goes no further, then or later', async () => {
  await write('1_first', 'CREATE TABLE seen (number int); SELECT nonsense');
  await write('2_second', 'CREATE TABLE later (number int)');
  expect(await migrate(database.url, folder)).toEqual({ kind: 'failed', name: '1_first', reason: 'column "nonsense" does not exist' });
  expect(await rows("SELECT 1 FROM information_schema.tables WHERE table_name IN ('seen', 'later')")).toEqual([]);
  await write('1_first', 'CREATE TABLE seen (number int)');
  expect(await migrate(database.url, folder)).toEqual({ kind: 'failed-before', name: '1_first' });
});

it('refuses when a migration was changed after it was applied', async () => {
  await write('1_first', 'CREATE TABLE seen (number int)');
  await migrate(database.url, folder);
  await write('1_first', 'CREATE TABLE seen (number bigint)');
  expect(await migrate(database.url, folder)).toEqual({ kind: 'changed', name: '1_first' });
});

it('records what Prisma records', async () => {
  await write('1_first', 'SELECT 1');
  await migrate(database.url, folder);
  const [row] = await rows(
    'SELECT migration_name, checksum, applied_steps_count, finished_at IS NOT NULL AS finished FROM _prisma_migrations',
  );
  // echo -n 'SELECT 1' | sha256sum
  expect(row).toEqual({
    migration_name: '1_first',
    checksum: 'e004ebd5b5532a4b85984a62f8ad48a81aa3460c1ca07701f386135d72cdecf5',
    applied_steps_count: 1,
    finished: true,
  });
});

describe('the schema is current', () => {
  it('when every known migration is there, also with newer ones', async () => {
    await write('1_first', 'SELECT 1');
    await write('2_second', 'SELECT 2');
    await migrate(database.url, folder);
    expect(await isCurrent()).toBe(true);
    await rm(join(folder, '2_second'), { recursive: true });
    expect(await isCurrent()).toBe(true);
  });
  it('not when one is missing, or failed, or nothing was ever migrated', async () => {
    await write('1_first', 'SELECT 1');
    expect(await isCurrent()).toBe(false);
    await migrate(database.url, folder);
    await write('2_second', 'SELECT nonsense');
    expect(await isCurrent()).toBe(false);
    await migrate(database.url, folder);
    expect(await isCurrent()).toBe(false);
  });
});
