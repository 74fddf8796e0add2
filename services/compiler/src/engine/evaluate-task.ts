import {
  type CircuitProgram,
  decodeInputs,
  type Evaluation,
  encodeOutputs,
  entropyPlace,
  faultPlace,
  type Graph,
  evaluate as run,
} from '@kirchhoff/coherence';
import type { NeedsPins, RefusedSource } from '@kirchhoff/engine-host';
import { readCircuit } from '@kirchhoff/engine-host/thread';
import { answered } from './answers.js';
import type { Answered, EvaluateWork, EvaluationRefused } from './work.js';

/** Runs a circuit, closed or open, on inputs in the JSON form of values. */
export function evaluate(work: EvaluateWork): Answered | RefusedSource | NeedsPins | EvaluationRefused {
  const reading = readCircuit(work);
  if (reading.kind !== 'program') return reading;
  const { program } = reading;
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new RangeError('a circuit has a graph');
  const decoded = decodeInputs(graph, work.inputs);
  if (!decoded.ok) return { kind: 'domain-error', ...decoded.error };
  return evaluated(program, graph, run(program, 0, decoded.inputs));
}

function evaluated(program: CircuitProgram, graph: Graph, result: Evaluation): Answered | EvaluationRefused {
  switch (result.type) {
    case 'outputs':
      return answered({ outputs: encodeOutputs(graph, result.outputs, program.sourceMap.graphs[0]?.outputs) });
    case 'refused':
      return { kind: 'domain-error', ...result.error };
    case 'fault':
      return { kind: 'fault', ...faultPlace(program, result.fault) };
    case 'entropy':
      return { kind: 'entropy', ...entropyPlace(program, result.graph, result.node) };
    case 'exhausted':
      throw new Error('a run without a budget cannot exhaust it');
  }
}
