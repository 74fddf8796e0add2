import { ASSURANCES } from '@kirchhoff/kernel/certificate/assurance';
import { CLOSURE_ERROR_SCHEMA, DIAGNOSTIC_SCHEMA, PLACE_PROPERTIES } from './diagnostics.js';

const COUNT = { type: 'integer', minimum: 0 } as const;

const GRADES =
  'The grade of the evidence: `kernel`, by the rules of the checker alone; `exhaustive`, in part by running every input; `solver`, in part by a solver.';

/** The grade of a certification. */
export const ASSURANCE_SCHEMA = { type: 'string', enum: ASSURANCES, description: GRADES } as const;

/** The grade of a certification, or null for an uncertified program. */
export const ASSURANCE_OR_NULL_SCHEMA = {
  type: ['string', 'null'],
  enum: [...ASSURANCES, null],
  description: `${GRADES} Null where it is open.`,
} as const;

export const METRICS_SCHEMA = {
  title: 'Metrics',
  description: 'Counts of the program. The names are those of the specification.',
  type: 'object',
  additionalProperties: false,
  required: [
    'information_entropy',
    'closure_domains_verified',
    'closure_domains_total',
    'monomers_used',
    'composition_depth',
    'eva_operators',
  ],
  properties: {
    information_entropy: {
      type: 'number',
      minimum: 0,
      description: 'Closure domains without proof, and sources of entropy: 0 exactly where the program is closed.',
    },
    closure_domains_verified: { ...COUNT, description: 'Closure domains that are proven.' },
    closure_domains_total: { ...COUNT, description: 'Everything that has to be proven: inputs, outputs, operations, promises.' },
    monomers_used: { ...COUNT, description: 'Operations of the catalog that the program applies, each as often as it stands there.' },
    composition_depth: { ...COUNT, description: 'The longest chain of operations from an input to an output.' },
    eva_operators: {
      type: 'object',
      additionalProperties: false,
      required: ['sequential', 'parallel', 'conditional'],
      description: 'How the operations are put together.',
      properties: {
        sequential: { ...COUNT, description: 'Values that one operation takes from another.' },
        parallel: { ...COUNT, description: 'Parts of the program that share no value, less one.' },
        conditional: { ...COUNT, description: 'Arms of `if` and `match` beyond the first of each.' },
      },
    },
  },
} as const;

export const CLOSURE_DOMAIN_SCHEMA = {
  title: 'ClosureDomain',
  type: 'object',
  additionalProperties: false,
  required: ['kind', 'domain', 'line', 'column', 'verdict', 'by'],
  properties: {
    kind: { type: 'string', enum: ['input', 'output', 'operation', 'contract', 'source'] },
    domain: { type: 'string', description: 'The name that the author gave.' },
    ...PLACE_PROPERTIES,
    verdict: { type: 'string', enum: ['verified', 'refuted', 'undecided'] },
    by: { type: 'string', description: 'What closed it, or why it is undecided.' },
  },
} as const;

/** The common properties of every certification, closed or open. */
export const REPORT_PROPERTIES = {
  phi_c: { type: 'number', minimum: 0, maximum: 1, description: 'Verified over total closure domains: 1 exactly when all are.' },
  worst_case_cost: { type: 'number', minimum: 0, description: 'A run takes at most 64 times as many elementary steps, and 16.' },
  closure_domains: { type: 'array', items: CLOSURE_DOMAIN_SCHEMA },
  warnings: { type: 'array', items: DIAGNOSTIC_SCHEMA },
} as const;

/** The closure errors of an open program. */
export const CLOSURE_ERRORS_PROPERTY = { type: 'array', items: CLOSURE_ERROR_SCHEMA } as const;
