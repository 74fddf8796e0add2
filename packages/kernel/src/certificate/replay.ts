import { type Abstract, FALSE, isOfKind, isWithin, meet, NEVER, ofDomain, TRUE } from '../abstract/abstract.js';
import type { Core, Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { type Event, nodeAt, operandsOf, ownedRegions, schedule } from '../graph/schedule.js';
import { lengthOf, NO_RELATIONS, nodeOfTerm, type RelationFact, type Relations, type Term } from '../monomers/relation.js';
import { assumptionsOf, wasReached } from '../rules/assumption.js';
import { backward } from '../rules/backward.js';
import { Board } from '../rules/board.js';
import { isInductive } from '../rules/drift.js';
import { argumentNodes, forward } from '../rules/forward.js';
import { heldBehind, openHold } from '../rules/holds.js';
import { boundNode, keptElement, keptTruth, timesOf } from '../rules/loops.js';
import type { Meter } from '../rules/meter.js';
import { fieldAt, fieldNode } from '../rules/parts.js';
import type { Summary } from '../rules/state.js';
import { normalTerm } from '../rules/terms.js';
import { unroll } from '../rules/unroll.js';
import { differencesHold, driftHolds, ListedRelations, pathHolds } from './differences.js';
import {
  type Difference,
  type DriftProof,
  type JoinProof,
  type LinearBound,
  MAX_JOINED_ARMS,
  type PassProof,
  type Step,
} from './format.js';
import { boundsHold, withinBounds } from './linear.js';
import { type Refusal, refuse } from './refusal.js';

/** The graph and the premises that a proof is followed for. */
export interface Replayed {
  readonly core: Core;
  readonly graph: Graph;
  /** All of the graph, or only its requires: those of a component under the arguments of a call. */
  readonly part: 'requires' | 'whole';
  readonly parameters: readonly Abstract[];
  /** Differences between the parameters that the caller vouches for. */
  readonly given: readonly RelationFact<Term>[];
  /** Summaries of the components that were proven before. */
  readonly summaries: readonly Summary[];
  readonly meter: Meter;
}

/** Sees each node that is reached, before its claim is taken. */
export type AtNode = (node: NodeId) => Refusal | null;

const NO_OBLIGATIONS: AtNode = () => null;

/**
 * Follows the proof of a graph in one pass over its evaluation order: every claim and every step has to follow by one
 * rule from what is known before it. Searches for nothing.
 *
 * Dead means that no run gets to the point of the pass, given what was claimed before. Nothing more is proven there, so
 * that each premise of it has to be proven before it may be used: a claim by its rule, the claim of an accumulator by
 * its base case (see `openFold`). What is dead claims nothing, and nothing is listed for it.
 */
export class Replay {
  /** Knowledge where the pass stands. */
  readonly board: Board;
  private claimed = 0;
  private readonly requires: ReadonlySet<RegionId>;
  private readonly left: Unused;

  constructor(
    private readonly replayed: Replayed,
    private readonly proof: PassProof,
    private readonly atNode: AtNode = NO_OBLIGATIONS,
  ) {
    const { core, graph, part, parameters, given, summaries, meter } = replayed;
    this.board = new Board(core, graph, parameters, summaries, given, meter);
    this.requires = new Set(part === 'whole' ? graph.requires : []);
    this.left = new Unused(proof);
  }

  /** Null if everything follows; else the first thing that does not. */
  run(): Refusal | null {
    for (const event of schedule(this.graph, this.replayed.part)) {
      const refusal = this.visit(event);
      if (refusal !== null) return refusal;
    }
    if (this.claimed !== this.proof.claims.length) return refuse('claims-left');
    return this.left.refusal();
  }

  private get graph(): Graph {
    return this.replayed.graph;
  }

  private visit(event: Event): Refusal | null {
    switch (event.event) {
      case 'enter':
        return this.enter(event.region, event.child);
      case 'node':
        return this.claim(event.node);
      case 'exit':
        return this.exit(event.region);
    }
  }

  private ownerOf(region: RegionId): NodeId | null {
    return this.graph.regions[region]?.owner ?? null;
  }

  private enter(region: RegionId, child: number): Refusal | null {
    this.board.enter(region, child);
    const owner = this.ownerOf(region);
    if (owner === null || this.board.dead) return null;
    // What follows from a condition that holds is concluded behind the node that owns it.
    if (nodeAt(this.graph, owner).op === 'hold') return null;
    for (const { node, view } of assumptionsOf(this.board, owner, child)) if (!this.board.dead) this.board.narrow(node, view);
    return this.takeSteps('steps', region);
  }

  private exit(region: RegionId): Refusal | null {
    const owner = this.ownerOf(region);
    this.board.conclude(region);
    const refusal = owner === null ? null : this.closeOwned(owner, nodeAt(this.graph, owner), region);
    if (refusal !== null) return refusal;
    this.board.leave(region);
    return this.requires.has(region) && !this.board.dead ? this.assumeRequire(region) : null;
  }

  private closeOwned(owner: NodeId, node: Node, region: RegionId): Refusal | null {
    if (node.op === 'fold') return this.closeFold(owner, node, region);
    const truth = node.op === 'loop' ? keptTruth(node) : null;
    if (truth !== null) return this.keep(region, truth);
    return this.checkJoins(owner, node, region);
  }

  /** Behind a require its condition holds. */
  private assumeRequire(region: RegionId): Refusal | null {
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error('a require without a condition');
    this.board.narrow(result, meet(this.board.view(result), TRUE));
    return this.takeSteps('steps', region);
  }

  private claim(node: NodeId): Refusal | null {
    const claim = this.proof.claims[this.claimed];
    if (claim === undefined) return refuse('claims-missing');
    this.claimed += 1;
    const refusal = this.refuseType(node, claim) ?? (this.board.dead ? refuseDead(node, claim) : this.refuseClaim(node, claim));
    if (refusal !== null) return refusal;
    this.board.define(node, claim);
    return this.cut(node) ?? this.assumeHeld(node);
  }

  /** Behind a node that holds its condition is true: by contract, or since a fold keeps it. */
  private assumeHeld(id: NodeId): Refusal | null {
    const condition = heldBehind(this.graph, id);
    if (condition === null || this.board.dead) return null;
    const result = this.graph.regions[condition]?.result ?? null;
    if (result === null) throw new Error('a condition without a result');
    this.board.narrow(result, meet(this.board.view(result), TRUE));
    return this.takeSteps('steps', condition);
  }

  /** Behind a node its value lies within the bounds that are listed for it: each is shown there, and none is idle. */
  private cut(node: NodeId): Refusal | null {
    if (this.board.dead) return null;
    const bounds = take(this.left.cuts, node);
    if (bounds.length === 0) return null;
    const operands = { nodes: [node], of: null };
    if (!boundsHold(this.board, operands, bounds)) return refuse('cut-not-implied', node);
    let view = this.board.view(node);
    for (const bound of bounds) {
      const [narrower = NEVER] = withinBounds([view], [bound]);
      if (isWithin(view, narrower)) return refuse('cut-too-loose', node);
      view = narrower;
    }
    this.board.narrow(node, view);
    return null;
  }

  /** A claim where it is reached: it has to follow from what is known there. */
  private refuseClaim(node: NodeId, claim: Abstract): Refusal | null {
    const opened = this.openFold(node, claim);
    if (opened !== null) return opened;
    openHold(this.board, node);
    this.joinArms(node);
    const differences = take(this.left.differences, node);
    const refusal = this.atNode(node) ?? this.refuseDifferences(node, differences);
    if (refusal !== null) return refusal;
    const follows = forward(this.board, node, this.relations(node, differences));
    return isWithin(follows, claim) ? null : refuse('claim-not-implied', node);
  }

  private refuseType(node: NodeId, claim: Abstract): Refusal | null {
    const kind = this.graph.kinds[node];
    return kind !== undefined && isOfKind(claim, kind) ? null : refuse('claim-of-other-type', node);
  }

  private refuseDifferences(node: NodeId, differences: readonly Difference[]): Refusal | null {
    if (differences.length === 0) return null;
    if (nodeAt(this.graph, node).op !== 'apply') return refuse('unused-differences', node);
    return differencesHold(this.board, this.argumentsOf(node), differences) ? null : refuse('difference-not-implied', node);
  }

  private argumentsOf(id: NodeId): readonly (NodeId | null)[] {
    const node = nodeAt(this.graph, id);
    return node.op === 'apply' ? argumentNodes(node) : [];
  }

  /** Relations between the arguments of a node: the listed differences, which hold. */
  private relations(id: NodeId, differences: readonly Difference[]): Relations {
    const node = nodeAt(this.graph, id);
    if (node.op !== 'apply' || (differences.length === 0 && operandsOf(node).length < 2)) return NO_RELATIONS;
    return new ListedRelations(this.board, argumentNodes(node), differences);
  }

  /**
   * What the accumulator of a fold is claimed to be stands at the node that reads it; a stated domain that is claimed as
   * it stands is taken as stated, and may be: a run whose accumulator leaves it has failed. The base case of the induction is proven here, before the claim may be used: the initial value lies within
   * it. The step is proven at the end of the body, but only if the body is not dead: without the base case, a claim of
   * too little would kill the body, and with it the step that contradicts it. With it, a dead body is one that the
   * first step does not survive.
   */
  private openFold(id: NodeId, claim: Abstract): Refusal | null {
    const node = nodeAt(this.graph, id);
    const owner = node.op === 'bound' && node.index === 0 ? this.ownerOf(node.region) : null;
    const fold = owner === null ? null : nodeAt(this.graph, owner);
    if (owner === null || fold?.op !== 'fold') return null;
    const stated = statedBy(fold, claim);
    if (stated === null && !isWithin(this.board.view(fold.initial), claim)) return refuse('accumulator-base-case', owner);
    this.board.setInvariant(owner, stated ?? claim);
    return null;
  }

  /** At the end of the body of a fold: what was claimed of its accumulator has to hold before every step. */
  private closeFold(fold: NodeId, node: Extract<Node, { op: 'fold' }>, region: RegionId): Refusal | null {
    const result = this.graph.regions[region]?.result ?? null;
    if (this.board.dead || result === null) return null;
    const accumulator = boundNode(this.graph, region, 0);
    const drifts = take(this.left.drifts, fold);
    if (drifts.some((drift) => accumulator === undefined || !driftHolds(this.board, accumulator, result, drift))) {
      return refuse('drift-not-implied', fold);
    }
    this.board.setDrifts(fold, drifts);
    const isUnrolled = this.left.unrolled.delete(fold);
    const unrolled = isUnrolled ? unroll(this.board, fold) : null;
    if (isUnrolled && unrolled === null) return refuse('not-unrolled', fold);
    this.board.setUnrolled(fold, unrolled?.after ?? null);
    const invariant = this.board.invariant(fold);
    // A stated domain is a closure domain of its own, and what nothing reads claims nothing.
    if (accumulator === undefined || statedBy(node, invariant) !== null) return null;
    if (unrolled !== null && isWithin(unrolled.before, invariant)) return null;
    const { most } = timesOf(this.board, node.source);
    const stepped = this.board.view(result);
    const lasting = node.domain === null ? stepped : meet(stepped, ofDomain(node.domain));
    return isInductive(invariant, this.board.view(node.initial), lasting, drifts, most) ? null : refuse('accumulator-not-inductive', fold);
  }

  /** At the end of an arm: each difference that is claimed of the node that owns it has to hold of what the arm gives. */
  private checkJoins(owner: NodeId, node: Node, region: RegionId): Refusal | null {
    const joins = this.proof.joins.get(owner) ?? [];
    if (joins.length === 0 || (node.op !== 'select' && node.op !== 'match')) return null;
    const regions = ownedRegions(node);
    if (regions.length > MAX_JOINED_ARMS) return refuse('join-of-too-many-arms', owner);
    const child = regions.indexOf(region);
    if (joins.some(({ paths }) => paths.length !== regions.length || (this.board.dead && paths[child]?.length !== 0))) {
      return refuse('unused-joins', owner);
    }
    if (this.board.dead) return null;
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error('an arm without a value');
    const inArm = (term: Term): Term => {
      const part = this.partInArm(owner, result, nodeOfTerm(term));
      return normalTerm(this.board, term < 0 ? lengthOf(part) : part);
    };
    return joins.every(({ minuend, subtrahend, bound, paths }) =>
      pathHolds(this.board, inArm(minuend), inArm(subtrahend), bound, paths[child] ?? []),
    )
      ? null
      : refuse('join-not-implied', owner);
  }

  /** The result of an arm for the node that owns it, and a field of the result for the same field of that node; else the node itself. */
  private partInArm(owner: NodeId, result: NodeId, id: NodeId): NodeId {
    const whole = this.board.classOf(owner);
    if (this.board.classOf(id) === whole) return result;
    const field = fieldAt(this.board, id);
    return field?.record === whole ? (fieldNode(this.board, result, field.name) ?? id) : id;
  }

  /** Takes the differences that each arm has been seen to keep, where the arms join. */
  private joinArms(owner: NodeId): void {
    const { op } = nodeAt(this.graph, owner);
    if (op === 'select' || op === 'match') this.board.setJoined(owner, take(this.left.joins, owner));
  }

  /** At the end of the body of a loop with a condition: what its elements can be where that has the truth. */
  private keep(region: RegionId, truth: boolean): Refusal | null {
    const result = this.graph.regions[region]?.result ?? null;
    let refusal: Refusal | null = null;
    if (!this.board.dead && result !== null) {
      this.board.narrow(result, meet(this.board.view(result), truth ? TRUE : FALSE));
      refusal = this.takeSteps('kept', region);
    }
    this.board.setKept(region, this.board.dead || result === null ? NEVER : keptElement(this.board, region));
    return refusal;
  }

  private takeSteps(list: 'steps' | 'kept', region: RegionId): Refusal | null {
    // Steps that are listed where an assumption has killed the region stay unused.
    if (this.board.dead) return null;
    return this.follow(take(this.left[list], region), () => refuse(`unused-${list}`, region));
  }

  /** Takes steps one by one; none is left where the pass stands at what no run gets to. */
  follow(steps: readonly Step[], unused: () => Refusal): Refusal | null {
    for (const step of steps) {
      const refusal = this.board.dead ? unused() : this.take(step);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  private take(step: Step): Refusal | null {
    switch (step.rule) {
      case 'backward': {
        const { from, to } = step;
        if (!this.board.isLive(from)) return refuse('step-not-reached', from);
        let follows: Abstract | null = null;
        for (const { node, view } of backward(this.board, from)) {
          if (node === to) follows = follows === null ? view : meet(follows, view);
        }
        return follows === null ? refuse('step-without-rule', to) : this.conclude(to, step.claim, follows);
      }
      case 'forward': {
        const { node, claim, differences } = step;
        if (!this.board.isLive(node)) return refuse('step-not-reached', node);
        return (
          this.refuseDifferences(node, differences) ??
          this.conclude(node, claim, forward(this.board, node, this.relations(node, differences)))
        );
      }
      case 'reached':
        return this.takeReached(step.owner, step.child);
    }
  }

  private takeReached(owner: NodeId, child: number): Refusal | null {
    this.board.spend(owner);
    if (!this.board.isLive(owner)) return refuse('step-not-reached', owner);
    const isOwned = child < ownedRegions(nodeAt(this.graph, owner)).length;
    if (!isOwned || !wasReached(this.board, owner, child)) return refuse('region-not-entered', owner);
    for (const { node, view } of this.board.reachOwned(owner, child)) this.board.narrow(node, view);
    return null;
  }

  /** Takes a narrower view of a node where what follows lies within it. */
  private conclude(node: NodeId, claim: Abstract, follows: Abstract): Refusal | null {
    const refusal = this.refuseType(node, claim);
    if (refusal !== null) return refusal;
    const before = this.board.view(node);
    if (!isWithin(meet(before, follows), claim)) return refuse('step-claims-too-little', node);
    this.board.narrow(node, meet(before, claim));
    return null;
  }
}

/** The stated domain of an accumulator, where no less than it is claimed; null of a claim that has to be proven. */
function statedBy({ domain }: Extract<Node, { op: 'fold' }>, claim: Abstract): Abstract | null {
  const stated = domain === null ? null : ofDomain(domain);
  return stated !== null && isWithin(stated, claim) ? stated : null;
}

function refuseDead(node: NodeId, claim: Abstract): Refusal | null {
  return claim.kind === 'never' ? null : refuse('claim-where-dead', node);
}

/** Everything that a proof lists beside its claims and the pass has not come to yet. All of it has to be used. */
class Unused {
  readonly steps: Map<RegionId, readonly Step[]>;
  readonly kept: Map<RegionId, readonly Step[]>;
  readonly drifts: Map<NodeId, readonly DriftProof[]>;
  readonly joins: Map<NodeId, readonly JoinProof[]>;
  readonly differences: Map<NodeId, readonly Difference[]>;
  readonly cuts: Map<NodeId, readonly LinearBound[]>;
  readonly unrolled: Set<NodeId>;

  constructor({ steps, kept, drifts, joins, differences, cuts, unrolled }: PassProof) {
    this.steps = new Map(steps);
    this.kept = new Map(kept);
    this.drifts = new Map(drifts);
    this.joins = new Map(joins);
    this.differences = new Map(differences);
    this.cuts = new Map(cuts);
    this.unrolled = new Set(unrolled);
  }

  refusal(): Refusal | null {
    for (const list of ['steps', 'kept', 'drifts', 'joins', 'differences', 'cuts', 'unrolled'] as const) {
      for (const at of this[list].keys()) return refuse(`unused-${list}`, at);
    }
    return null;
  }
}

/** Takes what is listed there as used. */
function take<T>(list: Map<number, readonly T[]>, at: number): readonly T[] {
  const items = list.get(at);
  if (items === undefined) return [];
  list.delete(at);
  return items;
}
