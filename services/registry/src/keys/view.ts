import type { KeyRecord } from './repository.js';

/** A key in the list of its account: by its beginning it may be recognised, and no more. */
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
    current: key.id === currentKeyId,
  };
}
