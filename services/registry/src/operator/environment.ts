import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSettings, type SettingsOf, type SettingsResult, SHARED_SETTINGS } from '@kirchhoff/platform';

const DATABASE_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL'],
  properties: { DATABASE_URL: SHARED_SETTINGS.DATABASE_URL },
} as const;

/** The settings of commands that also announce a change. */
const TELLING_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL', 'REDIS_URL'],
  properties: { DATABASE_URL: SHARED_SETTINGS.DATABASE_URL, REDIS_URL: SHARED_SETTINGS.REDIS_URL },
} as const;

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment is not fit for the command: exit code 2. */
export class WrongEnvironment extends Error {}

const REPOSITORY = join(__dirname, '../../../..');

/** @throws WrongEnvironment */
export function databaseUrl(variables: Variables): string {
  return settled(readSettings(DATABASE_SETTINGS, withLocal(variables))).DATABASE_URL;
}

/** @throws WrongEnvironment */
export function serverUrls(variables: Variables): SettingsOf<typeof TELLING_SETTINGS> {
  return settled(readSettings(TELLING_SETTINGS, withLocal(variables)));
}

/** Adds the default database: that of the servers which `npm start` runs, from a file that only its user can read. */
function withLocal(variables: Variables): Variables {
  if ((variables['DATABASE_URL'] ?? '') !== '') return variables;
  const file = join(resolve(REPOSITORY, variables['DATA_DIR'] || '.local'), 'servers.json');
  if (!existsSync(file)) return variables;
  const servers: { readonly DATABASE_URL: string; readonly REDIS_URL: string } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...variables, ...servers };
}

function settled<Settings>(result: SettingsResult<Settings>): Settings {
  if (result.kind === 'settings') return result.settings;
  throw new WrongEnvironment(
    `These settings are wrong:\n${result.mistakes.map((mistake) => `  ${mistake}`).join('\n')}\nWhile npm start runs, its servers are found without any setting.`,
  );
}
