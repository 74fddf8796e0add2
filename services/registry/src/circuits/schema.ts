import { ASSURANCE_OR_NULL_SCHEMA, PORT_SCHEMA } from '@kirchhoff/coherence';
import { FILES, LABEL, NAME, SOURCE } from '@kirchhoff/platform';

/** The properties that an owner sets. */
/** The source of the example in the API description: short, and it closes. */
export const EXAMPLE_SOURCE =
  'circuit fee {\n  input amount: 0..1_000_000\n  output fee: 0..1_000_000\n\n  fee = MULDIV(amount, 25, 1_000)\n\n  ensure fee <= amount "a fee never exceeds the amount"\n}\n';
export const NAME_FIELD = NAME;
export const DESCRIPTION_FIELD = { ...LABEL, maxLength: 2_000 } as const;
export const VISIBILITY_FIELD = { type: 'string', enum: ['public', 'private'] } as const;
/** The engine rejects a source above 512 KiB of UTF-8, with a diagnostic. */
export const SOURCE_FIELD = SOURCE;
export const FILES_FIELD = FILES;

const TIME = { type: 'string', format: 'date-time' } as const;
const TIME_OR_NULL = { type: ['string', 'null'], format: 'date-time' } as const;

/** The properties of every version. */
const VERSION_STATE = {
  version: { type: 'integer', minimum: 1 },
  hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  certified: { type: 'boolean' },
  phi_c: { type: ['number', 'null'], minimum: 0, maximum: 1, description: 'Null before the first certification of this version.' },
  assurance: {
    ...ASSURANCE_OR_NULL_SCHEMA,
    description: `${ASSURANCE_OR_NULL_SCHEMA.description} Null also for a certification from before grades existed.`,
  },
  certified_at: TIME_OR_NULL,
  created_at: TIME,
} as const;

const CIRCUIT_PROPERTIES = {
  pid: { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' },
  name: { type: 'string' },
  description: { type: 'string' },
  visibility: { type: 'string', enum: ['public', 'private'] },
  owner: { type: 'string', pattern: '^acc_[0-9A-Za-z]{22}$' },
  ...VERSION_STATE,
  engine_version: {
    type: ['string', 'null'],
    description: 'The engine of the certification that decided about the current version; null before it.',
  },
  badge_url: { type: 'string', format: 'uri-reference' },
  updated_at: TIME,
} as const;

const CIRCUIT_MEMBERS = [
  'pid',
  'name',
  'description',
  'visibility',
  'owner',
  'version',
  'hash',
  'certified',
  'phi_c',
  'assurance',
  'certified_at',
  'engine_version',
  'badge_url',
  'created_at',
  'updated_at',
] as const;

/** The schema of `circuitView`. */
export const CIRCUIT_SCHEMA = {
  title: 'Circuit',
  description: '`certified`, `phi_c` and `assurance` describe the current version.',
  type: 'object',
  additionalProperties: false,
  required: CIRCUIT_MEMBERS,
  properties: CIRCUIT_PROPERTIES,
} as const;

/** One version in the list that a circuit carries. */
export const VERSION_STATE_SCHEMA = {
  title: 'VersionState',
  type: 'object',
  additionalProperties: false,
  required: ['version', 'hash', 'certified', 'phi_c', 'assurance', 'certified_at', 'created_at'],
  properties: VERSION_STATE,
} as const;

export const SIGNATURE_SCHEMA = {
  title: 'Signature',
  description: 'The declared ports with their domains, in the order of the source.',
  type: 'object',
  additionalProperties: false,
  required: ['inputs', 'outputs'],
  properties: { inputs: { type: 'array', items: PORT_SCHEMA }, outputs: { type: 'array', items: PORT_SCHEMA } },
} as const;

/** The schema of `detailView`. */
export const CIRCUIT_DETAIL_SCHEMA = {
  title: 'CircuitDetail',
  type: 'object',
  additionalProperties: false,
  required: [...CIRCUIT_MEMBERS, 'source', 'signature', 'versions'],
  properties: {
    ...CIRCUIT_PROPERTIES,
    source: { type: 'string' },
    signature: SIGNATURE_SCHEMA,
    versions: { type: 'array', description: 'Newest first.', items: VERSION_STATE_SCHEMA },
  },
} as const;

/** The schema of `circuitVersionView`. */
export const CIRCUIT_VERSION_SCHEMA = {
  title: 'CircuitVersion',
  type: 'object',
  additionalProperties: false,
  required: ['pid', ...VERSION_STATE_SCHEMA.required, 'source', 'signature'],
  properties: { pid: CIRCUIT_PROPERTIES.pid, ...VERSION_STATE, source: { type: 'string' }, signature: SIGNATURE_SCHEMA },
} as const;
