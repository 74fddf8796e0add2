import { type AbstractValue, FALSE, isOfType, isWithin, meet, NEVER, ofDomain, TRUE } from '../abstract/abstract.js';
import type { Core, Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, ownedRegions, type ScheduleVisitor, visitSchedule } from '../graph/schedule.js';
import { type DifferenceTerm, lengthOf, NO_RELATIONS, nodeOfTerm, type RelationFact, type Relations } from '../monomers/relation.js';
import { analysisOf, argumentNodes } from '../rules/applications.js';
import { assumptionsOf, wasReached } from '../rules/assumption.js';
import { backward } from '../rules/backward.js';
import { isInductive } from '../rules/drift.js';
import { Environment } from '../rules/environment.js';
import { forward } from '../rules/forward.js';
import { heldBehind, openHold } from '../rules/holds.js';
import { boundNode, keptElement, keptTexts, keptTruth, timesOf } from '../rules/loops.js';
import type { WorkMeter } from '../rules/meter.js';
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

/** The graph and the premises of a replayed proof. */
export interface Replayed {
  readonly core: Core;
  readonly graph: Graph;
  /** The whole graph, or only its requires: those of a component under the arguments of a call. */
  readonly part: 'requires' | 'whole';
  readonly parameters: readonly AbstractValue[];
  /** Differences between the parameters that the caller guarantees. */
  readonly given: readonly RelationFact<DifferenceTerm>[];
  /** Summaries of the components that were proven before. */
  readonly summaries: readonly Summary[];
  readonly meter: WorkMeter;
}

/** Called for each reached node, before its claim is taken. */
export type AtNode = (node: NodeId) => Refusal | null;

const NO_OBLIGATIONS: AtNode = () => null;

/**
 * Replays the proof of a graph in one pass over its evaluation order. Every claim and every step has to follow by one rule from
 * the facts before it. It does not search.
 *
 * A point of the pass is dead if no run reaches it, given the earlier claims. Dead points need no further proof, so each premise
 * has to be proven before it may be used. A claim is proven by its rule, and the claim of an accumulator by its base case (see
 * `openFold`). Dead nodes have no claims and no listed items.
 */
export class Replay implements ScheduleVisitor<Refusal> {
  /** The knowledge at the present point of the pass. */
  readonly environment: Environment;
  private claimed = 0;
  /** The regions whose conditions hold after them. */
  private readonly requires: ReadonlySet<RegionId>;
  private readonly left: Unused;
  private readonly graph: Graph;

  constructor(
    private readonly replayed: Replayed,
    private readonly proof: PassProof,
    private readonly atNode: AtNode = NO_OBLIGATIONS,
  ) {
    const { core, graph, part, parameters, given, summaries, meter } = replayed;
    this.graph = graph;
    this.environment = new Environment(core, graph, parameters, summaries, given, meter);
    this.requires = part === 'whole' && graph.requires.length > 0 ? new Set(graph.requires) : NO_NUMBERS;
    this.left = new Unused(proof);
  }

  /** Returns `null` if everything follows; otherwise the first thing that does not. */
  run(): Refusal | null {
    const refusal = visitSchedule(this.graph, this.replayed.part, this);
    if (refusal !== null) return refusal;
    if (this.claimed !== this.proof.claims.length) return refuse('claims-left');
    return this.left.refusal();
  }

  private ownerOf(region: RegionId): NodeId | null {
    return this.graph.regions[region]?.owner ?? null;
  }

  /** The beginning of a region: what leads into it is known inside. */
  enter(region: RegionId, child: number): Refusal | null {
    this.environment.enter(region, child);
    const owner = this.ownerOf(region);
    if (owner === null || this.environment.dead) return null;
    // The consequences of a condition that holds are concluded after the node that owns it.
    if (nodeAt(this.graph, owner).op === 'hold') return null;
    const assumptions = assumptionsOf(this.environment, owner, child);
    for (let i = 0; i < assumptions.length; i += 1) {
      const assumption = assumptions[i];
      if (assumption !== undefined && !this.environment.dead) this.environment.narrow(assumption.node, assumption.view);
    }
    return this.takeSteps('steps', region);
  }

  /** The end of a region: its claims about all ways through it are checked, and what was learnt inside is dropped. */
  exit(region: RegionId): Refusal | null {
    const owner = this.ownerOf(region);
    this.environment.conclude(region);
    if (owner !== null) {
      const refusal = this.closeOwned(owner, nodeAt(this.graph, owner), region);
      if (refusal !== null) return refusal;
    }
    this.environment.leave(region);
    return owner === null && !this.environment.dead && this.requires.has(region) ? this.assumeRequire(region) : null;
  }

  private closeOwned(owner: NodeId, node: Node, region: RegionId): Refusal | null {
    switch (node.op) {
      case 'fold':
        return this.closeFold(owner, node, region);
      case 'loop': {
        const truth = keptTruth(node);
        return truth === null ? null : this.keep(region, truth);
      }
      case 'select':
      case 'match': {
        const joins = this.proof.joins.size === 0 ? NONE_LISTED : (this.proof.joins.get(owner) ?? NONE_LISTED);
        return joins.length === 0 ? null : this.checkJoins(joins, owner, node, region);
      }
      default:
        return null;
    }
  }

  /** After a require, its condition holds. */
  private assumeRequire(region: RegionId): Refusal | null {
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error('a require without a condition');
    this.environment.narrow(result, meet(this.environment.view(result), TRUE));
    return this.takeSteps('steps', region);
  }

  /** A node, after the regions that it owns: its claim is taken. */
  node(id: NodeId): Refusal | null {
    const claim = this.proof.claims[this.claimed];
    if (claim === undefined) return refuse('claims-missing');
    this.claimed += 1;
    const node = nodeAt(this.graph, id);
    const refusal = this.refuseType(id, claim) ?? (this.environment.dead ? refuseDead(id, claim) : this.refuseClaim(id, node, claim));
    if (refusal !== null) return refusal;
    this.environment.define(id, claim);
    return this.cut(id) ?? (node.op === 'hold' ? this.assumeHeld(id) : null);
  }

  /** After a hold, its condition is true: by contract, or because a fold keeps it. */
  private assumeHeld(id: NodeId): Refusal | null {
    const condition = heldBehind(this.graph, id);
    if (condition === null || this.environment.dead) return null;
    const result = this.graph.regions[condition]?.result ?? null;
    if (result === null) throw new Error('a condition without a result');
    this.environment.narrow(result, meet(this.environment.view(result), TRUE));
    return this.takeSteps('steps', condition);
  }

  /**
   * After a node, its value lies within the bounds that are listed for it: each bound is shown here, and each one narrows the
   * value.
   */
  private cut(node: NodeId): Refusal | null {
    if (this.environment.dead) return null;
    const bounds = take(this.left.cuts, node);
    if (bounds.length === 0) return null;
    const operands = { nodes: [node], of: null };
    if (!boundsHold(this.environment, operands, bounds)) return refuse('cut-not-implied', node);
    let view = this.environment.view(node);
    for (const bound of bounds) {
      const [narrower = NEVER] = withinBounds([view], [bound]);
      if (isWithin(view, narrower)) return refuse('cut-too-loose', node);
      view = narrower;
    }
    this.environment.narrow(node, view);
    return null;
  }

  /** Takes the claim of a reached node, which has to follow from the knowledge at that point. */
  private refuseClaim(id: NodeId, node: Node, claim: AbstractValue): Refusal | null {
    const opened = node.op === 'bound' ? this.openFold(node, claim) : null;
    if (opened !== null) return opened;
    if (node.op === 'hold') openHold(this.environment, id);
    if (node.op === 'select' || node.op === 'match') this.environment.setJoined(id, take(this.left.joins, id));
    const differences = take(this.left.differences, id);
    const refusal = this.atNode(id) ?? this.refuseDifferences(id, node, differences);
    if (refusal !== null) return refusal;
    const follows = forward(this.environment, id, this.relations(node, differences));
    return isWithin(follows, claim) ? null : refuse('claim-not-implied', id);
  }

  private refuseType(node: NodeId, claim: AbstractValue): Refusal | null {
    const type = this.graph.types[node];
    return type !== undefined && isOfType(claim, type) ? null : refuse('claim-of-other-type', node);
  }

  private refuseDifferences(id: NodeId, node: Node, differences: readonly Difference[]): Refusal | null {
    if (differences.length === 0) return null;
    if (node.op !== 'apply') return refuse('unused-differences', id);
    return differencesHold(this.environment, argumentNodes(node), differences) ? null : refuse('difference-not-implied', id);
  }

  /** Relations between the arguments of a node: the listed differences, after they are checked. */
  private relations(node: Node, differences: readonly Difference[]): Relations {
    if (node.op !== 'apply' || analysisOf(node).related === null) return NO_RELATIONS;
    if (differences.length === 0 && node.operands.length < 2) return NO_RELATIONS;
    return new ListedRelations(this.environment, argumentNodes(node), differences);
  }

  /**
   * The claim of a fold's accumulator is listed at the node that reads it. A claim equal to the stated domain needs no proof: a
   * run whose accumulator leaves the domain has failed. Otherwise the base case of the induction is proven here, before the claim
   * may be used: the initial value lies within it. The step is proven at the end of the body, but only if the body is not dead.
   * Without the base case, a claim that is too small would kill the body, and with it the step that contradicts the claim. With
   * the base case, a dead body means that no run survives the first step.
   */
  private openFold({ index, region }: Extract<Node, { op: 'bound' }>, claim: AbstractValue): Refusal | null {
    const owner = index === 0 ? this.ownerOf(region) : null;
    const fold = owner === null ? null : nodeAt(this.graph, owner);
    if (owner === null || fold?.op !== 'fold') return null;
    const stated = statedBy(fold, claim);
    if (stated === null && !isWithin(this.environment.view(fold.initial), claim)) return refuse('accumulator-base-case', owner);
    this.environment.setInvariant(owner, stated ?? claim);
    return null;
  }

  /** Checks, at the end of a fold's body, that the claim of its accumulator holds before every step. */
  private closeFold(fold: NodeId, node: Extract<Node, { op: 'fold' }>, region: RegionId): Refusal | null {
    const result = this.graph.regions[region]?.result ?? null;
    if (this.environment.dead || result === null) return null;
    const accumulator = boundNode(this.graph, region, 0);
    const drifts = take(this.left.drifts, fold);
    if (drifts.some((drift) => accumulator === undefined || !driftHolds(this.environment, accumulator, result, drift))) {
      return refuse('drift-not-implied', fold);
    }
    this.environment.setDrifts(fold, drifts);
    const isUnrolled = this.left.unrolled.delete(fold);
    const unrolled = isUnrolled ? unroll(this.environment, fold) : null;
    if (isUnrolled && unrolled === null) return refuse('not-unrolled', fold);
    this.environment.setUnrolled(fold, unrolled?.after ?? null);
    const invariant = this.environment.invariant(fold);
    // A stated domain is a closure domain of its own, and an accumulator that is never read has no claim.
    if (accumulator === undefined || statedBy(node, invariant) !== null) return null;
    if (unrolled !== null && isWithin(unrolled.before, invariant)) return null;
    const { most } = timesOf(this.environment, node.source);
    const stepped = this.environment.view(result);
    const lasting = node.domain === null ? stepped : meet(stepped, ofDomain(node.domain));
    const induction = { claim: invariant, initial: this.environment.view(node.initial), stepped: lasting };
    return isInductive(induction, drifts, most) ? null : refuse('accumulator-not-inductive', fold);
  }

  /** Checks, at the end of an arm, that each difference claimed for the owning node holds for the result of the arm. */
  private checkJoins(
    joins: readonly JoinProof[],
    owner: NodeId,
    node: Extract<Node, { op: 'select' | 'match' }>,
    region: RegionId,
  ): Refusal | null {
    const regions = ownedRegions(node);
    if (regions.length > MAX_JOINED_ARMS) return refuse('join-of-too-many-arms', owner);
    const child = regions.indexOf(region);
    if (joins.some(({ paths }) => paths.length !== regions.length || (this.environment.dead && paths[child]?.length !== 0))) {
      return refuse('unused-joins', owner);
    }
    if (this.environment.dead) return null;
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error('an arm without a value');
    const inArm = (term: DifferenceTerm): DifferenceTerm => {
      const part = this.partInArm(owner, result, nodeOfTerm(term));
      return normalTerm(this.environment, term < 0 ? lengthOf(part) : part);
    };
    return joins.every(({ minuend, subtrahend, bound, paths }) =>
      pathHolds(this.environment, inArm(minuend), inArm(subtrahend), bound, paths[child] ?? []),
    )
      ? null
      : refuse('join-not-implied', owner);
  }

  /**
   * Returns the result of an arm if `id` is the node that owns the arm, and a field of the result for the same field of that
   * node. Returns any other node unchanged.
   */
  private partInArm(owner: NodeId, result: NodeId, id: NodeId): NodeId {
    const whole = this.environment.classOf(owner);
    if (this.environment.classOf(id) === whole) return result;
    const field = fieldAt(this.environment, id);
    return field?.record === whole ? (fieldNode(this.environment, result, field.name) ?? id) : id;
  }

  /** Records, at the end of the body of a loop with a condition, the possible elements if the condition has the given truth. */
  private keep(region: RegionId, truth: boolean): Refusal | null {
    const result = this.graph.regions[region]?.result ?? null;
    let refusal: Refusal | null = null;
    if (!this.environment.dead && result !== null) {
      this.environment.narrow(result, meet(this.environment.view(result), truth ? TRUE : FALSE));
      refusal = this.takeSteps('kept', region);
    }
    if (this.environment.dead || result === null) this.environment.setKept(region, NEVER, []);
    else this.environment.setKept(region, keptElement(this.environment, region), keptTexts(this.environment, region));
    return refusal;
  }

  private takeSteps(list: 'steps' | 'kept', region: RegionId): Refusal | null {
    // Steps that are listed although an assumption has killed the region stay unused.
    if (this.environment.dead) return null;
    const steps = take(this.left[list], region);
    return steps.length === 0 ? null : this.follow(steps, () => refuse(`unused-${list}`, region));
  }

  /** Takes steps one by one; a dead point must have no steps left. */
  follow(steps: readonly Step[], unused: () => Refusal): Refusal | null {
    for (const step of steps) {
      const refusal = this.environment.dead ? unused() : this.take(step);
      if (refusal !== null) return refusal;
    }
    return null;
  }

  private take(step: Step): Refusal | null {
    switch (step.rule) {
      case 'backward': {
        const { from, to } = step;
        if (!this.environment.isLive(from)) return refuse('step-not-reached', from);
        let follows: AbstractValue | null = null;
        for (const { node, view } of backward(this.environment, from)) {
          if (node === to) follows = follows === null ? view : meet(follows, view);
        }
        return follows === null ? refuse('step-without-rule', to) : this.conclude(to, step.claim, follows);
      }
      case 'forward': {
        const { node, claim, differences } = step;
        if (!this.environment.isLive(node)) return refuse('step-not-reached', node);
        return (
          this.refuseDifferences(node, nodeAt(this.graph, node), differences) ??
          this.conclude(node, claim, forward(this.environment, node, this.relations(nodeAt(this.graph, node), differences)))
        );
      }
      case 'reached':
        return this.takeReached(step.owner, step.child);
    }
  }

  private takeReached(owner: NodeId, child: number): Refusal | null {
    this.environment.spend(owner);
    if (!this.environment.isLive(owner)) return refuse('step-not-reached', owner);
    const region = ownedRegions(nodeAt(this.graph, owner))[child];
    if (region === undefined || !wasReached(this.environment, owner, child)) return refuse('region-not-entered', owner);
    const reached = this.environment.reachOwned(owner, region);
    if (reached !== null) this.environment.narrow(reached.node, reached.view);
    return null;
  }

  /** Narrows a node to a claim, if the consequence `follows` lies within the claim. */
  private conclude(node: NodeId, claim: AbstractValue, follows: AbstractValue): Refusal | null {
    const refusal = this.refuseType(node, claim);
    if (refusal !== null) return refusal;
    const before = this.environment.view(node);
    if (!isWithin(meet(before, follows), claim)) return refuse('step-claims-too-little', node);
    this.environment.narrow(node, meet(before, claim));
    return null;
  }
}

/** The stated domain of an accumulator, if the claim contains it; `null` for a claim that needs a proof. */
function statedBy({ domain }: Extract<Node, { op: 'fold' }>, claim: AbstractValue): AbstractValue | null {
  const stated = domain === null ? null : ofDomain(domain);
  return stated !== null && isWithin(stated, claim) ? stated : null;
}

function refuseDead(node: NodeId, claim: AbstractValue): Refusal | null {
  return claim.kind === 'never' ? null : refuse('claim-where-dead', node);
}

/** The listed parts of a proof besides its claims, for points that the pass has not reached. Each of them has to be used. */
class Unused {
  readonly steps: Map<RegionId, readonly Step[]>;
  readonly kept: Map<RegionId, readonly Step[]>;
  readonly drifts: Map<NodeId, readonly DriftProof[]>;
  readonly joins: Map<NodeId, readonly JoinProof[]>;
  readonly differences: Map<NodeId, readonly Difference[]>;
  readonly cuts: Map<NodeId, readonly LinearBound[]>;
  readonly unrolled: Set<NodeId>;

  constructor({ steps, kept, drifts, joins, differences, cuts, unrolled }: PassProof) {
    this.steps = unusedOf(steps);
    this.kept = unusedOf(kept);
    this.drifts = unusedOf(drifts);
    this.joins = unusedOf(joins);
    this.differences = unusedOf(differences);
    this.cuts = unusedOf(cuts);
    this.unrolled = unrolled.length === 0 ? NO_NUMBERS : new Set(unrolled);
  }

  refusal(): Refusal | null {
    for (const list of LISTS) {
      if (this[list].size === 0) continue;
      for (const at of this[list].keys()) return refuse(`unused-${list}`, at);
    }
    return null;
  }
}

const LISTS = ['steps', 'kept', 'drifts', 'joins', 'differences', 'cuts', 'unrolled'] as const;

/** Shared by all passes that list nothing, as most passes over the requires of a call do: nothing is ever added to them. */
const NO_ITEMS = new Map<number, readonly never[]>();
const NO_NUMBERS = new Set<number>();

function unusedOf<T>(listed: ReadonlyMap<number, readonly T[]>): Map<number, readonly T[]> {
  return listed.size === 0 ? NO_ITEMS : new Map(listed);
}

/** The items at a node or region for which none are listed. */
const NONE_LISTED: readonly never[] = [];

/** Removes the listed items from the map, which marks them as used. */
function take<T>(list: Map<number, readonly T[]>, at: number): readonly T[] {
  if (list.size === 0) return NONE_LISTED;
  const items = list.get(at);
  if (items === undefined) return NONE_LISTED;
  list.delete(at);
  return items;
}
