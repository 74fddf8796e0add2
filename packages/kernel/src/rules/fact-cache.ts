import type { AbstractValue } from '../abstract/abstract.js';
import type { NodeId } from '../graph/graph.js';
import { nodeAt } from '../graph/schedule.js';
import type { DifferenceTerm, RelationFact } from '../monomers/relation.js';
import { factsOf } from './facts.js';
import type { Knowledge } from './state.js';

/** The number of nodes whose facts are kept, a power of two. Rules ask again for nodes near the present one, and for few others. */
const PLACES = 1_024;

interface Kept {
  readonly node: NodeId;
  /** The abstract values of the operands and of the node itself when the facts were stated. */
  readonly operands: readonly AbstractValue[];
  readonly result: AbstractValue;
  readonly facts: readonly RelationFact<DifferenceTerm>[];
}

/**
 * Caches the facts of nodes while the abstract values behind them stay the same, since rules query the same nodes many times. A node
 * has the place of its number's last digits, so that the memory in use does not grow with the graph.
 */
export class FactCache {
  private readonly kept: (Kept | undefined)[] = [];

  constructor(private readonly known: Knowledge) {}

  of(id: NodeId): readonly RelationFact<DifferenceTerm>[] {
    const node = nodeAt(this.known.graph, id);
    // The facts of other nodes depend on more than the operands' abstract values, or cost little to state.
    if (node.op !== 'apply') return factsOf(this.known, id);
    const place = id % PLACES;
    const kept = this.kept[place];
    if (kept?.node === id && this.isCurrent(kept, node.operands, id)) return kept.facts;
    const facts = factsOf(this.known, id);
    this.kept[place] = { node: id, operands: node.operands.map((operand) => this.known.view(operand)), result: this.known.view(id), facts };
    return facts;
  }

  private isCurrent({ operands, result }: Kept, nodes: readonly NodeId[], id: NodeId): boolean {
    if (result !== this.known.view(id)) return false;
    for (let i = 0; i < nodes.length; i += 1) if (operands[i] !== this.known.view(nodes[i] ?? id)) return false;
    return true;
  }
}
