import {
  type CircuitProgram,
  certify,
  decodeInputs,
  describeDomain,
  encodeDomain,
  encodeOutputs,
  entropyPlace,
  evaluate,
  type FaultPlace,
  faultPlace,
  MONOMERS,
  parseJson,
  read,
} from '@kirchhoff/coherence';
import type { Answer, Question, RunAnswer, Verdict } from './protocol.js';

/** The engine in a web worker: the same code that certifies in the registry, without a solver. */

declare const self: DedicatedWorkerGlobalScope;

// A worker's messages have no origin, unlike a window's.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const answer = (message: Answer): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Question>): void => {
  switch (data.kind) {
    case 'check':
      void check(data.number, data.source);
      return;
    case 'run':
      answer({ kind: 'run', number: data.number, result: run(data.source, data.inputs) });
  }
});

answer({ kind: 'loaded', number: 0, monomers: MONOMERS.map(({ name }) => name) });

async function check(number: number, source: string): Promise<void> {
  const reading = read(source);
  if (!reading.ok) return answer({ kind: 'diagnostics', number, diagnostics: reading.diagnostics });
  const { program } = reading;
  const certification = certify(program);
  if (program.type === 'policy')
    return answer({ kind: 'policy', number, certified: certification.certified, errors: certification.errors });
  answer({ kind: 'verdict', number, verdict: verdictOf(program, certification) });
  // The layout library is larger than the engine: it loads with the first picture.
  const { drawCircuit } = await import('@kirchhoff/pictures');
  answer({ kind: 'picture', number, svg: await drawCircuit(program, certification) });
}

function verdictOf(program: CircuitProgram, certification: ReturnType<typeof certify>): Verdict {
  const { certified, phi_c, assurance, hash, worst_case_cost, closure_domains, errors, warnings } = certification;
  const [graph] = program.core.graphs;
  const inputs = (graph?.parameters ?? []).map(({ name, domain }) => ({
    name,
    domain: encodeDomain(domain),
    text: describeDomain(domain),
  }));
  const promises = (program.sourceMap.graphs[0]?.ensures ?? []).map(({ domain }) => domain);
  return { name: program.name, certified, phi_c, assurance, hash, worst_case_cost, closure_domains, errors, warnings, inputs, promises };
}

function run(source: string, text: string): RunAnswer {
  const reading = read(source);
  const [graph] = reading.ok ? reading.program.core.graphs : [];
  if (!reading.ok || reading.program.type !== 'circuit' || graph === undefined) {
    return { type: 'failed', line: 0, message: 'The source is no circuit.' };
  }
  const parsed = parseJson(text);
  if (!parsed.ok) return { type: 'refused', port: null, path: '', message: 'The inputs are no JSON object.' };
  const decoded = decodeInputs(graph, parsed.json);
  if (!decoded.ok) return { type: 'refused', ...decoded.error };
  const { program } = reading;
  const result = evaluate(program, 0, decoded.inputs, { budget: RUN_STEPS });
  switch (result.type) {
    case 'outputs':
      return { type: 'outputs', outputs: encodeOutputs(graph, result.outputs, program.sourceMap.graphs[0]?.outputs) };
    case 'refused':
      return { type: 'refused', ...result.error };
    case 'fault':
      return failed(faultPlace(program, result.fault));
    case 'entropy':
      return failed(entropyPlace(program, result.graph, result.node));
    case 'exhausted':
      return { type: 'failed', line: 0, message: `The run takes more than ${RUN_STEPS} steps.` };
  }
}

/** Limit for the steps of a run in the browser: about a second. */
const RUN_STEPS = 20_000_000;

function failed({ line, domain, message }: FaultPlace): RunAnswer {
  return { type: 'failed', line, message: `${domain}: ${message}` };
}
