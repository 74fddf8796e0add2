import ELK, { type ElkNode } from 'elkjs/lib/elk.bundled.js';
import type { Box, Card, PictureWire, Scene } from './scene.js';
import { type CardSize, SMALL_FONT, sizeOf, textWidth } from './size.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedCard extends Point {
  readonly card: Card;
  readonly size: CardSize;
}

export interface PlacedBox extends Point {
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  /** Count of the enclosing boxes. */
  readonly depth: number;
}

export interface PlacedWire {
  readonly wire: PictureWire;
  readonly points: readonly Point[];
}

/** A scene with coordinates. */
export interface Layout {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly cards: readonly PlacedCard[];
  /** Outer boxes come before inner ones. */
  readonly boxes: readonly PlacedBox[];
  readonly wires: readonly PlacedWire[];
  readonly standIns: Scene['standIns'];
}

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.spacing.nodeNode': '18',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '10',
  'elk.layered.spacing.nodeNodeBetweenLayers': '30',
  'elk.layered.spacing.edgeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.padding': '[top=4,left=4,bottom=4,right=4]',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
};
/**
 * A wire across many layers is laid out as a node in each of them. With more of these, the placement that minimises the length of wires
 * takes ten seconds and more for 70 cards in a row that share an input; this one takes less than one, for nearly the same picture.
 */
const MAX_CROSSED = 150;
const QUICK_OPTIONS = {
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.layered.thoroughness': '1',
  'elk.layered.crossingMinimization.greedySwitch.type': 'OFF',
};

const BOX_PADDING = '[top=34,left=16,bottom=16,right=16]';
const BOX_LABEL_ROOM = 32;

const EAST = { 'elk.port.side': 'EAST' };
const WEST = { 'elk.port.side': 'WEST' };

const elk = new ELK();

/** Lays a scene out in layers from left to right, by ELK (docs/decisions/0015-graph-layout.md). It is deterministic. */
export async function layOut({ title, cards, boxes, wires, standIns }: Scene): Promise<Layout> {
  const sizes = new Map(cards.map((card) => [card.id, sizeOf(card)]));
  const shapes = new Map<string, ElkNode>([
    ...boxes.map((box) => [box.id, boxShape(box)] as const),
    ...cards.map((card) => [card.id, cardShape(card, sizes.get(card.id) ?? sizeOf(card))] as const),
  ]);
  const layoutOptions = crossedLayers(cards, wires) > MAX_CROSSED ? { ...OPTIONS, ...QUICK_OPTIONS } : OPTIONS;
  const root: ElkNode = { id: 'root', layoutOptions, children: [], edges: [] };
  for (const { id, box } of [...boxes, ...cards]) {
    const parent = box === null ? root : shapes.get(box);
    const shape = shapes.get(id);
    if (parent !== undefined && shape !== undefined) (parent.children ??= []).push(shape);
  }
  root.edges = wires.map(({ from, to, port }, index) => ({ id: `wire${index}`, sources: [`${from}>`], targets: [`${to}<${port}`] }));
  const placed = await elk.layout(root);
  const edges = new Map(edgesOf(placed).map((edge) => [edge.id, edge]));
  return {
    title,
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    cards: cards.map((card) => ({ card, size: sizes.get(card.id) ?? sizeOf(card), ...pointOf(shapes.get(card.id)) })),
    boxes: boxes.map((box) => placedBox(box, shapes.get(box.id), boxes)).toSorted((a, b) => a.depth - b.depth),
    wires: wires.map((wire, index) => ({ wire, points: pointsOf(edges.get(`wire${index}`)) })),
    standIns,
  };
}

/** Returns how many layers all wires cross, with each card as far left as its wires allow. */
function crossedLayers(cards: readonly Card[], wires: readonly PictureWire[]): number {
  const layers = new Map(cards.map(({ id }) => [id, 0]));
  const layerOf = (id: string): number => layers.get(id) ?? 0;
  // A picture has few cards, and a cycle through a loop's card ends with them.
  for (let round = 0, moved = true; moved && round < cards.length; round += 1) {
    moved = false;
    for (const { from, to } of wires) {
      if (layerOf(to) > layerOf(from)) continue;
      layers.set(to, layerOf(from) + 1);
      moved = true;
    }
  }
  return wires.reduce((sum, { from, to }) => sum + Math.max(0, layerOf(to) - layerOf(from) - 1), 0);
}

function boxShape({ id, label }: Box): ElkNode {
  const width = Math.ceil(textWidth(label, SMALL_FONT)) + BOX_LABEL_ROOM;
  return {
    id,
    children: [],
    layoutOptions: { 'elk.padding': BOX_PADDING, 'elk.nodeSize.constraints': 'MINIMUM_SIZE', 'elk.nodeSize.minimum': `(${width},40)` },
  };
}

function cardShape({ id, tone, box }: Card, { width, height, portsAt, exitAt }: CardSize): ElkNode {
  return {
    id,
    width,
    height,
    ports: [
      { id: `${id}>`, x: width, y: exitAt, width: 0, height: 0, layoutOptions: EAST },
      ...[...portsAt].map(([port, y]) => ({ id: `${id}<${port}`, x: 0, y, width: 0, height: 0, layoutOptions: WEST })),
    ],
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS', 'elk.alignment': 'LEFT', ...(box === null ? atTheSide(tone) : {}) },
  };
}

/** Layer constraints: inputs come first, outputs last. */
function atTheSide(tone: Card['tone']): Readonly<Record<string, string>> {
  if (tone === 'input') return { 'elk.layered.layering.layerConstraint': 'FIRST' };
  return tone === 'output' ? { 'elk.layered.layering.layerConstraint': 'LAST' } : {};
}

type Edge = NonNullable<ElkNode['edges']>[number];

function edgesOf(root: ElkNode): readonly Edge[] {
  return root.edges ?? [];
}

function pointOf(shape: ElkNode | undefined): Point {
  return { x: shape?.x ?? 0, y: shape?.y ?? 0 };
}

function pointsOf(edge: Edge | undefined): readonly Point[] {
  return (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
}

function placedBox(box: Box, shape: ElkNode | undefined, boxes: readonly Box[]): PlacedBox {
  const parents = new Map(boxes.map(({ id, box: parent }) => [id, parent]));
  let depth = 0;
  for (let at = box.box; at !== null; at = parents.get(at) ?? null) depth += 1;
  return { box, ...pointOf(shape), width: shape?.width ?? 0, height: shape?.height ?? 0, depth };
}
