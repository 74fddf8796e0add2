import { readFileSync } from 'node:fs';

/** A key that encrypts secrets in the database. */
export interface EncryptionKey {
  /** The name that encrypted rows have: letters, digits, `.`, `_` and `-`. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Buffer;
}

/** `openssl rand -base64 32` writes such a key. */
const KEY = /^([\w.-]{1,32}):([A-Za-z0-9+/]{43}=)$/;
const MAX_KEYS = 16;

/**
 * Reads a list of keys, `<id>:<32 bytes in Base64>`, separated by commas, spaces or lines.
 * @returns `undefined` if the text is no such list, or an id is repeated
 */
export function readEncryptionKeys(text: string): readonly EncryptionKey[] | undefined {
  const matches = text
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map((entry) => KEY.exec(entry));
  const keys = matches.map((match) => ({ id: match?.[1] ?? '', bytes: Buffer.from(match?.[2] ?? '', 'base64') }));
  const areKeys = matches.every((match) => match !== null) && keys.length > 0 && keys.length <= MAX_KEYS;
  return areKeys && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
}

/**
 * Returns the keys of the settings; none without settings.
 * @throws if the file has changed since the settings were checked, and has no keys any more
 */
export function encryptionKeysOf(text: string | undefined, file: string | undefined): readonly EncryptionKey[] {
  const source = text ?? (file === undefined ? undefined : readFileSync(file, 'utf8'));
  if (source === undefined) return [];
  const keys = readEncryptionKeys(source);
  if (keys === undefined) throw new Error('WEBHOOK_SECRETS_KEYS_FILE has no keys any more');
  return keys;
}
