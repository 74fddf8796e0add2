import { countBy, groupBy } from '../group.js';
import type { GraphView, NodeKind, NodeView, RegionView } from '../view/view.js';

/** Cards of one graph. More are not legible, and their layout would take seconds. */
export const MAX_CARDS = 80;
/** Depth of nested boxes. */
const MAX_DEPTH = 8;
/** Inputs, and outputs, that have separate cards. */
export const MAX_PORTS = 40;

/** Node kinds outside the card limit: constants are drawn inside their users; inputs and outputs have their own limit. */
const NO_ROOM: ReadonlySet<NodeKind> = new Set(['constant', 'input', 'output']);
const CONTRACTS: ReadonlySet<NodeKind> = new Set(['require', 'ensure']);

export interface Closed {
  readonly operations: number;
  /** Count of further regions that it represents. */
  readonly more: number;
}

/** The part of a graph that is drawn. */
export interface Outline {
  /** The regions that are drawn as boxes. */
  readonly boxes: readonly RegionView[];
  /** Collapsed regions. Each represents its content, and some represent further regions of the same owner. */
  readonly closed: ReadonlyMap<string, Closed>;
  /** Returns the box that encloses a region's content; `null` at the top level. */
  boxOf(region: string): string | null;
  /** Returns the collapsed region that represents a node; `undefined` if the node has a card. */
  closedAround(node: NodeView): string | undefined;
}

/** Selects the part of a graph that fits into a legible picture. */
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
  /** Those of `open` that contain cards and have an owner. */
  readonly boxes: RegionView[];
  /** Maps a region without room to the collapsed region of the same owner that also represents it. */
  readonly leaders: Map<string, string>;
  /** Count of cards so far. */
  used: number;
}

/**
 * Selects the regions whose content is drawn, outermost first, within the limits. If the outermost regions do not fit, the body
 * represents everything.
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

/** Opens as many regions of one owner as fit, and returns them. */
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

/** Maps each undrawn region to the outermost undrawn region around it; for requires and ensures, to the body. */
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
