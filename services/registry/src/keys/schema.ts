import { SCOPES, TIERS } from '@kirchhoff/platform';
import type { KeyRecord } from './repository.js';
import type { IssuedWithRecord } from './service.js';

const KEY_ID = { type: 'string', pattern: '^key_[0-9A-Za-z]{22}$' } as const;
const SCOPE_LIST = { type: 'array', items: { type: 'string', enum: SCOPES } } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NONE = { type: ['string', 'null'], format: 'date-time' } as const;
const API_KEY = {
  type: 'string',
  pattern: '^svc_live_[0-9A-Za-z]{40}$',
  description: 'The key: it is shown only once and cannot be retrieved later.',
} as const;
const MESSAGE = { type: 'string', description: 'A note for the owner of the key.' } as const;

/** The answer of a registration. */
export const REGISTRATION_SCHEMA = {
  title: 'Registration',
  type: 'object',
  additionalProperties: false,
  required: ['api_key', 'message', 'key_id', 'account_id', 'tier'],
  properties: {
    api_key: API_KEY,
    message: MESSAGE,
    key_id: KEY_ID,
    account_id: { type: 'string', pattern: '^acc_[0-9A-Za-z]{22}$' },
    tier: { type: 'string', enum: TIERS, description: 'The tier, which determines the daily limits of the account.' },
  },
} as const;

/** A key in plain text: only the answer that creates it has it. */
export const ISSUED_KEY_SCHEMA = {
  title: 'IssuedKey',
  type: 'object',
  additionalProperties: false,
  required: ['api_key', 'message', 'key_id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at'],
  properties: {
    api_key: API_KEY,
    message: MESSAGE,
    key_id: KEY_ID,
    name: { type: 'string' },
    prefix: { type: 'string' },
    scopes: SCOPE_LIST,
    created_at: TIME,
    expires_at: TIME_OR_NONE,
  },
} as const;

/** The new key of a rotation. */
export const ROTATED_KEY_SCHEMA = {
  title: 'RotatedKey',
  type: 'object',
  additionalProperties: false,
  required: ['api_key', 'key_id', 'message', 'revoked_key_id'],
  properties: { api_key: API_KEY, key_id: KEY_ID, message: MESSAGE, revoked_key_id: KEY_ID },
} as const;

const KEY_SCHEMA = {
  title: 'Key',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'prefix', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at', 'replaces', 'current'],
  properties: {
    id: KEY_ID,
    name: { type: 'string' },
    prefix: { type: 'string', description: 'The beginning of the key, for recognition by its owner.' },
    scopes: SCOPE_LIST,
    created_at: TIME,
    last_used_at: { ...TIME_OR_NONE, description: 'To the minute.' },
    expires_at: TIME_OR_NONE,
    revoked_at: TIME_OR_NONE,
    replaces: { type: ['string', 'null'], description: 'The key that this one replaced by rotation; null for other keys.' },
    current: { type: 'boolean', description: 'True for the key of this request.' },
  },
} as const;

/** The keys of an account. */
export const KEYS_SCHEMA = {
  title: 'Keys',
  type: 'object',
  additionalProperties: false,
  required: ['keys'],
  properties: { keys: { type: 'array', items: KEY_SCHEMA } },
} as const;

export const SHOWN_ONCE = 'Your API key has been created. Keep it safe: it is shown only once and cannot be retrieved later.';

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
