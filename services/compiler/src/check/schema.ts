/** The error of an action. */
const ACTION_ERROR = {
  title: 'ActionError',
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'message'],
  properties: { pointer: { type: 'string', description: 'A JSON Pointer into the action.' }, message: { type: 'string' } },
} as const;

/** The schema of `DecisionView`. */
export const DECISION_SCHEMA = {
  title: 'Decision',
  type: 'object',
  additionalProperties: false,
  required: ['verdict', 'policy_id', 'policy_version', 'policy_hash', 'decision_id', 'rule', 'determined_by', 'reason'],
  properties: {
    verdict: { type: 'string', enum: ['ALLOW', 'REVIEW', 'DENY'] },
    policy_id: { type: 'string', pattern: '^pol_[0-9A-Za-z]{22}$' },
    policy_version: { type: 'integer', minimum: 1 },
    policy_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    decision_id: { type: 'string', pattern: '^dec_[0-9A-Za-z]{22}$' },
    rule: { type: ['string', 'null'], description: 'The first rule that decided; null if the default or an error decided.' },
    determined_by: { type: 'array', items: { type: 'string' }, description: 'The rules that decided, in the order of the source.' },
    reason: { type: 'string' },
    errors: {
      type: 'array',
      items: ACTION_ERROR,
      maxItems: 10,
      description: 'Present if this is no action of the policy: its first 10 errors.',
    },
    stale: {
      type: 'boolean',
      const: true,
      description:
        'Present if this process cannot reach the database and decides, for some seconds, by an earlier state: the key may have been revoked since, the policy changed.',
    },
    age_seconds: { type: 'integer', minimum: 0, description: 'The maximal age of that state; present if `stale` is.' },
    errors_omitted: { type: 'integer', minimum: 1, description: 'The number of further errors; present if not all are listed.' },
  },
} as const;

export const DECISIONS_SCHEMA = {
  title: 'Decisions',
  type: 'object',
  additionalProperties: false,
  required: ['decisions'],
  properties: { decisions: { type: 'array', items: DECISION_SCHEMA, description: 'In the order of the actions.' } },
} as const;
