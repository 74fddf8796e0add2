import { type Abstract, meet, NEVER } from '../abstract/abstract.js';
import type { Core, Graph, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, ownedRegions, regionsOf } from '../graph/schedule.js';
import type { RelationFact, Term } from '../monomers/relation.js';
import type { Assumption } from './assumption.js';
import { FactCache } from './fact-cache.js';
import type { Meter } from './meter.js';
import { type ArmViews, armViews } from './patterns.js';
import type { Drift, Knowledge, Summary } from './state.js';
import { classSizes, valueClasses } from './value-classes.js';
import { weightsOf } from './weights.js';

/** Of more nodes with one value only the latest are asked. */
const MAX_FELLOWS = 4;

/** On the trail, in place of a node: that this point is not reached; and below, each region by its number, that it was. */
const UNREACHABLE = -1;

/**
 * The knowledge at a moving point of a graph. What is learnt inside a region that a node owns holds only
 * there: `enter` marks, `leave` takes everything since the mark back. Values never change, so knowledge only
 * ever grows inside a region and a view is never widened but by `leave`.
 */
export class Board implements Knowledge {
  private readonly views: Abstract[];
  private readonly results: Abstract[];
  private readonly regionOf: Int32Array;
  private readonly evaluated: Uint8Array;
  private readonly remembered: Uint8Array;
  private readonly classes: Int32Array;
  /** How many nodes a class has, by its representative. */
  private readonly classSizes: Int32Array;
  /** The nodes of a class of several that have been evaluated, the latest last. */
  private readonly fellows: (NodeId[] | undefined)[] = [];
  private readonly live: Uint8Array;
  private readonly stated = new FactCache(this);
  /** What to take back, the latest last: `node` had `view`; {@link UNREACHABLE} and below stand for what was not so before. */
  private readonly trail: { readonly node: number; readonly view: Abstract }[] = [];
  private readonly marks: number[] = [];
  private unreachable = false;
  /** By match its subject as it was when it was split last, and how. */
  private readonly split: ({ readonly subject: Abstract; readonly arms: ArmViews } | undefined)[] = [];
  private readonly children: number[] = [];
  private readonly invariants: Abstract[] = [];
  private readonly kept: Abstract[] = [];
  private readonly joins: (readonly RelationFact<Term>[])[] = [];
  private readonly unrolledFolds: (Abstract | null)[] = [];
  private readonly driftsOf: (readonly Drift[])[] = [];
  private readonly weights: Float64Array;

  constructor(
    readonly core: Core,
    readonly graph: Graph,
    parameters: readonly Abstract[],
    private readonly summaries: readonly Summary[],
    /** Differences between parameters that the caller vouches for. */
    readonly given: readonly RelationFact<Term>[],
    readonly meter: Meter,
  ) {
    meter.spend(graph.nodes.length, graph, null);
    this.weights = weightsOf(graph);
    this.views = graph.nodes.map(() => NEVER);
    this.results = graph.regions.map(() => NEVER);
    this.evaluated = new Uint8Array(graph.nodes.length);
    this.remembered = new Uint8Array(graph.nodes.length);
    this.live = new Uint8Array(graph.regions.length);
    this.classes = valueClasses(graph);
    this.classSizes = classSizes(graph);
    this.regionOf = regionsOf(graph);
    graph.nodes.forEach((node, id) => {
      if (node.op === 'parameter') this.views[id] = parameters[node.index] ?? NEVER;
    });
  }

  /**
   * True where no run gets to this point, so that any claim holds here and is not looked at. It may be used for that
   * only if each premise was proven before: a view that became empty was claimed of a node by a rule, or assumed by a
   * region; a claim that is proven by induction has had its base case proven, since its step stands behind this point.
   */
  get dead(): boolean {
    return this.unreachable;
  }

  view(node: NodeId): Abstract {
    return this.views[node] ?? NEVER;
  }

  resultView(region: RegionId): Abstract {
    return this.results[region] ?? NEVER;
  }

  summary(component: number): Summary {
    const summary = this.summaries[component];
    if (summary === undefined) throw new Error(`component ${component} is called before it was proven`);
    return summary;
  }

  spend(node: NodeId, steps = this.weights[node] ?? 1): void {
    this.meter.spend(steps, this.graph, node);
  }

  classOf(node: NodeId): NodeId {
    return this.classes[node] ?? node;
  }

  congruentView(node: NodeId): Abstract | null {
    if (this.classSizes[this.classOf(node)] === 1) return null;
    let known: Abstract | null = null;
    for (const fellow of this.evaluatedOf(this.classOf(node))) {
      if (fellow !== node && this.isLive(fellow)) known = known === null ? this.view(fellow) : meet(known, this.view(fellow));
    }
    return known;
  }

  /** The latest nodes of a class that have been evaluated, reached or not. */
  evaluatedOf(representative: NodeId): readonly NodeId[] {
    if (this.classSizes[representative] === 1) return this.remembered[representative] === 1 ? [representative] : [];
    const fellows = this.fellows[representative] ?? [];
    return fellows.length <= MAX_FELLOWS ? fellows : fellows.slice(-MAX_FELLOWS);
  }

  /** True where the node has been evaluated at this point, in a region that has been reached. */
  isLive(node: NodeId): boolean {
    return this.evaluated[node] === 1 && this.live[this.regionOf[node] ?? -1] === 1;
  }

  /** True where the node has been evaluated at an earlier point of this pass, whether its region has been reached here or not. */
  wasEvaluated(node: NodeId): boolean {
    return this.evaluated[node] === 1;
  }

  /** The region that a node stands in. */
  regionAround(node: NodeId): RegionId {
    return this.regionOf[node] ?? this.graph.entry;
  }

  /** The differences that an evaluated node vouches for now: those of `factsOf`. */
  facts(node: NodeId): readonly RelationFact<Term>[] {
    this.meter.spend(1, this.graph, node);
    return this.stated.of(node);
  }

  /** Takes the first view of a node, where it is evaluated. */
  define(node: NodeId, view: Abstract): void {
    if (this.remembered[node] === 0) this.remember(node);
    this.evaluated[node] = 1;
    this.views[node] = view;
    if (view.kind === 'never') this.die();
  }

  /** Makes a node count as not evaluated again: before the body of a loop is gone through once more. */
  forget(node: NodeId): void {
    this.evaluated[node] = 0;
  }

  private remember(node: NodeId): void {
    this.remembered[node] = 1;
    const representative = this.classOf(node);
    if (this.classSizes[representative] === 1) return;
    const fellows = this.fellows[representative];
    if (fellows === undefined) this.fellows[representative] = [node];
    else fellows.push(node);
  }

  /** Narrows what is known of a node; an empty view means that this point is never reached. */
  narrow(node: NodeId, view: Abstract): void {
    this.trail.push({ node, view: this.view(node) });
    this.views[node] = view;
    if (view.kind === 'never') this.die();
  }

  private die(): void {
    if (this.unreachable) return;
    this.trail.push({ node: UNREACHABLE, view: NEVER });
    this.unreachable = true;
  }

  /** Makes a region count as reached, here and inside. */
  reach(region: RegionId): void {
    if (this.live[region] === 1) return;
    this.trail.push({ node: UNREACHABLE - 1 - region, view: NEVER });
    this.live[region] = 1;
  }

  /**
   * Splits the subject of a match over its arms; where its view is still the one that was split last, the same again.
   * Views are never changed in place, so that one object stands for one set of values.
   */
  arms(match: NodeId): ArmViews {
    const node = nodeAt(this.graph, match);
    if (node.op !== 'match') throw new Error(`${node.op} has no arms`);
    const subject = this.view(node.subject);
    const known = this.split[match];
    if (known?.subject === subject) return known.arms;
    this.spend(match);
    const arms = armViews(subject, node.arms);
    this.split[match] = { subject, arms };
    return arms;
  }

  isReached(region: RegionId): boolean {
    return this.live[region] === 1;
  }

  /**
   * Makes region number `child` of `owner` count as reached. Gives what follows at once: its result is the
   * value of the owner.
   */
  reachOwned(owner: NodeId, child: number): readonly Assumption[] {
    const region = ownedRegions(nodeAt(this.graph, owner))[child];
    if (region === undefined) throw new Error(`node ${owner} owns no region ${child}`);
    this.reach(region);
    const result = this.graph.regions[region]?.result ?? null;
    return result === null ? [] : [{ node: result, view: meet(this.view(result), this.view(owner)) }];
  }

  childOf(region: RegionId): number {
    return this.children[region] ?? 0;
  }

  invariant(fold: NodeId): Abstract {
    return this.invariants[fold] ?? NEVER;
  }

  /** Says what the accumulator of a fold can be before any step; whether it is inductive is for the caller to see. */
  setInvariant(fold: NodeId, view: Abstract): void {
    this.invariants[fold] = view;
  }

  keptView(region: RegionId): Abstract {
    return this.kept[region] ?? NEVER;
  }

  setKept(region: RegionId, view: Abstract): void {
    this.kept[region] = view;
  }

  joined(owner: NodeId): readonly RelationFact<Term>[] {
    return this.joins[owner] ?? [];
  }

  setJoined(owner: NodeId, facts: readonly RelationFact<Term>[]): void {
    this.joins[owner] = facts;
  }

  unrolled(fold: NodeId): Abstract | null {
    return this.unrolledFolds[fold] ?? null;
  }

  setUnrolled(fold: NodeId, after: Abstract | null): void {
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
    this.marks.push(this.trail.length);
    this.reach(region);
  }

  /** Keeps what a region gives, at its end: before anything is assumed of its result. */
  conclude(region: RegionId): void {
    const result = this.graph.regions[region]?.result ?? null;
    this.results[region] = this.unreachable || result === null ? NEVER : this.view(result);
  }

  /** Leaves a region: takes back what was learnt inside, unless nothing owns it. */
  leave(region: RegionId): void {
    const mark = this.marks.pop() ?? 0;
    if ((this.graph.regions[region]?.owner ?? null) === null) return;
    while (this.trail.length > mark) this.takeBack();
  }

  /** Takes back, in the end, what is learnt meanwhile. */
  within<T>(learn: () => T): T {
    const mark = this.trail.length;
    const found = learn();
    while (this.trail.length > mark) this.takeBack();
    return found;
  }

  private takeBack(): void {
    const last = this.trail.pop();
    if (last === undefined) return;
    if (last.node > UNREACHABLE) this.views[last.node] = last.view;
    else if (last.node === UNREACHABLE) this.unreachable = false;
    else this.live[UNREACHABLE - 1 - last.node] = 0;
  }
}
