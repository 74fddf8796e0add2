import { exactJson, FILES, filesAlone, invalidRequest, jsonResponse, type Route, route } from '@kirchhoff/platform';
import { givenCircuit } from '../circuits/find.js';
import { EXAMPLE_CIRCUIT } from '../example-programs.js';
import { type ComputeLimits, VALUE_BOUNDS } from '../limits.js';
import type { Evaluations } from './service.js';

/** The outputs of a run. */
export const EVALUATED_SCHEMA = {
  title: 'Evaluated',
  type: 'object',
  additionalProperties: false,
  required: ['outputs'],
  properties: { outputs: { type: 'object', description: 'By port, in the JSON form of values.' } },
} as const;

const BODY_LIMIT = 8 * 1_048_576;

/** POST /v1/evaluate. */
export function evaluateRoutes(evaluations: Evaluations, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/evaluate',
      summary: 'Runs a circuit on inputs, by its source or its pid',
      auth: 'required',
      scope: 'compile',
      rate,
      refusal: (share) => evaluations.refusal(share),
      bodyLimit: BODY_LIMIT,
      bodyBounds: VALUE_BOUNDS,
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['inputs'],
        properties: {
          source: { type: 'string', description: 'A circuit; or `pid` instead.' },
          files: FILES,
          pid: { type: 'string', description: 'A published circuit, whose current version is run; or `source` instead.' },
          inputs: { type: 'object', description: 'By port, in the JSON form of values.' },
        },
      },
      example: { source: EXAMPLE_CIRCUIT, inputs: { amount: 10_000 } },
      responses: { 200: jsonResponse('The outputs of the run.', EVALUATED_SCHEMA) },
      problems: ['not-found', 'withdrawn', 'invalid-program', 'domain-error', 'open-operation', 'entropy-source', 'busy', 'guard-exceeded'],
      handler: async ({ body: { source, files, pid, inputs }, caller: { accountId }, subject, bytes, signal, share }) => {
        const alone = filesAlone({ source, files });
        if (alone !== undefined) return alone;
        const circuit = givenCircuit({ source, files, pid });
        if (circuit === undefined) return invalidRequest([{ pointer: '', message: 'must have exactly one of source and pid' }]);
        const evaluated = await budget.metered({ subject, bytes, signal }, async (meter) =>
          evaluations.evaluate({ circuit, inputs, accountId, signal, meter, share }),
        );
        return evaluated.kind === 'problem' ? evaluated : exactJson(evaluated.json);
      },
    }),
  ];
}
