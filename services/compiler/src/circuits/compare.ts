import { invalidProgram, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import { exactJson, FILES, invalidRequest, jsonResponse, type Problem, type Route, route } from '@kirchhoff/platform';
import type { CompilerEngine } from '../engine/engine.js';
import { EXAMPLE_CIRCUIT } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';
import { findCircuit, givenCircuit } from './find.js';
import type { PublishedSourceRepository } from './repository.js';

const RESULT = {
  type: 'object',
  additionalProperties: false,
  required: ['kind'],
  properties: {
    kind: {
      type: 'string',
      enum: ['outputs', 'refused', 'failed'],
      description: '`refused`: a require does not hold. `failed`: an operation of an open circuit failed.',
    },
    outputs: { type: 'object', description: 'By port, in the JSON form of values.' },
  },
} as const;

const PORT = {
  type: 'object',
  additionalProperties: false,
  required: ['direction', 'port', 'old', 'new'],
  properties: {
    direction: { type: 'string', enum: ['input', 'output'], description: 'The direction of the port.' },
    port: { type: 'string', description: 'The name of the port.' },
    old: { type: ['string', 'null'], description: 'Its domain in the old circuit; null if it has no such port.' },
    new: { type: ['string', 'null'], description: 'Its domain in the new circuit; null if it has no such port.' },
  },
} as const;

const COMPARISON_SCHEMA = {
  title: 'Comparison',
  type: 'object',
  additionalProperties: false,
  required: ['verdict'],
  properties: {
    verdict: {
      type: 'string',
      enum: ['same', 'different', 'unknown'],
      description: '`same` is proven for all inputs, `different` was observed, and everything else is `unknown`.',
    },
    by: { type: 'string', enum: ['hash', 'proof', 'ports', 'input'], description: 'How it was found; absent if unknown.' },
    ports: { type: 'array', items: PORT, description: 'The ports that differ.' },
    inputs: { type: 'object', description: 'Inputs with different results, in the JSON form of values.' },
    old: { ...RESULT, description: 'The result of the old circuit for these inputs.' },
    new: { ...RESULT, description: 'The result of the new circuit for these inputs.' },
    reason: { type: 'string', description: 'Why it is unknown.' },
  },
} as const;

const CIRCUIT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    source: { type: 'string', description: 'A circuit; or `pid` instead.' },
    files: FILES,
    pid: { type: 'string', description: 'A published circuit, or `source` instead.' },
    version: { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'Default: the current version of the circuit.' },
  },
} as const;

export interface CompareDeps {
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
  readonly published: PublishedSourceRepository;
}

/** POST /v1/circuits/compare. */
export function compareRoutes({ engine, resolve, published }: CompareDeps, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/circuits/compare',
      summary: 'Compares two circuits: the same meaning, an input that tells them apart, or unknown',
      auth: 'required',
      scope: 'compile',
      rate,
      refusal: (share) => engine.refusal(share),
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['old', 'new'],
        properties: {
          old: { ...CIRCUIT, description: 'The circuit that is replaced.' },
          new: { ...CIRCUIT, description: 'The circuit that is to replace it.' },
        },
      },
      example: { old: { source: EXAMPLE_CIRCUIT }, new: { source: EXAMPLE_CIRCUIT } },
      responses: { 200: jsonResponse('The comparison.', COMPARISON_SCHEMA) },
      problems: ['not-found', 'withdrawn', 'invalid-program', 'busy', 'guard-exceeded'],
      handler: async ({ body, caller: { accountId }, subject, bytes, signal, share }) => {
        const [old, young] = [givenCircuit(body.old), givenCircuit(body.new)];
        if (old === undefined) return wrongSide('old');
        if (young === undefined) return wrongSide('new');
        for (const side of ['old', 'new'] as const) {
          const { source, files, version } = body[side];
          if (files !== undefined && source === undefined)
            return invalidRequest([{ pointer: `/${side}/files`, message: 'requires a source' }]);
          if (version !== undefined && source !== undefined)
            return invalidRequest([{ pointer: `/${side}/version`, message: 'requires a pid' }]);
        }
        const before = await findCircuit(published, old, accountId);
        if ('kind' in before) return before;
        const after = await findCircuit(published, young, accountId);
        if ('kind' in after) return after;
        const compared = await budget.metered({ subject, bytes, signal }, async (meter) => {
          const { outcome } = await withPins(
            async (pins) => engine.compare({ old: before, new: after, pins }, { signal, meter, share }),
            async (pins) => resolve(pins, accountId),
          );
          return outcome;
        });
        switch (compared.kind) {
          case 'answer':
            return exactJson(compared.json);
          case 'side': {
            const problem = invalidProgram(compared.refused);
            return { ...problem, detail: problem.detail.replace('The source', `The ${compared.side} source`) };
          }
          case 'problem':
            return compared;
        }
      },
    }),
  ];
}

function wrongSide(side: 'old' | 'new'): Problem {
  return invalidRequest([{ pointer: `/${side}`, message: 'must have exactly one of source and pid' }]);
}
