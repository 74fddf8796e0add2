import type { GraphView, NodeKind, NodeView, RegionView } from '../view/graph-view.js';

/** Cards of one graph: more cannot be read, and their layout would take seconds. */
export const MAX_CARDS = 80;
/** Boxes in one another. */
const MAX_DEPTH = 8;
/** Inputs, and outputs, that have cards of their own. */
export const MAX_PORTS = 40;

/** Constants are written into what takes them; inputs and outputs have a limit of their own. */
const NO_ROOM: ReadonlySet<NodeKind> = new Set(['constant', 'input', 'output']);
const CONTRACTS: ReadonlySet<NodeKind> = new Set(['require', 'ensure']);

export interface Closed {
  readonly operations: number;
  /** For how many other regions it stands. */
  readonly more: number;
}

/** The drawn part of a graph. */
export interface Outline {
  /** The regions whose insides are drawn in a box. */
  readonly boxes: readonly RegionView[];
  /** The regions that stand for all that is in them, and some also for more regions of their owner. */
  readonly closed: ReadonlyMap<string, Closed>;
  /** Returns the box of a region's content; `null` without one. */
  boxOf(region: string): string | null;
  /** Returns the region that stands for a node; `undefined` if the node is drawn itself. */
  closedAround(node: NodeView): string | undefined;
}

/** Chooses the part of a graph that fits into a readable picture. */
export function outlineOf(graph: GraphView): Outline {
  const { nodes, regions } = graph;
  const byId = new Map(regions.map((region) => [region.id, region]));
  const choice = chooseRegions(graph);
  const roots = closedRootsOf(regions, byId, choice);
  const followers = countBy([...choice.leaders.values()], (leader) => leader);
  const operations = countBy(
    nodes.filter(({ kind, region }) => !NO_ROOM.has(kind) && !CONTRACTS.has(kind) && roots.has(region)),
    ({ region }) => roots.get(region) ?? '',
  );
  const boxed = new Set(choice.boxes.map(({ id }) => id));
  return {
    boxes: choice.boxes,
    closed: new Map([...operations].map(([id, count]) => [id, { operations: count, more: followers.get(id) ?? 0 }])),
    boxOf: (region) => enclosingBox(region, byId, boxed),
    closedAround: (node) => roots.get(node.region),
  };
}

interface Choice {
  readonly open: Set<string>;
  /** Those of `open` that hold cards and have an owner. */
  readonly boxes: RegionView[];
  /** By region that is closed for want of room another of its owner's, which is closed for both. */
  readonly leaders: Map<string, string>;
  /** Cards so far. */
  used: number;
}

/**
 * Chooses the regions whose content is drawn, from the outside in, as long as there is room. If there is no room for the
 * outermost, the body stands for everything.
 */
function chooseRegions({ nodes, regions }: GraphView): Choice {
  const cards = countBy(
    nodes.filter(({ kind }) => !NO_ROOM.has(kind)),
    ({ region }) => region,
  );
  const nodesIn = groupBy(nodes, ({ region }) => region);
  const owned = groupBy(regions, ({ owner }) => owner ?? '');
  const top = owned.get('') ?? [];
  const used = top.reduce((sum, { id }) => sum + (cards.get(id) ?? 0), 0);
  const outermost = top.filter(({ role }) => used <= MAX_CARDS || role === 'entry');
  const choice: Choice = { open: new Set(outermost.map(({ id }) => id)), boxes: [], leaders: new Map(), used };
  let waiting = outermost;
  for (let depth = 1; waiting.length > 0; depth += 1) {
    const owners = waiting.flatMap(({ id }) => nodesIn.get(id) ?? []);
    waiting = owners.flatMap(({ id }) => openRegions(owned.get(id) ?? [], cards, depth, choice));
  }
  return choice;
}

/** Opens as many regions of one owner as there is room for, and gives these. */
function openRegions(
  regions: readonly RegionView[],
  cards: ReadonlyMap<string, number>,
  depth: number,
  choice: Choice,
): readonly RegionView[] {
  let leader: string | undefined;
  return regions.filter((region) => {
    const count = cards.get(region.id) ?? 0;
    if (choice.used + count <= MAX_CARDS && depth <= MAX_DEPTH) {
      choice.used += count;
      choice.open.add(region.id);
      if (count > 0) choice.boxes.push(region);
      return true;
    }
    if (choice.used < MAX_CARDS || leader === undefined) {
      choice.used += 1;
      leader = region.id;
    } else {
      choice.leaders.set(region.id, leader);
    }
    return false;
  });
}

/** By region that is not drawn the outermost such one around it; the body for requires and ensures. */
function closedRootsOf(
  regions: readonly RegionView[],
  byId: ReadonlyMap<string, RegionView>,
  { open, leaders }: Choice,
): ReadonlyMap<string, string> {
  const body = regions.find(({ role }) => role === 'body')?.id ?? '';
  const roots = new Map<string, string>();
  for (const { id } of regions) {
    const path: string[] = [];
    let at: string | null = id;
    while (at !== null && !open.has(at) && !roots.has(at)) {
      path.push(at);
      at = byId.get(at)?.parent ?? null;
    }
    const outermost = path.at(-1);
    if (outermost === undefined) continue;
    const isTop = (byId.get(outermost)?.owner ?? null) === null;
    const root = (at === null ? undefined : roots.get(at)) ?? (isTop ? body : (leaders.get(outermost) ?? outermost));
    for (const inner of path) roots.set(inner, root);
  }
  return roots;
}

function enclosingBox(region: string, byId: ReadonlyMap<string, RegionView>, boxed: ReadonlySet<string>): string | null {
  let at: string | null = region;
  while (at !== null && !boxed.has(at)) at = byId.get(at)?.parent ?? null;
  return at;
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}
