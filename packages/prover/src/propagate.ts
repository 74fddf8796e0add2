import { type AbstractValue, isWithin, meet } from '@kirchhoff/kernel/abstract/abstract';
import type { Step } from '@kirchhoff/kernel/certificate/format';
import type { Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { isExactOnFew } from '@kirchhoff/kernel/monomers/exact';
import { NO_RELATIONS } from '@kirchhoff/kernel/monomers/relation';
import { type ApplyNode, analysisOf, argumentNodes } from '@kirchhoff/kernel/rules/applications';
import { type Assumption, rightReachedFor, wasReached } from '@kirchhoff/kernel/rules/assumption';
import { backward, leftGiving } from '@kirchhoff/kernel/rules/backward';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { forward } from '@kirchhoff/kernel/rules/forward';
import type { DefUseChains } from './def-use-chains.js';
import { RecordedRelations } from './difference-chains.js';

/** Limit for the conclusions from one assumption; more would be right, but expensive. */
const MAX_STEPS = 64;
const MAX_USERS = 16;
const NO_ORIGIN: NodeId = -1;
const NO_STEPS: readonly Step[] = [];
const NO_NODES: readonly NodeId[] = [];

type ShortCircuit = Extract<Node, { op: 'shortCircuit' }>;

/** An application from whose view, and from those of its operands, the backward rule concluded no more. */
interface Exhausted {
  readonly operands: readonly NodeId[];
  readonly views: AbstractValue[];
  view: AbstractValue;
  /** The only node for which its value has consequences; null if there are others, or none. */
  readonly reader: NodeId | null;
}

/** Shares equal steps of a search between regions: each `or` repeats the conclusions before it. */
class SharedSteps {
  /** The latest step for each node at which a step begins. */
  private readonly reached: (Extract<Step, { rule: 'reached' }> | undefined)[];
  private readonly backward: (Extract<Step, { rule: 'backward' }> | undefined)[];
  private readonly exhausted: (Exhausted | undefined)[];
  private readonly others: (readonly NodeId[] | undefined)[];

  constructor({ nodes }: Graph) {
    this.reached = nodes.map(() => undefined);
    this.backward = nodes.map(() => undefined);
    this.exhausted = nodes.map(() => undefined);
    this.others = nodes.map(() => undefined);
  }

  ofReached(owner: NodeId, child: number): Step {
    const known = this.reached[owner];
    if (known?.child === child) return known;
    const step = { rule: 'reached', owner, child } as const;
    this.reached[owner] = step;
    return step;
  }

  ofBackward(from: NodeId, to: NodeId, claim: AbstractValue): Step {
    const known = this.backward[from];
    if (known?.to === to && known.claim === claim) return known;
    const step = { rule: 'backward', from, to, claim } as const;
    this.backward[from] = step;
    return step;
  }

  /** Returns the first nodes that read both operands of a comparison, without the comparison. */
  othersOfBoth(users: DefUseChains, comparison: NodeId, [left = -1, right = -1]: readonly NodeId[]): readonly NodeId[] {
    const known = this.others[comparison];
    if (known !== undefined) return known;
    const both = users.ofBoth(left, right, MAX_USERS).filter((user) => user !== comparison);
    const others = both.length === 0 ? NO_NODES : both;
    this.others[comparison] = others;
    return others;
  }

  /**
   * Returns true if the backward rule concludes no more for an application, as it did for the same abstract values before. They are
   * immutable, and the rule depends on them alone.
   */
  isExhausted(environment: Environment, id: NodeId): boolean {
    const known = this.exhausted[id];
    if (known === undefined || known.view !== environment.view(id)) return false;
    const { operands, views } = known;
    for (let i = 0; i < operands.length; i += 1) if (views[i] !== environment.view(operands[i] ?? id)) return false;
    return true;
  }

  setExhausted(environment: Environment, users: DefUseChains, id: NodeId, { operands }: ApplyNode): void {
    const view = environment.view(id);
    const known = this.exhausted[id];
    if (known === undefined) {
      const readers = users.all(id);
      const [reader = null] = readers.length === 1 && this.othersOfBoth(users, id, operands).length === 0 ? readers : NO_NODES;
      const views = operands.map((operand) => environment.view(operand));
      this.exhausted[id] = { operands, views, view, reader };
      return;
    }
    known.view = view;
    for (let i = 0; i < operands.length; i += 1) known.views[i] = environment.view(operands[i] ?? id);
  }

  /** Returns true if nothing more follows from an application's value, which was concluded from the value of its only reader. */
  endsAt(environment: Environment, id: NodeId, reader: NodeId): boolean {
    return this.exhausted[id]?.reader === reader && this.isExhausted(environment, id);
  }
}

/**
 * Concludes the consequences of an assumption for other nodes: backward through the operands, forward through the readers.
 * Continues to a fixed point or the limit, and records each conclusion, so that the checker only follows. One object serves all
 * assumptions of a search, one after the other.
 */
export class Propagation {
  /** The lists are kept for the next assumption: the counts tell how much of them is in use. */
  private readonly steps: Step[] = [];
  private stepCount = 0;
  private readonly waiting: NodeId[] = [];
  /** For each waiting node, the short circuit from whose value it was concluded, if that value cannot become narrower by it. */
  private readonly origins: NodeId[] = [];
  private waitingCount = 0;
  private readonly shared: SharedSteps;
  /** The number of changes of the environment before the first step. */
  changesBefore = 0;

  constructor(
    private readonly environment: Environment,
    private readonly users: DefUseChains,
  ) {
    this.shared = new SharedSteps(environment.graph);
  }

  /** Assumes that the values of these nodes lie within the views, which are never wider than the present ones. */
  assume(assumptions: readonly Assumption[]): readonly Step[] {
    this.stepCount = 0;
    this.waitingCount = 0;
    for (const { node, view } of assumptions)
      if (!this.environment.dead && !isWithin(this.environment.view(node), view)) this.take(node, view);
    this.changesBefore = this.environment.changes;
    for (let at = 0; at < this.waitingCount && !this.environment.dead && this.stepCount < MAX_STEPS; at += 1) {
      const next = this.waiting[at];
      if (next !== undefined) this.conclude(next, this.origins[at] ?? NO_ORIGIN);
    }
    return this.stepCount === 0 ? NO_STEPS : this.steps.slice(0, this.stepCount);
  }

  private narrow(node: NodeId, view: AbstractValue, origin = NO_ORIGIN): boolean {
    const before = this.environment.view(node);
    const now = meet(before, view);
    if (isWithin(before, now)) return false;
    this.take(node, now, origin);
    return true;
  }

  private take(node: NodeId, view: AbstractValue, origin = NO_ORIGIN): void {
    this.environment.narrow(node, view);
    this.waiting[this.waitingCount] = node;
    this.origins[this.waitingCount] = origin;
    this.waitingCount += 1;
  }

  /**
   * A short circuit whose value no other node has: forward from its left side and the result of its right side, it has the values
   * from which these were concluded. Other nodes of its value may say more.
   */
  private originOf(id: NodeId, { op }: Node): NodeId {
    return op === 'shortCircuit' && this.environment.isAlone(this.environment.classOf(id)) ? id : NO_ORIGIN;
  }

  private record(step: Step): void {
    this.steps[this.stepCount] = step;
    this.stepCount += 1;
  }

  private conclude(id: NodeId, origin: NodeId): void {
    if (origin !== NO_ORIGIN && this.shared.endsAt(this.environment, id, origin)) {
      if (this.environment.isLive(id)) this.environment.spend(id);
      return;
    }
    const node = nodeAt(this.environment.graph, id);
    if (this.environment.isLive(id)) this.concludeInside(id, node);
    const users = this.users.all(id);
    for (let i = 0; i < users.length && i < MAX_USERS; i += 1) {
      if (this.environment.dead) return;
      const user = users[i];
      if (user !== undefined && user !== origin && this.environment.isLive(user)) this.concludeForward(user);
    }
    if (node.op === 'apply') this.concludeRelated(id, node);
  }

  /** Concludes the consequences of a node's value for its operands and for the results of its regions. */
  private concludeInside(id: NodeId, node: Node): void {
    switch (node.op) {
      case 'apply':
        return this.concludeOperands(id, node);
      case 'shortCircuit':
        return this.concludeSides(id, node);
      default:
        this.reachRegions(id, node);
        this.concludeRefinements(id, node);
        // The condition of an `if` may be known only now.
        if (!this.environment.dead) this.reachRegions(id, node);
    }
  }

  /** Like the default of {@link concludeInside}, without lists: each operand of a long `or` makes these conclusions for those before it. */
  private concludeSides(id: NodeId, node: ShortCircuit): void {
    const { environment } = this;
    const origin = this.originOf(id, node);
    this.reachSide(id, node, origin);
    environment.spend(id);
    const left = leftGiving(environment, node, environment.view(id));
    if (environment.dead) return;
    if (this.narrow(node.left, left, origin)) this.record(this.shared.ofBackward(id, node.left, environment.view(node.left)));
    // The left side may be known only now.
    if (!environment.dead) this.reachSide(id, node, origin);
  }

  private reachSide(owner: NodeId, node: ShortCircuit, origin: NodeId): void {
    const { environment } = this;
    if (environment.dead || environment.isReached(node.right)) return;
    if (!isWithin(environment.view(node.left), rightReachedFor(node.connective))) return;
    this.record(this.shared.ofReached(owner, 0));
    const reached = environment.reachOwned(owner, node.right);
    if (reached !== null) this.take(reached.node, reached.view, origin);
  }

  private reachRegions(owner: NodeId, node: Node): void {
    switch (node.op) {
      case 'unwrapOr':
        return this.reachRegion(owner, 0, node.otherwise);
      case 'select':
        this.reachRegion(owner, 0, node.whenTrue);
        return this.reachRegion(owner, 1, node.whenFalse);
      case 'match': {
        // If the arm is known, it is the only one that was reached.
        const { only } = this.environment.arms(owner);
        const arm = only === null ? undefined : node.arms[only];
        if (only !== null && arm !== undefined) this.reachRegion(owner, only, arm.region);
        return;
      }
      default:
        // The body of a loop may have run often, so that its nodes have no single value.
        return;
    }
  }

  private reachRegion(owner: NodeId, child: number, region: RegionId): void {
    if (this.environment.dead || this.isSettled(owner, region) || !wasReached(this.environment, owner, child)) return;
    this.record(this.shared.ofReached(owner, child));
    const origin = this.originOf(owner, nodeAt(this.environment.graph, owner));
    const reached = this.environment.reachOwned(owner, region);
    if (reached !== null) this.take(reached.node, reached.view, origin);
  }

  /** A region that was reached before has to be reached again if its `if` has become narrower than its result. */
  private isSettled(owner: NodeId, region: RegionId): boolean {
    if (!this.environment.isReached(region)) return false;
    const result = this.environment.graph.regions[region]?.result ?? null;
    if (result === null || nodeAt(this.environment.graph, owner).op !== 'select') return true;
    return isWithin(this.environment.view(result), meet(this.environment.view(result), this.environment.view(owner)));
  }

  private concludeOperands(from: NodeId, node: ApplyNode): void {
    if (this.shared.isExhausted(this.environment, from)) return this.environment.spend(from);
    const analysis = analysisOf(node);
    // The rule runs few tuples of arguments at a cost of its own.
    if (analysis.refine === null || isExactOnFew(analysis)) return this.concludeRefinements(from, node);
    const before = this.stepCount;
    this.concludeRefinements(from, node);
    if (this.stepCount === before && !this.environment.dead) this.shared.setExhausted(this.environment, this.users, from, node);
  }

  private concludeRefinements(from: NodeId, node: Node): void {
    const origin = this.originOf(from, node);
    let refinements = backward(this.environment, from);
    for (let position = 0; position < refinements.length && !this.environment.dead; position += 1) {
      const refinement = refinements[position];
      if (refinement === undefined || !this.narrow(refinement.node, refinement.view, origin)) continue;
      this.record(this.shared.ofBackward(from, refinement.node, this.environment.view(refinement.node)));
      // Computed again after each step, so that the checker derives every step from the same facts.
      if (position + 1 < refinements.length && !this.environment.dead) refinements = backward(this.environment, from);
    }
  }

  private concludeForward(node: NodeId): void {
    if (!isRecomputed(nodeAt(this.environment.graph, node).op)) return;
    if (this.narrow(node, forward(this.environment, node, NO_RELATIONS))) {
      this.record({ rule: 'forward', node, claim: this.environment.view(node), differences: [] });
    }
  }

  /** A known comparison restricts computations from the same two operands: `high - low` under `low <= high`. */
  private concludeRelated(comparison: NodeId, node: ApplyNode): void {
    if (node.operands.length !== 2 || this.environment.view(comparison).kind !== 'boolean') return;
    for (const user of this.shared.othersOfBoth(this.users, comparison, node.operands)) {
      if (this.environment.dead) return;
      if (this.environment.isLive(user)) this.concludeFromDifferences(user);
    }
  }

  private concludeFromDifferences(id: NodeId): void {
    const node = nodeAt(this.environment.graph, id);
    if (node.op !== 'apply' || analysisOf(node).related === null) return;
    const relations = new RecordedRelations(this.environment, this.users, argumentNodes(node));
    if (this.narrow(id, forward(this.environment, id, relations))) {
      this.record({ rule: 'forward', node: id, claim: this.environment.view(id), differences: relations.used });
    }
  }
}

/**
 * Returns true if the value can be recomputed. That of a `match` or a loop depends on facts inside its regions that are no longer
 * available; the condition of an `if` may choose one of its results only now.
 */
function isRecomputed(op: string): boolean {
  return op === 'apply' || op === 'select' || op === 'narrow' || op === 'state' || op === 'hold' || op === 'shortCircuit';
}
