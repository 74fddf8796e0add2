import { migrate, type RoleGrants, type ServerAddress } from '@kirchhoff/platform';
import { type CommandOutcome, done, failed } from './outcome.js';

/** Brings a database to the schema of this build, and the roles of the services to its permissions. */
export async function migrateCommand(url: ServerAddress): Promise<CommandOutcome> {
  const result = await migrate(url);
  switch (result.kind) {
    case 'migrated': {
      const lines = result.applied.length === 0 ? ['The schema is up to date.'] : result.applied.map((name) => `applied ${name}`);
      const told = [...lines, ...aboutRoles(result.roles)];
      return result.roles.kind === 'denied' ? { kind: 'unfinished', lines: told, data: { ...result } } : done(told, { ...result });
    }
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

/** Describes what remains for an administrator: on many managed servers no other role creates roles. */
export function aboutRoles(roles: RoleGrants): readonly string[] {
  switch (roles.kind) {
    case 'granted':
      return [];
    case 'no-role':
      return [
        'This role may not create the roles of the services. Processes with the role that owns the tables need none.',
        'To give each service its own, run these statements as an administrator, then migrate again:',
        ...roles.statements.map((statement) => `  ${statement}`),
      ];
    case 'denied':
      return [
        'This role may not change all permissions. Run these statements as the owner of the objects, then migrate again:',
        ...roles.statements.map((statement) => `  ${statement}`),
      ];
  }
}

const REMOVE_RECORD = 'delete its row from _prisma_migrations and run this again';
