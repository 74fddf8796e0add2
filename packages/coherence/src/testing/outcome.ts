import { decodeInputs, encodeOutputs } from '@kirchhoff/language/program/boundary';
import { evaluate } from '@kirchhoff/language/program/evaluate';
import type { Program } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';

/** Returns the program of a valid source; throws for an invalid one. */
export function programOf(source: string): Program {
  const reading = read(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.diagnostics));
  return reading.program;
}

/**
 * Returns the outcome of a circuit for inputs in the JSON form of values: its outputs in the same form, or `domain error` if the
 * boundary check, a require or a checked operation refuses.
 */
export function outcome(program: Program, inputs: unknown): unknown {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a program without a graph');
  const decoded = decodeInputs(graph, inputs);
  if (!decoded.ok) return 'domain error';
  const result = evaluate(program, 0, decoded.inputs);
  if (result.type === 'outputs') return encodeOutputs(graph, result.outputs);
  return result.type === 'refused' || result.type === 'fault' ? 'domain error' : result.type;
}
