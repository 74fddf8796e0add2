import type { RelationFact, Term } from '../catalog/relation.js';
import type { NodeId } from '../core/graph.js';
import { operandsOf, ownedRegions } from '../core/schedule.js';
import type { Board } from '../rules/board.js';
import { FactCache } from './fact-cache.js';

/** Which nodes read a value, in the order of their ids; a node that owns a region reads its result. */
export class Users {
  private readonly lists: NodeId[][];
  private readonly facts: FactCache;

  constructor(private readonly known: Board) {
    const { graph } = known;
    this.facts = new FactCache(known);
    this.lists = graph.nodes.map(() => []);
    graph.nodes.forEach((node, id) => {
      const read = [...operandsOf(node), ...ownedRegions(node).map((region) => graph.regions[region]?.result ?? id)];
      for (const value of new Set(read.map((operand) => known.classOf(operand))))
        if (value !== known.classOf(id)) this.lists[value]?.push(id);
    });
  }

  /** The first `most` of those that read the node, or another that has the same value. */
  of(node: NodeId, most: number): readonly NodeId[] {
    const list = this.lists[this.known.classOf(node)] ?? [];
    return list.length <= most ? list : list.slice(0, most);
  }

  /** The differences that an evaluated node vouches for now. */
  factsOf(node: NodeId): readonly RelationFact<Term>[] {
    return this.facts.of(node);
  }
}
