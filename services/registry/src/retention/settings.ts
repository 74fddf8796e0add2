/**
 * Days for which the worker keeps records of past events. Circuits, versions, certifications and certificates are never deleted.
 */
export const RETENTION_SETTINGS = {
  VERIFICATION_RETENTION_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 36_500,
    default: 90,
    description: 'days that verifications are kept; 0 for ever',
  },
  DELIVERY_RETENTION_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 36_500,
    default: 30,
    description: 'days that webhook deliveries are kept after their last attempt, once they are delivered or given up; 0 for ever',
  },
  AUDIT_RETENTION_DAYS: {
    type: 'integer',
    minimum: 0,
    maximum: 36_500,
    default: 0,
    description: 'days that audit records are kept; 0 for ever',
  },
  RETENTION_INTERVAL_MILLISECONDS: {
    type: 'integer',
    minimum: 100,
    maximum: 86_400_000,
    default: 600_000,
    description: 'how often what has been kept long enough is looked for and deleted',
  },
} as const;
