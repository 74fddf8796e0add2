import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { Client } from 'pg';
import { bearer, startTestRegistry, type TestRegistry } from '../testing/registry.fixture.js';
import { closedCircuit } from '../testing/sources.fixture.js';

/** A disk of 4 MiB. It can be mounted on Linux, by root; elsewhere the tests are skipped. */
const disk = mkdtempSync(join(tmpdir(), 'kirchhoff-disk-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
const TABLESPACE = `small_${randomBytes(8).toString('hex')}`;
const FILLER = join(disk, 'filler');

let registry: TestRegistry;
let elsewhere: TestDatabase;
beforeAll(async () => {
  elsewhere = await createTestDatabase('empty');
  registry = await startTestRegistry();
});
afterAll(async () => {
  await registry.close();
  if (isMounted) {
    await onServer(`DROP TABLESPACE IF EXISTS ${TABLESPACE}`);
    spawnSync('umount', [disk]);
  }
  rmSync(disk, { recursive: true });
  await elsewhere.drop();
});

/** Runs a statement. Default database: one without rows of the test. */
async function onServer(statement: string, url = elsewhere.url): Promise<readonly Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Moves the table of versions to the small disk. */
async function moveVersions(): Promise<void> {
  const [row] = await onServer('SHOW data_directory');
  const { uid, gid } = statSync(String(row?.['data_directory']));
  const folder = join(disk, 'postgres');
  spawnSync('install', ['-d', '-m', '700', '-o', String(uid), '-g', String(gid), folder]);
  chmodSync(disk, 0o711);
  await onServer(`CREATE TABLESPACE ${TABLESPACE} LOCATION '${folder}'`);
  await registry.database.$executeRawUnsafe(`ALTER TABLE circuit_versions SET TABLESPACE ${TABLESPACE}`);
}

function fill(): void {
  const bytes = Buffer.alloc(4_096);
  try {
    for (;;) appendFileSync(FILLER, bytes);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}

/** Longer than the free pages, and random, so that Postgres cannot compress it. */
const longCircuit = (number: number): string => `// ${randomBytes(50_000).toString('base64')}\n${closedCircuit(number)}`;

(isMounted ? it : it.skip)(
  'with a disk that is full: 503, nothing is half-done, what is there is read, 201 once there is room',
  async () => {
    const ada = await registry.register();
    await moveVersions();
    const pid = await registry.publish(ada, longCircuit(0));
    const publish = async (source: string) =>
      registry.api.post('/v1/circuits').set(bearer(ada)).set('Idempotency-Key', 'once').send({ name: 'full', source });
    fill();
    const source = longCircuit(1);
    const { status, body, headers } = await publish(source);
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'unavailable' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(JSON.stringify(body)).not.toMatch(/space|device|53100/);
    expect(await registry.database.circuit.count({ where: { name: 'full' } })).toBe(0);
    expect(await registry.database.auditRecord.count({ where: { action: 'circuit.published' } })).toBe(1);
    await registry.api.get(`/v1/circuits/${pid}`).set(bearer(ada)).expect(200);
    rmSync(FILLER);
    expect((await publish(source)).status).toBe(201);
  },
);
