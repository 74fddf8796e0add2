import { type AbstractValue, isWithin, meet } from '@kirchhoff/kernel/abstract/abstract';
import type { Step } from '@kirchhoff/kernel/certificate/format';
import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt } from '@kirchhoff/kernel/graph/schedule';
import { isExactOnFew } from '@kirchhoff/kernel/monomers/exact';
import { NO_RELATIONS } from '@kirchhoff/kernel/monomers/relation';
import { type ApplyNode, analysisOf, argumentNodes } from '@kirchhoff/kernel/rules/applications';
import { type Assumption, wasReached } from '@kirchhoff/kernel/rules/assumption';
import { backward } from '@kirchhoff/kernel/rules/backward';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { forward } from '@kirchhoff/kernel/rules/forward';
import type { DefUseChains } from './def-use-chains.js';
import { RecordedRelations } from './difference-chains.js';

/** Limit for the conclusions from one assumption; more would be right, but expensive. */
const MAX_STEPS = 64;
const MAX_USERS = 16;

/** Shares equal steps of a search between regions: each `or` repeats the conclusions before it. */
export class SharedSteps {
  /** The latest step for each node at which a step begins. */
  private readonly reached = new Map<NodeId, Extract<Step, { rule: 'reached' }>>();
  private readonly backward = new Map<NodeId, Extract<Step, { rule: 'backward' }>>();
  /** By application: the views of its operands, then its own, from which the backward rule concluded no more. */
  private readonly exhausted: (AbstractValue[] | undefined)[] = [];

  ofReached(owner: NodeId, child: number): Step {
    const known = this.reached.get(owner);
    if (known?.child === child) return known;
    const step = { rule: 'reached', owner, child } as const;
    this.reached.set(owner, step);
    return step;
  }

  ofBackward(from: NodeId, to: NodeId, claim: AbstractValue): Step {
    const known = this.backward.get(from);
    if (known?.to === to && known.claim === claim) return known;
    const step = { rule: 'backward', from, to, claim } as const;
    this.backward.set(from, step);
    return step;
  }

  /**
   * Returns true if the backward rule concludes no more for an application, as it did for the same abstract values before. They are
   * immutable, and the rule depends on them alone.
   */
  isExhausted(environment: Environment, id: NodeId, operands: readonly NodeId[]): boolean {
    const views = this.exhausted[id];
    if (views === undefined || views[operands.length] !== environment.view(id)) return false;
    for (let i = 0; i < operands.length; i += 1) if (views[i] !== environment.view(operands[i] ?? id)) return false;
    return true;
  }

  setExhausted(environment: Environment, id: NodeId, operands: readonly NodeId[]): void {
    const views = this.exhausted[id] ?? [];
    for (let i = 0; i < operands.length; i += 1) views[i] = environment.view(operands[i] ?? id);
    views[operands.length] = environment.view(id);
    this.exhausted[id] = views;
  }
}

/**
 * Concludes the consequences of an assumption for other nodes: backward through the operands, forward through the readers.
 * Continues to a fixed point or the limit, and records each conclusion, so that the checker only follows.
 */
export class Propagation {
  private readonly steps: Step[] = [];
  private readonly waiting: NodeId[] = [];
  /** The number of changes of the environment before the first step. */
  changesBefore = 0;

  constructor(
    private readonly environment: Environment,
    private readonly users: DefUseChains,
    private readonly shared: SharedSteps,
  ) {}

  /** Assumes that the values of these nodes lie within the views, which are never wider than the present ones. */
  assume(assumptions: readonly Assumption[]): readonly Step[] {
    for (const { node, view } of assumptions)
      if (!this.environment.dead && !isWithin(this.environment.view(node), view)) this.take(node, view);
    this.changesBefore = this.environment.changes;
    for (let at = 0; at < this.waiting.length && !this.environment.dead && this.steps.length < MAX_STEPS; at += 1) {
      const next = this.waiting[at];
      if (next !== undefined) this.conclude(next);
    }
    return this.steps;
  }

  private narrow(node: NodeId, view: AbstractValue): boolean {
    const before = this.environment.view(node);
    const now = meet(before, view);
    if (isWithin(before, now)) return false;
    this.take(node, now);
    return true;
  }

  private take(node: NodeId, view: AbstractValue): void {
    this.environment.narrow(node, view);
    this.waiting.push(node);
  }

  private conclude(node: NodeId): void {
    if (this.environment.isLive(node)) {
      this.reachRegions(node);
      this.concludeBackward(node);
    }
    const users = this.users.all(node);
    for (let i = 0; i < users.length && i < MAX_USERS; i += 1) {
      if (this.environment.dead) return;
      const user = users[i];
      if (user !== undefined && this.environment.isLive(user)) this.concludeForward(user);
    }
    this.concludeRelated(node);
  }

  private reachRegions(owner: NodeId): void {
    const node = nodeAt(this.environment.graph, owner);
    switch (node.op) {
      case 'shortCircuit':
        return this.reachRegion(owner, 0, node.right);
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
    this.steps.push(this.shared.ofReached(owner, child));
    for (const { node, view } of this.environment.reachOwned(owner, child)) this.take(node, view);
  }

  /** A region that was reached before has to be reached again if its `if` has become narrower than its result. */
  private isSettled(owner: NodeId, region: RegionId): boolean {
    if (!this.environment.isReached(region)) return false;
    const result = this.environment.graph.regions[region]?.result ?? null;
    if (result === null || nodeAt(this.environment.graph, owner).op !== 'select') return true;
    return isWithin(this.environment.view(result), meet(this.environment.view(result), this.environment.view(owner)));
  }

  private concludeBackward(from: NodeId): void {
    const node = nodeAt(this.environment.graph, from);
    if (node.op === 'apply') this.concludeOperands(from, node);
    else this.concludeRefinements(from);
    // The left side of a short circuit or the condition of an `if` may be known only now.
    if (!this.environment.dead) this.reachRegions(from);
  }

  private concludeOperands(from: NodeId, node: ApplyNode): void {
    const analysis = analysisOf(node);
    // The rule runs few tuples of arguments at a cost of its own.
    if (analysis.refine === null || isExactOnFew(analysis)) return this.concludeRefinements(from);
    if (this.shared.isExhausted(this.environment, from, node.operands)) return this.environment.spend(from);
    const before = this.steps.length;
    this.concludeRefinements(from);
    if (this.steps.length === before && !this.environment.dead) this.shared.setExhausted(this.environment, from, node.operands);
  }

  private concludeRefinements(from: NodeId): void {
    let refinements = backward(this.environment, from);
    for (let position = 0; position < refinements.length && !this.environment.dead; position += 1) {
      const refinement = refinements[position];
      if (refinement === undefined || !this.narrow(refinement.node, refinement.view)) continue;
      this.steps.push(this.shared.ofBackward(from, refinement.node, this.environment.view(refinement.node)));
      // Computed again after each step, so that the checker derives every step from the same facts.
      if (position + 1 < refinements.length && !this.environment.dead) refinements = backward(this.environment, from);
    }
  }

  private concludeForward(node: NodeId): void {
    if (!isRecomputed(nodeAt(this.environment.graph, node).op)) return;
    if (this.narrow(node, forward(this.environment, node, NO_RELATIONS))) {
      this.steps.push({ rule: 'forward', node, claim: this.environment.view(node), differences: [] });
    }
  }

  /** A known comparison restricts computations from the same two operands: `high - low` under `low <= high`. */
  private concludeRelated(comparison: NodeId): void {
    const node = nodeAt(this.environment.graph, comparison);
    if (node.op !== 'apply' || node.operands.length !== 2 || this.environment.view(comparison).kind !== 'boolean') return;
    const [left, right] = node.operands;
    if (left === undefined || right === undefined) return;
    for (const user of this.users.ofBoth(left, right, MAX_USERS)) {
      if (this.environment.dead || user === comparison) continue;
      if (this.environment.isLive(user)) this.concludeFromDifferences(user);
    }
  }

  private concludeFromDifferences(id: NodeId): void {
    const node = nodeAt(this.environment.graph, id);
    if (node.op !== 'apply' || analysisOf(node).related === null) return;
    const relations = new RecordedRelations(this.environment, this.users, argumentNodes(node));
    if (this.narrow(id, forward(this.environment, id, relations))) {
      this.steps.push({ rule: 'forward', node: id, claim: this.environment.view(id), differences: relations.used });
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
