import type { Abstract } from '../abstract/abstract.js';
import type { RelationFact, Term } from '../catalog/relation.js';
import type { NodeId } from '../core/graph.js';
import { nodeAt } from '../core/schedule.js';
import type { Board } from '../rules/board.js';
import { factsOf } from '../rules/facts.js';

interface Kept {
  /** Of the operands, then of the node itself, when the facts were stated. */
  readonly views: readonly Abstract[];
  readonly facts: readonly RelationFact<Term>[];
}

/** What nodes vouch for, kept while the views that it was stated from are the same: searches ask the same nodes again and again. */
export class FactCache {
  private readonly kept: (Kept | undefined)[] = [];

  constructor(private readonly board: Board) {}

  of(id: NodeId): readonly RelationFact<Term>[] {
    const node = nodeAt(this.board.graph, id);
    // Of others the facts rest on more than the views of operands, or cost nothing to state.
    if (node.op !== 'apply') return factsOf(this.board, id);
    const known = this.kept[id];
    if (known !== undefined && this.isCurrent(known.views, node.operands, id)) return known.facts;
    const facts = factsOf(this.board, id);
    this.kept[id] = { views: [...node.operands, id].map((operand) => this.board.view(operand)), facts };
    return facts;
  }

  private isCurrent(views: readonly Abstract[], operands: readonly NodeId[], id: NodeId): boolean {
    for (let i = 0; i < operands.length; i += 1) if (views[i] !== this.board.view(operands[i] ?? id)) return false;
    return views[operands.length] === this.board.view(id);
  }
}
