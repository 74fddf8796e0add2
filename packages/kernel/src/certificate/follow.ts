import { type Abstract, isOfKind, isWithin, meet, NEVER, ofDomain, TRUE } from '../abstract/abstract.js';
import { lengthOf, NO_RELATIONS, nodeOfTerm, type RelationFact, type Relations, type Term } from '../catalog/relation.js';
import type { Core, Graph, Node, NodeId, RegionId } from '../graph/graph.js';
import { nodeAt, operandsOf, ownedRegions, schedule } from '../graph/schedule.js';
import { wasReached } from '../rules/assumption.js';
import { backward } from '../rules/backward.js';
import { Board } from '../rules/board.js';
import { isInductive } from '../rules/drift.js';
import { argumentNodes, forward } from '../rules/forward.js';
import { boundNode, keptElement, timesOf } from '../rules/loops.js';
import type { Summary } from '../rules/state.js';
import { normalTerm } from '../rules/terms.js';
import { unroll } from '../rules/unroll.js';
import { differencesHold, driftHolds, ListedRelations, pathHolds } from './differences.js';
import { type Difference, MOST_JOINED_ARMS, type PassProof, type Step } from './format.js';

/** What a certificate says does not follow. It never leaves the checker. */
export class Unfounded extends Error {}

/** Sees each node that is reached, before its claim is taken. */
export type AtNode = (board: Board, node: NodeId) => void;

export interface Given {
  readonly parameters: readonly Abstract[];
  readonly facts: readonly RelationFact<Term>[];
}

/**
 * Follows the proof of a graph, or of the requires of a component under the arguments of a call, in one pass:
 * every claim and every step has to follow by one rule from what is known before it. Throws {@link Unfounded}
 * at the first that does not. Searches for nothing.
 */
export function follow(
  core: Core,
  graph: Graph,
  part: 'requires' | 'whole',
  given: Given,
  summaries: readonly Summary[],
  proof: PassProof,
  atNode: AtNode,
): Board {
  return new Pass(new Board(core, graph, given.parameters, summaries, given.facts), graph, part, proof, atNode).run();
}

class Pass {
  private claimed = 0;
  private readonly requires: ReadonlySet<RegionId>;
  private readonly unrolled: ReadonlySet<NodeId>;

  constructor(
    private readonly board: Board,
    private readonly graph: Graph,
    private readonly part: 'requires' | 'whole',
    private readonly proof: PassProof,
    private readonly atNode: AtNode,
  ) {
    this.unrolled = new Set(proof.unrolled);
    this.requires = new Set(part === 'whole' ? graph.requires : []);
  }

  run(): Board {
    for (const event of schedule(this.graph, this.part)) {
      if (event.event === 'enter') this.enter(event.region, event.child);
      else if (event.event === 'exit') this.exit(event.region);
      else this.claim(event.node);
    }
    if (this.claimed !== this.proof.claims.length) throw new Unfounded('there are more claims than nodes');
    return this.board;
  }

  private enter(region: RegionId, child: number): void {
    this.board.enter(region, child);
    const owner = this.graph.regions[region]?.owner ?? null;
    if (owner === null || this.board.dead) return;
    for (const { node, view } of this.board.assumptions(owner, child)) if (!this.board.dead) this.board.narrow(node, view);
    this.takeSteps(this.proof.steps.get(region));
  }

  private exit(region: RegionId): void {
    const owner = this.graph.regions[region]?.owner ?? null;
    const node = owner === null ? null : nodeAt(this.graph, owner);
    this.board.conclude(region);
    if (owner !== null && node?.op === 'fold') this.closeFold(owner, node, region);
    if (node?.op === 'loop' && node.loop === 'filter') this.keep(region);
    if (owner !== null) this.checkJoins(owner, region);
    this.board.leave(region);
    if (!this.requires.has(region) || this.board.dead) return;
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error('a require without a condition');
    this.board.narrow(result, meet(this.board.view(result), TRUE));
    this.takeSteps(this.proof.steps.get(region));
  }

  /** At the end of the body of a fold: what was claimed of its accumulator has to hold before every step. */
  private closeFold(fold: NodeId, node: Extract<Node, { op: 'fold' }>, region: RegionId): void {
    const result = this.graph.regions[region]?.result ?? null;
    if (this.board.dead || result === null) return;
    const accumulator = boundNode(this.graph, region, 0);
    const drifts = this.proof.drifts.get(fold) ?? [];
    if (drifts.some((drift) => accumulator === undefined || !driftHolds(this.board, accumulator, result, drift))) {
      throw new Unfounded(`the accumulator of node ${fold} may drift further`);
    }
    this.board.setDrifts(fold, drifts);
    const unrolled = this.unrolled.has(fold) ? unroll(this.board, fold) : null;
    if (this.unrolled.has(fold) && unrolled === null) throw new Unfounded(`node ${fold} cannot be followed step by step`);
    this.board.setUnrolled(fold, unrolled?.after ?? null);
    // A stated domain is a closure domain of its own, and what nothing reads claims nothing.
    if (node.domain !== null || accumulator === undefined) return;
    if (unrolled !== null && isWithin(unrolled.before, this.board.invariant(fold))) return;
    const { most } = timesOf(this.board, node.source);
    if (!isInductive(this.board.invariant(fold), this.board.view(node.initial), this.board.view(result), drifts, most)) {
      throw new Unfounded(`the claim of the accumulator of node ${fold} is not inductive`);
    }
  }

  /** At the end of an arm: each difference that is claimed of the node that owns it has to hold of what the arm gives. */
  private checkJoins(owner: NodeId, region: RegionId): void {
    const joins = this.proof.joins.get(owner) ?? [];
    const node = nodeAt(this.graph, owner);
    if (joins.length === 0 || this.board.dead || (node.op !== 'select' && node.op !== 'match')) return;
    const result = this.graph.regions[region]?.result ?? null;
    if (result === null) throw new Error('an arm without a value');
    const regions = ownedRegions(node);
    if (regions.length > MOST_JOINED_ARMS) throw new Unfounded(`node ${owner} has too many arms`);
    const child = regions.indexOf(region);
    const inArm = (term: Term): Term => (nodeOfTerm(term) === this.board.classOf(owner) ? (term < 0 ? lengthOf(result) : result) : term);
    for (const { minuend, subtrahend, bound, paths } of joins) {
      const [from, to] = [inArm(minuend), inArm(subtrahend)].map((term) => normalTerm(this.board, term));
      if (from === undefined || to === undefined || !pathHolds(this.board, from, to, bound, paths[child] ?? [])) {
        throw new Unfounded(`an arm of node ${owner} does not keep a difference`);
      }
    }
  }

  /** Where the arms join: what each of them has been seen to keep. Of another node nothing was. */
  private joinArms(owner: NodeId): void {
    const { op } = nodeAt(this.graph, owner);
    const joins = this.proof.joins.get(owner) ?? [];
    if (op === 'select' || op === 'match') this.board.setJoined(owner, joins);
  }

  private keep(region: RegionId): void {
    const result = this.graph.regions[region]?.result ?? null;
    if (!this.board.dead && result !== null) {
      this.board.narrow(result, meet(this.board.view(result), TRUE));
      this.takeSteps(this.proof.kept.get(region));
    }
    this.board.setKept(region, this.board.dead || result === null ? NEVER : keptElement(this.board, region));
  }

  private takeSteps(steps: readonly Step[] = []): void {
    for (const step of steps) {
      if (this.board.dead) return;
      this.take(step);
    }
  }

  private take(step: Step): void {
    switch (step.rule) {
      case 'backward': {
        this.requireLive(step.from);
        const views = backward(this.board, step.from).filter(({ node }) => node === step.to);
        if (views.length === 0) throw new Unfounded(`node ${step.from} says nothing of node ${step.to}`);
        this.conclude(step.to, step.claim, views.map(({ view }) => view).reduce(meet));
        return;
      }
      case 'forward':
        this.requireLive(step.node);
        this.conclude(step.node, step.claim, forward(this.board, step.node, this.relations(step.node, step.differences)));
        return;
      case 'reached':
        this.requireLive(step.owner);
        if (step.child >= ownedRegions(nodeAt(this.graph, step.owner)).length || !wasReached(this.board, step.owner, step.child))
          throw new Unfounded(`node ${step.owner} may have passed a region by`);
        for (const { node, view } of this.board.reachOwned(step.owner, step.child)) this.board.narrow(node, view);
    }
  }

  private requireLive(node: NodeId): void {
    if (!this.board.isLive(node)) throw new Unfounded(`node ${node} has not been reached`);
  }

  /** Takes a narrower view of a node where what follows lies within it. */
  private conclude(node: NodeId, claim: Abstract, follows: Abstract): void {
    this.requireKind(node, claim);
    const now = meet(this.board.view(node), follows);
    if (!isWithin(now, claim)) throw new Unfounded(`a step claims too little for node ${node}`);
    this.board.narrow(node, meet(this.board.view(node), claim));
  }

  private requireKind(node: NodeId, claim: Abstract): void {
    const kind = this.graph.kinds[node];
    if (kind === undefined || !isOfKind(claim, kind)) throw new Unfounded(`the claim of node ${node} is of another kind`);
  }

  private relations(id: NodeId, differences: readonly Difference[]): Relations {
    const node = nodeAt(this.graph, id);
    if (differences.length === 0 && (node.op !== 'apply' || operandsOf(node).length < 2)) return NO_RELATIONS;
    const nodes = node.op === 'apply' ? argumentNodes(node) : [];
    if (!differencesHold(this.board, nodes, differences)) throw new Unfounded(`a difference that node ${id} rests on does not hold`);
    return new ListedRelations(this.board, nodes, differences);
  }

  /**
   * What the accumulator of a fold is claimed to be stands at the node that reads it; a stated domain is taken as
   * stated. The base case of the induction is proven here, before the claim may be used: the initial value lies within
   * it. The step is proven at the end of the body, but only where the body is not dead. Dead means that no run gets
   * there, given what was claimed before. Without the base case a claim of too little would kill the body by itself,
   * and with it the step that would contradict it. With it a dead body is one that the first step does not survive.
   */
  private openFold(id: NodeId, claim: Abstract): void {
    const node = nodeAt(this.graph, id);
    const owner = node.op === 'bound' && node.index === 0 ? (this.graph.regions[node.region]?.owner ?? null) : null;
    const fold = owner === null ? null : nodeAt(this.graph, owner);
    if (owner === null || fold?.op !== 'fold') return;
    if (fold.domain === null && !isWithin(this.board.view(fold.initial), claim)) {
      throw new Unfounded(`the first value of the accumulator of node ${owner} may lie outside of its claim`);
    }
    this.board.setInvariant(owner, fold.domain === null ? claim : ofDomain(fold.domain));
  }

  private claim(node: NodeId): void {
    const claim = this.proof.claims[this.claimed];
    if (claim === undefined) throw new Unfounded('there are fewer claims than nodes');
    this.claimed += 1;
    this.requireKind(node, claim);
    if (!this.board.dead) {
      this.openFold(node, claim);
      this.joinArms(node);
      this.atNode(this.board, node);
      const follows = forward(this.board, node, this.relations(node, this.proof.differences.get(node) ?? []));
      if (!isWithin(follows, claim)) throw new Unfounded(`the claim of node ${node} does not follow from those of its operands`);
    }
    this.board.define(node, claim);
  }
}
