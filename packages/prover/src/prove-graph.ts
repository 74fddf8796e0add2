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
const NO_CUTS: Cutting = () => NO_BOUNDS;

/**
 * The search for a proof of one graph: one pass over its evaluation order that claims for every node the consequences of the
 * known facts.
 */
export class GraphSearch {
  readonly environment: Environment;
  readonly users: DefUseChains;
  private readonly propagation: Propagation;
  private readonly events: readonly Event[];
  /** By node id. */
  private readonly claims: AbstractValue[];
  private readonly steps = new Map<RegionId, readonly Step[]>();
  private readonly kept = new Map<RegionId, readonly Step[]>();
  /** The regions whose steps no claim and no closure domain in them needs, but perhaps a join. */
  private readonly unused = new Set<RegionId>();
  /** The region that was entered last, with the changes of the environment before its first step and after its last one. */
  private entered: { readonly region: RegionId; readonly before: number; readonly after: number } | null = null;
  private readonly drifts = new Map<NodeId, readonly DriftProof[]>();
  private readonly joins = new Map<NodeId, readonly FoundJoin[]>();
  private readonly unrolled = new Set<NodeId>();
  private readonly cuts = new Map<NodeId, readonly LinearBound[]>();
  private cutting = NO_CUTS;
  private readonly joining: Joins;
  /** The folds whose bodies are being evaluated, with the positions of the bodies' beginnings. */
  private readonly folds = new Map<RegionId, { readonly search: FoldSearch; readonly at: number }>();
  private literals: readonly Int[] | null = null;
  private left: readonly AbstractValue[] | null = null;
  private visited = 0;
  /** The number of visited nodes after which loops are settled at once, with less precision. */
  private readonly most: number;
  private readonly differences = new Map<NodeId, readonly Difference[]>();
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
    this.propagation = new Propagation(this.environment, this.users);
    this.joining = new Joins(this.environment, this.users);
    this.events = schedule(graph, part);
    this.most = MAX_VISITS_A_NODE * graph.nodes.length + FREE_VISITS;
    this.requires = new Set(part === 'whole' ? graph.requires : []);
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
      steps: listed(this.usedSteps(joins)),
      kept: listed(this.kept),
      drifts: listed(this.drifts),
      unrolled: [...this.unrolled],
      joins,
      differences: listed(this.differences),
      cuts: listed(this.cuts),
    };
  }

  /** Returns the differences at joins that the proof uses, directly or through other joins. */
  private reliedJoins(): ReadonlyMap<NodeId, readonly JoinProof[]> {
    if (this.joins.size === 0) return NOTHING_LISTED;
    const relied = new Map<FoundJoin, JoinProof>();
    const waiting = [...this.users.relied];
    for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
      const { via, minuend, subtrahend } = link;
      const joins = via === null ? undefined : this.joins.get(via);
      const found = joins?.find((join) => join.minuend === minuend && join.subtrahend === subtrahend);
      if (found === undefined || relied.has(found)) continue;
      const paths = found.paths();
      relied.set(found, { minuend, subtrahend, bound: found.bound, paths });
      for (const path of paths) waiting.push(...path);
    }
    const kept = [...this.joins].map(([owner, joins]) => [owner, joins.flatMap((join) => relied.get(join) ?? [])] as const);
    return new Map(kept.filter(([, joins]) => joins.length > 0));
  }

  /** Returns the steps without those that neither the region nor a join of its result needs. */
  private usedSteps(joins: ReadonlyMap<NodeId, readonly JoinProof[]>): ReadonlyMap<RegionId, readonly Step[]> {
    if (this.unused.size === 0) return this.steps;
    return new Map([...this.steps].filter(([region]) => !this.unused.has(region) || joins.has(this.ownerOf(region) ?? -1)));
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
    this.steps.delete(region);
    this.unused.delete(region);
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
    if (owner !== null && this.joinsArms(owner)) this.unused.add(region);
    else this.steps.delete(region);
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
  private assume(steps: Map<RegionId, readonly Step[]>, region: RegionId, assumptions: readonly Assumption[]): number {
    record(steps, region, this.propagation.assume(assumptions));
    return this.propagation.changesBefore;
  }

  private ownerOf(region: RegionId): NodeId | null {
    return this.graph.regions[region]?.owner ?? null;
  }

  /** Begins the search for the claim of an accumulator, unless its body is being repeated. */
  private openFold(owner: NodeId, region: RegionId, at: number): void {
    const node = nodeAt(this.graph, owner);
    if (node.op !== 'fold' || this.folds.has(region)) return;
    this.folds.set(region, { search: new FoldSearch(this.environment, this.users, owner, node, this.thresholds()), at });
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
    const fold = this.folds.get(region);
    if (fold === undefined) return true;
    if (!fold.search.settle(boundNode(this.graph, region, 0), this.visited > this.most)) return false;
    record(this.drifts, fold.search.fold, fold.search.drifts);
    if (fold.search.isUnrolled) this.unrolled.add(fold.search.fold);
    else this.unrolled.delete(fold.search.fold);
    this.folds.delete(region);
    return true;
  }

  /** Returns the position before the one at which the body is repeated; later evaluations no longer count. */
  private goBack(region: RegionId, at: number): number {
    const from = this.folds.get(region)?.at ?? at;
    for (const event of this.events.slice(from, at)) if (event.event === 'node') this.environment.forget(event.node);
    return from - 1;
  }

  /** Derives the possible elements that a filter keeps: its condition holds for them at the end of its body. */
  private keep(region: RegionId, truth: boolean): void {
    const result = this.graph.regions[region]?.result ?? null;
    this.kept.delete(region);
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
    this.differences.delete(node);
    if (this.joinsArms(node)) this.joinArms(node);
    const claim = this.environment.dead ? NEVER : this.infer(node);
    this.environment.define(node, claim);
    this.claims[node] = claim;
    this.cut(node, claim);
    this.assumeHeld(node);
  }

  private cut(node: NodeId, claim: AbstractValue): void {
    const bounds = this.environment.dead ? NO_BOUNDS : this.cutting(this, node);
    record(this.cuts, node, bounds);
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
    record(this.joins, owner, joins);
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

/** Replaces every empty map by one shared object, since each call of a component has its own proof. */
function listed<T>(map: ReadonlyMap<number, readonly T[]>): ReadonlyMap<number, readonly T[]> {
  return map.size === 0 ? NOTHING_LISTED : map;
}

/** Stores the findings of the latest visit; removes the entry if the visit has no findings. */
function record<K, V>(map: Map<K, readonly V[]>, key: K, found: readonly V[]): void {
  if (found.length > 0) map.set(key, found);
  else map.delete(key);
}

/** Returns true for a node whose regions give its value, and are used for nothing else. */
function isChoice({ op }: Node): boolean {
  return op === 'select' || op === 'match' || op === 'shortCircuit' || op === 'unwrapOr';
}

function isDecided(view: AbstractValue): boolean {
  return view.kind === 'boolean' ? view.canBeFalse !== view.canBeTrue : view.kind === 'never';
}
