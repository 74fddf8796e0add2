import type { NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import type { Draft } from '../elaborate/draft.js';

/** The nodes of each region of a draft, as ranges of one list: most regions have a node or two, and lists of their own would be larger. */
export class RegionNodes {
  private readonly nodes: Int32Array;
  /** By region: the position of its first node in the list; at the end, the length of the list. */
  private readonly starts: Int32Array;

  /** `order`: all nodes, in the order in which each region has its own. */
  constructor({ regionOf, regions }: Draft, order: Int32Array) {
    this.starts = new Int32Array(regions.length + 1);
    for (const region of regionOf) this.starts[region + 1] = (this.starts[region + 1] ?? 0) + 1;
    for (let region = 0; region < regions.length; region += 1) {
      this.starts[region + 1] = (this.starts[region + 1] ?? 0) + (this.starts[region] ?? 0);
    }
    this.nodes = new Int32Array(regionOf.length);
    const places = this.starts.slice();
    for (const node of order) {
      const region = regionOf[node] ?? 0;
      const place = places[region] ?? 0;
      this.nodes[place] = node;
      places[region] = place + 1;
    }
  }

  /** The positions of a region's nodes are those from `start` up to, not including, `end`. */
  start(region: RegionId): number {
    return this.starts[region] ?? 0;
  }

  end(region: RegionId): number {
    return this.starts[region + 1] ?? 0;
  }

  at(position: number): NodeId {
    return this.nodes[position] ?? -1;
  }
}
