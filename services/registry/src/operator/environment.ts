import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  DATABASE_TLS_SETTINGS,
  databaseAddress,
  type EncryptionKey,
  encryptionKeysOf,
  readSettings,
  redisAddress,
  SERVER_SETTINGS,
  type ServerAddress,
  type SettingsResult,
} from '@kirchhoff/platform';
import { ENCRYPTION_SETTINGS } from '../settings.js';

const POSTGRES_SETTINGS = { DATABASE_URL: SERVER_SETTINGS.DATABASE_URL, ...DATABASE_TLS_SETTINGS } as const;

const DATABASE_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL'],
  properties: POSTGRES_SETTINGS,
} as const;

/** The settings of commands that also announce a change. */
const TELLING_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL', 'REDIS_URL'],
  properties: SERVER_SETTINGS,
} as const;

/** The settings of commands that open secrets. */
const ENCRYPTING_SETTINGS = {
  type: 'object',
  required: ['DATABASE_URL'],
  properties: { ...POSTGRES_SETTINGS, ...ENCRYPTION_SETTINGS },
} as const;

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The environment is not fit for the command: exit code 2. */
export class WrongEnvironment extends Error {}

const REPOSITORY = join(__dirname, '../../../..');

/** @throws WrongEnvironment */
export function databaseUrl(variables: Variables): ServerAddress {
  return databaseAddress(settled(readSettings(DATABASE_SETTINGS, withLocal(variables))));
}

/** @throws WrongEnvironment */
export function serverUrls(variables: Variables): { readonly postgresAt: ServerAddress; readonly redisAt: ServerAddress } {
  const settings = settled(readSettings(TELLING_SETTINGS, withLocal(variables)));
  return { postgresAt: databaseAddress(settings), redisAt: redisAddress(settings) };
}

/**
 * Returns the database and the keys of the secrets in it, at least one.
 * @throws WrongEnvironment
 */
export function encryption(variables: Variables): { readonly url: ServerAddress; readonly keys: readonly EncryptionKey[] } {
  const settings = settled(readSettings(ENCRYPTING_SETTINGS, withLocal(variables)));
  const keys = encryptionKeysOf(settings.WEBHOOK_SECRETS_KEYS, settings.WEBHOOK_SECRETS_KEYS_FILE);
  if (keys.length === 0) throw new WrongEnvironment('WEBHOOK_SECRETS_KEYS or WEBHOOK_SECRETS_KEYS_FILE must be set.');
  return { url: databaseAddress(settings), keys };
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
