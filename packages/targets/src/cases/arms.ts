import {
  type CircuitProgram,
  type CorePattern,
  type Graph,
  type GraphMap,
  type GraphReference,
  type NodeId,
  type Observer,
  OptionValue,
  type Value,
} from '@kirchhoff/coherence';
import { isBranching } from '../plan/branching.js';
import { at } from '../plan/plan.js';

/** Tells which arms of a circuit and its components a run takes, and collects them over many runs. */
export class ArmObserver {
  private readonly reached = new Set<string>();
  private readonly parts: readonly Part[];
  private readonly components: number;

  constructor({ core, sourceMap }: CircuitProgram) {
    const parts = core.graphs.map((graph, index) => new Part(graph, at(sourceMap.graphs, index), `g${index}`));
    this.components = parts.length;
    this.parts = [...parts, ...core.components.map((graph, index) => new Part(graph, at(sourceMap.components, index), `c${index}`))];
  }

  /** Returns an observer that adds the arms of a run to a list, in the order in which they end. */
  observe(taken: Taken[]): Observer {
    for (const part of this.parts) part.forget();
    return (reference, node, value) => {
      const arm = this.partOf(reference).armAt(node, value);
      if (arm !== null) taken.push(arm);
    };
  }

  /** Records what a run has reached; returns the first that no earlier run has, or null. */
  add(taken: readonly Taken[]): Taken | null {
    const first = taken.find(({ key }) => !this.reached.has(key)) ?? null;
    for (const { key } of taken) this.reached.add(key);
    return first;
  }

  private partOf(reference: GraphReference): Part {
    return at(this.parts, 'graph' in reference ? reference.graph : this.components + reference.component);
  }
}

/** An arm that a run took, or another event of the run. */
export interface Taken {
  readonly key: string;
  readonly title: string;
}

/** One graph, with the last values of the nodes on which its branches depend. */
class Part {
  private readonly values = new Map<NodeId, Value>();
  private readonly subjects: ReadonlySet<NodeId>;

  constructor(
    private readonly graph: Graph,
    private readonly map: GraphMap,
    private readonly name: string,
  ) {
    this.subjects = new Set(graph.nodes.flatMap((_, id) => this.subjectOf(id) ?? []));
  }

  forget(): void {
    this.values.clear();
  }

  /** A node of a branch gets its value after the arm: the subject has its latest value then. */
  armAt(id: NodeId, value: Value): Taken | null {
    if (this.subjects.has(id)) this.values.set(id, value);
    const subject = this.subjectOf(id);
    const given = subject === null ? undefined : this.values.get(subject);
    if (given === undefined) return null;
    const arm = this.armOf(id, given);
    return { key: `${this.name}:${id}:${arm}`, title: `${arm} in line ${this.map.nodes[id]?.line ?? this.map.line}` };
  }

  private subjectOf(id: NodeId): NodeId | null {
    const node = at(this.graph.nodes, id);
    if (!isBranching(node)) return null;
    switch (node.op) {
      case 'select':
        return node.condition;
      case 'shortCircuit':
        return node.left;
      case 'unwrapOr':
        return node.option;
      case 'match':
        return node.subject;
    }
  }

  private armOf(id: NodeId, subject: Value): string {
    const node = at(this.graph.nodes, id);
    if (node.op === 'match') return `arm ${node.arms.findIndex(({ pattern }) => fits(pattern, subject)) + 1} of the match`;
    if (node.op === 'unwrapOr') return `${subject instanceof OptionValue && subject.content !== undefined ? 'some' : 'none'} before ??`;
    const holds = subject === true;
    return node.op === 'shortCircuit' ? `${holds} before ${node.connective}` : `the if whose condition is ${holds}`;
  }
}

function fits(pattern: CorePattern, value: Value): boolean {
  switch (pattern.pattern) {
    case 'any':
      return true;
    case 'tag':
      return value === pattern.tag;
    case 'range':
      return (typeof value === 'number' || typeof value === 'bigint') && pattern.lo <= value && value <= pattern.hi;
    case 'value':
      if (pattern.value instanceof Uint8Array) return value instanceof Uint8Array && Buffer.compare(value, pattern.value) === 0;
      return value === pattern.value;
    case 'none':
      return value instanceof OptionValue && value.content === undefined;
    case 'some':
      return value instanceof OptionValue && value.content !== undefined && fits(pattern.inner, value.content);
  }
}
