import {
  ASSURANCE_OR_NULL_SCHEMA,
  CLOSURE_ERRORS_PROPERTY,
  DIAGNOSTIC_SCHEMA,
  METRICS_SCHEMA,
  REPORT_PROPERTIES,
} from '@kirchhoff/coherence';
import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import { document, exactJson, FILES, filesOf, JSON_TYPE, jsonResponse, preferredMediaType, type Route, route } from '@kirchhoff/platform';
import type { CompilerEngine } from '../engine/engine.js';
import { notClosed } from '../engine/refusals.js';
import { EXAMPLE_WITH_FILE } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';
import { analyzeBatch, repeatedNames } from './batch.js';

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

/** The media type of a log of findings: the registration of OASIS, SARIF 2.1.0. */
const SARIF = 'application/sarif+json';

const ACCEPT =
  '`application/json`, or `application/sarif+json` for a SARIF 2.1.0 log, which lists the mistakes of a source that is no program too. Default: JSON, also for other media types, instead of a 406.';

const QUERY = {
  type: 'object',
  additionalProperties: false,
  properties: {
    require: { type: 'string', enum: ['closed'], description: '`closed`: an open program is a 422, so that `curl --fail` fails.' },
    path: { type: 'string', minLength: 1, maxLength: 255, default: 'source.kir', description: 'The path of the source in a SARIF log.' },
  },
} as const;

export interface AnalyzeDeps {
  readonly engine: CompilerEngine;
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
      query: QUERY,
      headers: { Accept: { description: ACCEPT, schema: { type: 'string' } } },
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['source'],
        properties: { source: { type: 'string', description: 'A circuit or a policy.' }, files: FILES },
      },
      rawSource: true,
      example: EXAMPLE_WITH_FILE,
      responses: {
        200: {
          description: 'The certification; in SARIF the errors and warnings alone.',
          content: { 'application/json': ANALYSIS_SCHEMA, [SARIF]: { type: 'object' } },
          headers: ['Vary'],
        },
      },
      problems: ['invalid-program', 'circuit-open', 'policy-open', 'busy', 'guard-exceeded'],
      handler: async ({ query, body: { source, files }, caller, subject, bytes, signal, share, header }) => {
        const isSarif = preferredMediaType(header('accept'), ['application/json', SARIF]) === SARIF;
        const asked = { form: isSarif ? 'sarif' : 'json', name: query.path, requireClosed: query.require === 'closed' } as const;
        const analyzed = await budget.metered({ subject, bytes, signal }, async (meter) => {
          const { outcome } = await withPins(
            async (pins) => engine.analyze({ ...asked, source, files: filesOf(files), pins }, { signal, meter, share }),
            async (pins) => resolve(pins, caller.accountId),
          );
          return outcome;
        });
        switch (analyzed.kind) {
          case 'answer':
            return document(isSarif ? SARIF : JSON_TYPE, analyzed.json, { Vary: 'Accept' });
          case 'diagnostics':
            return invalidProgram(analyzed);
          case 'not-closed':
            return notClosed(analyzed);
          case 'problem':
            return analyzed;
        }
      },
    }),
    batchRoute({ engine, resolve }, { rate, budget }),
  ];
}

const BATCH_RESULT = {
  title: 'BatchResult',
  description: 'The result of one source: `analyzed` with its analysis, `invalid` with its diagnostics, or `refused` with a problem.',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'status'],
  properties: {
    name: { type: 'string' },
    status: { type: 'string', enum: ['analyzed', 'invalid', 'refused'] },
    analysis: ANALYSIS_SCHEMA,
    diagnostics: { type: 'array', items: DIAGNOSTIC_SCHEMA, description: 'The mistakes of an invalid source.' },
    problem: {
      description: 'The reason why a source was refused, such as a budget that is used up: send it again later.',
      type: 'object',
      additionalProperties: false,
      required: ['code', 'detail'],
      properties: {
        code: { type: 'string', description: 'The code of a problem.' },
        detail: { type: 'string', description: 'What happened, for people.' },
        retry_after: {
          type: 'integer',
          minimum: 1,
          description: 'Seconds after which to send the source again; absent if that would not help.',
        },
      },
    },
  },
} as const;

const MAX_SOURCES = 200;

function batchRoute({ engine, resolve }: AnalyzeDeps, { rate, budget }: ComputeLimits): Route {
  return route({
    method: 'POST',
    path: '/v1/analyze/batch',
    summary: 'Certifies up to 200 circuits and policies without storing them',
    auth: 'required',
    scope: 'compile',
    rate,
    refusal: (share) => engine.refusal(share),
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['sources'],
      properties: {
        sources: {
          description: 'The sources, each with its files.',
          type: 'array',
          minItems: 1,
          maxItems: MAX_SOURCES,
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['name', 'source'],
            properties: {
              name: { type: 'string', minLength: 1, maxLength: 255, description: 'Names the source in the answer, such as its path.' },
              source: { type: 'string', description: 'A circuit or a policy.' },
              files: FILES,
            },
          },
        },
      },
    },
    example: { sources: [{ name: 'fee.kir', ...EXAMPLE_WITH_FILE }] },
    responses: {
      200: jsonResponse('The results in the order of the sources.', {
        title: 'BatchResults',
        type: 'object',
        additionalProperties: false,
        required: ['results'],
        properties: { results: { type: 'array', description: 'One for each source.', items: BATCH_RESULT } },
      }),
    },
    problems: ['payload-too-large', 'busy', 'guard-exceeded'],
    handler: async ({ body: { sources }, caller: { accountId }, subject, signal, share }) => {
      const refused = repeatedNames(sources);
      if (refused !== undefined) return refused;
      const results = await analyzeBatch(sources, { accountId, subject, share, signal }, { engine, resolve, budget });
      return 'kind' in results ? results : exactJson(results);
    },
  });
}
