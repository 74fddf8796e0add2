const TARGET = {
  title: 'Target',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'aliases', 'language', 'version', 'extension', 'media_type'],
  properties: {
    id: { type: 'string' },
    aliases: { type: 'array', items: { type: 'string' } },
    language: { type: 'string' },
    version: { type: 'string', description: 'The least version of the language that the output runs on.' },
    extension: { type: 'string', description: 'Of the main file, without the dot.' },
    media_type: { type: 'string' },
  },
} as const;

export const TARGETS_SCHEMA = {
  title: 'Targets',
  type: 'object',
  additionalProperties: false,
  required: ['targets'],
  properties: { targets: { type: 'array', items: TARGET } },
} as const;
