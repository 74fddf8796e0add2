import type { Link } from '@kirchhoff/kernel/certificate/format';
import type { Graph, NodeId } from '@kirchhoff/kernel/graph/graph';
import { nodeAt, operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import type { Environment } from '@kirchhoff/kernel/rules/environment';
import { Chains } from './chains.js';
import { DeadEnds } from './dead-ends.js';
import { NearbyFacts } from './nearby-facts.js';

/** Nodes with more readers are skipped. */
const MANY = 16;

/** A search for the requires of a call makes no more searches for differences, and needs no cache. */
const FEW_SEARCHES = 8;

const NO_NODES: readonly NodeId[] = [];

type Lists = readonly (readonly NodeId[] | undefined)[];

/** The readers of a graph's nodes, and the lists of the latest search for differences in it. */
interface Shared {
  readonly lists: Lists;
  readonly chains: Chains;
}

/** Cache by graph: components are needed for each of their calls. */
const KNOWN = new WeakMap<Graph, Shared>();

function share(graph: Graph, shared: Shared): Shared {
  KNOWN.set(graph, shared);
  return shared;
}

/** The readers of each node, in the order of their ids; a node that owns a region reads its result. */
export class DefUseChains {
  /** The lists of the latest search for differences. */
  readonly chains: Chains;
  private readonly lists: Lists;
  private readonly joinedLinks: Link[] = [];
  private pairs: ReadonlyMap<number, readonly NodeId[]> | null = null;
  private searches = 0;
  private lastNearby: NearbyFacts | null = null;
  private lastDeadEnds: DeadEnds | null = null;

  constructor(private readonly known: Environment) {
    const { graph } = known;
    const { chains, lists } = KNOWN.get(graph) ?? share(graph, { lists: listsOf(known), chains: new Chains(graph.nodes.length) });
    this.chains = chains;
    this.lists = lists;
  }

  /** The facts near the terms that searches for differences meet often; null for the first searches, which meet no term often. */
  get nearby(): NearbyFacts | null {
    this.searches += 1;
    if (this.searches > FEW_SEARCHES) this.lastNearby ??= new NearbyFacts(this.known, this);
    return this.lastNearby;
  }

  /** The failed searches that repeat; null while {@link nearby} is null. */
  get deadEnds(): DeadEnds | null {
    if (this.lastNearby !== null) this.lastDeadEnds ??= new DeadEnds(this.known, this, this.lastNearby);
    return this.lastDeadEnds;
  }

  /** Returns the first `most` nodes that read the node or another node with the same value. */
  of(node: NodeId, most: number): readonly NodeId[] {
    return first(this.all(node), most);
  }

  /** Returns all readers, of which there may be many: for callers that stop early. */
  all(node: NodeId): readonly NodeId[] {
    return this.lists[this.known.classOf(node)] ?? NO_NODES;
  }

  /** Returns the first `most` common readers of both nodes, even if these have so many readers that `of` omits them. */
  ofBoth(a: NodeId, b: NodeId, most: number): readonly NodeId[] {
    const one = this.known.classOf(a);
    const other = this.known.classOf(b);
    const ofOne = this.lists[one] ?? NO_NODES;
    const ofOther = this.lists[other] ?? NO_NODES;
    if (ofOne.length > MANY && ofOther.length > MANY) {
      this.pairs ??= this.readPairs();
      return first(this.pairs.get(this.pairKey(one, other)) ?? NO_NODES, most);
    }
    return ofOne.length <= ofOther.length ? this.readersAmong(ofOne, other, most) : this.readersAmong(ofOther, one, most);
  }

  /** Returns the first `most` of some nodes that read a value; the list itself if all do. */
  private readersAmong(users: readonly NodeId[], value: NodeId, most: number): readonly NodeId[] {
    let found: NodeId[] | null = null;
    for (let i = 0; i < users.length; i += 1) {
      const user = users[i];
      if (user === undefined) break;
      const reads = this.reads(user, value);
      if (!reads) found ??= users.slice(0, i);
      else if (found !== null) found.push(user);
    }
    return first(found ?? users, most);
  }

  private reads(user: NodeId, value: NodeId): boolean {
    for (const operand of operandsOf(nodeAt(this.known.graph, user))) if (this.known.classOf(operand) === value) return true;
    return false;
  }

  /** Returns the common readers of each pair of values that are both read often. */
  private readPairs(): ReadonlyMap<number, readonly NodeId[]> {
    const pairs = new Map<number, NodeId[]>();
    this.known.graph.nodes.forEach((node, id) => {
      const operands = operandsOf(node);
      if (operands.length !== 2) return;
      const [one, other] = operands.map((operand) => this.known.classOf(operand));
      if (one === undefined || other === undefined || one === other || !this.isReadOften(one) || !this.isReadOften(other)) return;
      const key = this.pairKey(one, other);
      const users = pairs.get(key);
      if (users === undefined) pairs.set(key, [id]);
      else users.push(id);
    });
    return pairs;
  }

  /** Returns a key for an unordered pair of values. */
  private pairKey(a: NodeId, b: NodeId): number {
    return Math.min(a, b) * this.known.graph.nodes.length + Math.max(a, b);
  }

  private isReadOften(value: NodeId): boolean {
    return (this.lists[value]?.length ?? 0) > MANY;
  }

  /** Records the differences at joins that a proof may use. */
  rely(path: readonly Link[]): void {
    for (const link of path) {
      const op = link.via === null ? undefined : this.known.graph.nodes[link.via]?.op;
      if (op === 'select' || op === 'match') this.joinedLinks.push(link);
    }
  }

  get relied(): readonly Link[] {
    return this.joinedLinks;
  }
}

/** Returns the readers of each value. */
function listsOf(known: Environment): Lists {
  const { graph } = known;
  const lists: (NodeId[] | undefined)[] = graph.nodes.map(() => undefined);
  const add = (read: NodeId, user: NodeId): void => {
    const value = known.classOf(read);
    if (value === known.classOf(user)) return;
    const list = lists[value];
    if (list === undefined) lists[value] = [user];
    // Users come in the order of their ids: a user that reads a value twice is the last entry.
    else if (list[list.length - 1] !== user) list.push(user);
  };
  graph.nodes.forEach((node, id) => {
    for (const operand of operandsOf(node)) add(operand, id);
    for (const region of ownedRegions(node)) add(graph.regions[region]?.result ?? id, id);
  });
  return lists;
}

function first(nodes: readonly NodeId[], most: number): readonly NodeId[] {
  return nodes.length <= most ? nodes : nodes.slice(0, most);
}
