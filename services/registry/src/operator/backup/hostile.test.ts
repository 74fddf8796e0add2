import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDatabase } from '@kirchhoff/platform';
import { createTestDatabase, type TestDatabase } from '@kirchhoff/testing';
import { operate } from '../operator.fixture.js';
import { FILE_BEGIN, FILE_END, FOOTER_BYTES, type Manifest } from './format.js';

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let good: Buffer;
let manifest: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'));
  [source, target] = await Promise.all([createTestDatabase(), createTestDatabase('empty')]);
  const database = openDatabase({ url: source.url, poolSize: 1, applicationName: 'test' });
  await database.$executeRaw`INSERT INTO accounts (id, email, name) SELECT 'acc_' || n, 'a@example.org', 'A' FROM generate_series(1, 100) n`;
  await database.$disconnect();
  await operate(['backup', join(folder, 'good')], { DATABASE_URL: source.url });
  good = await readFile(join(folder, 'good'));
  manifest = JSON.parse(good.subarray(manifestStart(), -FOOTER_BYTES).toString('utf8'));
});
afterAll(async () => {
  await Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })]);
});

function manifestStart(): number {
  return good.length - FOOTER_BYTES - Number(good.readBigUInt64BE(good.length - FOOTER_BYTES));
}

/** Combines the good backup's parts with another manifest and a matching footer. */
function withManifest(changed: unknown, parts: Buffer = good.subarray(0, manifestStart())): Buffer {
  const text = Buffer.from(typeof changed === 'string' ? changed : JSON.stringify(changed), 'utf8');
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(text.length));
  return Buffer.concat([parts, text, length, createHash('sha256').update(text).digest(), FILE_END]);
}

/** Returns the manifest with a changed part of `accounts`. */
function withAccounts(change: object): Manifest {
  return { ...manifest, parts: manifest.parts.map((part) => (part.table === 'accounts' ? { ...part, ...change } : part)) };
}

/** Returns a backup with other rows in `accounts` and a consistent manifest. */
function withRows(rows: string, count: number): Buffer {
  const stored = gzipSync(Buffer.from(rows, 'utf8'));
  const pieces: Buffer[] = [FILE_BEGIN];
  let offset = FILE_BEGIN.length;
  const parts = manifest.parts.map((part) => {
    const piece = part.table === 'accounts' ? stored : good.subarray(part.offset, part.offset + part.length);
    pieces.push(piece);
    const own =
      part.table === 'accounts'
        ? { rows: count, octets: Buffer.byteLength(rows), sha256: createHash('sha256').update(stored).digest('hex') }
        : {};
    const moved = { ...part, ...own, offset, length: piece.length };
    offset += piece.length;
    return moved;
  });
  return withManifest({ ...manifest, parts }, Buffer.concat(pieces));
}

async function restored(bytes: Buffer) {
  const path = join(folder, 'hostile');
  await writeFile(path, bytes);
  const outcome = await operate(['restore', path], { DATABASE_URL: target.url });
  const database = openDatabase({ url: target.url, poolSize: 1, applicationName: 'test' });
  const [{ tables } = { tables: -1 }] = await database.$queryRaw<{ tables: number }[]>`
    SELECT count(*)::integer AS tables FROM pg_class WHERE relnamespace = 'public'::regnamespace`;
  await database.$disconnect();
  return { ...outcome, tables };
}

function altered(position: number): Buffer {
  const copy = Buffer.from(good);
  copy.writeUInt8(copy.readUInt8(position) ^ 1, position);
  return copy;
}

const refused = (why: string) => ({ exit: 1, out: '', tables: 0, err: expect.stringContaining(why) });
const LENGTH = () => good.length - FOOTER_BYTES;

it.each<[string, string, () => Buffer]>([
  ['nothing', 'its beginning is not', () => Buffer.alloc(0)],
  ['something else', 'its beginning is not', () => Buffer.alloc(10_000, 'PGDMP')],
  ['another beginning', 'its beginning is not', () => altered(0)],
  ['a half', 'cut off', () => good.subarray(0, good.length / 2)],
  ['all but the last byte', 'cut off', () => good.subarray(0, -1)],
  ['a changed byte in a part', 'damaged', () => altered(FILE_BEGIN.length + 30)],
  ['a changed byte in the manifest', 'damaged', () => altered(manifestStart() + 5)],
  ['a changed digest of the manifest', 'damaged', () => altered(good.length - FILE_END.length - 1)],
  [
    'a manifest longer than the file',
    'impossible length',
    () => {
      const copy = Buffer.from(good);
      copy.writeBigUInt64BE(2n ** 63n, LENGTH());
      return copy;
    },
  ],
  [
    'a manifest that takes in the whole file',
    'damaged',
    () => {
      const copy = Buffer.from(good);
      copy.writeBigUInt64BE(BigInt(LENGTH() - FILE_BEGIN.length), LENGTH());
      return copy;
    },
  ],
  ['a manifest that is not JSON', 'not JSON', () => withManifest('{"format": 1')],
  ['a manifest that nests without an end', 'manifest', () => withManifest('['.repeat(1_000_000))],
  ['a manifest of another format', 'not of this format', () => withManifest({ ...manifest, format: 2 })],
  ['a manifest that says more', 'not of this format', () => withManifest({ ...manifest, command: 'DROP' })],
  ['a table that is a path', 'not of this format', () => withManifest(withAccounts({ table: '../../etc/passwd' }))],
  ['a table that is SQL', 'not of this format', () => withManifest(withAccounts({ table: 'accounts"; DROP TABLE x; --' }))],
  ['a table of the server', 'differs from the one of its migrations', () => withManifest(withAccounts({ table: 'pg_authid' }))],
  ['a column that is SQL', 'not of this format', () => withManifest(withAccounts({ columns: ['id) FROM PROGRAM $$x$$'] }))],
  [
    'a column that is not there',
    'differs from the one of its migrations',
    () => withManifest(withAccounts({ columns: ['id', 'email', 'name', 'tier', 'x'] })),
  ],
  ['a part beyond the end', 'is not at the place that', () => withManifest(withAccounts({ length: 2 ** 52 }))],
  ['a part before the beginning', 'not of this format', () => withManifest(withAccounts({ offset: -1 }))],
  ['a part over another', 'is not at the place that', () => withManifest(withAccounts({ offset: 0 }))],
  ['a part of no length', 'not of this format', () => withManifest(withAccounts({ length: 0 }))],
  ['a table too few', 'bytes that its manifest does not mention', () => withManifest({ ...manifest, parts: manifest.parts.slice(0, -1) })],
  ['more rows than there are', '100 rows and not 101', () => withManifest(withAccounts({ rows: 101 }))],
  ['fewer bytes than there are', 'not as long', () => withManifest(withAccounts({ octets: 10 }))],
  ['more bytes than there are', 'not as long', () => withManifest(withAccounts({ octets: 2 ** 50 }))],
  [
    'a migration that nobody knows',
    'does not know',
    () => withManifest({ ...manifest, migrations: [{ name: '1_x', checksum: '0'.repeat(64) }] }),
  ],
  [
    'a migration that is another one',
    'not the one of this build',
    () => withManifest({ ...manifest, migrations: manifest.migrations.map(({ name }) => ({ name, checksum: '0'.repeat(64) })) }),
  ],
  [
    'a sequence that is not there',
    'unknown to its migrations',
    () => withManifest({ ...manifest, sequences: [{ name: 'x', last_value: '1', is_called: true }] }),
  ],
  ['rows that are none', 'Postgres refuses', () => withRows('one\ttwo\n', 1)],
  ['a row that is there twice', 'Postgres refuses', () => withRows('acc_1\ta\tA\tfree\t2026-01-01\n'.repeat(2), 2)],
  [
    'a megabyte of zeros that says it is little',
    'not as long',
    () => {
      const bomb = withRows('0'.repeat(1_000_000), 1).toString('latin1').replace('"octets":1000000', '"octets":10').slice(0, -FOOTER_BYTES);
      return withManifest(bomb.slice(bomb.lastIndexOf('{"format"')), Buffer.from(bomb.slice(0, bomb.lastIndexOf('{"format"')), 'latin1'));
    },
  ],
])('refuses %s, and writes nothing', async (_what, why, bytes) => {
  expect(await restored(bytes())).toMatchObject(refused(why));
});

it('refuses a folder and a file that is not there', async () => {
  for (const path of [folder, join(folder, 'nowhere')])
    expect(await operate(['restore', path], { DATABASE_URL: target.url })).toMatchObject({ exit: 1, out: '' });
});

it('takes the good one after all of these', async () => {
  expect(await operate(['restore', join(folder, 'good')], { DATABASE_URL: target.url })).toMatchObject({ exit: 0 });
});
