import { type AbstractValue, FALSE, isWithin, meet, NEVER, option, TRUE } from '../abstract/abstract.js';
import type { Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { type Event, nodeAt, ownedRegions } from '../graph/schedule.js';
import { type DifferenceTerm, NO_RELATIONS, type RelationFact, type Relations } from '../monomers/relation.js';
import type { Int } from '../types/integer.js';
import { argumentNodes } from './applications.js';
import { rightReachedFor } from './assumption.js';
import { backward } from './backward.js';
import { factsOf } from './facts.js';
import { forward } from './forward.js';
import { heldBehind } from './holds.js';
import { type ArmViews, armViews } from './patterns.js';
import type { Knowledge } from './state.js';
import { termOf } from './terms.js';

/** Limit for the runs of one stretch, those that were divided further included. */
const MAX_RUNS = 128;

/** Limit for the runs that are divided by truth values. */
const MAX_DIVIDED = 64;

/** Limit for the backward conclusions from one branch. */
const MAX_CONCLUSIONS = 24;

/** In place of the region of a branch: no region of its owner was reached. */
const PASSED_BY = -1;

/** Events of a graph in order, with whole regions of loops and of other owners. */
export interface EventStretch {
  readonly events: readonly Event[];
  /** The position of the exit of each region, by the position of its entry. */
  readonly exits: ReadonlyMap<number, number>;
  /** The nodes to follow; for others, the outer knowledge holds. `null`: all nodes. */
  readonly followed: ReadonlySet<NodeId> | null;
  readonly result: NodeId;
  /** The class of a node: the nodes of one class have one value. */
  readonly classOf: (node: NodeId) => NodeId;
}

export function stretchOf(
  events: readonly Event[],
  followed: ReadonlySet<NodeId> | null,
  result: NodeId,
  classOf: EventStretch['classOf'],
): EventStretch {
  const exits = new Map<number, number>();
  const open: number[] = [];
  for (const [at, { event }] of events.entries()) {
    if (event === 'enter') open.push(at);
    const entry = event === 'exit' ? open.pop() : undefined;
    if (entry !== undefined) exits.set(entry, at);
  }
  return { events, exits, followed, result, classOf };
}

/**
 * Follows a stretch by the forward rule, in as many runs as it has ways to branch. Each run decides which region every `if`,
 * `match`, short circuit and default reached. Returns the possible results of each feasible run; `null` if there are too many.
 * Loops in the stretch are not followed again: the outer knowledge of their bodies holds.
 *
 * @param given Narrows the values of nodes for the whole stretch.
 */
export function followBranches(
  outer: Knowledge,
  stretch: EventStretch,
  given: ReadonlyMap<NodeId, AbstractValue>,
): readonly AbstractValue[] | null {
  const waiting = [new DecidedRun(outer, stretch, given, new Map())];
  const results: AbstractValue[] = [];
  for (let at = 0; at < waiting.length; at += 1) {
    if (waiting.length > MAX_RUNS) return null;
    const { result, runs } = waiting[at]?.follow() ?? DEAD;
    if (result === null || (runs.length > 0 && waiting.length < MAX_DIVIDED)) waiting.push(...runs);
    else if (!isEmpty(result)) results.push(result);
  }
  return results;
}

/**
 * The result of a run, or the runs that divide it: at its first undecided branch, before it has a result, or by a truth value.
 */
interface Outcome {
  readonly result: AbstractValue | null;
  readonly runs: readonly DecidedRun[];
}

const DEAD: Outcome = { result: NEVER, runs: [] };

/** One way through an owner of regions: the position of the reached region, and the assumption about the deciding node. */
interface Branch {
  readonly child: number;
  readonly decides: NodeId;
  readonly view: AbstractValue;
}

/**
 * Knowledge along one run: each followed node was evaluated in it, so its consequences for its operands hold. For all other nodes
 * the outer knowledge holds in this run too.
 */
class DecidedRun implements Knowledge {
  readonly core: Knowledge['core'];
  readonly graph: Graph;
  private readonly views: Map<NodeId, AbstractValue>;
  /** The knowledge of nodes with equal values, by their class. */
  private readonly ofClass = new Map<NodeId, AbstractValue>();
  /** Differences implied by decided comparisons. */
  readonly facts: RelationFact<DifferenceTerm>[] = [];
  private isDead = false;

  /**
   * @param limits Earlier conclusions about the values of nodes, also from later branches.
   * @param chosen By owner, the region that is reached.
   */
  constructor(
    private readonly outer: Knowledge,
    private readonly stretch: EventStretch,
    private readonly limits: ReadonlyMap<NodeId, AbstractValue>,
    private readonly chosen: Map<NodeId, number>,
  ) {
    this.core = outer.core;
    this.graph = outer.graph;
    this.views = new Map(limits);
    for (const [node, view] of limits) this.meetClass(node, view);
  }

  follow(): Outcome {
    const { events, exits, followed, result } = this.stretch;
    for (let at = 0; at < events.length; at += 1) {
      const event = events[at];
      if (event === undefined || event.event === 'exit') continue;
      if (event.event === 'node') {
        if (followed === null || followed.has(event.node)) this.define(event.node);
      } else {
        const owner = this.graph.regions[event.region]?.owner ?? null;
        if (owner === null) continue;
        const runs = this.decide(owner);
        if (runs.length > 0) return { result: null, runs };
        if (this.chosen.get(owner) !== event.child) at = exits.get(at) ?? at;
      }
      if (this.isDead) return DEAD;
    }
    return { result: this.view(result), runs: this.divided(this.view(result)) };
  }

  /**
   * Divides a run whose result may have several tags or truth values, by the first unknown truth value: the results may depend on
   * it.
   */
  private divided(result: AbstractValue): readonly DecidedRun[] {
    if (!isDivisible(result)) return [];
    for (const [node, view] of this.views) {
      const isKnown = view.kind !== 'boolean' || !view.canBeFalse || !view.canBeTrue;
      if (isKnown || nodeAt(this.graph, node).op !== 'apply') continue;
      return [FALSE, TRUE].map((truth) => this.taking(node, { child: PASSED_BY, decides: node, view: truth }));
    }
    return [];
  }

  /** Decides which region a followed owner reaches; if there are several ways, returns a run for each. */
  private decide(owner: NodeId): readonly DecidedRun[] {
    if (this.chosen.has(owner) || this.stretch.followed?.has(owner) === false) return [];
    const node = nodeAt(this.graph, owner);
    if (node.op === 'loop' || node.op === 'fold') return [];
    this.outer.spend(owner);
    if (node.op === 'hold') {
      this.chosen.set(owner, 0);
      return [];
    }
    const branches = this.branchesOf(owner, node);
    const [only, ...others] = branches;
    if (only === undefined) {
      this.isDead = true;
      return [];
    }
    if (others.length > 0) return branches.map((branch) => this.taking(owner, branch));
    this.take(owner, only);
    return [];
  }

  /** Every way that the run can take at an owner of regions. */
  private branchesOf(owner: NodeId, node: Node): readonly Branch[] {
    const branch = (child: number, decides: NodeId, assumed: AbstractValue): Branch => ({
      child,
      decides,
      view: meet(this.view(decides), assumed),
    });
    const all = (): readonly Branch[] => {
      switch (node.op) {
        case 'select':
          return [branch(0, node.condition, TRUE), branch(1, node.condition, FALSE)];
        case 'shortCircuit': {
          const reached = rightReachedFor(node.connective);
          return [branch(0, node.left, reached), branch(PASSED_BY, node.left, reached === TRUE ? FALSE : TRUE)];
        }
        case 'unwrapOr': {
          const view = this.view(node.option);
          const content = view.kind === 'option' ? view.some : NEVER;
          return [branch(0, node.option, option(true, NEVER)), branch(PASSED_BY, node.option, option(false, content))];
        }
        case 'match':
          return this.arms(owner).subjects.map((view, child) => branch(child, node.subject, view));
        default:
          throw new Error(`${node.op} owns no branches`);
      }
    };
    return all().filter(({ view }) => !isEmpty(view));
  }

  /** The same run from its beginning, with the assumption that it takes this branch. */
  private taking(owner: NodeId, branch: Branch): DecidedRun {
    const before = new Map(this.views);
    const limits = new Map(this.limits);
    const chosen = new Map(this.chosen);
    const ahead = new DecidedRun(this.outer, this.stretch, before, chosen);
    ahead.take(owner, branch);
    for (const [node, view] of ahead.views) if (before.get(node) !== view) limits.set(node, view);
    return new DecidedRun(this.outer, this.stretch, limits, chosen);
  }

  private take(owner: NodeId, { child, decides, view }: Branch): void {
    this.chosen.set(owner, child);
    const waiting: NodeId[] = [];
    this.narrow(decides, view, waiting);
    this.conclude(waiting);
  }

  /** Concludes backward from nodes whose abstract values became narrower. */
  private conclude(waiting: NodeId[]): void {
    for (let at = 0; at < waiting.length && at < MAX_CONCLUSIONS && !this.isDead; at += 1) {
      const from = waiting[at];
      if (from === undefined) return;
      for (const { node, view: refined } of backward(this, from)) this.narrow(node, refined, waiting);
      const owner = nodeAt(this.graph, from);
      const region = ownedRegions(owner)[this.chosen.get(from) ?? PASSED_BY];
      // A hold has the value of its operand, not that of its condition.
      const result = region === undefined || owner.op === 'hold' ? null : (this.graph.regions[region]?.result ?? null);
      if (result !== null) this.narrow(result, this.view(from), waiting);
    }
  }

  private narrow(node: NodeId, view: AbstractValue, waiting: NodeId[]): void {
    const before = this.view(node);
    const now = meet(before, view);
    if (isWithin(before, now)) return;
    this.set(node, now);
    waiting.push(node);
  }

  private define(id: NodeId): void {
    const node = nodeAt(this.graph, id);
    const relations = node.op === 'apply' && this.facts.length > 0 ? new RunRelations(this, argumentNodes(node)) : NO_RELATIONS;
    const given = forward(this, id, relations);
    this.set(id, meet(this.view(id), given));
    if (!isWithin(given, this.view(id))) this.conclude([id]);
    const condition = heldBehind(this.graph, id);
    const truth = condition === null ? null : (this.graph.regions[condition]?.result ?? null);
    if (truth === null) return;
    const waiting: NodeId[] = [];
    this.narrow(truth, TRUE, waiting);
    this.conclude(waiting);
  }

  private set(node: NodeId, view: AbstractValue): void {
    this.views.set(node, view);
    this.meetClass(node, view);
    if (isEmpty(view)) this.isDead = true;
    const isComparison = view.kind === 'boolean' && !isDivisible(view) && nodeAt(this.graph, node).op === 'apply';
    if (isComparison) this.facts.push(...factsOf(this, node));
  }

  private meetClass(node: NodeId, view: AbstractValue): void {
    const value = this.classOf(node);
    const known = this.ofClass.get(value);
    this.ofClass.set(value, known === undefined ? view : meet(known, view));
  }

  view(node: NodeId): AbstractValue {
    return this.views.get(node) ?? this.outer.view(node);
  }

  congruentView(node: NodeId): AbstractValue | null {
    return this.ofClass.get(this.classOf(node)) ?? null;
  }

  /** The result of a decided branch's region, if it was reached. */
  resultView(region: RegionId): AbstractValue {
    const { owner = null, result = null } = this.graph.regions[region] ?? {};
    const child = owner === null ? undefined : this.chosen.get(owner);
    if (owner === null || child === undefined) return this.outer.resultView(region);
    const isReached = ownedRegions(nodeAt(this.graph, owner))[child] === region;
    return isReached && result !== null ? this.view(result) : NEVER;
  }

  arms(match: NodeId): ArmViews {
    const node = nodeAt(this.graph, match);
    if (node.op !== 'match') throw new Error(`${node.op} has no arms`);
    this.outer.spend(match);
    return armViews(this.view(node.subject), node.arms);
  }

  childOf(region: RegionId): number {
    return this.outer.childOf(region);
  }

  invariant(fold: NodeId): AbstractValue {
    return this.outer.invariant(fold);
  }

  keptView(region: RegionId): AbstractValue {
    return this.outer.keptView(region);
  }

  keptTexts(region: RegionId): ReturnType<Knowledge['keptTexts']> {
    return this.outer.keptTexts(region);
  }

  joined(owner: NodeId): ReturnType<Knowledge['joined']> {
    return this.outer.joined(owner);
  }

  drifts(fold: NodeId): ReturnType<Knowledge['drifts']> {
    return this.outer.drifts(fold);
  }

  unrolled(fold: NodeId): AbstractValue | null {
    return this.outer.unrolled(fold);
  }

  classOf(node: NodeId): NodeId {
    return this.stretch.classOf(node);
  }

  isLive(node: NodeId): boolean {
    return this.outer.isLive(node);
  }

  summary(component: number): ReturnType<Knowledge['summary']> {
    return this.outer.summary(component);
  }

  spend(node: NodeId, steps?: number): void {
    this.outer.spend(node, steps);
  }
}

/** Differences between arguments that the comparisons of a run imply one by one. */
class RunRelations implements Relations {
  constructor(
    private readonly run: DecidedRun,
    private readonly nodes: readonly (NodeId | null)[],
  ) {}

  difference(i: number, j: number): Int | undefined {
    const from = termOf(this.run, this.nodes, -1, i);
    const to = termOf(this.run, this.nodes, -1, j);
    const bounds = this.run.facts.flatMap(({ minuend, subtrahend, bound }) => (minuend === from && subtrahend === to ? [bound] : []));
    return bounds.reduce((least: Int | undefined, bound) => (least === undefined || bound < least ? bound : least), undefined);
  }

  same(i: number, j: number): boolean {
    const [a, b] = [this.nodes[i], this.nodes[j]];
    return typeof a === 'number' && typeof b === 'number' && this.run.classOf(a) === this.run.classOf(b);
  }
}

/** Returns true if the value may have several tags or truth values, may be `none` or `some`, or has such a part. */
function isDivisible(view: AbstractValue): boolean {
  switch (view.kind) {
    case 'boolean':
      return view.canBeFalse && view.canBeTrue;
    case 'enumeration':
      return view.tags.length > 1;
    case 'option':
      return (view.none && view.some.kind !== 'never') || isDivisible(view.some);
    case 'record':
      return view.fields.some((field) => isDivisible(field.view));
    default:
      return false;
  }
}

function isEmpty(view: AbstractValue): boolean {
  return view.kind === 'never';
}
