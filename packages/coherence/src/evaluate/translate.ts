import type { Arm, Graph, LoopSource, Node, NodeId, RegionId } from '../core/graph.js';
import type { Domain } from '../domain.js';
import type { Code, Instruction, Label, Register } from './instruction.js';

const translated = new WeakMap<Graph, Code>();

/** The code of a graph, translated once. Total for every well-formed graph, however deep its regions nest. */
export function codeOf(graph: Graph): Code {
  const known = translated.get(graph);
  if (known !== undefined) return known;
  const code = new Translation(graph).code();
  translated.set(graph, code);
  return code;
}

type Task = () => void;

/**
 * Regions nest as deep as a source's chains of `else if` are long. So nothing recurses: what is still to be laid
 * out waits on a stack of tasks.
 */
class Translation {
  private readonly instructions: Instruction[] = [];
  private readonly pending: Task[] = [];
  private registers: number;
  private loops = 0;
  /** By region, the first of the registers that it binds. */
  private readonly bindings = new Map<RegionId, Register>();

  constructor(private readonly graph: Graph) {
    this.registers = graph.nodes.length;
  }

  code(): Code {
    const { graph } = this;
    this.schedule([
      () => this.region(graph.entry),
      ...graph.requires.flatMap((region, index) => [
        () => this.region(region),
        () => this.emit({ do: 'require', index, condition: this.resultOf(region) }),
      ]),
      () => this.region(graph.body),
      ...graph.outputs.map((_, index) => () => this.section([() => this.emit({ do: 'output', index })])),
      ...graph.ensures.map((region, index) => () => this.section(this.ensure(region, index))),
      () => this.emit({ do: 'return' }),
    ]);
    for (let task = this.pending.pop(); task !== undefined; task = this.pending.pop()) task();
    return { instructions: this.instructions, registers: this.registers, loops: this.loops };
  }

  private ensure(region: RegionId, index: number): Task[] {
    return [() => this.region(region), () => this.emit({ do: 'ensure', index, condition: this.resultOf(region) })];
  }

  /** Does the tasks next, in their order. */
  private schedule(tasks: readonly Task[]): void {
    for (let i = tasks.length - 1; i >= 0; i -= 1) {
      const task = tasks[i];
      if (task !== undefined) this.pending.push(task);
    }
  }

  private emit(instruction: Instruction): void {
    this.instructions.push(instruction);
  }

  private place(label: Label): void {
    label.at = this.instructions.length;
  }

  private newRegister(): Register {
    this.registers += 1;
    return this.registers - 1;
  }

  /** Registers for `count` values that the region binds; the first of them. */
  private bind(region: RegionId, count: number): Register {
    const first = this.registers;
    this.registers += count;
    this.bindings.set(region, first);
    return first;
  }

  private resultOf(id: RegionId): NodeId {
    const result = this.graph.regions[id]?.result;
    if (result === undefined || result === null) throw new Error(`region ${id} gives nothing`);
    return result;
  }

  private section(tasks: readonly Task[]): void {
    const next = newLabel();
    this.emit({ do: 'section', next });
    this.schedule([...tasks, () => this.place(next)]);
  }

  private region(id: RegionId): void {
    const nodes = this.graph.regions[id]?.nodes ?? [];
    this.nodesFrom(nodes, 0);
  }

  /** Lays out nodes until one owns regions, which come before the rest. */
  private nodesFrom(nodes: readonly NodeId[], start: number): void {
    for (let i = start; i < nodes.length; i += 1) {
      const id = nodes[i];
      const node = id === undefined ? undefined : this.graph.nodes[id];
      if (id === undefined || node === undefined) throw new Error('a region with an unknown node');
      const nested = this.node(id, node);
      if (nested.length > 0) {
        this.schedule([...nested, () => this.nodesFrom(nodes, i + 1)]);
        return;
      }
    }
  }

  /** Lays out a node at once, or gives the tasks that do. */
  private node(id: NodeId, node: Node): Task[] {
    switch (node.op) {
      case 'parameter':
        this.emit({ do: 'input', to: id, index: node.index });
        return [];
      case 'bound':
        this.emit({ do: 'copy', to: id, from: (this.bindings.get(node.region) ?? Number.NaN) + node.index });
        return [];
      case 'literal':
        this.emit({ do: 'set', to: id, value: node.value });
        return [];
      case 'list':
        this.emit({ do: 'list', to: id, items: node.items });
        return [];
      case 'record':
        this.emit({ do: 'record', to: id, fields: node.fields });
        return [];
      case 'some':
        this.emit({ do: 'some', to: id, from: node.value });
        return [];
      case 'apply':
        this.emit({ do: 'apply', to: id, monomer: node.monomer, operands: node.operands, literals: node.literals });
        return [];
      case 'field':
        this.emit({ do: 'field', to: id, from: node.record, name: node.name });
        return [];
      case 'narrow':
      case 'state':
        this.emit({
          do: 'check',
          from: node.operand,
          domain: node.domain,
          reason: node.op === 'narrow' ? 'operation' : 'stated',
          node: id,
        });
        this.emit({ do: 'copy', to: id, from: node.operand });
        return [];
      case 'call':
        this.emit({ do: 'call', to: id, component: node.component, arguments: node.arguments });
        return [];
      case 'select':
        return this.select(id, node.condition, node.whenTrue, node.whenFalse);
      case 'shortCircuit':
        return this.shortCircuit(id, node);
      case 'unwrapOr':
        return this.unwrapOr(id, node.option, node.otherwise);
      case 'match':
        return this.match(id, node.subject, node.arms);
      case 'loop':
        return this.loop(id, node);
      case 'fold':
        return this.fold(id, node);
    }
  }

  private select(id: NodeId, condition: NodeId, whenTrue: RegionId, whenFalse: RegionId): Task[] {
    const otherwise = newLabel();
    const end = newLabel();
    this.emit({ do: 'branch', condition, when: false, to: otherwise });
    return [
      () => this.region(whenTrue),
      () => {
        this.emit({ do: 'copy', to: id, from: this.resultOf(whenTrue) });
        this.emit({ do: 'jump', to: end });
        this.place(otherwise);
      },
      () => this.region(whenFalse),
      () => {
        this.emit({ do: 'copy', to: id, from: this.resultOf(whenFalse) });
        this.place(end);
      },
    ];
  }

  private shortCircuit(id: NodeId, node: Extract<Node, { op: 'shortCircuit' }>): Task[] {
    const settled = newLabel();
    const end = newLabel();
    this.emit({ do: 'branch', condition: node.left, when: node.connective === 'or', to: settled });
    return [
      () => this.region(node.right),
      () => {
        this.emit({ do: 'copy', to: id, from: this.resultOf(node.right) });
        this.emit({ do: 'jump', to: end });
        this.place(settled);
        this.emit({ do: 'set', to: id, value: node.connective !== 'and' });
        this.place(end);
      },
    ];
  }

  private unwrapOr(id: NodeId, option: NodeId, otherwise: RegionId): Task[] {
    const none = newLabel();
    const end = newLabel();
    this.emit({ do: 'open', option, to: id, none });
    this.emit({ do: 'jump', to: end });
    this.place(none);
    return [
      () => this.region(otherwise),
      () => {
        this.emit({ do: 'copy', to: id, from: this.resultOf(otherwise) });
        this.place(end);
      },
    ];
  }

  private match(id: NodeId, subject: NodeId, arms: readonly Arm[]): Task[] {
    const end = newLabel();
    const tasks = arms.flatMap(({ pattern, region }) => {
      const otherwise = newLabel();
      return [
        () => {
          this.emit({ do: 'fit', subject, pattern, bound: this.bind(region, 1), otherwise });
          this.region(region);
        },
        () => {
          this.emit({ do: 'copy', to: id, from: this.resultOf(region) });
          this.emit({ do: 'jump', to: end });
          this.place(otherwise);
        },
      ];
    });
    return [
      ...tasks,
      () => {
        this.emit({ do: 'uncovered', node: id, subject });
        this.place(end);
      },
    ];
  }

  /** The head of a loop and the label of its next round; `end` is where it leads when nothing is left. */
  private rounds(source: LoopSource, element: Register, end: Label): { readonly loop: number; readonly again: Label } {
    const loop = this.loops;
    this.loops += 1;
    this.emit({ do: 'start', loop, source });
    const again = { at: this.instructions.length };
    this.emit({ do: 'next', loop, to: element, end });
    return { loop, again };
  }

  private loop(id: NodeId, node: Extract<Node, { op: 'loop' }>): Task[] {
    const element = this.bind(node.body, 1);
    const count = this.newRegister();
    const end = newLabel();
    this.emit({ do: 'set', to: count, value: 0 });
    const { loop, again } = this.rounds(node.source, element, end);
    const body = () => this.region(node.body);
    const result = this.resultOf(node.body);
    switch (node.loop) {
      case 'map':
      case 'filter': {
        const as = this.graph.kinds[id]?.kind === 'bytes' ? 'bytes' : 'list';
        return [
          body,
          () => {
            if (node.loop === 'filter') this.emit({ do: 'branch', condition: result, when: false, to: again });
            this.emit({ do: 'gather', loop, from: node.loop === 'filter' ? element : result, node: id });
            this.emit({ do: 'jump', to: again });
            this.place(end);
            this.emit({ do: 'gathered', loop, to: id, as });
          },
        ];
      }
      case 'any':
      case 'all': {
        const settling = node.loop === 'any';
        const done = newLabel();
        return [
          body,
          () => {
            this.emit({ do: 'branch', condition: result, when: !settling, to: again });
            this.emit({ do: 'set', to: id, value: settling });
            this.emit({ do: 'jump', to: done });
            this.place(end);
            this.emit({ do: 'set', to: id, value: !settling });
            this.place(done);
          },
        ];
      }
      case 'count':
        return [
          body,
          () => {
            this.emit({ do: 'branch', condition: result, when: false, to: again });
            this.emit({ do: 'increment', register: count });
            this.emit({ do: 'jump', to: again });
            this.place(end);
            this.emit({ do: 'copy', to: id, from: count });
          },
        ];
    }
  }

  private fold(id: NodeId, node: Extract<Node, { op: 'fold' }>): Task[] {
    const accumulator = this.bind(node.body, 2);
    const end = newLabel();
    this.accumulate(id, accumulator, node.initial, node.domain);
    const { again } = this.rounds(node.source, accumulator + 1, end);
    return [
      () => this.region(node.body),
      () => {
        this.accumulate(id, accumulator, this.resultOf(node.body), node.domain);
        this.emit({ do: 'jump', to: again });
        this.place(end);
        this.emit({ do: 'copy', to: id, from: accumulator });
      },
    ];
  }

  private accumulate(id: NodeId, accumulator: Register, from: Register, domain: Domain | null): void {
    if (domain !== null) this.emit({ do: 'check', from, domain, reason: 'stated', node: id });
    this.emit({ do: 'copy', to: accumulator, from });
  }
}

function newLabel(): Label {
  return { at: -1 };
}
