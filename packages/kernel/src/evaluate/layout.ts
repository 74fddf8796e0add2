import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import type { Code, Instruction, Label, Register } from './instruction.js';

/** A pending part of the layout. */
export type LayoutTask = () => void;

/** Lays out a node at once and returns no tasks, or returns the tasks that lay it out. */
export type TranslateNode = (layout: CodeLayout, id: NodeId, node: Node) => readonly LayoutTask[];

/**
 * The code of a graph under construction. Regions nest as deep as the chains of `else if` in a source, so the layout does not
 * recurse: pending parts wait on a stack of tasks.
 */
export class CodeLayout {
  private readonly instructions: Instruction[] = [];
  private readonly pending: LayoutTask[] = [];
  private registers: number;
  private loops = 0;
  /** By region, the first register of the values that it binds. */
  private readonly bindings = new Map<RegionId, Register>();

  constructor(
    readonly graph: Graph,
    private readonly translateNode: TranslateNode,
  ) {
    this.registers = graph.nodes.length;
  }

  /** Runs all scheduled tasks and the tasks that these schedule. */
  finish(): Code {
    for (let task = this.pending.pop(); task !== undefined; task = this.pending.pop()) task();
    return { instructions: this.instructions, registers: this.registers, loops: this.loops };
  }

  /** Schedules the tasks to run next, in their order. */
  schedule(tasks: readonly LayoutTask[]): void {
    for (const task of tasks.toReversed()) this.pending.push(task);
  }

  emit(instruction: Instruction): void {
    this.instructions.push(instruction);
  }

  /** The label marks the next instruction. */
  place(label: Label): void {
    label.at = this.instructions.length;
  }

  newRegister(): Register {
    this.registers += 1;
    return this.registers - 1;
  }

  newLoop(): number {
    this.loops += 1;
    return this.loops - 1;
  }

  /** Reserves registers for `count` values that the region binds; returns the first. */
  bind(region: RegionId, count: number): Register {
    const first = this.registers;
    this.registers += count;
    this.bindings.set(region, first);
    return first;
  }

  boundRegister(region: RegionId, index: number): Register {
    const first = this.bindings.get(region);
    if (first === undefined) throw new Error(`region ${region} binds no value`);
    return first + index;
  }

  resultOf(id: RegionId): NodeId {
    const result = this.graph.regions[id]?.result;
    if (result === undefined || result === null) throw new Error(`region ${id} has no result`);
    return result;
  }

  /** A fault inside these tasks resumes the run after them. */
  section(tasks: readonly LayoutTask[]): void {
    const next = newLabel();
    this.emit({ do: 'section', next });
    this.schedule([...tasks, () => this.place(next)]);
  }

  region(id: RegionId): void {
    this.nodesFrom(this.graph.regions[id]?.nodes ?? [], 0);
  }

  /** Lays out nodes until one owns regions, which come before the rest. */
  private nodesFrom(nodes: readonly NodeId[], start: number): void {
    for (let i = start; i < nodes.length; i += 1) {
      const id = nodes[i];
      const node = id === undefined ? undefined : this.graph.nodes[id];
      if (id === undefined || node === undefined) throw new Error('a region with an unknown node');
      const nested = this.translateNode(this, id, node);
      if (nested.length > 0) {
        this.schedule([...nested, () => this.nodesFrom(nodes, i + 1)]);
        return;
      }
    }
  }
}

export function newLabel(): Label {
  return { at: -1 };
}
