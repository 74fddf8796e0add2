import type { Graph, NodeId } from '../graph/graph.js';

/**
 * The work that one certification may take, in steps of about a quarter of a microsecond on the machine where they
 * were weighed. A step is a count of visits, comparisons and octets: the same on every machine.
 */
export const MAX_PROVING_WORK = 8_000_000;

/** The same of one check of a certificate, the answers of a solver left out. */
export const MAX_CHECKING_WORK = 8_000_000;

/** The elementary steps of the evaluator that come to one step of work. */
const EVALUATOR_STEPS = 4;

/** The work of one run of the evaluator. */
export function workOfRun(steps: number): number {
  return 8 + Math.ceil(steps / EVALUATOR_STEPS);
}

/** The steps that a run may take with so much work; none where even its beginning takes more. */
export function runWithin(work: number): number {
  return Math.max(0, work - 8) * EVALUATOR_STEPS;
}

/** Thrown where the work is used up, and caught where it was given out: it never leaves the engine. */
export class OutOfWork extends Error {}

/** A node of a graph: where work was spent. */
export interface Place {
  readonly graph: Graph;
  readonly node: NodeId;
}

/** Counts the work of one certification or one check, and remembers for which nodes it was done. */
export class Meter {
  private used = 0;

  private constructor(
    readonly budget: number,
    private readonly whole: Meter | null,
    private readonly byNode: Map<Graph, Float64Array>,
  ) {}

  static of(budget: number): Meter {
    return new Meter(budget, null, new Map());
  }

  /** A share of the work: what is spent of it is spent of the whole as well, and its end is not the end of the whole. */
  share(budget: number): Meter {
    return new Meter(budget, this, this.byNode);
  }

  get spent(): number {
    return this.used;
  }

  /** True once more was spent than there was. */
  get isOver(): boolean {
    return this.used > this.budget;
  }

  /** How many steps are left. */
  get left(): number {
    return Math.max(0, Math.min(this.budget - this.used, this.whole?.left ?? Number.POSITIVE_INFINITY));
  }

  /** Counts steps, done for a node of a graph where one can be named. Throws {@link OutOfWork} once they are used up. */
  spend(steps: number, graph: Graph, node: NodeId | null): void {
    if (node !== null) this.blame(steps, graph, node);
    this.count(steps);
  }

  /** Counts steps that are done for no node. Throws {@link OutOfWork} once they are used up. */
  count(steps: number): void {
    this.used += steps;
    this.whole?.count(steps);
    if (this.isOver) throw new OutOfWork('the work is used up');
  }

  private blame(steps: number, graph: Graph, node: NodeId): void {
    let nodes = this.byNode.get(graph);
    if (nodes === undefined) {
      nodes = new Float64Array(graph.nodes.length);
      this.byNode.set(graph, nodes);
    }
    nodes[node] = (nodes[node] ?? 0) + steps;
  }

  /** By graph the steps that were spent for each node. */
  get places(): ReadonlyMap<Graph, Float64Array> {
    return this.byNode;
  }
}
