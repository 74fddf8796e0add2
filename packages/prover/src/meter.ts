import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { EVALUATOR_STEPS, OutOfWork, WORK_BEFORE_RUN, type WorkMeter } from '@kirchhoff/kernel/rules/meter';

/** The work that one certification may take, in the steps of a check. */
export const MAX_PROVING_WORK = 8_000_000;

/** Returns the steps that a run of the evaluator may take with this budget of work; 0 if even its start costs more. */
export function runWithin(work: number): number {
  return Math.max(0, work - WORK_BEFORE_RUN) * EVALUATOR_STEPS;
}

const NO_STEPS = new Float64Array(0);

/** Counts the work of one certification, and remembers for which nodes it was done. */
export class ProvingMeter implements WorkMeter {
  private used = 0;
  /** The graph of the last call. */
  private graph: Graph | null = null;
  private steps = NO_STEPS;

  private constructor(
    readonly budget: number,
    private readonly whole: ProvingMeter | null,
    private readonly byNode: Map<Graph, Float64Array<ArrayBuffer>>,
  ) {}

  static of(budget: number): ProvingMeter {
    return new ProvingMeter(budget, null, new Map());
  }

  /**
   * Returns a share of the work: spending counts against the whole as well, and the end of the share is not the end of the whole.
   */
  share(budget: number): ProvingMeter {
    return new ProvingMeter(budget, this, this.byNode);
  }

  get spent(): number {
    return this.used;
  }

  /** True once more was spent than there was. */
  get isOver(): boolean {
    return this.used > this.budget;
  }

  /** The number of steps that are left. */
  get left(): number {
    return Math.max(0, Math.min(this.budget - this.used, this.whole?.left ?? Number.POSITIVE_INFINITY));
  }

  spend(steps: number, graph: Graph, node: NodeId | null): void {
    if (node !== null) {
      if (graph !== this.graph) this.turnTo(graph);
      this.steps[node] = (this.steps[node] ?? 0) + steps;
    }
    this.count(steps);
  }

  /** Counts steps that are done for no node. Throws {@link OutOfWork} once they are used up. */
  private count(steps: number): void {
    this.used += steps;
    this.whole?.count(steps);
    if (this.isOver) throw new OutOfWork('the work is used up');
  }

  private turnTo(graph: Graph): void {
    this.graph = graph;
    this.steps = this.byNode.get(graph) ?? new Float64Array(graph.nodes.length);
    this.byNode.set(graph, this.steps);
  }

  /** The steps that were spent, by graph and node. */
  get places(): ReadonlyMap<Graph, Float64Array> {
    return this.byNode;
  }
}
