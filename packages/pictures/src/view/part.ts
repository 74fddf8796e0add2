import { groupBy } from '../group.js';
import type { GraphView, NodeView, ProgramView, RegionView } from './view.js';

/** Operations of a part that are shown at once: with their operands they fit into one picture. */
const WINDOW = 40;

/** The address of a part: its graph, a region or the owner of regions, and the first operation that is shown. */
export const PART_PATTERN = '^(circuit|component[0-9]{1,6})[.][rn][0-9]{1,7}([.][1-9][0-9]{0,6})?$';
const PART = new RegExp(PART_PATTERN);

/** A collapsed part of a picture. */
export interface Part {
  readonly address: string;
  readonly label: string;
}

/** A part of a program, to be drawn by itself. */
export interface OpenedPart {
  readonly view: ProgramView;
  readonly title: string;
  /** The address of the operations before and after those that are shown; `null` if there are none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns a part of a program; `undefined` if the program has no such part. */
export function openPart(view: ProgramView, address: string): OpenedPart | undefined {
  if (!PART.test(address)) return undefined;
  const [graphId = '', place = '', first = '1'] = address.split('.');
  const graph = [view.circuit, ...view.components].find(({ id }) => id === graphId);
  const regions = graph === undefined ? [] : regionsAt(graph, place);
  if (graph === undefined || regions.length === 0) return undefined;
  const inside = new Set(regions.map(({ id }) => id));
  const all = graph.nodes.filter(({ region, kind }) => inside.has(region) && kind !== 'constant' && kind !== 'input' && kind !== 'output');
  const from = Number(first);
  const shown = all.slice(from - 1, from - 1 + WINDOW);
  if (shown.length === 0) return undefined;
  const at = (operation: number): string => `${graphId}.${place}.${operation}`;
  const end = from + shown.length - 1;
  const range =
    shown.length === all.length
      ? ''
      : `, ${from.toLocaleString('en')} to ${end.toLocaleString('en')} of ${all.length.toLocaleString('en')}`;
  const [{ label, owner } = { label: '', owner: null }] = regions;
  const what = owner === null ? 'operations' : regions.length === 1 ? label : `${regions.length.toLocaleString('en')} branches`;
  return {
    view: { ...view, circuit: partGraph(graph, regions, shown), components: [] },
    title: `${graph.name}: ${what}${range}`,
    before: from === 1 ? null : at(Math.max(1, from - WINDOW)),
    after: end === all.length ? null : at(end + 1),
  };
}

/** Returns the region of an id; with the body, the promises; for a node, all regions that it owns. */
function regionsAt({ regions }: GraphView, place: string): readonly RegionView[] {
  if (place.startsWith('n')) return regions.filter(({ owner }) => owner === place);
  const region = regions.find(({ id }) => id === place);
  if (region === undefined || region.role === 'entry') return [];
  return region.role === 'body' ? regions.filter(({ owner, role }) => owner === null && role !== 'entry') : [region];
}

/** Returns a graph of some nodes of regions, with what is inside of them. What they use from outside are its inputs. */
function partGraph(graph: GraphView, top: readonly RegionView[], shown: readonly NodeView[]): GraphView {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const owner = byId.get(top[0]?.owner ?? '');
  const owned = groupBy(graph.regions, (region) => region.owner ?? '');
  const nodesIn = groupBy(graph.nodes, ({ region }) => region);
  const included = new Map(shown.map((node) => [node.id, node]));
  const regions: RegionView[] = [];
  for (const { id } of included.values()) {
    for (const region of owned.get(id) ?? []) {
      regions.push(region);
      for (const node of nodesIn.get(region.id) ?? []) included.set(node.id, node);
    }
  }
  if (owner !== undefined) included.set(owner.id, owner);
  const used = new Set(shown.map(({ region }) => region));
  const body = owner?.region ?? (top.find(({ role }) => role === 'body') ?? top[0])?.id ?? '';
  const outside = new Map(
    graph.edges.flatMap(({ from, to }): readonly (readonly [string, NodeView])[] => {
      const node = byId.get(from);
      // The owner stands here for its regions alone: its other operands would be further inputs.
      if (node === undefined || included.has(from) || !included.has(to) || to === owner?.id) return [];
      return [[from, node.kind === 'constant' ? { ...node, region: body } : inputOf(node, body)]];
    }),
  );
  const outputs = graph.edges.flatMap(({ from, to }) => {
    const node = byId.get(to);
    return node?.kind === 'output' && included.has(from) ? [{ ...node, region: body }] : [];
  });
  const nodes = new Map([...outside, ...included, ...outputs.map((node) => [node.id, node] as const)]);
  return {
    ...graph,
    nodes: [...nodes.values()],
    edges: graph.edges.filter(
      ({ from, to }) => nodes.has(from) && nodes.has(to) && !outside.has(to) && (to !== owner?.id || included.has(from)),
    ),
    regions: [
      ...(owner === undefined ? [] : [{ id: body, parent: null, owner: null, role: 'body', label: 'body' } as const]),
      ...top.filter(({ id }) => used.has(id) || id === body).map((region) => ({ ...region, parent: owner === undefined ? null : body })),
      ...regions,
    ],
  };
}

/** A value from outside, under the name of its wire. */
function inputOf(node: NodeView, region: string): NodeView {
  return { ...node, kind: 'input', label: node.kind === 'input' || node.kind === 'variable' ? node.label : node.wire, region };
}
