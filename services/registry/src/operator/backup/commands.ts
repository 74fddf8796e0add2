import { access } from 'node:fs/promises';
import { type Clock, migrate, readMigrations, type ServerAddress } from '@kirchhoff/platform';
import { aboutRoles } from '../migrate.js';
import { type CommandOutcome, done, failed } from '../outcome.js';
import { ArchiveReader } from './archive-reader.js';
import { BadBackup, type Manifest, type TablePart } from './format.js';
import { restore } from './restore.js';
import { UnfitTarget } from './target.js';
import { writeBackup } from './write-backup.js';

export interface BackupOptions {
  readonly url: ServerAddress;
  readonly path: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Reports progress to the operator, a line at a time. */
  readonly onProgress: (line: string) => void;
}

/** Writes a backup to a new file. */
export async function backupCommand({ url, path, clock, signal, onProgress }: BackupOptions): Promise<CommandOutcome> {
  if (await exists(path))
    return failed(`The file ${path} exists already; nothing was written.`, 'Name another file, or move that one away.');
  const manifest = await writeBackup({ url, path, now: clock.now(), signal, onPart: (part) => onProgress(lineOf('saved', part)) });
  return done([`${path}: ${summaryOf(manifest)}.`], { file: path, ...manifest });
}

/** Verifies a backup from end to end. */
export async function verifyBackupCommand(path: string): Promise<CommandOutcome> {
  return readingBackup(path, async (archive) => {
    await archive.verify();
    return done([`${path} is complete: ${summaryOf(archive.manifest)}.`], { file: path, ...archive.manifest });
  });
}

/** Restores a backup into an empty database, and migrates the database to the schema of this build. */
export async function restoreCommand({ url, path, signal, onProgress }: BackupOptions): Promise<CommandOutcome> {
  return readingBackup(path, async (archive) => {
    const migrations = await readMigrations();
    await restore({ url, archive, migrations, signal, onPart: (part) => onProgress(lineOf('restored', part)) });
    const migrated = await migrate(url);
    if (migrated.kind !== 'migrated')
      return failed(
        `Everything is restored, but the migration ${migrated.name} has ${migrated.kind}.`,
        'Repair it: npm run operator -- migrate',
      );
    return done([`${path} is restored: ${summaryOf(archive.manifest)}.`, ...aboutRoles(migrated.roles)], {
      file: path,
      ...archive.manifest,
      migrated: migrated.applied,
    });
  });
}

async function readingBackup(path: string, use: (archive: ArchiveReader) => Promise<CommandOutcome>): Promise<CommandOutcome> {
  try {
    const archive = await ArchiveReader.open(path);
    try {
      return await use(archive);
    } finally {
      await archive.close();
    }
  } catch (error) {
    if (error instanceof BadBackup)
      return failed(`${path} is not a usable backup: ${error.message}. Nothing was written.`, 'Take another backup.');
    if (error instanceof UnfitTarget)
      return failed(`${path} cannot be restored there: ${error.message}. Nothing was written.`, 'Create an empty database for it.');
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function summaryOf({ created_at, parts, migrations }: Manifest): string {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  return `${rows} rows of ${parts.length} tables as of ${created_at}, at migration ${migrations.at(-1)?.name ?? 'none'}`;
}

function lineOf(what: string, { table, rows }: TablePart): string {
  return `${what} ${table}: ${rows} rows`;
}
