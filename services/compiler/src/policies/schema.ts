import { ASSURANCE_OR_NULL_SCHEMA, DIAGNOSTIC_SCHEMA, PORT_SCHEMA } from '@kirchhoff/coherence';
import { COMPONENT_GRAPH_SCHEMA, closed, GRAPH_PARTS } from '@kirchhoff/pictures/view/schema';
import { LABEL } from '@kirchhoff/platform';

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

/** A category of actions of a policy. */
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

const VERSION_PROPERTIES = {
  policy_id: POLICY_PROPERTIES.policy_id,
  version: POLICY_PROPERTIES.version,
  hash: POLICY_PROPERTIES.hash,
  assurance: POLICY_PROPERTIES.assurance,
  language_version: { type: 'string' },
  engine_version: { type: 'string', description: 'The engine that proved it.' },
  current: { type: 'boolean', description: 'True for the version that decides checks.' },
  created_at: TIME,
} as const;
const VERSION_MEMBERS = [
  'policy_id',
  'version',
  'hash',
  'assurance',
  'language_version',
  'engine_version',
  'current',
  'created_at',
] as const;

/** The schema of `versionView`. */
export const POLICY_VERSION_SUMMARY_SCHEMA = {
  title: 'PolicyVersionSummary',
  description: 'One version of a policy.',
  type: 'object',
  additionalProperties: false,
  required: VERSION_MEMBERS,
  properties: VERSION_PROPERTIES,
} as const;

/** The schema of `versionDetailView`. */
export const POLICY_VERSION_SCHEMA = {
  title: 'PolicyVersion',
  type: 'object',
  additionalProperties: false,
  required: [...VERSION_MEMBERS, 'actions', 'warnings', 'source'],
  properties: { ...VERSION_PROPERTIES, ...REPORT, source: { type: 'string' } },
} as const;

/** The schema of the graph of a version. */
export const POLICY_GRAPH_SCHEMA = closed(
  'PolicyGraph',
  'The typed core of a version as nodes and edges, with the possible values of each node.',
  {
    policy_id: POLICY_PROPERTIES.policy_id,
    version: POLICY_PROPERTIES.version,
    hash: POLICY_PROPERTIES.hash,
    name: { type: 'string', description: "The policy's own name." },
    language_version: { type: 'string' },
    engine_version: { type: 'string' },
    domains_complete: { type: 'boolean', description: 'False if domains were omitted because together they are too long.' },
    actions: {
      type: 'array',
      description: 'A graph for each category; its outputs are the rules on it.',
      items: closed('ActionGraph', 'The graph of an action.', {
        id: { type: 'string' },
        category: { type: 'string', description: 'The category of the actions.' },
        ...GRAPH_PARTS,
      }),
    },
    components: { type: 'array', description: 'Each after its callees.', items: COMPONENT_GRAPH_SCHEMA },
  },
);

const VERDICT = { type: 'string', enum: ['ALLOW', 'REVIEW', 'DENY'] } as const;

/** An action, and the expected verdict. */
const CASE = {
  type: 'object',
  additionalProperties: false,
  required: ['category', 'params', 'verdict'],
  properties: {
    name: { ...LABEL, minLength: 1, maxLength: 200, description: 'For people; it stands in failures.' },
    category: { type: 'string', maxLength: 200, description: 'The category of the action.' },
    params: { type: 'object', description: 'The params of the action, in the JSON form of values.' },
    verdict: { ...VERDICT, description: 'The verdict that the policy has to give.' },
  },
} as const;

const POLICY_CASE = { title: 'PolicyCase', description: 'An action, and the verdict that is expected.', ...CASE } as const;

/** Maximal number of cases of a policy: each new version decides all of them. */
const MAX_CASES = 200;

export const CASES_BODY = {
  type: 'object',
  additionalProperties: false,
  required: ['cases'],
  properties: {
    cases: {
      type: 'array',
      maxItems: MAX_CASES,
      items: CASE,
      description: 'All cases beside the policy; they replace those before.',
    },
  },
} as const;

/** The schema of the cases of a policy. */
export const CASES_SCHEMA = {
  title: 'PolicyCases',
  type: 'object',
  additionalProperties: false,
  required: ['policy_id', 'cases'],
  properties: {
    policy_id: POLICY_PROPERTIES.policy_id,
    cases: { type: 'array', items: POLICY_CASE, description: 'In the order in which they were sent.' },
  },
} as const;

/** The schema of `failureView`. */
export const CASE_FAILURE_SCHEMA = {
  title: 'CaseFailure',
  description: 'A case that a version decides otherwise than expected.',
  type: 'object',
  additionalProperties: false,
  required: ['pointer', 'name', 'category', 'expected', 'verdict', 'rule'],
  properties: {
    pointer: { type: 'string', description: 'The case, as a JSON Pointer into the cases beside the policy.' },
    name: { type: ['string', 'null'], description: 'The name of the case.' },
    category: { type: 'string', description: 'The category of the action.' },
    expected: { ...VERDICT, description: 'The verdict of the case.' },
    verdict: { ...VERDICT, description: 'The verdict that the version gives.' },
    rule: { type: ['string', 'null'], description: 'The rule that decided; null if the default or an error decided.' },
  },
} as const;

/** The schema of the answer to setting the cases. */
export const TESTED_CASES_SCHEMA = {
  title: 'TestedCases',
  type: 'object',
  additionalProperties: false,
  required: ['policy_id', 'cases', 'failures'],
  properties: {
    ...CASES_SCHEMA.properties,
    failures: { type: 'array', items: CASE_FAILURE_SCHEMA, description: 'The cases that the current version fails.' },
  },
} as const;
