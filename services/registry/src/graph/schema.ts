import { COMPONENT_GRAPH_SCHEMA, closed, GRAPH_PARTS } from '@kirchhoff/pictures/view/schema';

const TEXT = { type: 'string' } as const;

/** The schema of `graphJson`. */
export const GRAPH_SCHEMA = closed('Graph', 'The typed core of a version as nodes and edges, with the possible values of each node.', {
  pid: { type: 'string', pattern: '^cir_[0-9A-Za-z]{22}$' },
  version: { type: 'integer', minimum: 1 },
  hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  name: { ...TEXT, description: "The program's own name." },
  certified: {
    type: 'boolean',
    description:
      'True: the domains are the claims of the certificate. False: they are results of the analysis, and hold if all earlier operations succeed.',
  },
  language_version: TEXT,
  engine_version: TEXT,
  domains_complete: { type: 'boolean', description: 'False if domains were omitted because together they are too long.' },
  counterexample: {
    type: ['object', 'null'],
    description: 'Inputs, or arguments of a component, that violate a promise; null if none are known.',
    additionalProperties: true,
  },
  ...GRAPH_PARTS,
  components: { type: 'array', description: 'Each after its callees.', items: COMPONENT_GRAPH_SCHEMA },
});
