import { migrate } from '@kirchhoff/platform';
import { type CommandOutcome, done, failed } from './outcome.js';

/** Brings a database to the schema of this build. */
export async function migrateCommand(url: string): Promise<CommandOutcome> {
  const result = await migrate(url);
  switch (result.kind) {
    case 'migrated':
      return done(result.applied.length === 0 ? ['The schema is up to date.'] : result.applied.map((name) => `applied ${name}`), {
        ...result,
      });
    case 'changed':
      return failed(
        `The migration ${result.name} differs from the one that was applied under that name.`,
        'Use the build that this database belongs to.',
      );
    case 'failed-before':
      return failed(`The migration ${result.name} failed earlier; nothing was changed.`, `Repair the cause, then ${REMOVE_RECORD}.`);
    case 'failed':
      return failed(
        `The migration ${result.name} failed: ${result.reason}.`,
        `Nothing was changed. Repair the cause, then ${REMOVE_RECORD}.`,
      );
  }
}

const REMOVE_RECORD = 'delete its row from _prisma_migrations and run this again';
