import type { Graph, NodeId } from '../core/graph.js';
import { operandsOf, ownedRegions } from '../core/schedule.js';

/** Which nodes read a node, in the order of their ids; a node that owns a region reads its result. */
export class Users {
  private readonly lists: NodeId[][];

  constructor(graph: Graph) {
    this.lists = graph.nodes.map(() => []);
    graph.nodes.forEach((node, id) => {
      for (const operand of new Set(operandsOf(node))) this.lists[operand]?.push(id);
      for (const region of ownedRegions(node)) {
        const result = graph.regions[region]?.result;
        if (typeof result === 'number') this.lists[result]?.push(id);
      }
    });
  }

  /** The first `most` of them. */
  of(node: NodeId, most: number): readonly NodeId[] {
    const list = this.lists[node] ?? [];
    return list.length <= most ? list : list.slice(0, most);
  }
}
