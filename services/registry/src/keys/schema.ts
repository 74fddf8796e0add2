import { SCOPES } from '@kirchhoff/platform';

const KEY_ID = { type: 'string', pattern: '^key_[0-9A-Za-z]{22}$' } as const;
const API_KEY = { type: 'string', pattern: '^svc_live_[0-9A-Za-z]{40}$', description: 'The key itself: shown this once.' } as const;
const MESSAGE = { type: 'string' } as const;
const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;

/** What registering answers with. */
export const REGISTERED_SCHEMA = {
  title: 'Registered',
  type: 'object',
  additionalProperties: false,
  required: ['api_key', 'message', 'key_id', 'account_id', 'tier'],
  properties: {
    api_key: API_KEY,
    message: MESSAGE,
    key_id: KEY_ID,
    account_id: { type: 'string', pattern: '^acc_[0-9A-Za-z]{22}$' },
    tier: { const: 'free' },
  },
} as const;

/** What `keyView` makes. */
export const KEY_SCHEMA = {
  title: 'Key',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'prefix', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at', 'current'],
  properties: {
    id: KEY_ID,
    name: { type: 'string' },
    prefix: { type: 'string', description: 'How the key begins: enough to recognise it.' },
    scopes: { type: 'array', items: { type: 'string', enum: SCOPES } },
    created_at: TIME,
    last_used_at: TIME_OR_NULL,
    expires_at: TIME_OR_NULL,
    revoked_at: TIME_OR_NULL,
    current: { type: 'boolean', description: 'Whether this is the key that asks.' },
  },
} as const;

export const KEYS_SCHEMA = {
  title: 'Keys',
  type: 'object',
  additionalProperties: false,
  required: ['keys'],
  properties: { keys: { type: 'array', items: KEY_SCHEMA } },
} as const;

/** What rotating answers with. */
export const ROTATED_SCHEMA = {
  title: 'Rotated',
  type: 'object',
  additionalProperties: false,
  required: ['api_key', 'key_id', 'message', 'revoked_key_id'],
  properties: { api_key: API_KEY, key_id: KEY_ID, message: MESSAGE, revoked_key_id: KEY_ID },
} as const;
