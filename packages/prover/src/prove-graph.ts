import { type AbstractValue, FALSE, meet, NEVER, sameAbstract, TRUE } from '@kirchhoff/kernel/abstract/abstract';
import {
  type Difference,
  type DriftProof,
  type JoinProof,
  type LinearBound,
  MAX_JOINED_ARMS,
  NOTHING_LISTED,
  type PassProof,
  type Step,
} from '@kirchhoff/kernel/certificate/format';
import { withinBounds } from '@kirchhoff/kernel/certificate/linear';
import type { Core, Graph, Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { type Event, nodeAt, ownedRegions, schedule } from '@kirchhoff/kernel/graph/schedule';
import { type DifferenceTerm, NO_RELATIONS, type RelationFact } from '@kirchhoff/kernel/monomers/relation';
import { analysisOf, argumentNodes, argumentViews } from '@kirchhoff/kernel/rules/applications';
import { type Assumption, assumptionsOf } from '@kirchhoff/kernel/rules/assumption';
import { Environment } from '@kirchhoff/kernel/rules/environment';
import { forward } from '@kirchhoff/kernel/rules/forward';
import { heldBehind, openHold } from '@kirchhoff/kernel/rules/holds';
import { boundNode, keptElement, keptTexts, keptTruth } from '@kirchhoff/kernel/rules/loops';
import type { WorkMeter } from '@kirchhoff/kernel/rules/meter';
import type { Summary } from '@kirchhoff/kernel/rules/state';
import type { Int } from '@kirchhoff/kernel/types/integer';
import { DefUseChains } from './def-use-chains.js';
import { RecordedRelations } from './difference-chains.js';
import { FoldSearch } from './folds.js';
import { type FoundJoin, Joins } from './joins.js';
import { measuresOf } from './measure.js';
import { Propagation } from './propagate.js';
import { thresholdsOf } from './thresholds.js';
import { followWithoutSteps } from './unused-steps.js';

const MAX_VISITS_A_NODE = 24;
const FREE_VISITS = 20_000;

/** The initial facts of a pass, and its budget of work. */
export interface Given {
  readonly parameters: readonly AbstractValue[];
  /** Differences between the parameters that the caller guarantees. */
  readonly facts: readonly RelationFact<DifferenceTerm>[];
  readonly meter: WorkMeter;
}

/**
 * Called for every node at its place, with all facts that are known there, before the search continues. The environment is dead if the
 * place is unreachable.
 */
export type SearchVisitor = (search: GraphSearch, node: NodeId) => void;

/** Returns bounds of an integer node that was just evaluated, in the order of their proofs. */
export type Cutting = (search: GraphSearch, node: NodeId) => readonly LinearBound[];

export const NO_BOUNDS: readonly LinearBound[] = [];
const NO_REGIONS: ReadonlySet<RegionId> = new Set();
const NO_CUTS: Cutting = () => NO_BOUNDS;

/** A fold whose body is being evaluated. */
interface OpenFold {
  readonly region: RegionId;
  readonly search: FoldSearch;
  /** The position of the beginning of its body. */
  readonly at: number;
}

/**
 * Lists by node or by region, of the latest visit. The map is made for the first of them: each call of a component has a search of its
 * own, which finds few.
 */
class Findings<T> {
  private lists: Map<number, readonly T[]> | null = null;

  has(key: number): boolean {
    return this.lists?.has(key) === true;
  }

  /** Stores the findings of a visit; removes the entry if the visit has no findings. */
  record(key: number, found: readonly T[]): void {
    if (found.length > 0) this.set(key, found);
    else this.drop(key);
  }

  set(key: number, found: readonly T[]): void {
    this.lists ??= new Map();
    this.lists.set(key, found);
  }

  drop(key: number): void {
    this.lists?.delete(key);
  }

  get listed(): ReadonlyMap<number, readonly T[]> {
    return this.lists === null || this.lists.size === 0 ? NOTHING_LISTED : this.lists;
  }
}

/**
 * The search for a proof of one graph: one pass over its evaluation order that claims for every node the consequences of the
 * known facts.
 */
export class GraphSearch {
  readonly environment: Environment;
  readonly users: DefUseChains;
  private readonly events: readonly Event[];
  /** By node id. */
  private readonly claims: AbstractValue[];
  private readonly steps = new Findings<Step>();
  private readonly kept = new Findings<Step>();
  /** The regions whose steps no claim and no closure domain in them needs, but perhaps a join. */
  private unused: Set<RegionId> | null = null;
  /** The region that was entered last, with the changes of the environment before its first step and after its last one. */
  private entered: { readonly region: RegionId; readonly before: number; readonly after: number } | null = null;
  private readonly drifts = new Findings<DriftProof>();
  private readonly joins = new Findings<FoundJoin>();
  private unrolled: Set<NodeId> | null = null;
  private readonly cuts = new Findings<LinearBound>();
  private cutting = NO_CUTS;
  private firstPropagation: Propagation | null = null;
  private firstJoins: Joins | null = null;
  /** The folds whose bodies are being evaluated, the innermost last. */
  private readonly folds: OpenFold[] = [];
  private literals: readonly Int[] | null = null;
  private left: readonly AbstractValue[] | null = null;
  private visited = 0;
  /** The number of visited nodes after which loops are settled at once, with less precision. */
  private readonly most: number;
  private readonly differences = new Findings<Difference>();
  /** The regions after which their condition is assumed; empty if the requires themselves are being proven. */
  private readonly requires: ReadonlySet<RegionId>;

  constructor(
    core: Core,
    readonly graph: Graph,
    part: 'requires' | 'whole',
    private readonly given: Given,
    summaries: readonly Summary[],
  ) {
    this.environment = new Environment(core, graph, given.parameters, summaries, given.facts, given.meter);
    this.claims = graph.nodes.map(() => NEVER);
    this.users = new DefUseChains(this.environment);
    this.events = schedule(graph, part);
    this.most = MAX_VISITS_A_NODE * graph.nodes.length + FREE_VISITS;
    this.requires = part === 'whole' ? new Set(graph.requires) : NO_REGIONS;
  }

  private get propagation(): Propagation {
    this.firstPropagation ??= new Propagation(this.environment, this.users);
    return this.firstPropagation;
  }

  private get joining(): Joins {
    this.firstJoins ??= new Joins(this.environment, this.users);
    return this.firstJoins;
  }

  /**
   * Runs the pass. `atNode` is called before the claim of each node, `cutting` after it. For the nodes of a loop both are called
   * in each visit of the body.
   */
  run(atNode: SearchVisitor, cutting = NO_CUTS): void {
    this.cutting = cutting;
    for (let at = 0; at < this.events.length; at += 1) {
      const event = this.events[at];
      if (event === undefined) return;
      switch (event.event) {
        case 'enter':
          this.enter(event.region, event.child, at);
          break;
        case 'node':
          if (!this.environment.dead) openHold(this.environment, event.node);
          atNode(this, event.node);
          this.claim(event.node);
          break;
        case 'exit':
          if (!this.exit(event.region)) at = this.goBack(event.region, at);
          break;
      }
    }
  }

  /** Returns the claims of the pass. */
  proof(): PassProof {
    const claims: AbstractValue[] = [];
    for (const event of this.events) if (event.event === 'node') claims.push(this.claims[event.node] ?? NEVER);
    const joins = this.reliedJoins();
    return {
      claims,
      steps: this.usedSteps(joins),
      kept: this.kept.listed,
      drifts: this.drifts.listed,
      unrolled: [...(this.unrolled ?? [])],
      joins,
      differences: this.differences.listed,
      cuts: this.cuts.listed,
    };
  }

  /** Returns the differences at joins that the proof uses, directly or through other joins. */
  private reliedJoins(): ReadonlyMap<NodeId, readonly JoinProof[]> {
    const { listed } = this.joins;
    if (listed.size === 0) return NOTHING_LISTED;
    const relied = new Map<FoundJoin, JoinProof>();
    const waiting = [...this.users.relied];
    for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
      const { via, minuend, subtrahend } = link;
      const joins = via === null ? undefined : listed.get(via);
      const found = joins?.find((join) => join.minuend === minuend && join.subtrahend === subtrahend);
      if (found === undefined || relied.has(found)) continue;
      const paths = found.paths();
      relied.set(found, { minuend, subtrahend, bound: found.bound, paths });
      for (const path of paths) waiting.push(...path);
    }
    const kept = [...listed].map(([owner, joins]) => [owner, joins.flatMap((join) => relied.get(join) ?? [])] as const);
    return new Map(kept.filter(([, joins]) => joins.length > 0));
  }

  /** Returns the steps without those that neither the region nor a join of its result needs. */
  private usedSteps(joins: ReadonlyMap<NodeId, readonly JoinProof[]>): ReadonlyMap<RegionId, readonly Step[]> {
    const { unused, steps } = this;
    if (unused === null) return steps.listed;
    const used = [...steps.listed].filter(([region]) => !unused.has(region) || joins.has(this.ownerOf(region) ?? -1));
    return used.length === 0 ? NOTHING_LISTED : new Map(used);
  }

  /** The views of the parameters after the requires; null if no input satisfies them. */
  get admitted(): readonly AbstractValue[] | null {
    return this.left;
  }

  /** The current views of the parameters. */
  parameterViews(): readonly AbstractValue[] {
    const views = [...this.given.parameters];
    this.graph.nodes.forEach((node, id) => {
      if (node.op === 'parameter') views[node.index] = this.environment.view(id);
    });
    return views;
  }

  private enter(region: RegionId, child: number, at: number): void {
    const owner = this.ownerOf(region);
    if (region === this.graph.body) this.left = this.environment.dead ? null : this.parameterViews();
    if (owner !== null && !this.environment.dead) this.openFold(owner, region, at);
    this.environment.enter(region, child);
    this.steps.drop(region);
    this.unused?.delete(region);
    this.entered = null;
    if (owner === null || this.environment.dead || nodeAt(this.graph, owner).op === 'hold') return;
    const before = this.assume(this.steps, region, assumptionsOf(this.environment, owner, child));
    if (this.steps.has(region) && isChoice(nodeAt(this.graph, owner))) this.entered = { region, before, after: this.environment.changes };
  }

  /**
   * Notes a region whose steps are not needed: one that owns no other region, and in which everything follows without them. The
   * claims stay the same. So a certificate has fewer steps, and is checked faster.
   */
  private noteUnused(region: RegionId): void {
    const { entered, environment, graph, claims, differences, cuts } = this;
    this.entered = null;
    if (entered?.region !== region || environment.dead || environment.changes !== entered.after) return;
    const { nodes = [], result = null } = graph.regions[region] ?? {};
    if (this.hasLiteralsOnly(nodes, result)) {
      this.leaveOut(region);
      return;
    }
    if (nodes.some((node) => differences.has(node) || cuts.has(node))) return;
    if (followWithoutSteps(environment, { nodes, result, before: entered.before, claims })) this.leaveOut(region);
  }

  /** Leaves out the steps of a region. A join of its owner may need them: then they are kept until the end. */
  private leaveOut(region: RegionId): void {
    const owner = this.ownerOf(region);
    if (owner === null || !this.joinsArms(owner)) {
      this.steps.drop(region);
      return;
    }
    this.unused ??= new Set();
    this.unused.add(region);
  }

  /** Returns true for a region whose claims depend on no other node. */
  private hasLiteralsOnly(nodes: readonly NodeId[], result: NodeId | null): boolean {
    for (const node of nodes) if (nodeAt(this.graph, node).op !== 'literal') return false;
    return result === null || nodes.includes(result);
  }

  /**
   * Draws conclusions from assumptions, and keeps the steps. A later visit of a body replaces those of the earlier one. Returns the
   * number of changes of the environment before the first step.
   */
  private assume(steps: Findings<Step>, region: RegionId, assumptions: readonly Assumption[]): number {
    steps.record(region, this.propagation.assume(assumptions));
    return this.propagation.changesBefore;
  }

  private ownerOf(region: RegionId): NodeId | null {
    return this.graph.regions[region]?.owner ?? null;
  }

  /** Begins the search for the claim of an accumulator, unless its body is being repeated. */
  private openFold(owner: NodeId, region: RegionId, at: number): void {
    const node = nodeAt(this.graph, owner);
    if (node.op !== 'fold' || this.folds.at(-1)?.region === region) return;
    this.folds.push({ region, search: new FoldSearch(this.environment, this.users, owner, node, this.thresholds()), at });
  }

  /** Returns false if the body has to be repeated. */
  private exit(region: RegionId): boolean {
    const owner = this.ownerOf(region);
    const node = owner === null ? null : nodeAt(this.graph, owner);
    this.noteUnused(region);
    this.environment.conclude(region);
    const settled = node?.op !== 'fold' || this.settle(region);
    const truth = node?.op === 'loop' ? keptTruth(node) : null;
    if (truth !== null) this.keep(region, truth);
    if (owner !== null && this.joinsArms(owner)) this.joining.leaveArm(region);
    this.environment.leave(region);
    if (this.requires.has(region) && !this.environment.dead) {
      const result = this.graph.regions[region]?.result ?? null;
      if (result !== null) this.assume(this.steps, region, [{ node: result, view: meet(this.environment.view(result), TRUE) }]);
    }
    return settled;
  }

  private settle(region: RegionId): boolean {
    const open = this.folds.at(-1);
    if (open?.region !== region) return true;
    const { search } = open;
    if (!search.settle(boundNode(this.graph, region, 0), this.visited > this.most)) return false;
    this.drifts.record(search.fold, search.drifts);
    if (search.isUnrolled) {
      this.unrolled ??= new Set();
      this.unrolled.add(search.fold);
    } else this.unrolled?.delete(search.fold);
    this.folds.pop();
    return true;
  }

  /** Returns the position before the one at which the body is repeated; later evaluations no longer count. */
  private goBack(region: RegionId, at: number): number {
    const open = this.folds.at(-1);
    const from = open?.region === region ? open.at : at;
    for (const event of this.events.slice(from, at)) if (event.event === 'node') this.environment.forget(event.node);
    return from - 1;
  }

  /** Derives the possible elements that a filter keeps: its condition holds for them at the end of its body. */
  private keep(region: RegionId, truth: boolean): void {
    const result = this.graph.regions[region]?.result ?? null;
    this.kept.drop(region);
    if (!this.environment.dead && result !== null) {
      this.assume(this.kept, region, [{ node: result, view: meet(this.environment.view(result), truth ? TRUE : FALSE) }]);
    }
    // The condition may have this truth for no element.
    if (this.environment.dead || result === null) this.environment.setKept(region, NEVER, []);
    else this.environment.setKept(region, keptElement(this.environment, region), keptTexts(this.environment, region));
  }

  /** Returns possible fixed points for the bounds of accumulators: the literals of the graph and their neighbours. */
  private thresholds(): readonly Int[] {
    this.literals ??= thresholdsOf(this.graph);
    return this.literals;
  }

  private claim(node: NodeId): void {
    this.visited += 1;
    this.differences.drop(node);
    if (this.joinsArms(node)) this.joinArms(node);
    const claim = this.environment.dead ? NEVER : this.infer(node);
    this.environment.define(node, claim);
    this.claims[node] = claim;
    this.cut(node, claim);
    this.assumeHeld(node);
  }

  private cut(node: NodeId, claim: AbstractValue): void {
    const bounds = this.environment.dead ? NO_BOUNDS : this.cutting(this, node);
    this.cuts.record(node, bounds);
    if (bounds.length === 0) return;
    const [cut = claim] = withinBounds([claim], bounds);
    this.environment.narrow(node, cut);
  }

  /** Assumes the condition of a `hold` node, and keeps the steps with its region. */
  private assumeHeld(node: NodeId): void {
    const condition = heldBehind(this.graph, node);
    const result = condition === null ? null : (this.graph.regions[condition]?.result ?? null);
    if (condition === null || result === null || this.environment.dead) return;
    this.assume(this.steps, condition, [{ node: result, view: meet(this.environment.view(result), TRUE) }]);
  }

  /** Returns true for an `if` or a `match` whose result can have differences, and whose arms are not too many. */
  private joinsArms(owner: NodeId): boolean {
    const node = nodeAt(this.graph, owner);
    if (node.op !== 'select' && (node.op !== 'match' || node.arms.length > MAX_JOINED_ARMS)) return false;
    return measuresOf(this.graph.types[owner], 0).length > 0 || this.joining.carries(owner);
  }

  private joinArms(owner: NodeId): void {
    const joins = this.environment.dead ? [] : this.joining.join(owner, ownedRegions(nodeAt(this.graph, owner)));
    this.environment.setJoined(owner, joins);
    this.joins.record(owner, joins);
  }

  /**
   * Computes the value of a node without relations if these add no precision: a claim with fewer premises is cheaper to check.
   */
  private infer(id: NodeId): AbstractValue {
    const plain = forward(this.environment, id, NO_RELATIONS);
    const node = nodeAt(this.graph, id);
    if (node.op !== 'apply' || node.operands.length < 2 || analysisOf(node).related === null || isDecided(plain)) return plain;
    const relations = new RecordedRelations(this.environment, this.users, argumentNodes(node));
    const related = forward(this.environment, id, relations);
    if (sameAbstract(related, plain)) return plain;
    this.differences.set(id, relations.used);
    return related;
  }

  /** Returns the differences that prove the need of an application here; null if it is unproven. */
  proveNeed(id: NodeId): readonly Difference[] | null {
    const node = nodeAt(this.graph, id);
    if (node.op !== 'apply') return null;
    const need = analysisOf(node).need;
    if (need === null) return [];
    const args = argumentViews(this.environment, id, node);
    if (need(args, NO_RELATIONS)) return [];
    const relations = new RecordedRelations(this.environment, this.users, argumentNodes(node));
    return need(args, relations) ? relations.used : null;
  }
}

/** Returns true for a node whose regions give its value, and are used for nothing else. */
function isChoice({ op }: Node): boolean {
  return op === 'select' || op === 'match' || op === 'shortCircuit' || op === 'unwrapOr';
}

function isDecided(view: AbstractValue): boolean {
  return view.kind === 'boolean' ? view.canBeFalse !== view.canBeTrue : view.kind === 'never';
}
