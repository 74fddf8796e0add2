import type { KeyRecord } from './repository.js';
import type { IssuedWithRecord } from './service.js';

export const SHOWN_ONCE = 'Your API key has been created. Keep it safe: it is shown this once and cannot be retrieved later.';

/** Returns a key in the list of its account: its prefix identifies it without revealing it. */
export function keyView(key: KeyRecord, currentKeyId: string) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    scopes: key.scopes,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    replaces: key.replaces,
    current: key.id === currentKeyId,
  };
}

/** Returns a new key with its plain text. */
export function issuedKeyView({ key, record }: IssuedWithRecord) {
  const { id, name, prefix, scopes, createdAt, expiresAt } = record;
  return { api_key: key, message: SHOWN_ONCE, key_id: id, name, prefix, scopes, created_at: createdAt, expires_at: expiresAt };
}
