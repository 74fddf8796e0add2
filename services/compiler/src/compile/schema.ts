import { ASSURANCE_OR_NULL_SCHEMA, DIAGNOSTIC_SCHEMA, REPORT_PROPERTIES } from '@kirchhoff/coherence';

const FILE = {
  title: 'CompiledFile',
  type: 'object',
  additionalProperties: false,
  required: ['path', 'content'],
  properties: { path: { type: 'string' }, content: { type: 'string' } },
} as const;

/** A circuit in a target language. */
export const COMPILED_SCHEMA = {
  title: 'Compiled',
  type: 'object',
  additionalProperties: false,
  required: ['target', 'compiled', 'files', 'entry', 'run', 'hash', 'phi_c', 'assurance', 'diagnostics'],
  properties: {
    target: { type: 'string' },
    compiled: { type: 'string', description: 'The whole program as text.' },
    files: { type: 'array', items: FILE },
    entry: { type: 'string', description: 'The path of the file to start with.' },
    run: { type: 'array', items: { type: 'string' }, description: 'Commands that build and run it; empty without a harness.' },
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    phi_c: REPORT_PROPERTIES.phi_c,
    assurance: ASSURANCE_OR_NULL_SCHEMA,
    diagnostics: { type: 'array', items: DIAGNOSTIC_SCHEMA },
  },
} as const;
