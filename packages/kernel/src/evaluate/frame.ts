import type { Core, Graph, NodeId } from '../graph/graph.js';
import type { Int } from '../types/integer.js';
import type { Value } from '../values/value.js';
import type { ElementCursor } from './cursor.js';
import type { GraphReference } from './evaluation.js';
import type { Code, Register } from './instruction.js';
import { codeOf } from './translate.js';

/** The state of one running graph. */
export interface Frame {
  reference: GraphReference;
  readonly graph: Graph;
  readonly code: Code;
  inputs: readonly Value[];
  readonly registers: (Value | undefined)[];
  readonly loops: LoopState[];
  /** The call that waits for the result; `null` for the graph that is run. */
  call: NodeId | null;
  /** The next instruction. */
  at: number;
  /** The instruction to resume at after a fault; `null` if the fault ends the run. */
  resume: number | null;
}

/** The state of a loop and its result so far. */
export interface LoopState {
  readonly cursor: ElementCursor;
  readonly items: Value[];
}

export function newFrame(graph: Graph, reference: GraphReference, inputs: readonly Value[], call: NodeId | null): Frame {
  const code = codeOf(graph);
  // `Array.from` with a length takes twenty times as long.
  const registers: (Value | undefined)[] = [];
  for (let register = 0; register < code.registers; register += 1) registers.push(undefined);
  return { reference, graph, code, inputs, registers, loops: [], call, at: 0, resume: null };
}

export function graphAt(core: Core, reference: GraphReference): Graph {
  const graph = 'graph' in reference ? core.graphs[reference.graph] : core.components[reference.component];
  if (graph === undefined) throw new RangeError('no such graph in this core');
  return graph;
}

/** The value of a register. The type checker has determined types and order, so a missing value is a defect of the engine. */
export function read(frame: Frame, register: Register): Value {
  const value = frame.registers[register];
  if (value === undefined) throw new Error(`register ${register} is read before it is written`);
  return value;
}

export function readBoolean(frame: Frame, register: Register): boolean {
  const value = read(frame, register);
  if (typeof value === 'boolean') return value;
  throw new Error(`register ${register} holds no boolean`);
}

export function readInteger(frame: Frame, register: Register): Int {
  const value = read(frame, register);
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  throw new Error(`register ${register} holds no integer`);
}

export function loopAt(frame: Frame, loop: number): LoopState {
  const found = frame.loops[loop];
  if (found === undefined) throw new Error(`loop ${loop} continues before it starts`);
  return found;
}
