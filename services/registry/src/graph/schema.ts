import { DOMAIN_SCHEMA, FAMILIES } from '@kirchhoff/coherence';
import { EDGE_KINDS, NODE_KINDS, REGION_ROLES } from './view/view.js';

const TEXT = { type: 'string' } as const;
const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const DOMAIN_OR_NULL = { anyOf: [DOMAIN_SCHEMA, { type: 'null' }] } as const;

/** Returns the schema of an object that has exactly these members. */
function closed<const Properties extends Readonly<Record<string, object>>>(title: string, description: string, properties: Properties) {
  return { title, description, type: 'object', additionalProperties: false, required: Object.keys(properties), properties } as const;
}

const MONOMER = {
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['mc_code', 'name', 'family'],
  properties: { mc_code: TEXT, name: TEXT, family: { type: 'string', enum: FAMILIES } },
} as const;

const NODE = closed('GraphNode', 'An input, a constant, an operation…, with the values that it can have.', {
  id: { ...TEXT, description: 'Unique within the circuit or component.' },
  kind: { type: 'string', enum: NODE_KINDS },
  region: { ...TEXT, description: 'The region that it stands in.' },
  label: { ...TEXT, description: 'In the words of the language; operands go by the names of their ports.' },
  monomer: MONOMER,
  type: { ...TEXT, description: 'The kind of its value, as in the signatures of the catalog.' },
  domain: {
    ...DOMAIN_OR_NULL,
    description:
      'The least domain that holds every value it can have; null where it is never evaluated (`values` is `nothing`), or where `domains_complete` is false.',
  },
  values: { ...TEXT, description: 'The same in words, and more exactly: `0..3 or 5`.' },
  declared: { ...DOMAIN_OR_NULL, description: 'The domain that the author declared for it.' },
  literals: {
    type: 'array',
    description: 'The arguments that the catalog wants literal.',
    items: closed('GraphLiteral', 'A literal argument.', { port: TEXT, value: TEXT }),
  },
  component: { type: ['string', 'null'], description: 'Of a call: the id of the component.' },
  open: {
    anyOf: [
      closed('OpenPlace', 'What the certification left open here.', {
        needs: { ...TEXT, description: 'What was needed, in a few words.' },
        message: { ...TEXT, description: 'The error of the certification.' },
      }),
      { type: 'null' },
    ],
    description: 'Null where nothing is open.',
  },
  value: {
    type: ['string', 'null'],
    description: 'Its value with the inputs of `counterexample`, in words; null where there is none, or where it was not evaluated.',
  },
  wire: { ...TEXT, description: 'The wire or contract of the source that it stands in.' },
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1 },
});

const EDGE = closed(
  'GraphEdge',
  'A wire. `result` is what a region gives to its owner, `binding` what a region takes from an operand of its owner.',
  {
    from: TEXT,
    to: TEXT,
    kind: { type: 'string', enum: EDGE_KINDS },
    port: { ...TEXT, description: 'The argument, field or arm that it ends at.' },
    place: { type: 'integer', minimum: 0, description: 'Its position among the arguments, fields or arms.' },
  },
);

const REGION = closed('GraphRegion', 'What is evaluated as one; a region with an owner only where that node asks for it.', {
  id: TEXT,
  parent: { type: ['string', 'null'] },
  owner: { type: ['string', 'null'] },
  role: { type: 'string', enum: REGION_ROLES },
  label: TEXT,
});

const PARTS = {
  nodes: { type: 'array', items: NODE },
  edges: { type: 'array', items: EDGE },
  regions: { type: 'array', items: REGION },
} as const;

const COMPONENT = closed('GraphComponent', 'A component that is called.', {
  id: TEXT,
  name: TEXT,
  pin: { anyOf: [HASH, { type: 'null' }], description: 'Of a pinned circuit: its hash.' },
  ...PARTS,
});

/** The schema of `graphJson`. */
export const GRAPH_SCHEMA = closed('Graph', 'The typed core of a version as nodes and edges, with the values that each node can have.', {
  pid: { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' },
  version: { type: 'integer', minimum: 1 },
  hash: HASH,
  name: { ...TEXT, description: "The program's own name." },
  certified: {
    type: 'boolean',
    description:
      'True: the domains are what the certificate claims. False: they are what the analysis knows, and hold wherever everything before succeeded.',
  },
  language_version: TEXT,
  engine_version: TEXT,
  domains_complete: { type: 'boolean', description: 'False where domains were left out, since all of them together are too long.' },
  counterexample: {
    type: ['object', 'null'],
    description: 'Inputs, or arguments of a component, that break a promise; null where none are known.',
    additionalProperties: true,
  },
  ...PARTS,
  components: { type: 'array', description: 'Each after those that it calls.', items: COMPONENT },
});
