import type { AbstractValue } from '../abstract/abstract.js';
import type { NodeId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import type { DifferenceTerm, RelationFact } from '../monomers/relation.js';
import { factsOf } from './facts.js';
import type { Knowledge } from './state.js';

interface Kept {
  /** The abstract values of the operands, then of the node itself, when the facts were stated. */
  readonly views: readonly AbstractValue[];
  readonly facts: readonly RelationFact<DifferenceTerm>[];
}

/** Caches the facts of nodes while the abstract values behind them stay the same, since rules query the same nodes many times. */
export class FactCache {
  private readonly kept: (Kept | undefined)[] = [];

  constructor(private readonly known: Knowledge) {}

  of(id: NodeId): readonly RelationFact<DifferenceTerm>[] {
    const node = nodeAt(this.known.graph, id);
    // The facts of other nodes depend on more than the operands' abstract values, or cost little to state.
    if (node.op !== 'apply') return factsOf(this.known, id);
    const kept = this.kept[id];
    if (kept !== undefined && this.isCurrent(kept.views, node.operands, id)) return kept.facts;
    const facts = factsOf(this.known, id);
    const views: AbstractValue[] = [];
    for (const operand of node.operands) views.push(this.known.view(operand));
    views.push(this.known.view(id));
    this.kept[id] = { views, facts };
    return facts;
  }

  private isCurrent(views: readonly AbstractValue[], operands: readonly NodeId[], id: NodeId): boolean {
    for (let i = 0; i < operands.length; i += 1) if (views[i] !== this.known.view(operands[i] ?? id)) return false;
    return views[operands.length] === this.known.view(id);
  }
}
