import type { ServerAddress } from '@kirchhoff/platform';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ArchiveWriter } from './archive-writer.js';
import type { Manifest, TablePart } from './format.js';
import { inTransaction } from './session.js';
import { copied, migrationsOf, sequencesOf, tablesOf } from './tables.js';

/** The transaction reads one snapshot, writes no row, and blocks no other session. */
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export interface BackupTask {
  /** The address of the database. */
  readonly url: ServerAddress;
  /** The path of the new file. */
  readonly path: string;
  /** The time that the manifest states. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Called after each table. */
  readonly onPart: (part: TablePart) => void;
}

/**
 * Writes every table as of one moment, while the service runs.
 * @throws if Postgres is out or the file cannot be written; then no file remains
 */
export async function writeBackup({ url, path, now, signal, onPart }: BackupTask): Promise<Manifest> {
  const archive = await ArchiveWriter.create(path);
  try {
    const manifest = await inTransaction({ url, begin: SNAPSHOT, signal }, async (client) => dump(client, archive, now, onPart));
    await archive.finish(manifest);
    return manifest;
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

async function dump(client: Client, archive: ArchiveWriter, now: Date, onPart: (part: TablePart) => void): Promise<Manifest> {
  const { rows: server } = await client.query<{ server_version: string }>('SHOW server_version');
  const migrations = [...(await migrationsOf(client))];
  const parts: TablePart[] = [];
  for (const table of await tablesOf(client)) {
    const content = client.query(copyTo(`COPY ${copied(table)} TO STDOUT`));
    // oxlint-disable-next-line no-await-in-loop -- one connection, one table at a time
    const part = await archive.add(table.name, table.columns, content, () => content.rowCount);
    parts.push(part);
    onPart(part);
  }
  // Read last: a sequence is not part of the snapshot, and must not be below a number in its rows.
  const sequences = [...(await sequencesOf(client))];
  return { format: 1, created_at: now.toISOString(), server_version: server[0]?.server_version ?? '', migrations, sequences, parts };
}
