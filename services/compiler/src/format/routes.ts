import { invalidProgram } from '@kirchhoff/engine-host';
import { exactJson, jsonResponse, type Route, route } from '@kirchhoff/platform';
import type { CompilerEngine } from '../engine/engine.js';
import { EXAMPLE_CIRCUIT } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';

const FORMATTED_SCHEMA = {
  title: 'Formatted',
  type: 'object',
  additionalProperties: false,
  required: ['source', 'changed'],
  properties: {
    source: { type: 'string', description: 'The source in the one layout.' },
    changed: { type: 'boolean', description: 'True if the layout differs from the one that was sent.' },
  },
} as const;

/** POST /v1/format. */
export function formatRoutes(engine: CompilerEngine, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/format',
      summary: 'Formats a source in the one layout; it has to parse, and need not close',
      auth: 'required',
      scope: 'compile',
      rate,
      refusal: (share) => engine.refusal(share),
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['source'],
        properties: { source: { type: 'string', description: 'A circuit, a policy, or a file that others use.' } },
      },
      rawSource: true,
      example: { source: EXAMPLE_CIRCUIT },
      responses: { 200: jsonResponse('The formatted source.', FORMATTED_SCHEMA) },
      problems: ['invalid-program', 'busy', 'guard-exceeded'],
      handler: async ({ body: { source }, subject, bytes, signal, share }) => {
        const formatted = await budget.metered({ subject, bytes, signal }, async (meter) =>
          engine.format(source, { signal, meter, share }),
        );
        switch (formatted.kind) {
          case 'answer':
            return exactJson(formatted.json);
          case 'diagnostics':
            return invalidProgram(formatted);
          case 'problem':
            return formatted;
        }
      },
    }),
  ];
}
