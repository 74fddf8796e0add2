import { pipeline } from 'node:stream/promises';
import type { Migration, ServerAddress } from '@kirchhoff/platform';
import { type Client, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { ArchiveReader } from './archive-reader.js';
import { BadBackup, type Manifest, type TablePart } from './format.js';
import { inTransaction } from './session.js';
import { copied, sequencesOf, type Table, tablesOf } from './tables.js';
import { prepareTarget } from './target.js';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

export interface RestoreTask {
  /** The address of an empty database. */
  readonly url: ServerAddress;
  readonly archive: ArchiveReader;
  /** The migrations of this build. */
  readonly migrations: readonly Migration[];
  readonly signal: AbortSignal;
  /** Called after each table. */
  readonly onPart: (part: TablePart) => void;
}

/**
 * Restores a backup into an empty database, in one transaction.
 * @throws BadBackup, UnfitTarget, or if Postgres is out
 */
export async function restore({ url, archive, migrations, signal, onPart }: RestoreTask): Promise<void> {
  await archive.verify();
  await inTransaction({ url, begin: 'BEGIN', signal }, async (client) => {
    await prepareTarget(client, archive.manifest, migrations);
    const tables = await fitting(client, archive.manifest);
    const keys = await foreignKeysOf(client);
    // Tables refer to one another in cycles: the foreign keys are dropped, and added again over all rows.
    for (const { table, name } of keys)
      await client.query(`ALTER TABLE ${escapeIdentifier(table)} DROP CONSTRAINT ${escapeIdentifier(name)}`);
    // The rows include the counts that triggers maintain.
    for (const [, { name }] of tables) await client.query(`ALTER TABLE ${escapeIdentifier(name)} DISABLE TRIGGER USER`);
    for (const [part, table] of tables) {
      await load(client, archive, part, table);
      onPart(part);
    }
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${escapeIdentifier(table)} ADD CONSTRAINT ${escapeIdentifier(name)} ${definition}`);
    for (const [, { name }] of tables) await client.query(`ALTER TABLE ${escapeIdentifier(name)} ENABLE TRIGGER USER`);
    await setSequences(client, archive.manifest);
    await client.query('ANALYZE');
  });
}

/** Pairs each part with its table. Both sides must have the same tables, and the database every column of the part. */
async function fitting(client: Client, { parts }: Manifest): Promise<readonly (readonly [TablePart, Table])[]> {
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
  const pairs = parts.map((part) => {
    const columns = new Set(tables.get(part.table)?.columns);
    const foreign = part.columns.find((column) => !columns.has(column));
    if (columns.size !== part.columns.length || foreign !== undefined)
      throw new BadBackup(`its table ${part.table} differs from the one of its migrations`);
    return [part, { name: part.table, columns: part.columns }] as const;
  });
  if (pairs.length !== tables.size) throw new BadBackup('it lacks a table of its migrations');
  return pairs;
}

async function load(client: Client, archive: ArchiveReader, part: TablePart, table: Table): Promise<void> {
  const sink = client.query(copyFrom(`COPY ${copied(table)} FROM STDIN`));
  const [stored, digest, gunzip, length] = archive.rows(part);
  await pipeline(stored, digest, gunzip, length, sink);
  if (sink.rowCount !== part.rows) throw new BadBackup(`the part of ${part.table} has ${sink.rowCount} rows and not ${part.rows}`);
}

async function foreignKeysOf(client: Client): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT c.relname::text AS table, k.conname::text AS name, pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
     WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace ORDER BY c.relname, k.conname`,
  );
  return rows;
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  const there = new Set((await sequencesOf(client)).map(({ name }) => name));
  for (const { name, last_value: value, is_called: called } of sequences) {
    if (!there.has(name)) throw new BadBackup(`its sequence ${name} is unknown to its migrations`);
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [escapeIdentifier(name), value, called]);
  }
}
