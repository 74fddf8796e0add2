import type { Core, Graph, NodeId } from '../graph/graph.js';
import type { Int } from '../types/integer.js';
import type { Value } from '../values/value.js';
import type { Cursor } from './cursor.js';
import type { GraphReference } from './evaluation.js';
import type { Code, Register } from './instruction.js';
import { codeOf } from './translate.js';

/** One graph in the midst of its run. */
export interface Frame {
  reference: GraphReference;
  readonly graph: Graph;
  readonly code: Code;
  inputs: readonly Value[];
  readonly registers: (Value | undefined)[];
  readonly loops: Loop[];
  /** The call that waits for the result; null in the graph that is run. */
  call: NodeId | null;
  /** The next instruction. */
  at: number;
  /** Where the run goes on after a fault; null where it ends with it. */
  resume: number | null;
}

/** A loop in the midst of its rounds, and what it has gathered so far. */
export interface Loop {
  readonly cursor: Cursor;
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

/** The value of a register. The type checker has settled kinds and order, so that a missing one is a defect of the engine. */
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

export function loopAt(frame: Frame, loop: number): Loop {
  const found = frame.loops[loop];
  if (found === undefined) throw new Error(`loop ${loop} goes on before it starts`);
  return found;
}
