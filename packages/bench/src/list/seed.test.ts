import { certify, read } from '@kirchhoff/coherence';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { SOURCES } from './programs.js';
import { type Seeded, seed } from './seed.js';

const NOW = new Date('2026-11-20T12:00:00Z');
const opened: { readonly database: TestDatabase; readonly client: Client }[] = [];

afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end();
    await database.drop();
  }
});

async function open() {
  const database = await createTestDatabase();
  const client = new Client({ connectionString: database.url });
  await client.connect();
  opened.push({ database, client });
  const run = async (circuits: number, text = 'a seed', force = false): Promise<Seeded> =>
    seed({ url: database.url, circuits, seed: text, force, now: NOW }, () => undefined);
  const one = async (sql: string): Promise<Readonly<Record<string, unknown>>> => (await client.query(sql)).rows[0] ?? {};
  return { run, one };
}

/** The columns that the seed decides. */
const CONTENT = `SELECT md5(string_agg(concat_ws('|', c.id, c.account_id, c.name, c.description, c.visibility, c.certified, c.created_at,
  c.withdrawn_at, c.publication_digest, v.source, v.hash, v.signature), ';' ORDER BY c.id)) AS content
  FROM circuits c JOIN circuit_versions v ON v.circuit_id = c.id`;

it('makes as many circuits as were asked for, each with a version, some private, certified or withdrawn', async () => {
  const { run, one } = await open();
  expect(await run(1_000)).toEqual({ kind: 'seeded' });
  const counts =
    await one(`SELECT count(*)::integer AS circuits, count(v.version)::integer AS versions, bool_and(c.certified = v.certified) AS agree,
    count(*) FILTER (WHERE visibility = 'private')::integer AS private, count(*) FILTER (WHERE c.certified)::integer AS certified,
    count(*) FILTER (WHERE withdrawn_at IS NOT NULL)::integer AS withdrawn, count(DISTINCT account_id)::integer AS accounts,
    max(c.created_at) < '2026-11-19T12:00:01Z' AS past FROM circuits c LEFT JOIN circuit_versions v ON v.circuit_id = c.id`);
  expect(counts).toMatchObject({ circuits: 1_000, versions: 1_000, agree: true, past: true });
  for (const name of ['private', 'certified', 'withdrawn']) expect(counts[name]).toBeGreaterThan(0);
  expect(counts['accounts']).toBeGreaterThan(20);
});

it('the same seed makes the same circuits, another others', async () => {
  const databases = [await open(), await open(), await open()];
  const contents = [];
  for (const [index, { run, one }] of databases.entries()) {
    await run(50, index === 2 ? 'another seed' : 'a seed');
    contents.push((await one(CONTENT))['content']);
  }
  expect(contents[1]).toBe(contents[0]);
  expect(contents[2]).not.toBe(contents[0]);
});

it('writes nothing where there are circuits, unless it is told to add to them', async () => {
  const { run, one } = await open();
  await run(20);
  expect(await run(20)).toEqual({ kind: 'not-empty', circuits: 20 });
  expect(await run(20, 'a seed', true)).toEqual({ kind: 'seeded' });
  expect(await one('SELECT count(*)::integer AS count FROM circuits')).toEqual({ count: 40 });
});

it('its programs are all different, and close', () => {
  const hashes = SOURCES.map((source) => {
    const reading = read(source);
    if (!reading.ok || reading.program.type !== 'circuit') throw new Error(`not a circuit: ${source}`);
    expect(certify(reading.program).certified).toBe(true);
    return reading.program.hash;
  });
  expect(new Set(hashes).size).toBe(SOURCES.length);
  expect(SOURCES.length).toBeGreaterThanOrEqual(36);
});
