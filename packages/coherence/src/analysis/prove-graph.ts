import { type Abstract, NEVER, sameAbstract, TRUE } from '../abstract/abstract.js';
import { NO_RELATIONS, type RelationFact, type Term } from '../catalog/relation.js';
import type { Difference, GraphProof, Step } from '../certificate/format.js';
import type { Core, Graph, NodeId, RegionId } from '../core/graph.js';
import { nodeAt, schedule } from '../core/schedule.js';
import { Board } from '../rules/board.js';
import { analysisOf, argumentNodes, argumentViews, forward } from '../rules/forward.js';
import type { Summary } from '../rules/state.js';
import { RecordedRelations } from './paths.js';
import { Propagation } from './propagate.js';
import { Users } from './users.js';

/** Called for every node where it stands, with all that is known there, before the search goes on. */
export type AtNode = (search: GraphSearch, node: NodeId) => void;

/**
 * The search for a proof of one graph: one pass over its evaluation order that claims for every node what
 * follows from what is known there.
 */
export class GraphSearch {
  readonly board: Board;
  readonly users: Users;
  private readonly claims: Abstract[] = [];
  private readonly steps = new Map<RegionId, readonly Step[]>();
  private readonly differences = new Map<NodeId, readonly Difference[]>();
  /** The regions after which their condition is assumed; none where it is the requires themselves that are to be proven. */
  private readonly requires: ReadonlySet<RegionId>;

  constructor(
    core: Core,
    readonly graph: Graph,
    private readonly part: 'requires' | 'whole',
    private readonly given: { readonly parameters: readonly Abstract[]; readonly facts: readonly RelationFact<Term>[] },
    summaries: readonly Summary[],
  ) {
    this.board = new Board(core, graph, given.parameters, summaries, given.facts);
    this.users = new Users(this.board);
    this.requires = new Set(part === 'whole' ? graph.requires : []);
  }

  /** Runs the pass; `atNode` sees each node before its own claim is made, `atEnd` the end of the body. */
  run(atNode: AtNode): void {
    for (const event of schedule(this.graph, this.part)) {
      switch (event.event) {
        case 'enter':
          this.enter(event.region, event.child);
          break;
        case 'node':
          if (!this.board.dead) atNode(this, event.node);
          this.claim(event.node);
          break;
        case 'exit':
          this.exit(event.region);
          break;
      }
    }
  }

  /** What the pass has found; the rest is the caller's to fill. */
  proof(closure: GraphProof['closure'], exported: GraphProof['exported']): GraphProof {
    return { claims: this.claims, steps: this.steps, differences: this.differences, closure, exported };
  }

  /** What is known of the parameters now: after the pass, what the requires leave of their domains. */
  parameterViews(): readonly Abstract[] {
    const views = [...this.given.parameters];
    this.graph.nodes.forEach((node, id) => {
      if (node.op === 'parameter') views[node.index] = this.board.view(id);
    });
    return views;
  }

  private enter(region: RegionId, child: number): void {
    this.board.enter(region);
    const owner = this.graph.regions[region]?.owner ?? null;
    if (owner === null || this.board.dead) return;
    const { node, view } = this.board.assumption(owner, child);
    this.record(region, new Propagation(this.board, this.users).assume(node, view));
  }

  private exit(region: RegionId): void {
    this.board.leave(region);
    if (!this.requires.has(region) || this.board.dead) return;
    const result = this.graph.regions[region]?.result ?? null;
    if (result !== null) this.record(region, new Propagation(this.board, this.users).assume(result, TRUE));
  }

  private record(region: RegionId, steps: readonly Step[]): void {
    if (steps.length > 0) this.steps.set(region, steps);
  }

  private claim(node: NodeId): void {
    const claim = this.board.dead ? NEVER : this.infer(node);
    this.board.define(node, claim);
    this.claims.push(claim);
  }

  /** Without relations where these say no more: a claim that rests on less is cheaper to check. */
  private infer(id: NodeId): Abstract {
    const plain = forward(this.board, id, NO_RELATIONS);
    const node = nodeAt(this.graph, id);
    if (node.op !== 'apply' || node.operands.length < 2 || analysisOf(node).related === undefined || isDecided(plain)) return plain;
    const relations = new RecordedRelations(this.board, this.users, argumentNodes(node));
    const related = forward(this.board, id, relations);
    if (sameAbstract(related, plain)) return plain;
    this.differences.set(id, relations.used);
    return related;
  }

  /** Whether the need of an application is proven here, and by which differences; null where it is not. */
  proveNeed(id: NodeId): readonly Difference[] | null {
    const node = nodeAt(this.graph, id);
    if (node.op !== 'apply') return null;
    const need = analysisOf(node).need;
    if (need === undefined) return [];
    const args = argumentViews(this.board, id, node);
    if (need(args, NO_RELATIONS)) return [];
    const relations = new RecordedRelations(this.board, this.users, argumentNodes(node));
    return need(args, relations) ? relations.used : null;
  }
}

function isDecided(view: Abstract): boolean {
  return view.kind === 'boolean' ? view.canBeFalse !== view.canBeTrue : view.kind === 'never';
}
