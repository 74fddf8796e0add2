import { exactJson, type RateLimit, type Route, route } from '@kirchhoff/platform';
import type { Engine } from '../engine/engine.js';
import { invalidProgram } from '../engine/refusals.js';

/** POST /v1/analyze. */
export function analyzeRoutes(engine: Engine, requests: RateLimit): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/analyze',
      summary: 'What certify would say of a circuit or a policy; nothing is stored',
      auth: 'required',
      scope: 'compile',
      rate: requests,
      body: { type: 'object', additionalProperties: false, required: ['source'], properties: { source: { type: 'string' } } },
      handler: async ({ body, signal }) => {
        const analyzed = await engine.analyze(body.source, signal);
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
