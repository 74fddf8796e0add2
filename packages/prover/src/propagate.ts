import { type AbstractValue, isWithin, meet } from '@kirchhoff/kernel/abstract/abstract';
import type { Step } from '@kirchhoff/kernel/certificate/format';
import type { Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
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
import { type ConcludedSides, SharedSteps, type ShortCircuit } from './shared-steps.js';

/** Limit for the conclusions from one assumption; more would be right, but expensive. */
const MAX_STEPS = 64;
const MAX_USERS = 16;
const NO_ORIGIN: NodeId = -1;
const NO_STEPS: readonly Step[] = [];

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
    if (origin !== NO_ORIGIN) {
      if (this.shared.endsAt(this.environment, id, origin)) {
        if (this.environment.isLive(id)) this.environment.spend(id);
        return;
      }
      const sides = this.shared.sidesAgain(this.environment, id);
      if (sides !== null && this.environment.isLive(id)) return this.concludeAgain(id, sides);
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
    const { environment, shared } = this;
    const origin = this.originOf(id, node);
    this.reachSide(id, node, origin);
    environment.spend(id);
    const left = leftGiving(environment, node, environment.view(id));
    if (environment.dead) return;
    const { changes } = environment;
    const before = shared.sidesBefore(environment, this.users, id, node);
    if (this.narrow(node.left, left, origin)) this.record(shared.ofBackward(id, node.left, environment.view(node.left)));
    // The left side may be known only now.
    if (environment.dead) return;
    this.reachSide(id, node, origin);
    // Both sides have changed: the left side, the mark of the right side, and its result.
    if (before !== null && environment.changes === changes + 3 && !environment.dead) shared.setSides(environment, id, before);
  }

  /** Makes the conclusions of {@link concludeSides} that were made before from the same views. */
  private concludeAgain(id: NodeId, { before, leftAfter, resultAfter, toLeft, toRight }: ConcludedSides): void {
    const { environment } = this;
    environment.spend(id);
    this.take(before.left, leftAfter, id);
    this.record(toLeft);
    environment.reach(before.right);
    this.record(toRight);
    this.take(before.result, resultAfter, id);
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
