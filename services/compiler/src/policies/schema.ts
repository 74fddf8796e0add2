import { ASSURANCE_OR_NULL_SCHEMA, DIAGNOSTIC_SCHEMA, PORT_SCHEMA } from '@kirchhoff/coherence';

const TIME = { type: 'string', format: 'date-time' } as const;

const POLICY_PROPERTIES = {
  policy_id: { type: 'string', pattern: '^pol_[0-9A-Za-z]{22}$' },
  name: { type: 'string' },
  description: { type: 'string' },
  version: { type: 'integer', minimum: 1 },
  hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  assurance: {
    ...ASSURANCE_OR_NULL_SCHEMA,
    description: `${ASSURANCE_OR_NULL_SCHEMA.description} Null for a policy that was closed before grades existed.`,
  },
  created_at: TIME,
  updated_at: TIME,
} as const;
const POLICY_MEMBERS = ['policy_id', 'name', 'description', 'version', 'hash', 'assurance', 'created_at', 'updated_at'] as const;

/** A category of actions that a policy decides. */
const POLICY_ACTION = {
  title: 'PolicyAction',
  type: 'object',
  additionalProperties: false,
  required: ['category', 'params'],
  properties: { category: { type: 'string' }, params: { type: 'array', items: PORT_SCHEMA } },
} as const;

const REPORT = {
  actions: { type: 'array', items: POLICY_ACTION },
  warnings: { type: 'array', items: DIAGNOSTIC_SCHEMA },
} as const;

/** The schema of `policyView`. */
export const POLICY_SUMMARY_SCHEMA = {
  title: 'PolicySummary',
  type: 'object',
  additionalProperties: false,
  required: POLICY_MEMBERS,
  properties: POLICY_PROPERTIES,
} as const;

/** The schema of `reportedView`. */
export const POLICY_SCHEMA = {
  title: 'Policy',
  type: 'object',
  additionalProperties: false,
  required: [...POLICY_MEMBERS, 'actions', 'warnings'],
  properties: { ...POLICY_PROPERTIES, ...REPORT },
} as const;

/** The schema of `detailView`. */
export const POLICY_DETAIL_SCHEMA = {
  title: 'PolicyDetail',
  type: 'object',
  additionalProperties: false,
  required: [...POLICY_MEMBERS, 'actions', 'warnings', 'source'],
  properties: { ...POLICY_PROPERTIES, ...REPORT, source: { type: 'string' } },
} as const;
