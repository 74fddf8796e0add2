import { ofDomain } from '@kirchhoff/kernel/abstract/membership';
import { runner } from '@kirchhoff/kernel/evaluate/evaluate';
import type { Run } from '@kirchhoff/kernel/evaluate/evaluation';
import type { Graph, PortDomain } from '@kirchhoff/kernel/graph/graph';
import type { Solver } from '@kirchhoff/kernel/smt/solver';
import type { Domain } from '@kirchhoff/kernel/types/domain';
import type { Value } from '@kirchhoff/kernel/values/value';
import { describeDomain } from '@kirchhoff/language/diagnostics/describe';
import { decodeInputs, encodeInputs, encodeOutputs } from '@kirchhoff/language/program/boundary';
import { format } from '@kirchhoff/language/program/format';
import type { ProgramsByPin } from '@kirchhoff/language/program/pins';
import type { CircuitProgram } from '@kirchhoff/language/program/program';
import { read } from '@kirchhoff/language/program/read';
import { certifyWith } from './certify.js';
import { sampleInputs } from './samples.js';

/** A circuit to compare, as `read` returns it. */
export interface ComparedCircuit {
  readonly program: CircuitProgram;
  /** The source with its files inlined. */
  readonly source: string;
  /** The programs of the circuits that it pins. */
  readonly pins: ProgramsByPin;
}

/** The comparison of two circuits. */
export type Comparison =
  /** They accept the same inputs and give the same outputs for each. `hash`: both have one canonical form; `proof`: it is proven. */
  | { readonly verdict: 'same'; readonly by: 'hash' | 'proof' }
  /** Their ports differ: one cannot take the place of the other. */
  | { readonly verdict: 'different'; readonly by: 'ports'; readonly ports: readonly PortDifference[] }
  /** The evaluator has run both on these inputs, with different results. */
  | ({ readonly verdict: 'different'; readonly by: 'input' } & TellingInput)
  /** Neither a proof nor an input was found within the limits. */
  | { readonly verdict: 'unknown'; readonly reason: string };

export interface PortDifference {
  readonly direction: 'input' | 'output';
  readonly port: string;
  /** The domains, for people; null where the circuit has no such port. */
  readonly old: string | null;
  readonly new: string | null;
}

/** Inputs in the JSON form of values, with the result of each circuit. */
export interface TellingInput {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly old: RunResult;
  readonly new: RunResult;
}

export type RunResult =
  | { readonly kind: 'outputs'; readonly outputs: Readonly<Record<string, unknown>> }
  /** A require does not hold. */
  | { readonly kind: 'refused' }
  /** An operation of an open circuit failed. */
  | { readonly kind: 'failed' };

/** Inputs that are tried for each circuit. */
const MAX_TRIES = 2_000;
/** Elementary steps of all runs together. */
const MAX_STEPS = 20_000_000;

/**
 * Compares two circuits. "same" is a theorem: the checker has accepted that each input of one is accepted by the other, with equal
 * outputs. "different" was observed: the evaluator has run both. All work is limited by counts, so that the answer is the same on
 * every machine.
 *
 * The proof needs no rule of its own. A program is certified that is the one circuit, pins the other and promises that both have the
 * same outputs: its closure domains contain the requires of the other, too.
 */
export async function compareWith(before: ComparedCircuit, after: ComparedCircuit, solver: Solver): Promise<Comparison> {
  if (before.program.hash === after.program.hash) return { verdict: 'same', by: 'hash' };
  const ports = portDifferences(before.program, after.program);
  if (ports.length > 0) return { verdict: 'different', by: 'ports', ports };
  const runs = new Runs(before.program, after.program);
  const told = runs.sample();
  if (told !== null) return told;
  const forth = await proveEqual(before, after, solver, runs);
  if (forth !== null) return forth;
  // Requires of the old circuit may refuse what the new one accepts.
  const back = hasRequires(before.program) ? await proveEqual(after, before, solver, runs) : null;
  return back ?? { verdict: 'same', by: 'proof' };
}

function portDifferences(before: CircuitProgram, after: CircuitProgram): readonly PortDifference[] {
  const [old, young] = [circuitOf(before), circuitOf(after)];
  return [...differences('input', old.parameters, young.parameters), ...differences('output', old.outputs, young.outputs)];
}

function differences(
  direction: PortDifference['direction'],
  before: readonly PortDomain[],
  after: readonly PortDomain[],
): readonly PortDifference[] {
  const names = new Set([...before, ...after].map(({ name }) => name));
  return [...names].flatMap((port) => {
    const [old, young] = [before, after].map((ports) => ports.find(({ name }) => name === port)?.domain);
    if (old !== undefined && young !== undefined && isSameDomain(old, young)) return [];
    return [
      { direction, port, old: old === undefined ? null : describeDomain(old), new: young === undefined ? null : describeDomain(young) },
    ];
  });
}

function isSameDomain(a: Domain, b: Domain): boolean {
  return JSON.stringify(a, spelled) === JSON.stringify(b, spelled);
}

/** Domains are plain data, integers aside: bigints have no JSON form. */
function spelled(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value;
}

/** Runs of both circuits on the same inputs. */
class Runs {
  readonly #old: Side;
  readonly #new: Side;
  #steps = MAX_STEPS;

  constructor(before: CircuitProgram, after: CircuitProgram) {
    this.#old = sideOf(before);
    this.#new = sideOf(after);
  }

  /** Tries the edges and random inputs of both circuits; null if none tells them apart. */
  sample(): Comparison | null {
    for (const { program, graph } of [this.#old, this.#new]) {
      let tries = 0;
      for (const inputs of sampleInputs(
        program.core,
        graph.parameters.map(({ domain }) => ofDomain(domain)),
      )) {
        if (tries >= MAX_TRIES || this.#steps <= 0) break;
        tries += 1;
        const told = this.tell(encodeInputs(graph.parameters, inputs));
        if (told !== null) return told;
      }
    }
    return null;
  }

  /** Runs both; null if their results are the same, or a run takes too long. Entropy has no result to compare. */
  tell(inputs: Readonly<Record<string, unknown>>): Comparison | null {
    const [old, young] = [this.#run(this.#old, inputs), this.#run(this.#new, inputs)];
    if (old === null || young === null || resultKey(old) === resultKey(young)) return null;
    return { verdict: 'different', by: 'input', inputs, old, new: young };
  }

  #run({ program, graph, run }: Side, json: unknown): RunResult | null {
    const decoded = decodeInputs(graph, json);
    if (!decoded.ok) return null;
    const result = run(decoded.inputs, Math.max(1, this.#steps));
    this.#steps -= result.steps;
    switch (result.type) {
      case 'outputs':
        return { kind: 'outputs', outputs: encodeOutputs(graph, result.outputs, program.sourceMap.graphs[0]?.outputs) };
      case 'refused':
        return { kind: 'refused' };
      case 'fault':
        return { kind: 'failed' };
      case 'entropy':
      case 'exhausted':
        return null;
    }
  }
}

interface Side {
  readonly program: CircuitProgram;
  readonly graph: Graph;
  readonly run: (inputs: readonly Value[], budget: number) => Run;
}

function sideOf(program: CircuitProgram): Side {
  const run = runner(program.core);
  return { program, graph: circuitOf(program), run: (inputs, budget) => run({ graph: 0 }, inputs, { budget }) };
}

/** The result as a text, outputs in the order of their names: circuits may declare them in another order. */
function resultKey(result: RunResult): string {
  if (result.kind !== 'outputs') return result.kind;
  return JSON.stringify(sortedMembers(result.outputs));
}

function sortedMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, sortedMembers(member)]);
}

/**
 * Proves that every input of one circuit is accepted by the other, with equal outputs. Null if that is proven; otherwise an input
 * that tells them apart, or the reason why it is unknown.
 */
async function proveEqual(one: ComparedCircuit, other: ComparedCircuit, solver: Solver, runs: Runs): Promise<Comparison | null> {
  const product = productOf(one, other);
  if (product === null)
    return { verdict: 'unknown', reason: 'the two cannot be written as one program: it is too large, or their values cannot be compared' };
  const { certified, errors } = await certifyWith(product, solver);
  if (certified) return null;
  for (const { counterexample, component } of errors) {
    const told = counterexample === undefined || component !== undefined ? null : runs.tell(counterexample);
    if (told !== null) return told;
  }
  const [first] = errors;
  return { verdict: 'unknown', reason: first === undefined ? 'no proof was found' : `no proof was found: ${first.message}` };
}

const PIN = 'cir_compared';

/** The one circuit with the promise that the other has the same outputs; null if there is no such program. */
function productOf(one: ComparedCircuit, other: ComparedCircuit): CircuitProgram | null {
  const formatting = format(one.source);
  if (!formatting.ok) return null;
  const { source } = formatting;
  const pin = `${PIN}@${other.program.hash}`;
  const name = freeName(source);
  const [graph, called] = [circuitOf(one.program), circuitOf(other.program)];
  const call = `${name}(${called.parameters.map((parameter) => parameter.name).join(', ')})`;
  const [only, second] = graph.outputs;
  if (only === undefined) return null;
  const outputs = second === undefined ? only.name : `(${graph.outputs.map((output) => `${output.name}: ${output.name}`).join(', ')})`;
  const lines = source.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`circuit ${one.program.name} {`));
  const end = lines.findIndex((line, index) => index > start && line.startsWith('}'));
  if (start === -1 || end === -1) return null;
  const text = [
    `use "${pin}" as ${name}`,
    ...lines.toSpliced(end, 0, `  ensure ${call} == ${outputs} "the two circuits have the same outputs"`),
  ].join('\n');
  const reading = read(text, { pins: new Map([...one.pins, [pin, other.program]]) });
  if (!reading.ok || reading.program.type !== 'circuit') return null;
  return isProduct(reading.program, graph, other.program.hash) ? reading.program : null;
}

/** Checks that the program is the circuit with one more promise, and that it has the other one as a component. */
function isProduct({ core }: CircuitProgram, graph: Graph, hash: string): boolean {
  const [product] = core.graphs;
  if (product === undefined || product.ensures.length !== graph.ensures.length + 1) return false;
  const sameInputs = differences('input', graph.parameters, product.parameters).length === 0;
  const sameOutputs = differences('output', graph.outputs, product.outputs).length === 0;
  return sameInputs && sameOutputs && core.components.some((component) => component.pin === hash);
}

/** A name that the source does not have. */
function freeName(source: string): string {
  for (let number = 1; ; number += 1) if (!source.includes(`other_${number}`)) return `other_${number}`;
}

function hasRequires(program: CircuitProgram): boolean {
  return circuitOf(program).requires.length > 0;
}

function circuitOf({ core }: CircuitProgram): Graph {
  const [graph] = core.graphs;
  if (graph === undefined) throw new RangeError('a circuit has a graph');
  return graph;
}
