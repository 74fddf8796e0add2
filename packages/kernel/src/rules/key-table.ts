import type { NodeId } from '../graph/graph.js';

/** Limit for the places that are looked at for one key; a table is at most half full, so that few keys need several. */
const MAX_PROBES = 32;

/** The first node of each key, in a hash table with open addressing. A key is four integers, compared as such. */
export class KeyTable {
  private readonly places: Int32Array;
  /** The keys by the first node with each. */
  private readonly keys: Int32Array;

  constructor(nodes: number) {
    let size = 16;
    while (size < 2 * nodes) size *= 2;
    this.places = new Int32Array(size).fill(-1);
    this.keys = new Int32Array(4 * nodes);
  }

  /**
   * Returns the first node with this key, which is `id` for a new one. `undefined` if all places near its hash have other keys; no
   * key is ever removed, so this is so for each node with the key, or for none.
   */
  take(operation: number, a: number, b: number, c: number, id: NodeId): NodeId | undefined {
    const { places, keys } = this;
    const last = places.length - 1;
    const hash = hashOf(operation, a, b, c);
    for (let probe = 0; probe < MAX_PROBES; probe += 1) {
      const place = (hash + probe) & last;
      const known = places[place] ?? -1;
      if (known === -1) {
        places[place] = id;
        this.write(4 * id, operation, a, b, c);
        return id;
      }
      const at = 4 * known;
      if (keys[at] === operation && keys[at + 1] === a && keys[at + 2] === b && keys[at + 3] === c) return known;
    }
    return undefined;
  }

  private write(at: number, operation: number, a: number, b: number, c: number): void {
    this.keys[at] = operation;
    this.keys[at + 1] = a;
    this.keys[at + 2] = b;
    this.keys[at + 3] = c;
  }
}

/** Mixes four integers, after the finalizer of MurmurHash3. */
function hashOf(operation: number, a: number, b: number, c: number): number {
  let hash = Math.imul(operation, 0x9e3779b1) ^ a;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ c;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
