import { ASSURANCE_SCHEMA } from '@kirchhoff/coherence';

const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

/** Result 2.6 of the specification. */
export const VERIFICATION_SCHEMA = {
  title: 'VerificationResult',
  type: 'object',
  additionalProperties: false,
  required: ['pid', 'verified', 'original_hash', 'current_hash', 'match', 'phi_c'],
  properties: {
    pid: { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' },
    verified: { type: 'boolean', description: 'The hashes match and the stored proof checks.' },
    original_hash: HASH,
    current_hash: HASH,
    match: { type: 'boolean', description: 'The two hashes are equal.' },
    assurance: { ...ASSURANCE_SCHEMA, description: `${ASSURANCE_SCHEMA.description} Absent unless verified.` },
    reason: { type: 'string', description: 'The first failed check. Absent if verified.' },
    phi_c: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'The share of verified closure domains; 0 if the hashes differ, or if the certification was revoked meanwhile.',
    },
  },
} as const;
