/** OpenID AuthZEN Authorization API 1.0. Receivers ignore unknown members (section "JSON Serialization"). */

const PROPERTIES = { type: 'object', description: 'Further attributes, by name.' } as const;

/** A subject or a resource. */
function entity(description: string) {
  return {
    type: 'object',
    description,
    additionalProperties: true,
    required: ['type', 'id'],
    properties: {
      type: { type: 'string', description: 'What it is, such as `user`.' },
      id: { type: 'string', description: 'Its identifier among those of its type.' },
      properties: PROPERTIES,
    },
  } as const;
}

const ACTION = {
  type: 'object',
  description: 'What the subject wants to do.',
  additionalProperties: true,
  required: ['name'],
  properties: { name: { type: 'string', description: 'The category of an action that the policy declares.' }, properties: PROPERTIES },
} as const;

const CONTEXT = { type: 'object', description: 'Attributes of the surroundings, by name.' } as const;

/** The body of an Access Evaluation request. */
export const EVALUATION_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  required: ['subject', 'action', 'resource'],
  properties: {
    subject: entity('Who wants to act.'),
    action: ACTION,
    resource: entity('What is acted on.'),
    context: CONTEXT,
  },
} as const;

export const MAX_EVALUATIONS = 1_000;

export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;

/** A default; it may be incomplete if no evaluation uses it. */
function fallback(part: string) {
  return { type: 'object', description: `The ${part} of the evaluations that have none of their own.` } as const;
}

/** The body of an Access Evaluations request. Each evaluation, together with the defaults, has to match `EVALUATION_SCHEMA`. */
export const EVALUATIONS_SCHEMA = {
  type: 'object',
  additionalProperties: true,
  properties: {
    subject: fallback('subject'),
    action: fallback('action'),
    resource: fallback('resource'),
    context: fallback('context'),
    evaluations: {
      type: 'array',
      description:
        'The evaluations, in order: each an object with its own `subject`, `action`, `resource` and `context`. Without one the body itself is the evaluation.',
      maxItems: MAX_EVALUATIONS,
      items: { type: 'object' },
    },
    options: {
      type: 'object',
      description: 'How they are decided.',
      additionalProperties: true,
      properties: {
        evaluations_semantic: {
          type: 'string',
          enum: SEMANTICS,
          description: 'Whether the answer ends with the first denial or the first permit. Default: `execute_all`.',
        },
      },
    },
  },
} as const;

const ERRORS = {
  type: 'array',
  maxItems: 10,
  description: 'What is wrong with the evaluation: the first 10 errors.',
  items: {
    title: 'AccessError',
    type: 'object',
    additionalProperties: false,
    required: ['pointer', 'message'],
    properties: { pointer: { type: 'string', description: 'A JSON Pointer into the evaluation.' }, message: { type: 'string' } },
  },
} as const;

/** The schema of `DecisionContext`. */
const DECIDED_CONTEXT = {
  title: 'AccessContext',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'verdict', 'reason', 'rule', 'determined_by', 'policy_version', 'policy_hash'],
  properties: {
    id: { type: 'string', pattern: '^dec_[0-9A-Za-z]{22}$', description: 'This decision, for logs.' },
    verdict: { type: 'string', enum: ['ALLOW', 'REVIEW', 'DENY'], description: 'The verdict of the policy. `REVIEW`: a person decides.' },
    reason: { type: 'string', description: 'The reason in one sentence: that of the author, if there is one.' },
    rule: { type: ['string', 'null'], description: 'The first rule that decided; null if the default or an error decided.' },
    determined_by: { type: 'array', items: { type: 'string' }, description: 'The rules that decided, in the order of the source.' },
    policy_version: { type: 'integer', minimum: 1 },
    policy_hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    errors: ERRORS,
    errors_omitted: { type: 'integer', minimum: 1, description: 'The number of further errors; present if not all are listed.' },
    stale: { type: 'boolean', const: true, description: 'Present if an earlier state decided, while the database is out.' },
    age_seconds: { type: 'integer', minimum: 0, description: 'The maximal age of that state; present if `stale` is.' },
  },
} as const;

/** The schema of `MalformedContext`. */
const MALFORMED_CONTEXT = {
  title: 'AccessErrorContext',
  type: 'object',
  additionalProperties: false,
  required: ['error', 'errors'],
  properties: {
    error: {
      type: 'object',
      description: 'Why the policy was not asked.',
      additionalProperties: false,
      required: ['status', 'message'],
      properties: {
        status: { type: 'integer', const: 400, description: 'The status that the evaluation would have by itself.' },
        message: { type: 'string' },
      },
    },
    errors: ERRORS,
  },
} as const;

/** The schema of `AccessDecision` about one evaluation. */
export const ACCESS_DECISION_SCHEMA = {
  title: 'AccessDecision',
  type: 'object',
  additionalProperties: false,
  required: ['decision', 'context'],
  properties: {
    decision: { type: 'boolean', description: 'True if the policy allows it, and nothing else.' },
    context: { description: 'How the policy decided.', oneOf: [DECIDED_CONTEXT] },
  },
} as const;

const LISTED_DECISION = {
  title: 'ListedAccessDecision',
  type: 'object',
  additionalProperties: false,
  required: ['decision', 'context'],
  properties: {
    decision: { type: 'boolean', description: 'True if the policy allows it, and nothing else.' },
    context: { description: 'How the policy decided, or why it was not asked.', oneOf: [DECIDED_CONTEXT, MALFORMED_CONTEXT] },
  },
} as const;

/** The schema of the answer to a request with evaluations; without evaluations the answer is that of a single one. */
export const ACCESS_DECISIONS_SCHEMA = {
  oneOf: [
    {
      title: 'AccessDecisions',
      type: 'object',
      additionalProperties: false,
      required: ['evaluations'],
      properties: {
        evaluations: {
          type: 'array',
          items: LISTED_DECISION,
          description: 'In the order of the request, up to the one that ended it.',
        },
      },
    },
    ACCESS_DECISION_SCHEMA,
  ],
} as const;

const URL = { type: 'string', pattern: '^https?://' } as const;

/** Policy Decision Point Metadata. */
export const METADATA_SCHEMA = {
  title: 'AccessMetadata',
  type: 'object',
  additionalProperties: false,
  required: ['policy_decision_point', 'access_evaluation_endpoint', 'access_evaluations_endpoint'],
  properties: {
    policy_decision_point: { ...URL, description: 'The identifier of the decision point: the address of the policy.' },
    access_evaluation_endpoint: { ...URL, description: 'The address for one evaluation.' },
    access_evaluations_endpoint: { ...URL, description: 'The address for several evaluations.' },
  },
} as const;
