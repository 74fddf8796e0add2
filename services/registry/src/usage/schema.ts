const LIMIT = { type: ['integer', 'null'], minimum: 0, description: 'Null means no limit.' } as const;

const COUNT = {
  title: 'UsageCount',
  type: 'object',
  additionalProperties: false,
  required: ['used', 'limit', 'remaining'],
  properties: { used: { type: 'integer', minimum: 0 }, limit: LIMIT, remaining: LIMIT },
} as const;

/** The schema of `usageOf`. */
export const USAGE_SCHEMA = {
  title: 'Usage',
  type: 'object',
  additionalProperties: false,
  required: ['account_id', 'tier', 'day', 'resets_at', 'certifications', 'verifications', 'storage'],
  properties: {
    account_id: { type: 'string', pattern: '^acc_[0-9A-Za-z]{22}$' },
    tier: { type: 'string', enum: ['free', 'pro'] },
    day: { type: 'string', format: 'date', description: 'The UTC day.' },
    resets_at: { type: 'string', format: 'date-time' },
    certifications: COUNT,
    verifications: COUNT,
    storage: {
      title: 'UsageStorage',
      type: 'object',
      additionalProperties: false,
      required: ['octets', 'circuits', 'policies', 'versions'],
      properties: {
        octets: COUNT,
        circuits: COUNT,
        policies: COUNT,
        versions: COUNT,
      },
    },
  },
} as const;
