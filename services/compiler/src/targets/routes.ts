import { jsonResponse, ok, type RateLimit, type Route, route } from '@kirchhoff/platform';
import { TARGETS } from '@kirchhoff/targets';

const TARGET = {
  title: 'Target',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'aliases', 'language', 'version', 'extension', 'media_type'],
  properties: {
    id: { type: 'string' },
    aliases: { type: 'array', items: { type: 'string' } },
    language: { type: 'string' },
    version: { type: 'string', description: 'The minimal version of the language for the output.' },
    extension: { type: 'string', description: 'The extension of the main file, without the dot.' },
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

/** GET /v1/targets. */
export function targetRoutes(requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/v1/targets',
      summary: 'The languages that circuits compile to',
      auth: 'none',
      rate: requests,
      entityTag: true,
      responses: { 200: jsonResponse('The targets.', TARGETS_SCHEMA) },
      problems: [],
      handler: () => ok({ targets: TARGETS }),
    }),
  ];
}
