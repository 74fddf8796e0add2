import type { Node, NodeId, RegionId } from '@kirchhoff/kernel/graph/graph';
import { operandsOf, ownedRegions } from '@kirchhoff/kernel/graph/schedule';
import type { SettledDraft } from '../elaborate/draft.js';
import type { CanonicalDomains } from './canonical-domains.js';
import { armsKey, type KeyContext, nodeKey } from './node-key.js';
import { RegionNodes } from './region-nodes.js';

/** The components of a source, in the form in which callers refer to them. */
export interface Callees {
  readonly hash: (component: number) => string;
  /** True if its result is not a function of its arguments. */
  readonly hasSource: (component: number) => boolean;
}

/**
 * The nodes of a draft in an order that depends on the meaning alone. Two nodes have the same rank if and only if they are the same
 * operation on the same operands in regions of the same depth. The regions that see a node form a chain, with one region at each
 * depth. So depth and structure identify the node.
 */
export interface Ranking {
  readonly rankOf: ArrayLike<number>;
  /** All nodes, by rank, then by id. */
  readonly order: Int32Array;
  /** Returns a text for a region. Two regions have the same text if and only if they are the same. */
  readonly regionKey: (region: RegionId) => string;
}

/**
 * Computes the ranks level by level. A node is above its parts, so its key can name them by their ranks. Equal keys then mean equal
 * structure exactly, without any hash. `distinct` numbers the nodes that are never the same as another (entropy sources).
 */
export function rankNodes(
  settled: SettledDraft,
  domains: CanonicalDomains,
  callees: Callees,
  distinct: ReadonlyMap<NodeId, number>,
): Ranking {
  const { draft, types } = settled;
  const { order, starts } = levels(settled);
  const inRegion = new RegionNodes(draft, order);
  const rankOf = new Int32Array(draft.nodes.length).fill(-1);
  const rank = (node: NodeId) => rankOf[node] ?? -1;
  const depthOf = (region: RegionId) => draft.regions[region]?.depth ?? 0;
  const regionKey = (region: RegionId) => {
    const start = inRegion.start(region);
    const end = inRegion.end(region);
    const result = rank(draft.regions[region]?.result ?? -1);
    if (end === start + 1) return `{${rank(inRegion.at(start))}>${result}}`;
    const ranks = new Int32Array(end - start);
    for (let position = start; position < end; position += 1) ranks[position - start] = rank(inRegion.at(position));
    return `{${different(ranks.toSorted())}>${result}}`;
  };
  const context: KeyContext = {
    rank,
    regionKey,
    depthOf,
    typeOf: (node) => types[node] ?? { kind: 'boolean' },
    componentHash: callees.hash,
    domainKey: (domain) => String(domains.position(domain)),
  };
  const keyed = (id: NodeId): Keyed => {
    const node = draft.nodes[id];
    if (node === undefined) throw new Error(`no node ${id}`);
    const number = distinct.get(id);
    const key = `${depthOf(draft.regionOf[id] ?? 0)}${nodeKey(node, id, context)}`;
    return { id, key: number === undefined ? key : `${key}#${number}`, arms: node.op === 'match' ? node : null };
  };
  let next = -1;
  for (let level = 0; level + 1 < starts.length; level += 1) {
    const start = starts[level] ?? 0;
    const end = starts[level + 1] ?? start;
    next += 1;
    // Alone on its level, a node needs no key.
    if (end === start + 1) {
      rankOf[order[start] ?? 0] = next;
      continue;
    }
    const ofLevel: Keyed[] = [];
    for (const id of order.subarray(start, end)) ofLevel.push(keyed(id));
    ofLevel.sort((a, b) => compareKeys(a, b, context) || a.id - b.id);
    let before: Keyed | null = null;
    let place = start;
    for (const each of ofLevel) {
      if (before !== null && compareKeys(before, each, context) !== 0) next += 1;
      rankOf[each.id] = next;
      order[place] = each.id;
      place += 1;
      before = each;
    }
  }
  return { rankOf, order, regionKey };
}

/** The different numbers of an ascending list, with commas between. */
function different(sorted: Int32Array): string {
  let text = '';
  let before: number | null = null;
  for (const each of sorted) {
    if (before === null) text = String(each);
    else if (each !== before) text += `,${each}`;
    before = each;
  }
  return text;
}

/** A node with its text, to which the arms of a match are added if they decide: there may be thousands of them. */
interface Keyed {
  readonly id: NodeId;
  key: string;
  /** The match whose arms are not yet in the text. */
  arms: Node | null;
}

/** Returns 0 for equal texts. Otherwise the result is negative or positive, as the text of `a` is before or after that of `b`. */
function compareKeys(a: Keyed, b: Keyed, context: KeyContext): number {
  if ((a.arms !== null || b.arms !== null) && (a.key.startsWith(b.key) || b.key.startsWith(a.key))) {
    addArms(a, context);
    addArms(b, context);
  }
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

function addArms(keyed: Keyed, context: KeyContext): void {
  if (keyed.arms !== null) keyed.key += armsKey(keyed.arms, context);
  keyed.arms = null;
}

/** Nodes by level: those of level i from `starts[i]` up to, not including, `starts[i + 1]`. */
interface Levels {
  readonly order: Int32Array;
  readonly starts: Int32Array;
}

/** A node's level is one more than the highest level of its operands and of the nodes in its own regions. */
function levels({ draft }: SettledDraft): Levels {
  const { nodes, regions, regionOf } = draft;
  const levelOf = new Int32Array(nodes.length);
  const regionLevel = new Int32Array(regions.length).fill(-1);
  let highest = -1;
  for (let id = 0; id < nodes.length; id += 1) {
    const node = nodes[id];
    if (node === undefined) break;
    let level = 0;
    for (const operand of operandsOf(node)) level = Math.max(level, (levelOf[operand] ?? 0) + 1);
    for (const region of ownedRegions(node)) {
      const given = regions[region]?.result ?? null;
      level = Math.max(level, (regionLevel[region] ?? -1) + 1, given === null ? 0 : (levelOf[given] ?? 0) + 1);
    }
    levelOf[id] = level;
    const region = regionOf[id] ?? 0;
    regionLevel[region] = Math.max(regionLevel[region] ?? -1, level);
    highest = Math.max(highest, level);
  }
  return byLevel(levelOf, highest);
}

/** Counting sort. */
function byLevel(levelOf: Int32Array, highest: number): Levels {
  const starts = new Int32Array(highest + 2);
  for (const level of levelOf) starts[level + 1] = (starts[level + 1] ?? 0) + 1;
  for (let level = 0; level <= highest; level += 1) starts[level + 1] = (starts[level + 1] ?? 0) + (starts[level] ?? 0);
  const places = starts.slice();
  const order = new Int32Array(levelOf.length);
  for (let id = 0; id < order.length; id += 1) {
    const level = levelOf[id] ?? 0;
    const place = places[level] ?? 0;
    order[place] = id;
    places[level] = place + 1;
  }
  return { order, starts };
}
