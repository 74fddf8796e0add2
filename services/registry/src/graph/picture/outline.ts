import type { GraphView, NodeKind, NodeView, RegionView } from '../view/graph-view.js';

/** Cards of one graph: more cannot be read, and their layout would take seconds. */
export const MOST_CARDS = 120;
/** Inputs, and outputs, that have cards of their own. */
export const MOST_PORTS = 40;

/** Constants are written into what takes them; inputs and outputs have a limit of their own. */
const NO_ROOM: ReadonlySet<NodeKind> = new Set(['constant', 'input', 'output']);
const CONTRACTS: ReadonlySet<NodeKind> = new Set(['require', 'ensure']);

/** What of a graph is drawn, and as what. */
export interface Outline {
  /** The regions whose insides are drawn in a box. */
  readonly boxes: readonly RegionView[];
  /** The regions that stand for all that is in them, with how many operations that is. */
  readonly closed: ReadonlyMap<string, number>;
  /** The box that what stands in a region is drawn in; null for none. */
  boxOf(region: string): string | null;
  /** The region that stands for a node; undefined where it stands for itself. */
  closedAround(node: NodeView): string | undefined;
}

/**
 * Chooses the regions whose insides are drawn: from the outside in, as long as there is room. Where there is none for
 * the outermost, the body stands for everything.
 */
export function outlineOf({ nodes, regions }: GraphView): Outline {
  const byId = new Map(regions.map((region) => [region.id, region]));
  const drawn = countBy(
    nodes.filter(({ kind }) => !NO_ROOM.has(kind)),
    ({ region }) => region,
  );
  const owned = groupBy(
    regions.filter(({ owner }) => owner !== null),
    ({ owner }) => owner ?? '',
  );
  const nodesIn = groupBy(nodes, ({ region }) => region);
  const top = regions.filter(({ owner }) => owner === null);
  let used = top.reduce((sum, { id, role }) => sum + (role === 'entry' ? 0 : (drawn.get(id) ?? 0)), 0);
  const open = new Set(top.filter(({ role }) => used <= MOST_CARDS || role === 'entry').map(({ id }) => id));
  const waiting = top.filter(({ id }) => open.has(id));
  const boxes: RegionView[] = [];
  for (let region = waiting.shift(); region !== undefined; region = waiting.shift()) {
    for (const inner of (nodesIn.get(region.id) ?? []).flatMap(({ id }) => owned.get(id) ?? [])) {
      const cards = drawn.get(inner.id) ?? 0;
      if (used + cards > MOST_CARDS) used += 1;
      else {
        used += cards;
        open.add(inner.id);
        waiting.push(inner);
        if (cards > 0) boxes.push(inner);
      }
    }
  }
  const closedRoots = closedRootsOf(regions, byId, open);
  const closed = countBy(
    nodes.filter(({ kind, region }) => !NO_ROOM.has(kind) && !CONTRACTS.has(kind) && closedRoots.has(region)),
    ({ region }) => closedRoots.get(region) ?? '',
  );
  const boxed = new Set(boxes.map(({ id }) => id));
  return {
    boxes,
    closed,
    boxOf: (region) => enclosingBox(region, byId, boxed),
    closedAround: (node) => closedRoots.get(node.region),
  };
}

/** By region that is not drawn the outermost such one around it; the body for requires and ensures. */
function closedRootsOf(
  regions: readonly RegionView[],
  byId: ReadonlyMap<string, RegionView>,
  open: ReadonlySet<string>,
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
    const root = (at === null ? undefined : roots.get(at)) ?? (isTop ? body : outermost);
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
