import { type AbstractValue, meet, NEVER } from '../abstract/abstract.js';
import type { Core, Graph, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, regionsOf } from '../graph/schedule.js';
import type { DifferenceTerm, RelationFact } from '../monomers/relation.js';
import type { Assumption } from './assumption.js';
import { FactCache } from './fact-cache.js';
import type { TextRead } from './loops.js';
import type { WorkMeter } from './meter.js';
import { everyParameterNode } from './parameters.js';
import { type ArmViews, armViews } from './patterns.js';
import type { Drift, Knowledge, Summary } from './state.js';
import { classSizes, valueClasses } from './value-classes.js';
import { weightsOf } from './weights.js';

/** Limit for the members of a class that are queried; a larger class gives its latest members. */
const MAX_FELLOWS = 4;

const NO_FACTS: readonly RelationFact<DifferenceTerm>[] = [];

/**
 * A mark on the trail in place of a node: this point became unreachable. The numbers below it mark regions that became reached.
 */
const UNREACHABLE = -1;

interface Split {
  readonly match: NodeId;
  readonly subject: AbstractValue;
  readonly arms: ArmViews;
}

/**
 * The abstract environment at a moving point of a graph: the abstract value of each node, and what else is known there. A fact learnt inside a region that a node owns holds only there: `enter` sets a
 * mark, `leave` undoes everything since the mark. Values never change, so knowledge only grows inside a region, and only `leave`
 * widens an abstract value.
 */
export class Environment implements Knowledge {
  private readonly views: AbstractValue[];
  private readonly results: AbstractValue[];
  private readonly regionOf: Int32Array;
  private readonly evaluated: Uint8Array;
  private readonly remembered: Uint8Array;
  private readonly classes: Int32Array;
  /** The number of nodes of each class, by its representative. */
  private readonly classSizes: Int32Array;
  /** The evaluated nodes of each class with several nodes, the latest last. */
  private readonly classMembers: (NodeId[] | undefined)[] = [];
  private readonly live: Uint8Array;
  private readonly stated = new FactCache(this);
  /**
   * The changes to undo, the latest last: the node had the view at the same place of `trailViews`. {@link UNREACHABLE} and lower
   * numbers stand for flags that were false before, beside the view `never`. The lists keep their length, since regions end as often
   * as they begin: `changeCount` tells how much of them is in use.
   */
  private readonly trail: number[] = [];
  private readonly trailViews: AbstractValue[] = [];
  private changeCount = 0;
  private readonly marks: number[] = [];
  private unreachable = false;
  private latest = 0;
  /** By match: its subject at the last split, and the result of that split. The latest of them is asked for once in each arm. */
  private readonly splits = new Map<NodeId, Split>();
  private latestSplit: Split | undefined;
  private readonly children: Int32Array;
  private readonly invariants: AbstractValue[] = [];
  private readonly kept: AbstractValue[] = [];
  private readonly textsKept: (readonly TextRead[])[] = [];
  private readonly joins = new Map<NodeId, readonly RelationFact<DifferenceTerm>[]>();
  private readonly unrolledFolds: (AbstractValue | null)[] = [];
  private readonly driftsOf: (readonly Drift[])[] = [];
  private readonly weights: Float64Array;

  constructor(
    readonly core: Core,
    readonly graph: Graph,
    parameters: readonly AbstractValue[],
    private readonly summaries: readonly Summary[],
    /** Differences between parameters that the caller guarantees. */
    readonly given: readonly RelationFact<DifferenceTerm>[],
    readonly meter: WorkMeter,
  ) {
    meter.spend(graph.nodes.length, graph, null);
    this.weights = weightsOf(graph);
    this.views = Array<AbstractValue>(graph.nodes.length).fill(NEVER);
    this.results = Array<AbstractValue>(graph.regions.length).fill(NEVER);
    this.evaluated = new Uint8Array(graph.nodes.length);
    this.remembered = new Uint8Array(graph.nodes.length);
    this.live = new Uint8Array(graph.regions.length);
    this.children = new Int32Array(graph.regions.length);
    this.classes = valueClasses(graph);
    this.classSizes = classSizes(graph);
    this.regionOf = regionsOf(graph);
    for (const { id, index } of everyParameterNode(graph)) this.views[id] = parameters[index] ?? NEVER;
  }

  /**
   * True if no run reaches this point, so that any claim holds here and is not checked. Using it is sound only if each premise
   * was proven before. An abstract value becomes empty by a rule's claim or by a region's assumption. A claim that is proven by
   * induction needs its base case proven first, since its step is proven after this point.
   */
  get dead(): boolean {
    return this.unreachable;
  }

  view(node: NodeId): AbstractValue {
    return this.views[node] ?? NEVER;
  }

  resultView(region: RegionId): AbstractValue {
    return this.results[region] ?? NEVER;
  }

  summary(component: number): Summary {
    const summary = this.summaries[component];
    if (summary === undefined) throw new Error(`component ${component} is called before it is proven`);
    return summary;
  }

  spend(node: NodeId, steps = this.weights[node] ?? 1): void {
    this.meter.spend(steps, this.graph, node);
  }

  classOf(node: NodeId): NodeId {
    return this.classes[node] ?? node;
  }

  congruentView(node: NodeId): AbstractValue | null {
    const representative = this.classOf(node);
    if (this.classSizes[representative] === 1) return null;
    const members = this.classMembers[representative];
    if (members === undefined) return null;
    let known: AbstractValue | null = null;
    for (let i = Math.max(0, members.length - MAX_FELLOWS); i < members.length; i += 1) {
      const fellow = members[i] ?? node;
      if (fellow !== node && this.isLive(fellow)) known = known === null ? this.view(fellow) : meet(known, this.view(fellow));
    }
    return known;
  }

  /** Returns true for a node whose value no other node has. */
  isAlone(node: NodeId): boolean {
    return this.classSizes[node] === 1;
  }

  /** The latest evaluated nodes of a class, reached or not. */
  evaluatedOf(representative: NodeId): readonly NodeId[] {
    if (this.classSizes[representative] === 1) return this.remembered[representative] === 1 ? [representative] : [];
    const classMembers = this.classMembers[representative] ?? [];
    return classMembers.length <= MAX_FELLOWS ? classMembers : classMembers.slice(-MAX_FELLOWS);
  }

  /** Returns true if the node has been evaluated at this point, in a region that has been reached. */
  isLive(node: NodeId): boolean {
    return this.evaluated[node] === 1 && this.live[this.regionOf[node] ?? -1] === 1;
  }

  /**
   * Returns true if the node has been evaluated at an earlier point of this pass, even if its region is not known to be reached
   * here.
   */
  wasEvaluated(node: NodeId): boolean {
    return this.evaluated[node] === 1;
  }

  /** The region that contains a node. */
  regionAround(node: NodeId): RegionId {
    return this.regionOf[node] ?? this.graph.entry;
  }

  /** The differences that an evaluated node states now: those of `factsOf`. */
  facts(node: NodeId): readonly RelationFact<DifferenceTerm>[] {
    this.meter.spend(1, this.graph, node);
    return this.stated.of(node);
  }

  /**
   * A number that grows with each change of what is known about the nodes evaluated so far. The evaluation of another node is no such
   * change.
   */
  get version(): number {
    return this.latest;
  }

  /** Records the first abstract value of a node at its evaluation. */
  define(node: NodeId, view: AbstractValue): void {
    if (this.remembered[node] === 0) this.remember(node);
    this.evaluated[node] = 1;
    this.views[node] = view;
    if (view.kind === 'never') this.die();
  }

  /** Marks a node as not evaluated again, before another pass over the body of a loop. */
  forget(node: NodeId): void {
    this.latest += 1;
    this.evaluated[node] = 0;
  }

  private remember(node: NodeId): void {
    this.remembered[node] = 1;
    const representative = this.classOf(node);
    if (this.classSizes[representative] === 1) return;
    const classMembers = this.classMembers[representative];
    if (classMembers === undefined) this.classMembers[representative] = [node];
    else classMembers.push(node);
  }

  /** Narrows the knowledge of a node; an empty abstract value means that this point is never reached. */
  narrow(node: NodeId, view: AbstractValue): void {
    this.note(node, this.view(node));
    this.views[node] = view;
    if (view.kind === 'never') this.die();
  }

  private die(): void {
    if (this.unreachable) return;
    this.note(UNREACHABLE, NEVER);
    this.unreachable = true;
  }

  /** Marks a region as reached, here and inside. */
  reach(region: RegionId): void {
    if (this.live[region] === 1) return;
    this.note(UNREACHABLE - 1 - region, NEVER);
    this.live[region] = 1;
  }

  /**
   * Splits the subject of a match over its arms; returns the last split if the subject's abstract value is the same object.
   * Abstract values are immutable, so one object always stands for the same set.
   */
  arms(match: NodeId): ArmViews {
    const node = nodeAt(this.graph, match);
    if (node.op !== 'match') throw new Error(`${node.op} has no arms`);
    const subject = this.view(node.subject);
    const known = this.latestSplit?.match === match ? this.latestSplit : this.splits.get(match);
    if (known?.subject === subject) {
      this.latestSplit = known;
      return known.arms;
    }
    this.spend(match);
    const split = { match, subject, arms: armViews(subject, node.arms) };
    this.splits.set(match, split);
    this.latestSplit = split;
    return split.arms;
  }

  isReached(region: RegionId): boolean {
    return this.live[region] === 1;
  }

  /**
   * Marks a region that `owner` owns as reached. Returns the immediate consequence: its result is the value of the owner. `null` if
   * it has no result.
   */
  reachOwned(owner: NodeId, region: RegionId): Assumption | null {
    this.reach(region);
    const result = this.graph.regions[region]?.result ?? null;
    return result === null ? null : { node: result, view: meet(this.view(result), this.view(owner)) };
  }

  childOf(region: RegionId): number {
    return this.children[region] ?? 0;
  }

  invariant(fold: NodeId): AbstractValue {
    return this.invariants[fold] ?? NEVER;
  }

  /** Records the possible values of a fold's accumulator before any step; the caller checks that they are inductive. */
  setInvariant(fold: NodeId, view: AbstractValue): void {
    this.invariants[fold] = view;
  }

  keptView(region: RegionId): AbstractValue {
    return this.kept[region] ?? NEVER;
  }

  keptTexts(region: RegionId): readonly TextRead[] {
    return this.textsKept[region] ?? [];
  }

  setKept(region: RegionId, view: AbstractValue, texts: readonly TextRead[]): void {
    this.kept[region] = view;
    this.textsKept[region] = texts;
  }

  joined(owner: NodeId): readonly RelationFact<DifferenceTerm>[] {
    return this.joins.get(owner) ?? NO_FACTS;
  }

  setJoined(owner: NodeId, facts: readonly RelationFact<DifferenceTerm>[]): void {
    if (facts.length === 0 && !this.joins.has(owner)) return;
    this.latest += 1;
    if (facts.length > 0) this.joins.set(owner, facts);
    else this.joins.delete(owner);
  }

  unrolled(fold: NodeId): AbstractValue | null {
    return this.unrolledFolds[fold] ?? null;
  }

  setUnrolled(fold: NodeId, after: AbstractValue | null): void {
    this.unrolledFolds[fold] = after;
  }

  drifts(fold: NodeId): readonly Drift[] {
    return this.driftsOf[fold] ?? [];
  }

  setDrifts(fold: NodeId, drifts: readonly Drift[]): void {
    this.driftsOf[fold] = drifts;
  }

  enter(region: RegionId, child: number): void {
    if (child > 0) this.children[region] = child;
    this.marks.push(this.changeCount);
    this.reach(region);
  }

  /** Keeps the result of a region at its end, before its result is assumed to have any value. */
  conclude(region: RegionId): void {
    this.latest += 1;
    const result = this.graph.regions[region]?.result ?? null;
    this.results[region] = this.unreachable || result === null ? NEVER : this.view(result);
  }

  /** Leaves a region: undoes everything learnt inside, unless the region has no owner. */
  leave(region: RegionId): void {
    const mark = this.marks.pop() ?? 0;
    if ((this.graph.regions[region]?.owner ?? null) === null) return;
    while (this.changeCount > mark) this.takeBack();
  }

  /** Runs `learn`, then undoes everything learnt meanwhile. */
  within<T>(learn: () => T): T {
    const mark = this.changeCount;
    const found = learn();
    while (this.changeCount > mark) this.takeBack();
    return found;
  }

  /** The number of changes that are undone at the ends of the regions around this point. */
  get changes(): number {
    return this.changeCount;
  }

  /** Runs `ask` as if the latest changes, those from number `first` on, had not been made. It must not learn anything. */
  before<T>(first: number, ask: () => T): T {
    for (let i = this.changeCount - 1; i >= first; i -= 1) this.exchange(i);
    const answer = ask();
    for (let i = first; i < this.changeCount; i += 1) this.exchange(i);
    return answer;
  }

  /** Undoes a change, or makes it again. */
  private exchange(index: number): void {
    this.latest += 1;
    const change = this.trail[index];
    const view = this.trailViews[index];
    if (change === undefined || view === undefined) return;
    if (change > UNREACHABLE) {
      this.trailViews[index] = this.view(change);
      this.views[change] = view;
    } else if (change === UNREACHABLE) this.unreachable = !this.unreachable;
    else this.live[UNREACHABLE - 1 - change] = this.live[UNREACHABLE - 1 - change] === 1 ? 0 : 1;
  }

  private note(change: number, view: AbstractValue): void {
    this.latest += 1;
    this.trail[this.changeCount] = change;
    this.trailViews[this.changeCount] = view;
    this.changeCount += 1;
  }

  private takeBack(): void {
    this.latest += 1;
    this.changeCount -= 1;
    const change = this.trail[this.changeCount];
    const view = this.trailViews[this.changeCount];
    if (change === undefined || view === undefined) return;
    if (change > UNREACHABLE) this.views[change] = view;
    else if (change === UNREACHABLE) this.unreachable = false;
    else this.live[UNREACHABLE - 1 - change] = 0;
  }
}
