import {
  type CircuitProgram,
  compilePolicy,
  type Decision,
  decodeInputs,
  encodeOutputs,
  entropyPlace,
  type FaultPlace,
  faultPlace,
  lineOf,
  type PolicyProgram,
  evaluate as run,
} from '@kirchhoff/coherence';

/** The result of one run of a circuit. */
export type Evaluated =
  | { readonly kind: 'outputs'; readonly outputs: Readonly<Record<string, unknown>> }
  /** The inputs are not in their domains, or a require does not hold. */
  | { readonly kind: 'refused'; readonly message: string }
  /** An operation of an open circuit failed. */
  | { readonly kind: 'fault'; readonly message: string };

/** Runs a circuit on inputs in the JSON form of values, with the reference evaluator: every operation is checked during the run. */
export function evaluateCircuit(program: CircuitProgram, json: unknown): Evaluated {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new RangeError('a circuit has a graph');
  const decoded = decodeInputs(graph, json);
  if (!decoded.ok) return refused(decoded.error);
  const result = run(program, 0, decoded.inputs);
  switch (result.type) {
    case 'outputs':
      return { kind: 'outputs', outputs: encodeOutputs(graph, result.outputs, program.sourceMap.graphs[0]?.outputs) };
    case 'refused':
      return refused(result.error);
    case 'fault':
      return fault(faultPlace(program, result.fault));
    case 'entropy':
      return fault(entropyPlace(program, result.graph, result.node));
    case 'exhausted':
      throw new Error('a run without a budget cannot exhaust it');
  }
}

function refused({ port, path, message }: { readonly port: string | null; readonly path: string; readonly message: string }): Evaluated {
  return { kind: 'refused', message: port === null ? message : `${port}${path}: ${message}` };
}

function fault(place: FaultPlace): Evaluated {
  return { kind: 'fault', message: `${lineOf(place)}, ${place.domain}: ${place.message}` };
}

/** Decides one action by a policy. */
export function decide(program: PolicyProgram, category: string, params: unknown): Decision {
  return compilePolicy(program)(category, params);
}
