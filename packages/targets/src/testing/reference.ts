import {
  type CircuitProgram,
  decodeInputs,
  encodeOutputs,
  evaluate,
  type Fault,
  type Graph,
  type GraphMap,
  parseJson,
  read,
} from '@kirchhoff/coherence';

/** The expected answer of a compiled program to one line, without messages, which are not part of the contract. */
export type ExpectedAnswer =
  | { readonly outputs: string }
  | { readonly domain_error: { readonly port: string | null; readonly path: string } }
  | { readonly fault: { readonly line: number } }
  /** A guard error, which the reference evaluator never returns. */
  | { readonly guard: { readonly domain: string; readonly line: number } };

export function circuitOf(source: string): CircuitProgram {
  const reading = read(source);
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.diagnostics)}\n${source.slice(0, 2_000)}`);
  if (reading.program.type !== 'circuit') throw new Error('no circuit');
  return reading.program;
}

export function graphOf(program: CircuitProgram): Graph {
  const [graph] = program.core.graphs;
  if (graph === undefined) throw new Error('a circuit without its graph');
  return graph;
}

/** The answers so far: the forms of a circuit share their lines, and the evaluator is slower than what is compiled. */
const ANSWERS = new WeakMap<CircuitProgram, Map<string, ExpectedAnswer>>();

/** Returns the answer of the reference evaluator. */
export function referenceAnswer(program: CircuitProgram, line: string): ExpectedAnswer {
  const answers = ANSWERS.get(program) ?? new Map<string, ExpectedAnswer>();
  ANSWERS.set(program, answers);
  const answer = answers.get(line) ?? evaluated(program, line);
  answers.set(line, answer);
  return answer;
}

function evaluated(program: CircuitProgram, line: string): ExpectedAnswer {
  const parsed = parseJson(line);
  const decoded = parsed.ok ? decodeInputs(graphOf(program), parsed.json) : null;
  if (decoded === null) return { domain_error: { port: null, path: '' } };
  if (!decoded.ok) return { domain_error: { port: decoded.error.port, path: decoded.error.path } };
  const result = evaluate(program, 0, decoded.inputs);
  switch (result.type) {
    case 'outputs':
      return { outputs: JSON.stringify(encodeOutputs(graphOf(program), result.outputs)) };
    case 'refused':
      return { domain_error: { port: result.error.port, path: result.error.path } };
    case 'fault':
      return { fault: { line: lineOf(program, result.fault) } };
    case 'entropy':
    case 'exhausted':
      throw new Error(`the reference evaluator gives no answer: ${result.type}`);
  }
}

/** Returns the line of the failed operation. */
export function lineOf(program: CircuitProgram, fault: Fault): number {
  const map = mapOf(program, fault);
  if (fault.node !== null) return map.nodes[fault.node]?.line ?? 0;
  return (fault.reason === 'ensure' ? map.ensures : map.outputs)[fault.index ?? 0]?.line ?? 0;
}

function mapOf({ sourceMap }: CircuitProgram, { graph }: Fault): GraphMap {
  const map = 'graph' in graph ? sourceMap.graphs[graph.graph] : sourceMap.components[graph.component];
  if (map === undefined) throw new Error('a graph without its map');
  return map;
}

/** Returns the answer of a compiled program from its line of output. */
export function answerOf(line: string): ExpectedAnswer {
  const json: unknown = JSON.parse(line);
  const { domain_error, fault, guard_error } = Object(json);
  if (domain_error?.message !== undefined) return { domain_error: { port: domain_error.port, path: domain_error.path } };
  if (fault?.message !== undefined) return { fault: { line: fault.line } };
  if (guard_error?.message !== undefined) return { guard: { domain: guard_error.domain, line: guard_error.line } };
  return { outputs: JSON.stringify(json) };
}
