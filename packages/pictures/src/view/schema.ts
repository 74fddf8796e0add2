import { DOMAIN_SCHEMA, FAMILIES } from '@kirchhoff/coherence';
import { EDGE_KINDS, NODE_KINDS, REGION_ROLES } from './view.js';

const TEXT = { type: 'string' } as const;
const HASH = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const DOMAIN_OR_NULL = { anyOf: [DOMAIN_SCHEMA, { type: 'null' }] } as const;

/** Returns the schema of an object that has exactly these members. */
export function closed<const Properties extends Readonly<Record<string, object>>>(
  title: string,
  description: string,
  properties: Properties,
) {
  return { title, description, type: 'object', additionalProperties: false, required: Object.keys(properties), properties } as const;
}

const MONOMER = {
  type: ['object', 'null'],
  additionalProperties: false,
  required: ['mc_code', 'name', 'family'],
  properties: { mc_code: TEXT, name: TEXT, family: { type: 'string', enum: FAMILIES } },
} as const;

const NODE = closed('GraphNode', 'An input, a constant, an operation…, with its possible values.', {
  id: { ...TEXT, description: 'Unique within the circuit or component.' },
  kind: { type: 'string', enum: NODE_KINDS },
  region: { ...TEXT, description: 'The enclosing region.' },
  label: { ...TEXT, description: 'In the notation of the language; operands have the names of their ports.' },
  monomer: MONOMER,
  type: { ...TEXT, description: 'The type of its value, as in the signatures of the catalog.' },
  domain: {
    ...DOMAIN_OR_NULL,
    description:
      'The smallest domain that contains its possible values; null if it is never evaluated (`values` is `nothing`), or possibly if `domains_complete` is false.',
  },
  values: { ...TEXT, description: 'The same in words, more exactly: `0..3 or 5`.' },
  declared: { ...DOMAIN_OR_NULL, description: 'The domain that the author declared for it.' },
  literals: {
    type: 'array',
    description: 'The arguments that the catalog requires to be literals.',
    items: closed('GraphLiteral', 'A literal argument.', { port: TEXT, value: TEXT }),
  },
  component: { type: ['string', 'null'], description: 'For a call: the id of the component.' },
  open: {
    anyOf: [
      closed('OpenPlace', 'The closure domain that the certification left open here.', {
        needs: { ...TEXT, description: 'The requirement in a few words.' },
        message: { ...TEXT, description: 'The error of the certification.' },
      }),
      { type: 'null' },
    ],
    description: 'Null if the node is not open.',
  },
  value: {
    type: ['string', 'null'],
    description: 'Its value for the inputs of `counterexample`, in words; null without one, or if it was not evaluated.',
  },
  wire: { ...TEXT, description: 'The wire or contract of the source that contains it.' },
  line: { type: 'integer', minimum: 1 },
  column: { type: 'integer', minimum: 1 },
});

const EDGE = closed(
  'GraphEdge',
  'An edge. `result`: from a region to its owner. `binding`: from an operand of the owner to a variable of its region.',
  {
    from: TEXT,
    to: TEXT,
    kind: { type: 'string', enum: EDGE_KINDS },
    port: { ...TEXT, description: 'The argument, field or arm at its end.' },
    place: { type: 'integer', minimum: 0, description: 'Its position among the arguments, fields or arms.' },
  },
);

const REGION = closed(
  'GraphRegion',
  'A group of nodes that are evaluated together; a region with an owner only if the owner requests it.',
  {
    id: TEXT,
    parent: { type: ['string', 'null'] },
    owner: { type: ['string', 'null'] },
    role: { type: 'string', enum: REGION_ROLES },
    label: TEXT,
  },
);

/** The schemas of the members of a `GraphView` that describe its graph. */
export const GRAPH_PARTS = {
  nodes: { type: 'array', items: NODE, description: 'The inputs, constants, operations and outputs.' },
  edges: { type: 'array', items: EDGE, description: 'The wires.' },
  regions: { type: 'array', items: REGION, description: 'The groups of nodes that are evaluated together.' },
} as const;

/** The schema of the `GraphView` of a component. */
export const COMPONENT_GRAPH_SCHEMA = closed('GraphComponent', 'A component that is called.', {
  id: TEXT,
  name: TEXT,
  pin: { anyOf: [HASH, { type: 'null' }], description: 'For a pinned circuit: its hash.' },
  ...GRAPH_PARTS,
});
