import { ASSURANCE_SCHEMA, CLOSURE_ERRORS_PROPERTY, METRICS_SCHEMA, REPORT_PROPERTIES } from '@kirchhoff/coherence';

const PID = { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' } as const;
const CERTIFICATION_ID = { type: 'string', pattern: '^crt_[0-9A-Za-z]{22}$' } as const;
const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

const ADDITIONS = {
  certification_id: CERTIFICATION_ID,
  worst_case_cost: REPORT_PROPERTIES.worst_case_cost,
  closure_domains: REPORT_PROPERTIES.closure_domains,
  warnings: REPORT_PROPERTIES.warnings,
} as const;

/** Result 2.4 of the specification. */
const CLOSED = {
  title: 'ClosedResult',
  type: 'object',
  additionalProperties: false,
  required: [
    'pid',
    'certified',
    'phi_c',
    'assurance',
    'tce_metrics',
    'hash',
    'certified_at',
    'certification_id',
    'worst_case_cost',
    'closure_domains',
    'warnings',
  ],
  properties: {
    pid: PID,
    certified: { const: true },
    phi_c: { const: 1 },
    assurance: ASSURANCE_SCHEMA,
    tce_metrics: METRICS_SCHEMA,
    hash: HASH,
    certified_at: { type: 'string', format: 'date-time' },
    ...ADDITIONS,
  },
} as const;

/** Result 2.5 of the specification. */
const OPEN = {
  title: 'OpenResult',
  type: 'object',
  additionalProperties: false,
  required: ['pid', 'certified', 'phi_c', 'errors', 'certification_id', 'worst_case_cost', 'closure_domains', 'warnings'],
  properties: {
    pid: PID,
    certified: { const: false },
    phi_c: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
    errors: CLOSURE_ERRORS_PROPERTY,
    ...ADDITIONS,
  },
} as const;

/** The schema of `resultBytes`. */
export const RESULT_SCHEMA = { title: 'CertificationResult', oneOf: [CLOSED, OPEN] } as const;

/** The proof format is described in docs/coherence.md, since checkers read it, not clients. */
const CERTIFICATE_BODY = {
  title: 'CertificateBody',
  type: 'object',
  additionalProperties: false,
  required: [
    'format',
    'language',
    'engine',
    'hash',
    'proof_key',
    'phi_c',
    'assurance',
    'tce_metrics',
    'worst_case_cost',
    'trusted_base',
    'components',
    'graphs',
  ],
  properties: {
    format: { const: 'kirchhoff-certificate/1' },
    language: { type: 'string' },
    engine: { type: 'string' },
    hash: HASH,
    proof_key: HASH,
    phi_c: { const: 1 },
    assurance: ASSURANCE_SCHEMA,
    tce_metrics: METRICS_SCHEMA,
    worst_case_cost: REPORT_PROPERTIES.worst_case_cost,
    trusted_base: {
      type: 'array',
      items: { type: 'string' },
      description: 'The components that a reader has to trust besides this proof.',
    },
    components: { type: 'array', items: { type: 'object' } },
    graphs: { type: 'array', items: { type: 'object' } },
  },
} as const;

/** The schema of `encodeCertificate`. */
export const CERTIFICATE_SCHEMA = {
  title: 'Certificate',
  type: 'object',
  additionalProperties: false,
  required: ['certificate', 'digest'],
  properties: {
    certificate: CERTIFICATE_BODY,
    digest: { ...HASH, description: 'SHA-256 of the text of `certificate`, byte for byte.' },
  },
} as const;
