import { ASSURANCE_OR_NULL_SCHEMA, CLOSURE_ERRORS_PROPERTY, METRICS_SCHEMA, REPORT_PROPERTIES } from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import { exactJson, FILES, filesOf, jsonResponse, type Route, route } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import { EXAMPLE_WITH_FILE } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';

/** A certification without its certificate. */
export const ANALYSIS_SCHEMA = {
  title: 'Analysis',
  type: 'object',
  additionalProperties: false,
  required: ['certified', 'phi_c', 'assurance', 'hash', 'tce_metrics', 'worst_case_cost', 'closure_domains', 'errors', 'warnings'],
  properties: {
    certified: { type: 'boolean' },
    assurance: ASSURANCE_OR_NULL_SCHEMA,
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    tce_metrics: METRICS_SCHEMA,
    ...REPORT_PROPERTIES,
    errors: CLOSURE_ERRORS_PROPERTY,
  },
} as const;

export interface AnalyzeDeps {
  readonly engine: Engine;
  readonly resolve: ResolvePins;
}

/** POST /v1/analyze. */
export function analyzeRoutes({ engine, resolve }: AnalyzeDeps, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/analyze',
      summary: 'Certifies a circuit or a policy without storing it',
      auth: 'required',
      scope: 'compile',
      rate,
      refusal: (share) => engine.refusal(share),
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['source'],
        properties: { source: { type: 'string', description: 'A circuit or a policy.' }, files: FILES },
      },
      example: EXAMPLE_WITH_FILE,
      responses: { 200: jsonResponse('The certification.', ANALYSIS_SCHEMA) },
      problems: ['invalid-program', 'busy', 'guard-exceeded'],
      handler: async ({ body: { source, files }, caller, subject, octets, signal, share }) => {
        const analyzed = await budget.metered({ subject, octets, signal }, async (meter) => {
          const { outcome } = await withPins(
            async (pins) => engine.analyze({ source, files: filesOf(files), pins }, { signal, meter, share }),
            async (pins) => resolve(pins, caller.accountId),
          );
          return outcome;
        });
        switch (analyzed.kind) {
          case 'answer':
            return exactJson(analyzed.json);
          case 'diagnostics':
            return invalidProgram(analyzed);
          case 'problem':
            return analyzed;
        }
      },
    }),
  ];
}
