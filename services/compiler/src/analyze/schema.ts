import { ASSURANCE_OR_NULL_SCHEMA, CLOSURE_ERRORS_PROPERTY, METRICS_SCHEMA, REPORT_PROPERTIES } from '@kirchhoff/coherence';

/** A certification without its certificate. */
export const ANALYSIS_SCHEMA = {
  title: 'Analysis',
  type: 'object',
  additionalProperties: false,
  required: ['certified', 'phi_c', 'assurance', 'hash', 'tce_metrics', 'worst_case_cost', 'closure_domains', 'errors', 'warnings'],
  properties: {
    certified: { type: 'boolean' },
    assurance: ASSURANCE_OR_NULL_SCHEMA,
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    tce_metrics: METRICS_SCHEMA,
    ...REPORT_PROPERTIES,
    errors: CLOSURE_ERRORS_PROPERTY,
  },
} as const;
