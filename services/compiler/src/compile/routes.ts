import { ASSURANCE_OR_NULL_SCHEMA, DIAGNOSTIC_SCHEMA, REPORT_PROPERTIES } from '@kirchhoff/coherence';
import { invalidProgram, programTooLong, type ResolvePins, withPins } from '@kirchhoff/engine-host';
import { exactJson, FILES, filesOf, invalidRequest, jsonResponse, type Route, route } from '@kirchhoff/platform';
import { type OptionRefusal, TARGETS, targetNamed } from '@kirchhoff/targets';
import type { CompilerEngine } from '../engine/engine.js';
import { circuitOpen, policyOpen } from '../engine/refusals.js';
import { EXAMPLE_CIRCUIT } from '../example-programs.js';
import type { ComputeLimits } from '../limits.js';

const FILE = {
  title: 'CompiledFile',
  type: 'object',
  additionalProperties: false,
  required: ['path', 'content'],
  properties: {
    path: { type: 'string' },
    content: { type: 'string' },
    encoding: { type: 'string', enum: ['base64'], description: 'The encoding of the content; absent if it is the text itself.' },
  },
} as const;

/** A circuit or a policy in a target language. */
export const COMPILED_SCHEMA = {
  title: 'Compiled',
  type: 'object',
  additionalProperties: false,
  required: ['target', 'compiled', 'files', 'entry', 'run', 'test', 'hash', 'phi_c', 'assurance', 'diagnostics'],
  properties: {
    target: { type: 'string' },
    compiled: { type: 'string', description: 'The whole program as text, or in base64 if it is no text.' },
    files: { type: 'array', items: FILE },
    entry: { type: 'string', description: 'The path of the file to start with.' },
    run: { type: 'array', items: { type: 'string' }, description: 'Commands that build and run it; empty without a harness.' },
    test: { type: 'array', items: { type: 'string' }, description: 'Commands that build and run its tests; empty without tests.' },
    hash: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    phi_c: REPORT_PROPERTIES.phi_c,
    assurance: ASSURANCE_OR_NULL_SCHEMA,
    diagnostics: { type: 'array', items: DIAGNOSTIC_SCHEMA },
  },
} as const;

const TARGET_NAMES: readonly string[] = TARGETS.flatMap(({ id, aliases }) => [id, ...aliases]);

/** The fields whose value does not fit the type of the program. */
const UNFIT = { 'no-policies': '/target', 'no-harness': '/harness', 'no-tests': '/tests' } as const satisfies Record<OptionRefusal, string>;

export interface CompileDeps {
  readonly engine: CompilerEngine;
  readonly resolve: ResolvePins;
}

/** POST /v1/compile. */
export function compileRoutes({ engine, resolve }: CompileDeps, { rate, budget }: ComputeLimits): readonly Route[] {
  return [
    route({
      method: 'POST',
      path: '/v1/compile',
      summary: 'Compiles a circuit or a policy to a target language; an open circuit only on request',
      auth: 'required',
      scope: 'compile',
      rate,
      refusal: (share) => engine.refusal(share),
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['source', 'target'],
        properties: {
          source: { type: 'string', description: 'A circuit or a policy.' },
          files: FILES,
          target: { type: 'string', enum: TARGET_NAMES, description: 'The language to compile to.' },
          allow_open: {
            type: 'boolean',
            default: false,
            description: 'Compile an open circuit too: unproven operations are checked at run time. A policy has to be closed.',
          },
          harness: {
            type: 'boolean',
            default: false,
            description: 'Add a program that reads inputs as JSON lines and writes outputs. Must be false for a policy.',
          },
          guards: {
            type: 'boolean',
            default: true,
            description:
              'Guard at run time the domains that a solver or a run of every input has closed: a `GuardError` replaces a wrong value.',
          },
          tests: {
            type: 'boolean',
            default: false,
            description: 'Add a file of tests for the usual runner of the language, with answers of the service.',
          },
        },
      },
      rawSource: true,
      example: { source: EXAMPLE_CIRCUIT, target: 'js', allow_open: false, tests: false, harness: false, guards: true },
      responses: { 200: jsonResponse('The program.', COMPILED_SCHEMA) },
      problems: ['invalid-program', 'circuit-open', 'policy-open', 'program-too-long', 'busy', 'guard-exceeded'],
      handler: async ({ body, caller, subject, bytes, signal, share }) => {
        const target = targetNamed(body.target);
        if (target === undefined) throw new RangeError('the schema of the body admits no other target');
        const { source, files, allow_open: allowOpen, harness, guards, tests } = body;
        const given = { source, files: filesOf(files), target: target.id, allowOpen, harness, guards, tests };
        const compiled = await budget.metered({ subject, bytes, signal }, async (meter) => {
          const { outcome } = await withPins(
            async (pins) => engine.compile({ ...given, pins }, { signal, meter, share }),
            async (pins) => resolve(pins, caller.accountId),
          );
          return outcome;
        });
        switch (compiled.kind) {
          case 'answer':
            return exactJson(compiled.json);
          case 'diagnostics':
            return invalidProgram(compiled);
          case 'unfit-option':
            return invalidRequest([{ pointer: UNFIT[compiled.refusal], message: compiled.message }]);
          case 'not-closed':
            return compiled.type === 'circuit' ? circuitOpen(compiled.open) : policyOpen(compiled.open);
          case 'too-long':
            return programTooLong(compiled);
          case 'problem':
            return compiled;
        }
      },
    }),
  ];
}
