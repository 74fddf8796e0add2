import { readSettings, type SettingsOf, type SettingsResult, SHARED_SETTINGS } from '@kirchhoff/platform';

const DATABASE_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL'],
  properties: { DATABASE_URL: SHARED_SETTINGS.DATABASE_URL },
} as const;

/** What commands take that also tell of something. */
const TELLING_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL', 'REDIS_URL'],
  properties: { DATABASE_URL: SHARED_SETTINGS.DATABASE_URL, REDIS_URL: SHARED_SETTINGS.REDIS_URL },
} as const;

/** The environment of a process, as it was found. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment is not as a command needs it: exit code 2. */
export class WrongEnvironment extends Error {}

/** @throws WrongEnvironment */
export function databaseUrl(variables: Variables): string {
  return settled(readSettings(DATABASE_SETTINGS, variables)).DATABASE_URL;
}

/** @throws WrongEnvironment */
export function serverUrls(variables: Variables): SettingsOf<typeof TELLING_SETTINGS> {
  return settled(readSettings(TELLING_SETTINGS, variables));
}

function settled<Settings>(result: SettingsResult<Settings>): Settings {
  if (result.kind === 'settings') return result.settings;
  throw new WrongEnvironment(`The environment is not as it has to be:\n${result.mistakes.map((mistake) => `  ${mistake}`).join('\n')}`);
}
