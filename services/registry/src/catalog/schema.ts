import { FAMILIES } from '@kirchhoff/coherence';

const EXAMPLE = {
  type: 'object',
  additionalProperties: false,
  required: ['arguments', 'result'],
  properties: {
    arguments: { type: 'array', description: 'In the JSON form of values.' },
    host: { description: 'For a source of entropy: the value from the host.' },
    result: { description: 'The result; null if `error` is present.' },
    error: { const: 'DomainError' },
  },
} as const;

/** The schema of `monomerView`. */
export const MONOMER_SCHEMA = {
  title: 'Monomer',
  type: 'object',
  additionalProperties: false,
  required: ['mc_code', 'name', 'family', 'signature', 'description', 'needs', 'effect', 'range', 'examples'],
  properties: {
    mc_code: { type: 'string', pattern: '^MC_[0-9]{2,3}$' },
    name: { type: 'string' },
    family: { type: 'string', enum: FAMILIES },
    signature: { type: 'string' },
    description: { type: 'string' },
    needs: { type: ['string', 'null'], description: 'The precondition of an application; null if it is total.' },
    effect: { type: 'string', enum: ['pure', 'source'] },
    range: { type: 'string', description: 'The domain of the result.' },
    examples: { type: 'array', items: EXAMPLE },
    operator: { type: 'string', description: 'Its operator notation.' },
    form: { type: 'string', description: 'Its notation if it is syntax only.' },
  },
} as const;

export const CATALOG_SCHEMA = {
  title: 'Catalog',
  type: 'object',
  additionalProperties: false,
  required: ['monomers', 'total'],
  properties: { monomers: { type: 'array', items: MONOMER_SCHEMA }, total: { type: 'integer', minimum: 0 } },
} as const;
