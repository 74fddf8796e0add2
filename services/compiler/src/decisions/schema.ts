import { LOG_MODES } from './settings.js';

const TIME = { type: 'string', format: 'date-time' } as const;
const VERDICT = { type: 'string', enum: ['ALLOW', 'REVIEW', 'DENY'], description: 'The decision about the action.' } as const;
const RULE = { type: ['string', 'null'], description: 'The first rule that decided; null if the default or an error decided.' } as const;
const CATEGORY = { type: 'string', description: 'The category of the action; its first 200 characters.' } as const;

/** The settings that a change may contain. */
export const LOG_PROPERTIES = {
  mode: {
    type: 'string',
    enum: LOG_MODES,
    description: 'The decisions that are logged. `sampled`: one of `rate`, chosen by the identifier of the decision.',
  },
  rate: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    description: 'Of this number of decisions one is logged if the mode is `sampled`.',
  },
  keep: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 100 },
    description: 'The names of the params whose values are logged. The values of all others are masked.',
  },
  retention_days: {
    type: 'integer',
    minimum: 1,
    maximum: 90,
    description: 'Days for which a decision is readable. Fewer days apply to the decisions in the log at once.',
  },
} as const;

/** The schema of `renderedSettings`. */
export const LOG_SCHEMA = {
  title: 'DecisionLog',
  type: 'object',
  additionalProperties: false,
  required: ['mode', 'rate', 'keep', 'retention_days'],
  properties: LOG_PROPERTIES,
} as const;

/** The schema of `loggedView`. */
export const LOGGED_SCHEMA = {
  title: 'LoggedDecision',
  type: 'object',
  additionalProperties: false,
  required: [
    'decision_id',
    'policy_id',
    'policy_version',
    'account_id',
    'decided_at',
    'category',
    'verdict',
    'rule',
    'params',
    'masked',
    'replayable',
  ],
  properties: {
    decision_id: { type: 'string', pattern: '^dec_[0-9A-Za-z]{22}$' },
    policy_id: { type: 'string', pattern: '^pol_[0-9A-Za-z]{22}$' },
    policy_version: { type: 'integer', minimum: 1 },
    account_id: { type: 'string', description: 'The account that asked.' },
    decided_at: { ...TIME, description: 'The time of the decision.' },
    category: CATEGORY,
    verdict: VERDICT,
    rule: RULE,
    params: {
      type: 'object',
      description: 'The declared params of the action by name, in the JSON form of values; null if the value is masked.',
    },
    masked: { type: 'array', items: { type: 'string' }, description: 'The params whose values are not kept, in the order of the source.' },
    replayable: {
      type: 'boolean',
      description: 'True if all params are kept and the action was one of the policy: it can be decided again.',
    },
  },
} as const;

const NEXT = { type: ['string', 'null'], description: 'The `cursor` of the next part; null if this is the last one.' } as const;

/** The schema of a part of the log. */
export const LOGGED_PART_SCHEMA = {
  title: 'LoggedDecisions',
  type: 'object',
  additionalProperties: false,
  required: ['decisions', 'limit', 'next', 'dropped'],
  properties: {
    decisions: { type: 'array', items: LOGGED_SCHEMA, description: 'The decisions of this part, newest first.' },
    limit: { type: 'integer', minimum: 1 },
    next: NEXT,
    dropped: {
      type: 'object',
      additionalProperties: false,
      required: ['unwritten', 'storage', 'last_at'],
      description: 'The decisions that should be in the log and are not, in the hours that `from` and `to` touch.',
      properties: {
        unwritten: { type: 'integer', minimum: 0, description: 'Their number since the log could not be written in time.' },
        storage: { type: 'integer', minimum: 0, description: 'Their number since the storage of the account was full.' },
        last_at: { type: ['string', 'null'], format: 'date-time', description: 'The time of the last of them; null if there is none.' },
      },
    },
  },
} as const;

const SIDE = {
  type: 'object',
  additionalProperties: false,
  required: ['verdict', 'rule'],
  properties: { verdict: VERDICT, rule: RULE },
} as const;

const COUNT = { type: 'integer', minimum: 0 } as const;

/** The schema of `replayView`. */
export const REPLAY_SCHEMA = {
  title: 'Replay',
  type: 'object',
  additionalProperties: false,
  required: ['policy_hash', 'decided', 'same', 'other_rules', 'changed_total', 'changed', 'not_replayable', 'next'],
  properties: {
    policy_hash: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of the canonical form of the policy that has decided again.',
    },
    decided: { ...COUNT, description: 'The number of decisions that were decided again.' },
    same: { ...COUNT, description: 'The number of those with the same verdict.' },
    other_rules: { ...COUNT, description: 'The number of those with the same verdict whose first deciding rule is another one.' },
    changed_total: { ...COUNT, description: 'The number of those with another verdict.' },
    changed: {
      type: 'array',
      description: 'The first 1,000 decisions with another verdict, oldest first.',
      items: {
        title: 'ChangedDecision',
        type: 'object',
        additionalProperties: false,
        required: ['decision_id', 'decided_at', 'policy_version', 'category', 'old', 'new'],
        properties: {
          decision_id: { type: 'string', pattern: '^dec_[0-9A-Za-z]{22}$' },
          decided_at: { ...TIME, description: 'The time of the decision.' },
          policy_version: { type: 'integer', minimum: 1 },
          category: CATEGORY,
          old: { ...SIDE, description: 'The logged decision.' },
          new: { ...SIDE, description: 'What would be decided now.' },
        },
      },
    },
    not_replayable: {
      ...COUNT,
      description: 'The number of decisions of the stretch that cannot be decided again, since params are masked.',
    },
    next: NEXT,
  },
} as const;
